"""The door of an online table: who is there is noted, and told to all."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from forvm.server.messages.company import Attendance

if TYPE_CHECKING:
    from forvm.server.table import Table

COUNT_EVERY = 1.0  # seconds; if thousands come to watch, nobody is told of each


class Door:
    """Tells who is there; at a table at which everyone sits at one screen there is nothing to tell."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._counting = False

    def note(self) -> None:
        """Somebody came or went: it is told at once who sits here, and now and then how many watch."""
        table = self._table
        if table.company is None:
            return
        here = {seat for screen in table.screens for seat in screen.seats}
        changed = table.company.attendance.update(here)
        if changed:
            table.chore(table.company.attendance.keep(changed))
            self.tell()
        elif not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_later(COUNT_EVERY, self._count)

    def tell(self) -> None:
        """Tell everyone."""
        if self._table.company is not None:
            self._table.tell(self.attendance())

    def attendance(self) -> Attendance:
        """Who is there."""
        table = self._table
        assert table.company is not None
        watching = {screen.guest.person for screen in table.screens if not screen.seats and screen.guest is not None}
        return Attendance(table.company.attendance.seats(), len(watching))

    def _count(self) -> None:
        self._counting = False
        self.tell()
