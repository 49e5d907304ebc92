"""MOVE-4: a player never has two agents on one market other than Rome."""

from tests.rules.table import every_edition, table


@every_edition
def test_no_step_onto_an_agent_of_ones_own(edition):
    t = table(edition)
    t.agent(0, "Luna", "Marseille")
    t.begin("move")
    assert t.why_not("move", "Rome", "Luna") == "MOVE-4"
    assert t.why_not("move", "Luna", "Marseille") == "MOVE-4"


@every_edition
def test_once_it_has_moved_on_the_market_is_free(edition):
    t = table(edition)
    t.agent(0, "Luna")
    t.play("move", "Luna", "Mediolano")
    t.play("move", "Rome", "Luna")
    assert t.agents(0) == ["Luna", "Mediolano"]


@every_edition
def test_two_cannot_change_places(edition):
    t = table(edition)
    t.agent(0, "Luna", "Marseille")
    t.begin("move")
    assert ("Luna", "Marseille") not in t.options("move")
    assert ("Marseille", "Luna") not in t.options("move")
