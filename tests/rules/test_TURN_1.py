"""TURN-1: move, intrigue, trade, build, fate, reckoning; all players finish one before the next begins."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize("first", [0, 2])
def test_a_whole_turn(edition, first):
    t = table(edition, first=first)
    t.forget()
    order = [(first + i) % 4 for i in range(4)]
    for phase in ("move", "intrigue", "build"):
        seats = []
        while t.asks == phase:
            seats.append(t.to_act)
            t.end()
        assert seats == order, phase
    assert t.question == ("a fate card", first)
    t.draw("census")
    phases = [amount for _, _, amount in t.story("phase")]
    assert phases == [t.phase_number(name) for name in ("intrigue", "trade", "build", "fate", "reckoning", "move")]


@every_edition
def test_nobody_acts_out_of_turn_or_in_another_phase(edition):
    t = table(edition)
    assert t.why_not("build", "Rome") == "TURN-1"
    assert t.why_not("give", 1, "temple") == "TURN-1"
    assert t.why_not("oust", "Luna") == "TURN-1"
    assert t.why_not("propose", 1, "son", 0) == "TURN-1"
    assert t.why_not("die", 4) == "TURN-1"
    assert t.why_not("card", "census") == "TURN-1"
    t.end_phase()
    assert t.why_not("move", "Rome", "Luna") == "TURN-1"
    assert t.why_not("enter") == "TURN-1"
    assert t.why_not("build", "Rome") == "TURN-1"
    assert t.why_not("pay") == "TURN-1"
    t.end_phase()
    assert t.why_not("move", "Rome", "Luna") == "TURN-1"
    assert t.why_not("divorce", 1) == "TURN-1"
    t.end_phase()
    assert t.why_not("end") == "TURN-1"
    assert t.why_not("die", 1) == "TURN-1"


@every_edition
def test_trade_comes_before_building_and_after_every_intrigue(edition):
    t = table(edition)
    t.horreum(0, "Rome")
    t.begin("intrigue")
    for _ in range(3):
        t.end()
    assert t.money[0] == 200
    t.end()
    assert t.asks == "build"
    assert t.money[0] == 200 + (240 if edition == "horrea" else 300)


@every_edition
def test_the_reckoning_follows_the_fate_card(edition):
    t = table(edition)
    t.horreum(0, "Narbo")
    t.money[0] = 600
    t.fate("harvest_wine")
    assert t.money[0] == 1100
    assert t.prestige[0] == 1
