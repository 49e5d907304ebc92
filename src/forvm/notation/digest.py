"""Digests: a few signs that stand for a whole state."""

from __future__ import annotations

import hashlib

from forvm.engine.state import State

DIGITS = 12


def digest(text: str) -> str:
    """The first twelve hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def state_digest(state: State) -> str:
    """Twelve hexadecimal digits that differ when any field of two states does.

    >>> state_digest(State()) == state_digest(State().copy())
    True
    """
    return digest(";".join(f"{name}={value}" for name, value in sorted(state.fields().items())))
