"""MOVE-5: an agent may enter where others stand; who stood there first holds the market, the rest intrude."""

from tests.rules.table import every_edition, table


@every_edition
def test_the_first_to_come_is_the_holder(edition):
    t = table(edition)
    t.play("move", "Rome", "Luna")
    t.play("move", "Rome", "Luna")
    t.play("move", "Rome", "Luna")
    assert t.holder("Luna") == 0
    assert t.queue("Luna") == [0, 1, 2]


@every_edition
def test_if_the_holder_leaves_the_earliest_intruder_holds(edition):
    t = table(edition)
    t.agent(2, "Luna")
    t.agent(3, "Luna")
    t.agent(0, "Luna")
    t.remove_agent(2, "Luna")
    assert t.queue("Luna") == [3, 0]
    t.first = 3
    t.begin("move")
    t.play("move", "Luna", "Marseille")
    assert t.holder("Luna") == 0


@every_edition
def test_if_an_intruder_leaves_those_behind_move_up(edition):
    t = table(edition)
    for seat in (3, 1, 0, 2):
        t.agent(seat, "Luna")
    t.first = 1
    t.begin("move")
    t.play("move", "Luna", "Mediolano")
    assert t.queue("Luna") == [3, 0, 2]


@every_edition
def test_who_comes_back_stands_last(edition):
    t = table(edition)
    t.agent(0, "Luna")
    t.agent(1, "Luna")
    t.begin("move")
    t.play("move", "Luna", "Marseille")
    assert t.holder("Luna") == 1
    t.begin("move")
    t.play("move", "Marseille", "Luna")
    assert t.queue("Luna") == [1, 0]


@every_edition
def test_a_holder_is_no_intruder_and_challenges_nobody(edition):
    t = table(edition)
    t.agent(0, "Luna")
    t.agent(1, "Luna")
    t.begin("intrigue")
    assert t.why_not("oust", "Luna") == "OUST-1"


@every_edition
def test_if_the_holder_is_lost_the_earliest_intruder_holds(edition):
    t = table(edition)
    for seat in (1, 2, 0):
        t.agent(seat, "Rhodes")
    t.money[:] = [0] * 4
    t.remove_agent(1, "Rome")
    t.fate("patron")  # seat 1 has one agent and no money
    while t.asks == "patron":
        t.play("yield", "Rome")
    assert t.queue("Rhodes") == [2, 0]
