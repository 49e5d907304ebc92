"""BOARD-2: four regions of 14 markets each; Rome is in none."""

from collections import Counter

from forvm.engine.definition import NO_REGION
from tests.rules.table import every_edition, table


@every_edition
def test_four_regions_of_14(edition):
    g = table(edition).g
    counts = Counter(g.region[: g.markets])
    assert counts.pop(NO_REGION) == 1
    assert sorted(counts.values()) == [14, 14, 14, 14]
    assert g.region_size[:4] == [14, 14, 14, 14]


@every_edition
def test_rome_is_in_no_region(edition):
    t = table(edition)
    assert t.g.region[t.market("Rome")] == NO_REGION


@every_edition
def test_a_horreum_in_rome_is_the_first_of_no_region(edition):
    t = table(edition)
    t.begin("build")
    t.play("build", "Rome")
    assert t.prestige[0] == 0
