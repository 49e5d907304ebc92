"""What a page says to the company at its table: talk, and wishes to take moves back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forvm import text
from forvm.server.company import undoing
from forvm.server.company.company import Company
from forvm.server.errors import ServerError
from forvm.server.messages.company import Muted, Talk
from forvm.server.messages.socket import AnswerUndo, AskUndo, Mute, Say
from forvm.server.people import Guest
from forvm.server.unbroken import unbroken

if TYPE_CHECKING:
    from forvm.server.screen import Screen
    from forvm.server.table import Table


async def hear(screen: Screen, message: AskUndo | AnswerUndo | Say | Mute) -> None:
    """Do what the page asks for."""
    table, guest = screen.table, screen.guest
    company = table.company
    if company is None or guest is None:
        raise ServerError("not_agreed", text.load("table")["refused"]["alone"])
    match message:
        case AskUndo():
            screen.check_seat(message.seat)
            await undoing.ask(table, company, message.seq, message.seat, message.position)
        case AnswerUndo():
            screen.check_seat(message.seat)
            await undoing.answer(table, company, message.number, message.seat, message.agree)
        case Say():
            await _say(table, company, guest, message)
        case Mute():
            if not await unbroken(company.talk.mute(guest, message.speaker, message.muted, company.manners.talk)):
                return
            for other in list(table.screens):
                if other.guest is not None and other.guest.speaker == guest.speaker:
                    other.tell(Muted(company.talk.muted_by(guest)))
                    other.tell_talk_afresh()


async def _say(table: Table, company: Company, guest: Guest, message: Say) -> None:
    saying = company.talk.say(guest, _name(table, guest), message.text, message.ref, company.manners.talk)
    line = await unbroken(saying)
    if line is None:
        return  # said before, and told before
    for screen in list(table.screens):
        if screen.guest is not None and company.talk.hears(screen.guest, line, table.over):
            screen.tell(Talk(False, [line]))


def _name(table: Table, guest: Guest) -> str:
    if guest.seats:
        return table.game.names[guest.seats[0]]
    return text.fill(text.load("table")["talk"]["spectator"], {"number": guest.spectator or 0})
