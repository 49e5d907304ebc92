"""OUST-4: horrea and local marriages of either are untouched by a challenge."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize("pips", [1, 6])
@pytest.mark.parametrize("married", [0, 1])
def test_horrea_and_marriages_stay(edition, pips, married):
    t = table(edition)
    t.nobody_has_children()
    for seat in (0, 1):
        t.horreum(seat, "Luna", "Rome")
    t.marry_locally(married, "Luna")
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.challenge("Luna")
    t.roll(pips)
    assert t.horrea(0) == ["Rome", "Luna"]
    assert t.horrea(1) == ["Rome", "Luna"]
    assert t.married("Luna") == married
