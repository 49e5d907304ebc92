"""A table: one game in progress, who sits at it and which screens look at it.

Whatever changes a game goes through here: it is tried on a copy, written to the store, and only then told to anyone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from forvm import text
from forvm.errors import ForvmError
from forvm.game import CHANCE, Game
from forvm.notation.names import SEATS
from forvm.server import chance, steps
from forvm.server.errors import ServerError, StoreError
from forvm.server.messages.http import GameLine
from forvm.server.messages.socket import Seat, Takeback
from forvm.server.messages.view import Outcome, Phase, RulesName
from forvm.server.setup import Setup
from forvm.server.setups import game_of
from forvm.server.steps import Done, Facts
from forvm.server.store import Store, Stored, StoredGame, now

if TYPE_CHECKING:
    from forvm.server.screen import Screen
    from forvm.server.thinking.errands import Thought
    from forvm.server.thinking.thinkers import Thinkers

Result = TypeVar("Result")
log = logging.getLogger("forvm.server")

DEFAULT_PACE = 600  # milliseconds between two moves of bots
SLOWEST_PACE = 10_000
SPECTATOR = -1  # as bots count seats
BOTS_ASKED = 3  # times, before a bot's seat just makes a move


@dataclass(frozen=True, slots=True)
class Frame:
    """Something done, and the game as it stood after it."""

    done: Done
    game: Game


class Table:
    """A game in progress. Nothing that its screens are told is not in the store already."""

    def __init__(self, stored: StoredGame, setup: Setup, game: Game, store: Store, thinkers: Thinkers) -> None:
        self.id = stored.id
        self.created = stored.created
        self.setup = setup
        self.game = game
        self.done: list[Done] = []
        self.screens: set[Screen] = set()
        self.pace = DEFAULT_PACE
        self.thinking: int | None = None
        self._store = store
        self._thinkers = thinkers
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._closed = False

    # Beginning, and coming back from the store.

    @classmethod
    async def begin(cls, id: str, setup: Setup, store: Store, thinkers: Thinkers) -> Table:
        """A new game; its first dice have fallen."""
        at = now()
        table = cls(StoredGame(id, at, at, b"", b""), setup, game_of(setup), store, thinkers)
        frames = table._chance_follows(table.game, [])
        table.done = [frame.done for frame in frames]
        events = [_stored(done) for done in table.done]
        await store.create(id, msgspec.json.encode(setup), events, table._line(table.game, at), at)
        return table

    @classmethod
    def restore(cls, stored: StoredGame, events: Iterable[Stored], store: Store, thinkers: Thinkers) -> Table:
        """The game that the store tells, move by move."""
        setup = msgspec.json.decode(stored.setup, type=Setup)
        table = cls(stored, setup, game_of(setup), store, thinkers)
        try:
            for event in events:
                table.done.append(_done_again(table.game, event))
        except (ForvmError, msgspec.MsgspecError) as error:
            raise StoreError(f"The game {stored.id} cannot be read from the store: {error}") from None
        return table

    # How it stands.

    @property
    def seq(self) -> int:
        """The number of the last thing done."""
        return len(self.done)

    @property
    def hidden_hands(self) -> bool:
        """Are there hands that others may not see?"""
        return self.game.definition.family_open == 0

    @property
    def is_idle(self) -> bool:
        """Does nobody look, and no bot think?"""
        return not self.screens and (self._bots is None or self._bots.done())

    def rules_name(self) -> RulesName:
        """By which rules it is played."""
        rules = self.game.rules
        return RulesName(rules.id, rules.name, rules.edition)

    def seats(self, here: Iterable[int]) -> list[Seat]:
        """Who sits where, as a screen with these seats is told."""
        return [
            Seat(
                number,
                SEATS[number],
                seat.name,
                "person" if seat.bot is None else "bot",
                seat.bot,
                number in here,
                number,
            )
            for number, seat in enumerate(self.setup.seats)
        ]

    def line(self, changed: str) -> GameLine:
        """The game in the list of games."""
        return msgspec.json.decode(self._line(self.game, changed), type=GameLine)

    def takeback(self, seats: Iterable[int]) -> Takeback:
        """Whether somebody in these seats may take back the last move: the information barrier."""
        words = text.load("table")["undo"]
        if not self.game.history:
            return Takeback(False, None, words["nothing"], [])
        last = self.game.history[-1]
        if self.game.outcome is not None:
            return Takeback(False, None, words["over"], [])
        if last.seat == CHANCE:
            return Takeback(False, None, words["chance"], [])
        if last.seat not in seats:
            return Takeback(False, None, text.fill(words["other"], {"player": self.game.names[last.seat]}), [])
        return Takeback(True, last.seat, text.fill(words["move"], {"move": last.sentence}), [])

    # What people do.

    async def play(self, seq: int, seat: int, move: int | str) -> None:
        """Play a person's move, chosen in the position of ``seq``."""

        async def doing() -> None:
            async with self._lock:
                self._check_fresh(seq)
                if self.game.to_act != seat:
                    raise ServerError("not_your_turn", f"It is not {self.game.names[seat]}'s turn: {self.game.prompt}")
                await self._do(move, seat)
            self._settle()

        await _unbroken(doing())

    async def undo(self, seq: int, seat: int) -> None:
        """Take back the last move of a person, as far as the information barrier lets them."""

        async def doing() -> None:
            async with self._lock:
                self._check_fresh(seq)
                allowed = self.takeback([seat])
                if not allowed.allowed:
                    raise ServerError("no_undo", allowed.text)
                taken, twin = self.done_last_move(), self.game.copy()
                twin.undo()
                done = Done(self.seq + 1, len(twin.history), "undo", taken.facts, taken.played)
                await self._write([Frame(done, twin)])
            self._settle()

        await _unbroken(doing())

    def done_last_move(self) -> Done:
        """The last move that stands."""
        position = len(self.game.history)
        return next(done for done in reversed(self.done) if done.kind != "undo" and done.position == position)

    # Bots.

    def wake(self) -> None:
        """Let bots move, if one is to act."""
        if not self._closed and (self._bots is None or self._bots.done()) and self._bot_to_act() is not None:
            self._bots = asyncio.create_task(self._let_bots_play())

    async def close(self) -> None:
        """Stop the bots and let the screens go."""
        self._closed = True
        if self._bots is not None:
            self._bots.cancel()
            await asyncio.wait([self._bots])
        for screen in list(self.screens):
            screen.leave()

    def _bot_to_act(self) -> int | None:
        seat = self.game.to_act
        return None if seat is None or seat == CHANCE or self.setup.seats[seat].bot is None else seat

    async def _let_bots_play(self) -> None:
        clock = asyncio.get_running_loop()
        try:
            while (seat := self._bot_to_act()) is not None:
                seq, began = self.seq, clock.time()
                self.thinking = seat
                for screen in self.screens:
                    screen.tell_thinking(seat)
                move = await self._bots_move(seat)
                await asyncio.sleep(max(0.0, began + self.pace / 1000 - clock.time()))
                await _unbroken(self._play_for_bot(seq, seat, move))
        except StoreError as error:
            log.error("game %s stands still: %s", self.id, error)
        except Exception:
            log.exception("game %s stands still", self.id)
        finally:
            self.thinking = None
        self._tell_snapshots()

    async def _play_for_bot(self, seq: int, seat: int, move: int) -> None:
        async with self._lock:
            if self.seq == seq:  # else the move before it was taken back, and the thought is void
                await self._do(move, seat)

    async def _bots_move(self, seat: int) -> int:
        """What the bot chooses. A bot that cannot be asked must not hold up the table: then its seat just ends."""
        for _ in range(BOTS_ASKED):
            moves = [played.id for played in self.game.history]
            try:
                return self.game.move(await self._thinkers.choose(self.id, self.setup, moves, seat)).id
            except ForvmError as error:
                log.warning("game %s, seat %d: %s", self.id, seat, error)
        return self.game.legal()[-1].id

    async def explain(self, seat: int) -> list[Thought]:
        """What a bot would consider in a person's place."""
        return await self._thinkers.explain(self.id, self.setup, [played.id for played in self.game.history], seat)

    async def chances(self, seat: int | None) -> list[float]:
        """Everyone's chance of winning, as a bot with the eyes of a seat sees it."""
        moves = [played.id for played in self.game.history]
        return await self._thinkers.chances(self.id, self.setup, moves, SPECTATOR if seat is None else seat)

    # Within.

    def _check_fresh(self, seq: int) -> None:
        if self._closed:
            raise ServerError("unknown", "This game has been removed.")
        if seq != self.seq:
            raise ServerError("stale", text.load("table")["refused"]["stale"])

    async def _do(self, move: int | str, seat: int) -> None:
        """Play a move and all dice and cards that follow: first on a copy, then in the store, then for all to see."""
        twin = self.game.copy()
        first = Frame(steps.play(twin, move, self.seq + 1, seat), twin.copy())
        await self._write(self._chance_follows(twin, [first]))

    def _chance_follows(self, game: Game, frames: list[Frame]) -> list[Frame]:
        """Let chance act until a player is to; the frames with what came up added."""
        while game.to_act == CHANCE:
            done = steps.play(game, chance.roll(game, self.setup.seed), self.seq + len(frames) + 1)
            frames.append(Frame(done, game.copy()))
        return frames

    async def _write(self, frames: list[Frame]) -> None:
        game, at = frames[-1].game, now()
        events = [_stored(frame.done) for frame in frames]
        await self._store.append(self.id, events, self._line(game, at), at)
        self.done += [frame.done for frame in frames]
        self.game = game
        for screen in self.screens:
            screen.tell_happened(frames)

    def _settle(self) -> None:
        """After a person's deed: tell the screens what can be done now, and let bots go on."""
        self.wake()
        self._tell_snapshots()

    def _tell_snapshots(self) -> None:
        for screen in self.screens:
            screen.tell_snapshot()

    def _line(self, game: Game, changed: str) -> bytes:
        outcome = game.outcome
        return msgspec.json.encode(
            GameLine(
                id=self.id,
                rules=self.rules_name(),
                seats=self.seats(self.setup.persons),
                created=self.created,
                changed=changed,
                moves=len(game.history),
                turn=game.turn,
                phase=_phase(game),
                to_act=game.to_act,
                over=outcome is not None,
                outcome=None if outcome is None else msgspec.convert(outcome.as_dict(), Outcome),
                guided=self.setup.guided,
                state="running" if outcome is None else "over",
                online=False,
                role="player",
                your_move=game.to_act in self.setup.persons,
                deadline=None,
            )
        )


def _phase(game: Game) -> Phase:
    phase: Any = game.phase
    return phase  # type: ignore[no-any-return]


def _stored(done: Done) -> Stored:
    """What the store keeps of something done: enough to do it again."""
    payload: dict[str, int] = {"to": done.position} if done.kind == "undo" else {"id": done.played.id}
    if done.kind == "move":
        payload["seat"] = done.played.seat
    return Stored(done.seq, done.kind, msgspec.json.encode(payload))


def _done_again(game: Game, event: Stored) -> Done:
    payload = msgspec.json.decode(event.payload, type=dict[str, int])
    if event.kind != "undo":
        return steps.play(game, payload["id"], event.seq)
    position = len(game.history)
    taken = game.history[-1]
    game.undo(position - payload["to"])
    return Done(event.seq, payload["to"], "undo", Facts.of(game.move(taken.id)), taken)


async def _unbroken(doing: Coroutine[Any, Any, Result]) -> Result:
    """Finish what was begun even if whoever asked for it has gone: memory and store must agree."""
    return await asyncio.shield(asyncio.create_task(doing))
