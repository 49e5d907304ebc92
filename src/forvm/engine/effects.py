"""Effects: what a fate card does. Use them as ``effects.FLOODS``; `rules/fate.py` tells what each one means."""

from __future__ import annotations

from typing import Literal

Detail = Literal["amount", "points", "roll", "markets"]  # what a card of an effect says beside it

# What each effect needs to know, in the order of their numbers; a card has these details and no others.
EFFECTS: dict[str, tuple[Detail, ...]] = {}


def _effect(name: str, *needs: Detail) -> int:
    """Add an effect to the table; returns its number."""
    EFFECTS[name] = needs
    return len(EFFECTS) - 1


FIRE = _effect("fire", "markets")
AMPHITHEATRE = _effect("amphitheatre", "amount", "points")
FLOODS = _effect("floods")
WAR = _effect("war", "amount")
AGENTS_LOST = _effect("agents_lost", "markets")
CENSUS = _effect("census", "points")
HARVEST = _effect("harvest", "amount", "markets")
DISPATCH = _effect("dispatch", "amount", "markets")
SHIPWRECK = _effect("shipwreck", "amount", "markets")
GOVERNOR = _effect("governor")
MORALS = _effect("morals", "points")
DIVORCE = _effect("divorce", "points")
CANDIDATE = _effect("candidate", "points")
NEWS = _effect("news")
SNUB = _effect("snub", "points")
ELECTIONS = _effect("elections", "points", "roll")
PRAEFECTUS = _effect("praefectus", "amount", "markets")
VOW = _effect("vow", "amount", "points")
PATRON = _effect("patron", "amount")
