"""A table: one game in progress, who sits at it and which screens look at it.

Whatever changes a game goes through here: it is tried on a copy, written to the store, and only then told to anyone.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from forvm import text
from forvm.errors import ForvmError
from forvm.game import CHANCE, Game
from forvm.notation.names import SEATS
from forvm.server.common.server_errors import BrokenGame, ServerError
from forvm.server.common.shielded_task import shielded
from forvm.server.common.timestamps import now
from forvm.server.games import log_entries, table_dice
from forvm.server.games.game_setup import GameSetup
from forvm.server.games.log_entries import LogEntry, NewEpoch
from forvm.server.games.new_games import game_of
from forvm.server.games.position_views import PositionViews
from forvm.server.games.takebacks import takeback
from forvm.server.play.game_lines import line_of
from forvm.server.play.table_events import (
    AlarmRang,
    ClientCame,
    ClientWent,
    Published,
    StepsStored,
    TableClient,
    TableEvent,
    TableListener,
    TableSession,
    Woken,
)
from forvm.server.protocol.encoding import written
from forvm.server.protocol.http_messages import GameLine
from forvm.server.protocol.socket_messages import Seat, ServerMessage, Takeback
from forvm.server.protocol.view_messages import RulesName
from forvm.server.store.dice_epochs import NONCE_BYTES, settle_epoch
from forvm.server.store.event_chain import Stored
from forvm.server.store.interface import Store
from forvm.server.store.stored_games import StoredGame
from forvm.server.store.transactions import Job

if TYPE_CHECKING:
    from forvm.server.play.alarms import Alarms
    from forvm.server.workers.bot_worker.bot_pool import BotPool
    from forvm.server.workers.bot_worker.bot_protocol import Thought

AT_ONCE = 20  # events of a stored game that are played again before others have their turn
SPECTATOR = -1  # as bots count seats
# Of an online game, after which nothing is taken back: every page that comes is told of each, and a usual game has 700.
MOST_EVENTS = 4_000


@dataclass(frozen=True, slots=True)
class Services:
    """Whom every table of a server can ask: who writes, who thinks, who wakes."""

    store: Store
    bot_pool: BotPool
    alarms: Alarms


class LiveTable:
    """A game in progress. Nothing that its screens are told is not in the store already."""

    def __init__(self, stored: StoredGame, setup: GameSetup, services: Services, session: TableSession | None) -> None:
        self.id = stored.id
        self.created = stored.created
        self.changed = stored.changed
        self.setup = setup
        self.services = services
        self.session = session  # None: everyone sits at one screen
        self.game = game_of(setup)
        self.done: list[LogEntry | NewEpoch] = []
        self.views = PositionViews(0, self.game)
        self.clients: set[TableClient] = set()
        self.thinking: int | None = None  # the seat for which a bot thinks
        self.lock = asyncio.Lock()
        self._listeners: list[TableListener] = []
        self._chores: set[asyncio.Task[None]] = set()
        self._closed = False

    # Beginning, and coming back from the store.

    @classmethod
    async def begin(
        cls,
        id: str,
        setup: GameSetup,
        services: Services,
        session: TableSession | None = None,
        also: Job | None = None,
    ) -> LiveTable:
        """A new game; its first dice have fallen. What else belongs to that moment is stored with it (``also``)."""
        at = now()
        table = cls(StoredGame(id, at, at, b"", b""), setup, services, session)
        table.done = [event.done for event in table._chance_follows(table.game, [])]
        table.views = PositionViews(table.seq, table.game)
        events = [log_entries.stored(done) for done in table.done]
        line = msgspec.json.encode(table.line())
        wakes = table._deadline(table.game, at) or table._bots_wait(table.game, at)
        await services.store.create(id, msgspec.json.encode(setup), events, line, at, wakes, also, over=table.over)
        return table

    @classmethod
    async def restore(
        cls,
        stored: StoredGame,
        setup: GameSetup,
        events: Iterable[Stored],
        services: Services,
        session: TableSession | None,
    ) -> LiveTable:
        """The game that the store tells, move by move; ``setup`` is what it was set up as, its house rules read."""
        table = cls(stored, setup, services, session)
        try:
            for number, event in enumerate(events, 1):
                table.done.append(log_entries.done_again(table.game, event))
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)  # a long game takes a second, and other tables play meanwhile
        except (ForvmError, msgspec.MsgspecError) as error:
            raise BrokenGame(f"The game {stored.id} cannot be read from the store: {error}") from None
        table.views = PositionViews(table.seq, table.game)
        if session is not None and table.done:
            session.time_used = _used_before(table.done[-1])
        return table

    async def begin_epoch(self) -> None:
        """The store went back to a copy of this game: no die that players have seen may come again.

        A game that is over has no more dice, and scheme 1 knows no epochs: it goes on as it began.
        """
        settle: Job = lambda transaction: settle_epoch(transaction, self.id)  # noqa: E731
        async with self.lock:
            if self.over or self.setup.dice is None or self.setup.dice.scheme == 1:
                await self.services.store.run(settle)
                return
            twin = self.game.copy()
            done = log_entries.begin_epoch(twin, self.seq + 1, secrets.token_hex(NONCE_BYTES))
            await self._write([TableEvent(done, twin)], settle)

    # How it stands.

    @property
    def seq(self) -> int:
        """The number of the last thing done."""
        return len(self.done)

    @property
    def is_online(self) -> bool:
        """Do its people sit at screens of their own?"""
        return self.session is not None

    @property
    def hidden_hands(self) -> bool:
        """Are there hands that others may not see?"""
        return self.game.definition.family_open == 0

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return self.game.outcome is not None

    @property
    def is_too_long(self) -> bool:
        """Has so much been done and taken back that it has to come to an end?"""
        return self.session is not None and self.seq >= MOST_EVENTS

    @property
    def is_idle(self) -> bool:
        """Does nobody look, and no bot think?"""
        return not self.clients and not self._chores and all(one.is_idle for one in self._listeners)

    @property
    def pace(self) -> int:
        """Milliseconds between two moves of bots: the slowest pace that one of the seats has asked for."""
        return max((client.pace for client in self.clients if client.seats), default=0)

    @property
    def owner(self) -> str:
        """For whom the thinking of bots counts: online for the place where the game was opened."""
        return self.id if self.session is None else self.session.owner

    def rules_name(self) -> RulesName:
        """By which rules it is played."""
        rules = self.game.rules
        return RulesName(rules.id, rules.name, rules.edition)

    def seats(self, here: Iterable[int]) -> list[Seat]:
        """Who sits where, as a screen with these seats is told."""
        return [
            Seat(
                seat=number,
                letter=SEATS[number],
                name=seat.name,
                kind="person" if seat.bot is None else "bot",
                bot=seat.bot,
                here=number in here,
                colour=self.setup.colour(number),
            )
            for number, seat in enumerate(self.setup.seats)
        ]

    def line(self) -> GameLine:
        """The game in the list of games."""
        return line_of(self, self.game, self.changed, self._deadline(self.game, self.changed))

    def bot_for(self, seat: int) -> str | None:
        """The bot that moves for a seat now, if one does."""
        bot = self.setup.seats[seat].bot
        if bot is None and self.session is not None:
            return self.session.stand_in(seat, self.changed)
        return bot

    def takeback(self, seats: Sequence[int]) -> Takeback:
        """What somebody in these seats may take back, alone or with the others' consent."""
        if self.is_too_long:
            return Takeback(False, None, text.load("table")["undo"]["too_long"], [])
        earlier = []
        if self.session is not None and seats:
            earlier = self.session.earlier(self.game, seats[0])
        alone = takeback(self.game, seats, earlier)
        why_not = self._keeps_last() if alone.allowed else None
        return alone if why_not is None else Takeback(False, None, why_not, earlier)

    # What people do.

    async def play(self, seq: int, seat: int, move: int | str) -> None:
        """Play a person's move, chosen in the position of ``seq``."""

        async def doing() -> None:
            async with self.lock:
                self.check_fresh(seq)
                if self.game.to_act != seat:
                    raise ServerError("not_your_turn", f"It is not {self.game.names[seat]}'s turn: {self.game.prompt}")
                if self.session is not None and self.session.is_late(self.changed):
                    self.wake()
                    raise ServerError("not_your_turn", text.load("table")["refused"]["late"])
                await self.do(move, seat)
            self.settle()

        await shielded(doing())

    async def undo(self, seq: int, seat: int) -> None:
        """Take back the last move of a person, as far as the information barrier lets them."""

        async def doing() -> None:
            async with self.lock:
                self.check_fresh(seq)
                allowed = self.takeback([seat])
                if not allowed.allowed:
                    raise ServerError("no_undo", allowed.text)
                await self.go_back(len(self.game.history) - 1)
            self.settle()

        await shielded(doing())

    async def explain(self, seat: int) -> list[Thought]:
        """What a bot would consider in a person's place."""
        moves = [played.id for played in self.game.history]
        return await self.services.bot_pool.explain(self.id, self.setup, moves, seat, self.owner)

    async def chances(self, seat: int | None) -> list[float]:
        """Everyone's chance of winning, as a bot with the eyes of a seat sees it."""
        moves = [played.id for played in self.game.history]
        eyes = SPECTATOR if seat is None else seat
        return await self.services.bot_pool.chances(self.id, self.setup, moves, eyes, self.owner)

    # Coming and going.

    def arrive(self, client: TableClient) -> None:
        """A page opens."""
        self.clients.add(client)
        self.publish(ClientCame(client))
        self.wake()

    def depart(self, client: TableClient) -> None:
        """A page is gone."""
        if client in self.clients:
            self.clients.discard(client)
            if not self._closed:
                self.publish(ClientWent(client))
                self.wake()

    def listen(self, listener: TableListener) -> None:
        """Let somebody know from now on what happens here."""
        self._listeners.append(listener)

    def publish(self, event: Published) -> None:
        """Let everyone know who listens."""
        for listener in self._listeners:
            listener.on_event(event)

    def chore(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something beside all else."""
        task = asyncio.create_task(doing)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def close(self) -> None:
        """Stop the bots and let the screens go."""
        self._closed = True
        for listener in self._listeners:
            await listener.stop()
        if self._chores:
            await asyncio.wait(self._chores, timeout=5)
        for client in list(self.clients):
            client.leave()

    # What happens by itself.

    def wake(self) -> None:
        """Let bots move if one is to act, and see when something will happen by itself."""
        if not self._closed:
            self.publish(Woken())
            if self.session is not None:
                alarm = self.session.next_alarm(self.game, self.setup.persons, self.changed)
                self.services.alarms.set(self.id, alarm)

    def ring(self) -> None:
        """The time of the alarm has come."""
        self.publish(AlarmRang())
        self.wake()

    def settle(self) -> None:
        """After a person's deed: tell the screens what can be done now, and let bots go on."""
        self.wake()
        self.tell_snapshots()

    # Telling.

    def tell(self, message: ServerMessage) -> None:
        """The same message to every screen."""
        said = written(message)
        for client in list(self.clients):
            client.post(said)

    def tell_snapshots(self) -> None:
        """How things stand, to each screen as it may see it; all who only watch see the same."""
        for_spectators: dict[tuple[int, int | None] | None, bytes] = {}
        for client in list(self.clients):
            last = client.last_view
            if client.seats:
                client.post(client.written_snapshot())
            elif last in for_spectators:
                client.post_snapshot(for_spectators[last])
            else:
                for_spectators[last] = client.written_snapshot()
                client.post(for_spectators[last])

    # Within: callers hold the lock.

    def check_fresh(self, seq: int) -> None:
        """Refuse what was chosen in another position."""
        if self._closed:
            raise ServerError("unknown", "This game has been removed.")
        if seq != self.seq:
            raise ServerError("stale", text.load("table")["refused"]["stale"])

    async def do(self, move: int | str, seat: int, stand_in: str | None = None) -> None:
        """Play a move and all dice and cards that follow: first on a copy, then in the store, then for all to see."""
        twin, at = self.game.copy(), now()
        used = self._used_until(at)
        first = TableEvent(log_entries.play(twin, move, self.seq + 1, seat, stand_in, used), twin.copy())
        await self._write(self._chance_follows(twin, [first]), at=at)

    async def go_back(self, position: int, consent: tuple[int, ...] | None = None) -> None:
        """Take back all moves after a position, with the consent of others where that is needed."""
        taken = log_entries.standing(self.done)[position]
        twin, at = self.game.copy(), now()
        twin.undo(len(twin.history) - position, consent)
        used = self._used_until(at) + taken.used if consent is None else 0
        done = LogEntry(self.seq + 1, position, "undo", taken.facts, taken.played, consent=consent, used=used)
        await self._write([TableEvent(done, twin)], at=at)

    def _used_until(self, at: str) -> int:
        """What has gone into the move that is to be made, if there is a clock."""
        return 0 if self.session is None else self.session.time_used_until(at, self.changed)

    def _keeps_last(self) -> str | None:
        """Why nobody takes back the last move alone: a bot made it for them, or the time for it has run out."""
        if self.session is None:
            return None
        words, at, last = text.load("table")["undo"], now(), log_entries.standing(self.done)[-1]
        if last.stand_in is not None:
            return str(words["stand_in"])
        end = self.session.runs_out(at, self._used_until(at) + last.used)
        return str(words["late"]) if end is not None and end <= at else None

    def _chance_follows(self, game: Game, events: list[TableEvent]) -> list[TableEvent]:
        """Let chance act until a player is to; the events with what came up added."""
        while game.to_act == CHANCE:
            done = log_entries.play(game, table_dice.roll(game, self.setup), self.seq + len(events) + 1)
            events.append(TableEvent(done, game.copy()))
        return events

    async def _write(self, events: list[TableEvent], also: Job | None = None, at: str | None = None) -> None:
        game, at, used = events[-1].game, at or now(), _used_before(events[-1].done)
        entries = [log_entries.stored(event.done) for event in events]
        deadline = self._deadline(game, at, used)
        line = msgspec.json.encode(line_of(self, game, at, deadline))
        wakes, over = deadline or self._bots_wait(game, at), game.outcome is not None
        await self.services.store.append(self.id, entries, line, at, wakes, also, over=over)
        self.done += [event.done for event in events]
        self.game, self.changed, self.views = game, at, events[-1].views
        if self.session is not None:
            self.session.time_used = used
        for client in list(self.clients):
            client.tell_happened(events)
        self.publish(StepsStored())

    def _deadline(self, game: Game, since: str, used: int | None = None) -> str | None:
        """When the clock of whoever is to act runs out."""
        acts = game.to_act in self.setup.persons
        return self.session.runs_out(since, used) if self.session is not None and acts else None

    def _bots_wait(self, game: Game, at: str) -> str | None:
        """Online a bot moves whether anyone looks or not, also after a restart."""
        acting = game.to_act is not None and game.to_act not in self.setup.persons
        return at if self.session is not None and acting else None


def _used_before(last: LogEntry | NewEpoch) -> int:
    """What had gone already into the move that is to be made when the last thing was done."""
    return last.used if isinstance(last, LogEntry) and last.kind == "undo" else 0
