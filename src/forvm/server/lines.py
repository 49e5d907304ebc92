"""The line of a game in the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from forvm.game import Game
from forvm.server.messages.http import GameLine
from forvm.server.messages.socket import Seat
from forvm.server.messages.view import Outcome
from forvm.server.people import Guest

if TYPE_CHECKING:
    from forvm.server.gatherings import Lobby
    from forvm.server.table import Table


def line_of(table: Table, game: Game, changed: str, deadline: str | None) -> GameLine:
    """How a table's game stands; where people are known apart, `for_guest` says what it is to one of them."""
    outcome, phase = game.outcome, _word(game.phase)
    return GameLine(
        id=table.id,
        rules=table.rules_name(),
        seats=table.seats(table.setup.persons),
        created=table.created,
        changed=changed,
        moves=len(game.history),
        turn=game.turn,
        phase=phase,
        to_act=game.to_act,
        over=outcome is not None,
        outcome=None if outcome is None else msgspec.convert(outcome.as_dict(), Outcome),
        guided=table.setup.guided,
        state="running" if outcome is None else "over",
        online=table.company is not None,
        role="player",
        your_move=game.to_act in table.setup.persons,
        deadline=deadline,
    )


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


def _word(phase: str) -> Any:
    return phase
