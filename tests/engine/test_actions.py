"""The action table: every id has one meaning, and keeps it."""

from __future__ import annotations

import pytest

from forvm.engine import actions
from forvm.engine.actions import ACTIONS, BASE, KINDS, decode, encode, kind_of


def test_every_id_decodes_to_what_encodes_to_it() -> None:
    for action in range(ACTIONS):
        kind, coordinates = decode(action)
        assert encode(kind, *coordinates) == action
        assert kind_of(action) == kind


def test_the_table_of_version_1_is_as_it_was_published() -> None:
    """An id never changes its meaning: new kinds go to the end, with a new version and a new line here."""
    assert actions.ACTION_SPACE_VERSION == 1
    assert [(kind.name, base) for kind, base in zip(KINDS, BASE, strict=False)] == [
        ("die", 0),
        ("child", 6),
        ("card", 8),
        ("end", 56),
        ("enter", 57),
        ("move", 58),
        ("oust", 442),
        ("wed", 506),
        ("propose", 634),
        ("accept", 1658),
        ("refuse", 1659),
        ("counter", 1660),
        ("divorce", 1788),
        ("part", 1792),
        ("build", 1856),
        ("destroy", 1920),
        ("give", 2176),
        ("pay", 2191),
        ("yield", 2192),
    ]
    assert ACTIONS == 2256


@pytest.mark.parametrize(("kind", "coordinates"), [(actions.BUILD, (64,)), (actions.WED, (0,)), (actions.END, (1,))])
def test_impossible_coordinates_are_refused(kind: int, coordinates: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"outside|takes"):
        encode(kind, *coordinates)


@pytest.mark.parametrize("action", [-1, ACTIONS])
def test_ids_outside_the_table_are_refused(action: int) -> None:
    with pytest.raises(ValueError, match="ids run from 0 to"):
        decode(action)
