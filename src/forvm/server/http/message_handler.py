"""What a page says to the company at its table: talk, and wishes to take moves back."""

from __future__ import annotations

from typing import Protocol, cast

from forvm import text
from forvm.server.common.server_errors import ServerError
from forvm.server.common.shielded_task import shielded
from forvm.server.people import undo_requests
from forvm.server.people.accounts import Guest
from forvm.server.people.online_session import OnlineSession, online_session_of
from forvm.server.play.live_table import LiveTable
from forvm.server.protocol.session_messages import Muted, Talk
from forvm.server.protocol.socket_messages import AnswerUndo, AskUndo, Mute, Say, ServerMessage


class OnlinePage(Protocol):
    """A page at an online table, as far as it is needed here."""

    table: LiveTable
    guest: Guest | None

    def check_seat(self, seat: int) -> None:
        """Refuse what is said for somebody who does not sit here."""
        ...

    def tell(self, message: ServerMessage) -> None:
        """A message for this page."""
        ...

    def tell_talk_afresh(self) -> None:
        """All that this listener may hear now."""
        ...


def _pages(table: LiveTable) -> list[OnlinePage]:
    return cast("list[OnlinePage]", list(table.clients))


async def hear(client: OnlinePage, message: AskUndo | AnswerUndo | Say | Mute) -> None:
    """Do what the page asks for."""
    table, guest = client.table, client.guest
    session = online_session_of(table)
    if session is None or guest is None:
        raise ServerError("not_agreed", text.load("table")["refused"]["alone"])
    match message:
        case AskUndo():
            client.check_seat(message.seat)
            await undo_requests.ask(table, session, message.seq, message.seat, message.position)
        case AnswerUndo():
            client.check_seat(message.seat)
            await undo_requests.answer(table, session, message.number, message.seat, message.agree)
        case Say():
            await _say(table, session, guest, message)
        case Mute():
            if not await shielded(session.chat.mute(guest, message.speaker, message.muted, session.shared_limits.chat)):
                return
            for other in _pages(table):
                if other.guest is not None and other.guest.speaker == guest.speaker:
                    other.tell(Muted(session.chat.muted_by(guest)))
                    other.tell_talk_afresh()


async def _say(table: LiveTable, session: OnlineSession, guest: Guest, message: Say) -> None:
    saying = session.chat.say(guest, _name(table, guest), message.text, message.ref, session.shared_limits.chat)
    line = await shielded(saying)
    if line is None:
        return  # said before, and told before
    for client in _pages(table):
        if client.guest is not None and session.chat.hears(client.guest, line, table.over):
            client.tell(Talk(False, [line]))


def _name(table: LiveTable, guest: Guest) -> str:
    if guest.seats:
        return table.game.names[guest.seats[0]]
    return text.fill(text.load("table")["talk"]["spectator"], {"number": guest.spectator or 0})
