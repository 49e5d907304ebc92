"""Asking to take moves back, and answering: what the consent of all does at a table."""

from __future__ import annotations

from forvm import text
from forvm.server.company.company import Company
from forvm.server.errors import ServerError
from forvm.server.messages.company import UndoAsked, UndoSettled
from forvm.server.table import Table
from forvm.server.unbroken import unbroken


async def ask(table: Table, company: Company, seq: int, seat: int, position: int) -> None:
    """Somebody asks all others to go back to a position."""

    async def doing() -> None:
        async with table.lock:
            table.check_fresh(seq)
            if not company.agreement.undo:
                raise ServerError("not_agreed", text.load("table")["refused"]["undo"])
            if table.is_too_long:
                raise ServerError("no_undo", text.load("table")["undo"]["too_long"])
            await company.consent.ask(table.game, seq, seat, position)
            await _go_on(table, company)

    await unbroken(doing())


async def answer(table: Table, company: Company, number: int, seat: int, agree: bool) -> None:
    """Somebody agrees, or not; who asked takes it back by not agreeing."""

    async def doing() -> None:
        async with table.lock:
            request = await company.consent.answer(number, seat, agree)
            if agree:
                await _go_on(table, company)
                return
            await company.consent.drop()
            words = text.load("table")["undo"]["withdrawn" if seat == request.seat else "refused"]
            told = text.fill(words, {"player": table.game.names[seat]})
            table.tell(UndoSettled(number, False, seat, told))

    await unbroken(doing())


async def _go_on(table: Table, company: Company) -> None:
    """Take back if all have agreed, or tell everyone who has yet to."""
    request = company.consent.request
    assert request is not None
    if company.consent.awaited(request):
        table.tell(UndoAsked(company.consent.told(table.game)))
        return
    company.consent.request = None
    try:
        await table.go_back(request.position, request.agreed)
    except BaseException:
        company.consent.request = request
        raise
    table.tell(UndoSettled(request.number, True, None, text.load("table")["undo"]["agreed"]))
    table.settle()
