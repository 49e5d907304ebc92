"""What tables publish, and who may listen.

A table knows no pages, bots or people: they listen. What it has to ask the people of an online game is in
`TableSession`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from forvm.game import Game
from forvm.server.games.log_entries import LogEntry, NewEpoch
from forvm.server.games.position_views import PositionViews, SeatView
from forvm.server.protocol.encoding import written
from forvm.server.protocol.socket_messages import Earlier, Happened

ViewKey = tuple[int, int | None]


class TableEvent:
    """Something done, and the game as it stood after it."""

    def __init__(self, done: LogEntry | NewEpoch, game: Game) -> None:
        self.done = done
        self.game = game
        self.views = PositionViews(done.seq, game)
        self._told: dict[tuple[int | None, ViewKey, ViewKey | None], bytes] = {}

    def told(self, log: int | None, shown: SeatView, last: SeatView | None) -> bytes:
        """What a page is told that reads the log of one seat, sees this view, and was sent another last.

        It is written once for all pages to which that applies.
        """
        key = (log, shown.key, None if last is None else last.key)
        if key not in self._told:
            view, change = shown.since(last)
            self._told[key] = written(Happened(self.done.seq, self.done.seen_by(log), view, change))
        return self._told[key]


@dataclass(frozen=True, slots=True)
class ClientCame:
    """A page was opened."""

    client: TableClient


@dataclass(frozen=True, slots=True)
class ClientWent:
    """A page is gone."""

    client: TableClient


@dataclass(frozen=True, slots=True)
class SeatsTakenBack:
    """People came back to seats for which a bot was playing."""

    seats: Sequence[int]


class StepsStored:
    """Something was done, and is in the store; clients have been told."""


class Woken:
    """Something may have to happen by itself now."""


class AlarmRang:
    """The moment has come for which an alarm was set."""


Published = ClientCame | ClientWent | SeatsTakenBack | StepsStored | Woken | AlarmRang


class TableListener:
    """Whoever is to know what happens at a table."""

    @property
    def is_idle(self) -> bool:
        """Is nothing under way that the table has to stay in memory for?"""
        return True

    def on_event(self, event: Published) -> None:
        """Something happened."""
        raise NotImplementedError

    async def stop(self) -> None:
        """The table closes."""


class TableClient(Protocol):
    """A page that looks at a table."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats before it."""
        ...

    @property
    def pace(self) -> int:
        """Milliseconds that it wants between two moves of bots."""
        ...

    @property
    def person(self) -> int | None:
        """Whose page it is; None where everyone sits at one screen."""
        ...

    @property
    def last_view(self) -> ViewKey | None:
        """Which view it was sent last."""
        ...

    def post(self, message: bytes) -> None:
        """Send a message that several pages are sent."""
        ...

    def post_snapshot(self, message: bytes) -> None:
        """Send a snapshot that was written for another page."""
        ...

    def written_snapshot(self) -> bytes:
        """How things stand, to be sent to this page."""
        ...

    def tell_happened(self, events: list[TableEvent]) -> None:
        """Tell what was done."""
        ...

    def leave(self) -> None:
        """Let the page go."""
        ...


class TableSession(Protocol):
    """What a table asks the people of an online game; `forvm.server.people.online_session` has the answers."""

    @property
    def owner(self) -> str:
        """For whom the thinking of bots counts."""
        ...

    time_used: int  # milliseconds that had gone into the move which is to be made before the last thing was done

    def time_used_until(self, at: str, since: str) -> int:
        """Milliseconds that have gone into the move which is to be made, if the last thing was done ``since``."""
        ...

    def runs_out(self, since: str, used: int | None = None) -> str | None:
        """When the time for a move is over that somebody may make since then."""
        ...

    def stand_in(self, seat: int, since: str) -> str | None:
        """The bot that moves for somebody who is to act since then, if one does."""
        ...

    def is_late(self, since: str) -> bool:
        """Has the clock run out of somebody who is to act since then?"""
        ...

    def next_alarm(self, game: Game, people: Collection[int], since: str) -> str | None:
        """When something happens by itself, if nobody does anything before."""
        ...

    def earlier(self, game: Game, seat: int) -> list[Earlier]:
        """Where somebody may ask to go back to."""
        ...

    async def wait_settled(self) -> None:
        """Wait until no request to take back waits for answers."""
        ...
