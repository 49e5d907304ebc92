"""Presence at an online table: who is there is noted, and told to all."""

from __future__ import annotations

import asyncio

from forvm.server.people.online_session import OnlineSession
from forvm.server.play.live_table import LiveTable
from forvm.server.play.table_events import (
    AlarmRang,
    ClientCame,
    ClientWent,
    Published,
    SeatsTakenBack,
    TableListener,
)
from forvm.server.protocol.session_messages import Attendance

COUNT_EVERY = 1.0  # seconds; if thousands come to watch, nobody is told of each


class Presence(TableListener):
    """Notes who comes and goes. Somebody who comes back to a seat that a bot covered has it again at once."""

    def __init__(self, table: LiveTable, session: OnlineSession) -> None:
        self._table = table
        self._session = session
        self._counting = False

    def on_event(self, event: Published) -> None:
        """Somebody came or went, or somebody who is away is covered now."""
        match event:
            case ClientCame():
                self._come(event.client.seats)
            case ClientWent():
                self._note()
            case AlarmRang():
                self._tell()

    def _come(self, seats: tuple[int, ...]) -> None:
        table, session = self._table, self._session
        back = session.attendance.covered_among(seats)
        self._note()
        if table.game.to_act in back:
            session.clock.hand_back(len(table.game.history))
        table.publish(SeatsTakenBack(back))

    def _note(self) -> None:
        """It is told at once who sits here, and now and then how many watch."""
        table, absences = self._table, self._session.attendance
        changed = absences.update({seat for client in table.clients for seat in client.seats})
        if changed:
            table.chore(absences.keep(changed))
            self._tell()
        elif not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_later(COUNT_EVERY, self._count)

    def _tell(self) -> None:
        self._table.tell(attendance_at(self._table, self._session))

    def _count(self) -> None:
        self._counting = False
        self._tell()


def attendance_at(table: LiveTable, session: OnlineSession) -> Attendance:
    """Who is at a table, as its pages are told."""
    watching = {client.person for client in table.clients if not client.seats and client.person is not None}
    return Attendance(session.attendance.seats(), len(watching))
