"""Dispatch: each with an agent on Ephesus or Lugdunum now receives $500 with the next trade."""

from tests.rules.table import every_edition, table


@every_edition
def test_500_with_the_next_trade_and_only_that(edition):
    t = table(edition)
    t.nobody_has_children()
    t.agent(0, "Ephesus")
    t.agent(1, "Lugdunum")
    t.agent(2, "Ephesus", "Lugdunum")
    t.horreum(3, "Rome", "Ephesus", "Lugdunum")  # horrea do not count
    t.fate("dispatch")
    assert t.money == [200] * 4
    assert t.trade()[:3] == [500, 500, 500]
    assert t.trade()[:3] == [0, 0, 0]


@every_edition
def test_it_counts_who_is_there_now(edition):
    t = table(edition)
    t.nobody_has_children()
    t.agent(0, "Ephesus")
    t.fate("dispatch")
    t.remove_agent(0, "Ephesus")
    t.agent(1, "Ephesus")
    assert t.trade() == [500, 0, 0, 0]


@every_edition
def test_an_intruder_is_there_too(edition):
    t = table(edition)
    t.nobody_has_children()
    t.agent(1, "Ephesus")
    t.agent(0, "Ephesus")
    t.fate("dispatch")
    assert t.trade()[:2] == [500, 500]
