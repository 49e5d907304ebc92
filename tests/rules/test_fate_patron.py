"""Patron: each pays $500 or loses an agent on the board, of their choice."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
def test_pay_or_lose_an_agent_of_ones_choice(edition):
    t = table(edition)
    t.money[:] = [600, 600, 0, 0]
    t.agent(0, "Luna", "Narbo")
    t.agent(1, "Petra")
    t.fate("patron")
    assert t.question == ("patron", 0)
    assert t.kinds() == {"pay", "yield"}
    assert sorted(t.options("yield")) == ["Luna", "Narbo", "Rome"]
    assert t.why_not("yield", "Petra") == "FATE-1"
    t.play("yield", "Narbo")
    assert t.agents(0) == ["Rome", "Luna"]
    assert t.money[0] == 600
    assert t.question == ("patron", 1)
    t.play("pay")
    assert t.asks == "move"  # the others' only agents were lost without a question
    assert t.agents(1) == ["Rome", "Petra"]
    assert t.money == [600, 100, 0, 0]
    assert t.prestige == [0] * 4


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_any_players_any_agent(edition, seat):
    t = table(edition, first=seat)
    t.clear_agents()
    t.money[:] = [500] * 4
    t.agent(seat, "Petra", "Luna", "Rome")
    t.fate("patron")
    assert t.question == ("patron", seat)
    assert sorted(t.options("yield")) == ["Luna", "Petra", "Rome"]
    t.play("yield", "Petra")
    assert t.agents(seat) == ["Rome", "Luna"]
    assert t.money == [500 if other == seat else 0 for other in range(4)]


@every_edition
def test_the_payment_may_be_raised_with_a_loan(edition):
    t = table(edition)
    t.money[0] = 450
    t.prestige[0] = 2
    t.fate("patron")
    t.play("pay")
    assert (t.money[0], t.prestige[0]) == (50, 1)


@every_edition
def test_who_cannot_raise_it_loses_an_agent(edition):
    t = table(edition)
    t.nobody_has_children()
    t.money[:] = [499, 0, 0, 0]
    t.agent(0, "Luna")
    t.fate("patron")
    assert t.question == ("patron", 0)
    assert t.kinds() == {"yield"}
    assert t.why_not("pay") == "DEBT-1"
    t.play("yield", "Luna")
    assert t.agents(0) == ["Rome"]
    assert [t.agents(seat) for seat in (1, 2, 3)] == [[], [], []]  # where it was the only one, without a question
    assert t.money == [499, 0, 0, 0]


@every_edition
def test_who_has_no_agent_on_the_board_pays_by_debt_2(edition):
    t = table(edition)
    t.clear_agents()
    t.money[:] = [800, 450, 300, 0]
    t.prestige[:] = [3, 3, 1, 0]
    t.fate("patron")
    assert t.asks == "move"
    assert t.money == [300, 50, 0, 0]
    assert t.prestige == [3, 2, 0, 0]


@every_edition
def test_a_holder_who_is_given_up_leaves_the_market_to_the_next(edition):
    t = table(edition)
    t.money[:] = [0, 900, 900, 900]
    t.agent(0, "Luna")
    t.agent(1, "Luna")
    t.fate("patron")
    t.play("yield", "Luna")
    assert t.holder("Luna") == 1
