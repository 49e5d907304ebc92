"""Amphitheatre: each with a horreum anywhere may pay $500 for +1 prestige."""

from tests.rules.table import every_edition, table


@every_edition
def test_each_with_a_horreum_chooses(edition):
    t = table(edition, first=2)
    for seat in range(4):
        t.money[seat] = 700
    for seat, market in [(0, "Rome"), (1, "Petra"), (2, "Luna")]:
        t.horreum(seat, market)
    t.fate("amphitheatre")
    assert t.question == ("offer", 2)
    assert t.kinds() == {"pay", "end"}
    t.play("pay")
    assert t.question == ("offer", 0)  # seat 3 has no horreum
    t.end()
    assert t.question == ("offer", 1)
    t.play("pay")
    assert t.asks == "move"
    assert t.money == [700, 200, 200, 700]
    assert t.prestige == [0, 1, 1, 0]


@every_edition
def test_the_payment_may_be_raised_with_a_loan(edition):
    t = table(edition)
    t.horreum(0, "Luna")
    t.money[0] = 330
    t.prestige[0] = 2
    t.fate("amphitheatre")
    t.play("pay")
    assert (t.money[0], t.prestige[0]) == (30, 1)  # two points sold, one won


@every_edition
def test_nobody_is_offered_what_they_cannot_raise(edition):
    t = table(edition)
    t.horreum(0, "Luna")
    t.money[0] = 399
    t.prestige[0] = 1
    t.fate("amphitheatre")
    assert t.asks == "move"
    assert (t.money[0], t.prestige[0]) == (399, 1)
