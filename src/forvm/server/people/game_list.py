"""The line of a game in the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from forvm.server.people.accounts import Guest
from forvm.server.protocol.http_messages import GameLine
from forvm.server.protocol.socket_messages import Seat

if TYPE_CHECKING:
    from forvm.server.people.lobbies import Lobby


def gathering_line(lobby: Lobby, guest: Guest) -> GameLine:
    """A gathering in the list of games."""
    seen = lobby.seen_by(guest)
    return GameLine(
        id=lobby.id,
        rules=seen.rules,
        seats=[
            Seat(
                place.seat, place.letter, place.name or "", place.kind, place.bot, place.seat == seen.you, place.colour
            )
            for place in seen.seats
        ],
        created=lobby.created,
        changed=lobby.created,
        moves=0,
        turn=0,
        phase="begin",
        to_act=None,
        over=False,
        outcome=None,
        guided=False,
        state="gathering",
        online=True,
        role=seen.role,
        your_move=False,
        deadline=None,
        expires=seen.expires,
    )


def for_guest(line: GameLine, guest: Guest) -> GameLine:
    """What a game is to one of its people."""
    seats = [msgspec.structs.replace(seat, here=seat.seat in guest.seats) for seat in line.seats]
    mine = line.to_act in guest.seats
    return msgspec.structs.replace(line, seats=seats, online=True, role=guest.role, your_move=mine)
