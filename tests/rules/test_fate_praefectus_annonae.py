"""Praefectus annonae: the most prestigious with horrea in Rome and in Alexandria or Hispalis is paid twice."""

import pytest

from tests.rules.table import every_edition, table


def feeders(edition, prestige, **horrea):
    """Everyone's prestige, and the horrea of some seats by name: ``seat_0=[…]``."""
    t = table(edition)
    t.nobody_has_children()
    t.prestige[:] = prestige
    for seat, markets in horrea.items():
        t.horreum(int(seat[-1]), *markets)
    t.fate("praefectus_annonae")
    t.clear_horrea()  # so that only the promises are left to pay
    return t


@every_edition
@pytest.mark.parametrize("market", ["Alexandria", "Hispalis"])
def test_500_with_each_of_the_next_two_trades(edition, market):
    t = feeders(edition, [0, 3, 0, 0], seat_1=["Rome", market])
    assert t.money[1] == 200  # nothing at once
    assert t.trade() == [0, 500, 0, 0]
    assert t.trade() == [0, 500, 0, 0]
    assert t.trade() == [0, 0, 0, 0]


@every_edition
def test_both_markets_pay_no_more_than_one(edition):
    t = feeders(edition, [0] * 4, seat_0=["Rome", "Alexandria", "Hispalis"])
    assert t.trade() == [500, 0, 0, 0]


@every_edition
def test_the_most_prestigious_of_those_and_only_of_those(edition):
    t = feeders(
        edition,
        [4, 6, 9, 12],
        seat_0=["Rome", "Alexandria"],
        seat_1=["Rome", "Hispalis"],
        seat_2=["Alexandria", "Hispalis"],  # not in Rome
        seat_3=["Rome", "Luna"],  # in neither of the two
    )
    assert t.trade() == [0, 500, 0, 0]


@every_edition
def test_all_who_tie(edition):
    t = feeders(
        edition,
        [6, 6, 6, 5],
        seat_0=["Rome", "Alexandria"],
        seat_1=["Rome", "Hispalis"],
        seat_3=["Rome", "Hispalis"],
    )
    assert t.trade() == [500, 500, 0, 0]
    assert t.trade() == [500, 500, 0, 0]


@every_edition
def test_an_agent_is_not_needed_and_not_enough(edition):
    t = table(edition)
    t.nobody_has_children()
    t.agent(0, "Alexandria")
    t.horreum(0, "Rome")
    t.fate("praefectus_annonae")
    assert t.trade()[0] == {"short": 300, "horrea": 240, "forvm": 300}[edition]


@every_edition
def test_two_such_promises_add_up(edition):
    t = feeders(edition, [0] * 4, seat_0=["Rome", "Alexandria"])
    assert t.trade()[0] == 500
    t.horreum(0, "Rome", "Alexandria")
    t.leave_in_deck("praefectus_annonae")
    t.fate("praefectus_annonae")
    t.clear_horrea()
    assert [t.trade()[0] for _ in range(3)] == [1000, 500, 0]
