"""Plague: agents on Athens, Delos, Rhodes, Constantinople, Thessalonica are lost. Two cards."""

from tests.rules.table import every_edition, table


@every_edition
def test_there_are_two(edition):
    assert table(edition).cards_left("plague") == 2


@every_edition
def test_agents_on_the_five_markets_are_lost(edition):
    t = table(edition)
    t.agent(0, "Athens", "Delos", "Rhodes")
    t.agent(1, "Constantinople", "Thessalonica", "Rhodes")
    t.agent(2, "Ephesus", "Larissa")
    t.horreum(0, "Athens")
    t.fate("plague")
    assert t.agents(0) == ["Rome"]
    assert t.agents(1) == ["Rome"]
    assert t.agents(2) == ["Rome", "Ephesus", "Larissa"]
    assert t.horrea(0) == ["Athens"]
