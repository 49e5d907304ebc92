"""The delta-ODD of house rules names every difference once, in its section, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from forvm import content
from forvm.content.delta_odd import delta_odd

BASE = content.load("forvm")


def sections(told: str) -> dict[str, str]:
    return {part.partition("\n")[0]: part.partition("\n")[2].strip() for part in told.split("\n## ")[1:]}


def test_what_is_the_same_changes_nothing():
    told = sections(delta_odd(BASE, BASE, "Nothing"))
    assert len(told) == 7
    assert set(told.values()) == {"Unchanged."}


@pytest.mark.parametrize("name", [*content.house_rules(), "short", "horrea"])
def test_every_parameter_that_differs_is_named_among_the_submodels(name: str):
    rules = content.load(name)
    told = sections(delta_odd(rules, BASE))["7. Submodels"]
    for key, value in rules.values.items():
        assert (f"(`{key}`)" in told) == (value != BASE.values[key]), key


def test_sections_have_what_belongs_to_them():
    changes = {"start.money": 500, "oust.roll": 3, "win.turn_limit": 12, "build.cost": 50}
    told = sections(delta_odd(content.from_overrides("forvm", changes), BASE, "Mixed"))
    assert "Money at the start (`start.money`): 500 instead of 200" in told["5. Initialization"]
    assert "`oust.roll`" in told["4. Design concepts"]
    assert "`win.turn_limit`" in told["3. Process overview and scheduling"]
    assert "`build.cost`" not in told["3. Process overview and scheduling"]
    assert "> **OUST-2" in told["7. Submodels"]
    assert "3 or more succeeds" in told["7. Submodels"]


def test_cards_and_boards_are_named(tmp_path: Path):
    without = content.from_overrides("forvm", {}, deck=_without_fire())
    told = sections(delta_odd(without, BASE, "No fire"))
    assert "0 copies of the fate card “Great fire” instead of 1" in told["4. Design concepts"]
    assert "The fate deck has 29 cards instead of 30." in told["5. Initialization"]
    assert told["6. Input data"] == "- The fate deck is another one."


def _without_fire():
    from dataclasses import replace

    return replace(BASE.deck, cards=tuple(card for card in BASE.deck.cards if card.id != "great_fire"))
