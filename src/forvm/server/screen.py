"""A screen: one open page that looks at a table, and the people who sit before it.

Only this file decides through whose eyes a screen sees, and so what is sent to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from forvm import text
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.server import choices, steps
from forvm.server.chance import seal_of
from forvm.server.company.hearing import hear
from forvm.server.errors import ServerError, code_of
from forvm.server.frames import Frame
from forvm.server.greetings import PART, Greetings
from forvm.server.messages.company import Clock, Muted, Rematch, Talk, UndoAsked
from forvm.server.messages.socket import (
    AnswerUndo,
    AskChances,
    AskHint,
    AskUndo,
    Candidate,
    Chances,
    ClientMessage,
    Hello,
    Hint,
    Lift,
    Missed,
    Mute,
    Ping,
    Play,
    Pong,
    Problem,
    Say,
    ServerMessage,
    Settings,
    Snapshot,
    Undo,
    Welcome,
)
from forvm.server.outbox import Outbox, written
from forvm.server.people import Guest
from forvm.server.table import Table
from forvm.server.thinking.errands import Thought
from forvm.server.thinking.roster import ADVISER

if TYPE_CHECKING:
    from forvm.server.company.company import Company

QUESTIONS = 2  # that a screen may have open at a time
DEFAULT_PACE = 600  # milliseconds between two moves of bots


class Eyes(NamedTuple):
    """Through whose eyes a screen sees: a seat's, or a spectator's; and whether somebody is asked to come to it."""

    seat: int | None
    awaited: int | None  # behind a curtain


class Screen:
    """One page at a table. What it is told waits in a queue, so that no slow network holds up the table."""

    def __init__(self, table: Table, seats: tuple[int, ...], guest: Guest | None, outbox: Outbox | None) -> None:
        self.table = table
        self.seats = seats
        self.guest = guest  # None: everyone sits at one screen
        self.pace = DEFAULT_PACE
        self.outbox = outbox or Outbox()
        self._lifted: int | None = None  # the person who is known to sit before the screen
        self._shown: int | None = None  # whose eyes were used last
        self._asking: set[asyncio.Task[None]] = set()
        self._left = False
        self._told = 0  # how many of the steps the page was told
        self._again: str | None = None  # the game of which it was told that its people gather for it next

    # Coming and going.

    @classmethod
    def join(cls, table: Table, hello: Hello, guest: Guest | None = None, outbox: Outbox | None = None) -> Screen:
        """A page comes to a game that begins: it is told at once what was done, and how things stand."""
        screen = cls.of(table, hello, guest, outbox)
        screen._welcome(hello.last_seq or 0, table.seq)
        screen.arrive(hello)
        return screen

    @classmethod
    def of(cls, table: Table, hello: Hello, guest: Guest | None = None, outbox: Outbox | None = None) -> Screen:
        """The screen of a page that says hello. Online ``guest`` says whose it is."""
        people = table.setup.persons if guest is None else guest.seats
        for seat in hello.seats or ():
            if seat not in people:
                whose = "a person's" if guest is None else "yours"
                raise ServerError("not_your_seat", f"Seat {seat} is not {whose}.")
        return cls(table, people if hello.seats is None else tuple(sorted(set(hello.seats))), guest, outbox)

    async def greet(self, hello: Hello, greetings: Greetings) -> None:
        """Tell the page what it has missed: of a long game in parts, while other tables play."""
        self._welcome(hello.last_seq or 0, PART)
        while self.table.seq - self._told >= PART:
            number, within = divmod(self._told, PART)
            assert not within
            self._post_past(await greetings.part(self.table, number, self._log_seat))
            self._told += PART

    def arrive(self, hello: Hello) -> None:
        """The page comes to the table: what was done while it was greeted, and how things stand."""
        table, company = self.table, self.table.company
        if self._told < table.seq:
            late = table.done[self._told :]
            self._post_past(written(Missed([done.seen_by(self._log_seat) for done in late])))
        table.arrive(self)
        if company is not None:
            if company.again is not None and company.again != self._again:
                self.tell(Rematch(company.again))
            self._tell_company(company, hello.last_talk or 0)
        self.tell_snapshot()

    def leave(self) -> None:
        """The page is gone, or has to go."""
        self._left = True
        self.table.depart(self)
        for task in self._asking:
            task.cancel()
        self.outbox.end()

    def _welcome(self, last_seq: int, most: int) -> None:
        """The first that the page is told, with at most so many steps; those of whole parts come later."""
        table = self.table
        company = table.company
        # A page may know steps that were lost when the store went back to a copy, with numbers that came again.
        lost = next((done.seq for done in table.done if done.kind == "epoch"), table.seq + 1)
        afresh = not 0 < last_seq < lost
        first = 0 if afresh else last_seq
        self._told = table.seq if table.seq - first <= most else -(-first // PART) * PART
        self._again = None if company is None else company.again
        self._post_past(
            written(
                Welcome(
                    game=table.id,
                    rules=table.rules_name(),
                    seats=table.seats(self.seats),
                    guided=table.setup.guided,
                    hidden_hands=table.hidden_hands,
                    pace=self.pace,
                    afresh=afresh,
                    steps=[done.seen_by(self._log_seat) for done in table.done[first : self._told]],
                    role="player" if self.seats else "spectator",
                    agreement=None if company is None else company.agreement,
                    seal=seal_of(table.setup),
                    rematch=self._again,
                )
            )
        )

    def _post_past(self, message: bytes) -> None:
        if not self.outbox.greet(message):
            self.leave()

    # What the page says.

    async def hear(self, message: ClientMessage) -> None:
        """Do what the page asks for; whatever is wrong with it is told to the page and changes nothing."""
        if self._left:
            return  # it was let go, and what it says meanwhile is nobody's word
        try:
            await self._hear(message)
        except ServerError as error:
            fresh = self.snapshot() if error.code in ("stale", "not_your_turn", "no_undo") else None
            self.tell(Problem(error.code, error.message, snapshot=fresh))
        except ForvmError as error:
            self.tell(Problem(code_of(error), error.message, getattr(error, "clause", None), self.snapshot()))

    async def _hear(self, message: ClientMessage) -> None:
        match message:
            case Play():
                self.check_seat(message.seat)
                self._check_curtain(message.seat)
                await self.table.play(message.seq, message.seat, message.move)
            case Undo():
                self.check_seat(message.seat)
                await self.table.undo(message.seq, message.seat)
            case Lift():
                self.check_seat(message.seat)
                self._lifted = message.seat
                self.tell_snapshot()
            case AskHint():
                self.check_seat(message.seat)
                self._check_agreed("hints")
                self._ask(lambda: self._hint(message.seat))
            case AskChances():
                self._check_agreed("chances")
                self._ask(self._chances)
            case Settings():
                self.pace = message.pace
            case Ping():
                self.tell(Pong(self.table.seq))
            case Hello():
                raise ServerError("malformed", "Send Hello only once, as the first message.")
            case AskUndo() | AnswerUndo() | Say() | Mute():
                await hear(self, message)

    def check_seat(self, seat: int) -> None:
        """Refuse what is said for somebody who does not sit here."""
        if seat not in self.seats:
            raise ServerError("not_your_seat", text.load("table")["refused"]["seat"])

    def _check_agreed(self, what: Literal["hints", "chances"]) -> None:
        company = self.table.company
        if company is not None and not getattr(company.agreement, what):
            raise ServerError("not_agreed", text.load("table")["refused"][what])

    def _check_curtain(self, seat: int) -> None:
        """Nobody plays from behind the curtain: what is legal there would tell of a hand."""
        if self._eyes(self.table.game).awaited == seat:
            words = text.load("table")["refused"]["curtain"]
            raise ServerError("not_your_turn", text.fill(words, {"player": self.table.game.names[seat]}))

    # What the page is told.

    def tell(self, message: ServerMessage) -> None:
        """A message for this page."""
        self.post(written(message))

    def post(self, message: bytes) -> None:
        """A message as it is sent to several pages; one that does not read what it is sent has to go."""
        if not self.outbox.post(message):
            self.leave()

    def _tell_company(self, company: Company, last_talk: int) -> None:
        """Who is there, what was said, and what somebody asks for."""
        guest = self._listener()
        self.tell(self.table.door.attendance())
        afresh = last_talk <= 0 or self.table.over
        self.tell(Talk(afresh, company.talk.heard_by(guest, self.table.over, 0 if afresh else last_talk)))
        self.tell(Muted(company.talk.muted_by(guest)))
        self.tell(UndoAsked(company.consent.told(self.table.game)))

    def tell_talk_afresh(self) -> None:
        """All that this listener may hear now: more, or less, than before."""
        company = self.table.company
        if company is not None:
            self.tell(Talk(True, company.talk.heard_by(self._listener(), self.table.over)))

    def _listener(self) -> Guest:
        assert self.guest is not None
        return self.guest

    def tell_happened(self, frames: list[Frame]) -> None:
        """One message for each thing done."""
        for frame in frames:
            self.post(frame.told(self._eyes(frame.game).seat, self._log_seat))

    def tell_snapshot(self) -> None:
        """How things stand, and what can be done."""
        self.tell(self.snapshot())

    def refuse(self, message: str) -> None:
        """Something that was said made no sense."""
        self.tell(Problem("malformed", message))

    def snapshot(self) -> Snapshot:
        """The position through the eyes of whoever sits here."""
        table, game = self.table, self.table.game
        eyes = self._eyes(game)
        to_play = eyes.seat is not None and game.to_act == eyes.seat
        legal = game.legal() if to_play else []
        return Snapshot(
            seq=table.seq,
            position=len(game.history),
            seat=eyes.seat if eyes.awaited is None else eyes.awaited,
            curtain=eyes.awaited is not None,
            view=steps.view(game, eyes.seat),
            to_play=to_play,
            choices=choices.choices(game, legal),
            offers=choices.offers(game, legal),
            undo=table.takeback(self.seats),
            thinking=table.autopilot.thinking,
            clock=self._clock(),
        )

    def _clock(self) -> Clock | None:
        company, seat = self.table.company, self.table.game.to_act
        if company is None or seat not in self.table.setup.persons:
            return None
        return company.clock.shown(seat, self.table.changed)

    @property
    def _log_seat(self) -> int | None:
        """Whose eyes the log is written for: where hands are hidden and people share the screen, a spectator's."""
        return self.seats[0] if len(self.seats) == 1 else None

    def _eyes(self, game: Game) -> Eyes:
        """Through whose eyes the screen sees this position."""
        if len(self.seats) <= 1:
            return Eyes(self.seats[0] if self.seats else None, None)
        acting = game.to_act if game.to_act in self.seats else None
        if not self.table.hidden_hands:
            last = game.history[-1].actor if game.history else None
            self._shown = acting if acting is not None else self._shown if last not in self.seats else last
            return Eyes(self.seats[0] if self._shown is None else self._shown, None)
        if acting is None or acting == self._lifted:
            return Eyes(self._lifted, None)
        # Another person is asked to the screen: until they come, nobody's hand is on it.
        self._lifted = None
        return Eyes(None, acting)

    # Questions that take their time.

    def _ask(self, question: Callable[[], Coroutine[Any, Any, Hint | Chances]]) -> None:
        if len(self._asking) >= QUESTIONS:
            raise ServerError("unavailable", "The bot is still thinking about your last question.")
        if self.table.company is not None:
            self.table.company.manners.questions.check(
                self._listener().person, "You have asked the bot many questions."
            )
        task = asyncio.create_task(self._answered(question()))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _answered(self, question: Coroutine[Any, Any, Hint | Chances]) -> None:
        try:
            self.tell(await question)
        except ForvmError as error:
            self.tell(Problem(code_of(error), error.message))

    async def _hint(self, seat: int) -> Hint:
        game, seq = self.table.game, self.table.seq
        if game.to_act != seat or self._eyes(game).seat != seat:
            raise ServerError("not_your_turn", f"You can only ask for a hint when it is your turn: {game.prompt}")
        return Hint(seq, seat, ADVISER, [_candidate(game, thought) for thought in await self.table.explain(seat)])

    async def _chances(self) -> Chances:
        seq, eyes = self.table.seq, self._eyes(self.table.game)
        return Chances(seq, ADVISER, await self.table.chances(eyes.seat))


def _candidate(game: Game, thought: Thought) -> Candidate:
    move = game.move(thought.id)
    return Candidate(move.id, str(move), move.describe(), move.clause, thought.chance, thought.reasons)
