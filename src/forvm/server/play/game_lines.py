"""How a table's game stands, for the list of games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from forvm.game import Game
from forvm.server.games.game_setup import GameSetup
from forvm.server.protocol.http_messages import GameLine
from forvm.server.protocol.socket_messages import Seat
from forvm.server.protocol.view_messages import Outcome, RulesName


class ListedTable(Protocol):
    """What the list tells of a table."""

    id: str
    created: str
    setup: GameSetup

    @property
    def is_online(self) -> bool:
        """Do its people sit at screens of their own?"""
        ...

    def rules_name(self) -> RulesName:
        """By which rules it is played."""
        ...

    def seats(self, here: Iterable[int]) -> list[Seat]:
        """Who sits where."""
        ...


def line_of(table: ListedTable, game: Game, changed: str, deadline: str | None) -> GameLine:
    """How a table's game stands; `forvm.server.people.game_list` says what it is to each of its people."""
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
        online=table.is_online,
        role="player",
        your_move=game.to_act in table.setup.persons,
        deadline=deadline,
    )


def _word(phase: str) -> Any:
    return phase
