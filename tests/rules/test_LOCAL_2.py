"""LOCAL-2: a local marriage lasts, even when the agent goes, until a fate card ends it."""

from tests.rules.table import every_edition, table


@every_edition
def test_it_lasts_when_the_agent_leaves(edition):
    t = table(edition)
    t.agent(0, "Luna")
    t.marry_locally(0, "Luna")
    t.begin("move")
    t.play("move", "Luna", "Marseille")
    assert t.married("Luna") == 0


@every_edition
def test_it_lasts_when_the_agent_is_lost(edition):
    t = table(edition)
    t.agent(0, "Rhodes")
    t.marry_locally(0, "Rhodes")
    t.fate("plague")
    assert t.agents(0) == ["Rome"]
    assert t.married("Rhodes") == 0


@every_edition
def test_nobody_else_can_marry_there_while_it_lasts(edition):
    t = table(edition)
    t.marry_locally(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    assert t.why_not("wed", "son", "Luna") == "LOCAL-1"


@every_edition
def test_it_does_not_end_at_the_players_wish(edition):
    t = table(edition)
    t.agent(0, "Luna")
    t.marry_locally(0, "Luna")
    t.begin("intrigue")
    assert t.options("part") == []
    assert t.why_not("part", "Luna") != "OK"


@every_edition
def test_a_fate_card_ends_it_and_the_aristocracy_is_free_again(edition):
    t = table(edition)
    t.marry_locally(0, "Luna")
    t.prestige[0] = 2
    t.fate("forced_divorce")
    assert t.married("Luna") is None
    t.agent(1, "Luna")
    t.begin("intrigue")
    assert t.to_act == 1
    t.play("wed", "son", "Luna")
    assert t.married("Luna") == 1
