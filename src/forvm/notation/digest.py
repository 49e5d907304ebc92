"""Digests: a few characters that identify a whole state."""

from __future__ import annotations

import hashlib
from typing import Any

from forvm.engine import tasks
from forvm.engine.limits import FRAMES
from forvm.engine.state import State

DIGITS = 12

# Digests call what a frame remembers x, y, z, u, v, in this order: written digests stay true when a field gets
# another name.
_REMEMBERED = {
    tasks.FIRST_ROLL: ("rolling", "best_roll", "best_rollers"),
    tasks.OUST_ROLL: ("market",),
    tasks.DESTROY_ROLL: ("market", "other"),
    tasks.MOVING: ("players_done", "phase_used", "agents_moved"),
    tasks.INTRIGUE: ("players_done", "phase_used"),
    tasks.BUILDING: ("players_done", "phase_used"),
    tasks.BARGAIN: ("proposer", "other", "price", "counters_left", "offered_child"),
    tasks.MATCHMAKING: ("asked_by_card",),
    tasks.FATE: ("players_done", "card"),
}
_SLOTS = {slot for slots in _REMEMBERED.values() for slot in slots}


def digest(text: str) -> str:
    """The first twelve hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def state_digest(state: State) -> str:
    """Twelve hexadecimal digits that differ when any field of two states does.

    >>> state_digest(State()) == state_digest(State().copy())
    True
    """
    return digest(";".join(f"{name}={value}" for name, value in sorted(_digested(state).items())))


def _digested(state: State) -> dict[str, Any]:
    """The fields under the names that digests use. What no pending frame remembers is 0, and is left out."""
    fields = state.fields()
    letters = {letter: [0] * FRAMES for letter in "xyzuv"}
    for frame, task in enumerate(state.task[: state.top + 1]):
        for letter, slot in zip(letters.values(), _REMEMBERED.get(task, ()), strict=False):
            letter[frame] = fields.pop(slot, 0)
    kept = {name: value for name, value in fields.items() if name not in _SLOTS or value != 0}
    return kept | {letter: tuple(values) for letter, values in letters.items()}
