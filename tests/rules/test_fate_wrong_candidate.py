"""Wrong candidate: each loses 1 prestige."""

from tests.rules.table import every_edition, table


@every_edition
def test_each_loses_1(edition):
    t = table(edition)
    t.prestige[:] = [14, 0, 1, 6]
    t.fate("wrong_candidate")
    assert t.prestige == [13, 0, 0, 5]
    assert t.asks == "move"
