"""What the driver of a game keeps beside the state: the legal moves, and random numbers.

A record like the state, and not arrays, because compiled code counts references to arrays at every call.
"""

from __future__ import annotations

from typing import Annotated

from forvm.engine.actions import ACTIONS
from forvm.engine.limits import CARDS
from forvm.engine.twin.layout import Column, Layout, layout


@layout
class Scratch(Layout):
    """A driver's own memory; nothing of it belongs to the game."""

    ids: Annotated[list[int], Column("i4", ACTIONS)]  # the legal moves, or the outcomes of chance
    weights: Annotated[list[int], Column("i4", CARDS)]  # of the outcomes of chance
    random: Annotated[int, Column("i8")]  # the state of the random numbers
