"""What the server and an experiment's process say to each other; one line of JSON each.

The process is told an `Order` first, and after that ``"stop"`` or ``"report"``.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.server.protocol.lab_messages import LabUpdate, LabWanted


class StartLab(Struct, frozen=True, tag="order"):
    """Play this."""

    wanted: LabWanted


class LabReport(Struct, frozen=True, tag="paper"):
    """A report, or why there is none."""

    html: str = ""
    problem: str = ""


class LabAlive(Struct, frozen=True, tag="alive"):
    """The process is there, however long its games take."""


ToLabWorker = Literal["stop", "report"]
FromLabWorker = LabUpdate | LabReport | LabAlive
