"""Vow: each with an agent on an exotic market may pay $500 for +1 prestige."""

from tests.rules.table import every_edition, table


@every_edition
def test_each_with_an_agent_on_an_exotic_market_chooses(edition):
    t = table(edition, first=3)
    t.money[:] = [700] * 4
    t.agent(3, "Parthia")
    t.agent(0, "Hispalis")  # large, not exotic
    t.horreum(1, "Berenice")  # a horreum is no agent
    t.agent(2, "Eburacum", "Germany")
    t.fate("vow")
    assert t.question == ("offer", 3)
    t.end()
    assert t.question == ("offer", 2)
    t.play("pay")
    assert t.asks == "move"  # once, though there are two
    assert t.money == [700, 700, 200, 700]
    assert t.prestige == [0, 0, 1, 0]


@every_edition
def test_the_payment_may_be_raised_with_a_loan(edition):
    t = table(edition)
    t.agent(0, "Parthia")
    t.money[0] = 0
    t.prestige[0] = 5
    t.fate("vow")
    t.play("pay")
    assert (t.money[0], t.prestige[0]) == (0, 1)


@every_edition
def test_nobody_is_offered_what_they_cannot_raise(edition):
    t = table(edition)
    t.agent(0, "Parthia")
    t.money[0] = 499
    t.fate("vow")
    assert t.asks == "move"


@every_edition
def test_an_intruder_may_make_a_vow(edition):
    t = table(edition)
    t.money[:] = [500, 0, 0, 0]
    t.agent(1, "Parthia")
    t.agent(0, "Parthia")
    t.fate("vow")
    assert t.question == ("offer", 0)
