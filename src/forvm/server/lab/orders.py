"""What the server and an experiment's process say to each other; one line of JSON each.

The process is told an `Order` first, and after that ``"stop"`` or ``"report"``.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.server.messages.lab import LabUpdate, LabWanted


class Order(Struct, frozen=True, tag="order"):
    """Play this."""

    wanted: LabWanted


class Paper(Struct, frozen=True, tag="paper"):
    """A report, or why there is none."""

    html: str = ""
    problem: str = ""


class Alive(Struct, frozen=True, tag="alive"):
    """The process is there, however long its games take."""


Word = Literal["stop", "report"]
Told = LabUpdate | Paper | Alive
