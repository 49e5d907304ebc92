"""Asking to take moves back, and answering: what the consent of all does at a table."""

from __future__ import annotations

from forvm import text
from forvm.server.common.server_errors import ServerError
from forvm.server.common.shielded_task import shielded
from forvm.server.people.online_session import OnlineSession
from forvm.server.play.live_table import LiveTable
from forvm.server.play.table_events import Published, StepsStored, TableListener
from forvm.server.protocol.session_messages import UndoAsked, UndoSettled


class VoidedByMoves(TableListener):
    """A request to take back is about the position in which it was made, so the next step ends it."""

    def __init__(self, table: LiveTable, session: OnlineSession) -> None:
        self._table = table
        self._session = session

    def on_event(self, event: Published) -> None:
        """Something was done."""
        consent = self._session.consent
        if isinstance(event, StepsStored) and (request := consent.request) is not None:
            consent.request = None
            self._table.tell(UndoSettled(request.number, False, None, text.load("table")["undo"]["moved_on"]))


async def ask(table: LiveTable, session: OnlineSession, seq: int, seat: int, position: int) -> None:
    """Somebody asks all others to go back to a position."""

    async def doing() -> None:
        async with table.lock:
            table.check_fresh(seq)
            if not session.agreement.undo:
                raise ServerError("not_agreed", text.load("table")["refused"]["undo"])
            if table.is_too_long:
                raise ServerError("no_undo", text.load("table")["undo"]["too_long"])
            await session.consent.ask(table.game, seq, seat, position)
            await _go_on(table, session)

    await shielded(doing())


async def answer(table: LiveTable, session: OnlineSession, number: int, seat: int, agree: bool) -> None:
    """Somebody agrees, or not; who asked takes it back by not agreeing."""

    async def doing() -> None:
        async with table.lock:
            request = await session.consent.answer(number, seat, agree)
            if agree:
                await _go_on(table, session)
                return
            await session.consent.drop()
            words = text.load("table")["undo"]["withdrawn" if seat == request.seat else "refused"]
            told = text.fill(words, {"player": table.game.names[seat]})
            table.tell(UndoSettled(number, False, seat, told))

    await shielded(doing())


async def _go_on(table: LiveTable, session: OnlineSession) -> None:
    """Take back if all have agreed, or tell everyone who has yet to."""
    request = session.consent.request
    assert request is not None
    if session.consent.awaited(request):
        table.tell(UndoAsked(session.consent.told(table.game)))
        return
    session.consent.request = None
    try:
        await table.go_back(request.position, request.agreed)
    except BaseException:
        session.consent.request = request
        raise
    table.tell(UndoSettled(request.number, True, None, text.load("table")["undo"]["agreed"]))
    table.settle()
