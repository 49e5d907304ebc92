"""The emulators that come with FORVM, for the dials of the laboratory's page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

from forvm.lab.emulator.surfaces import Emulator, from_text


@cache
def shipped() -> tuple[Emulator, ...]:
    """All of them."""
    folder = resources.files("forvm.lab.emulator") / "shipped"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    return tuple(from_text(file.read_text(encoding="utf-8"), file.name) for file in files)


def shipped_for(edition: str, bots: Sequence[str]) -> Emulator | None:
    """The one for an edition with these bots in the seats, or none."""
    for emulator in shipped():
        if (emulator.base["edition"], emulator.base["bots"]) == (edition, list(bots)):
            return emulator
    return None
