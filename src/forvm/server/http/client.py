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
from forvm.server.common.server_errors import ServerError, code_of
from forvm.server.games.bot_registry import ADVISER
from forvm.server.games.position_views import SeatView
from forvm.server.games.table_dice import seal_of
from forvm.server.http.greetings import PART, Greetings
from forvm.server.http.message_handler import hear
from forvm.server.http.outbox import Outbox
from forvm.server.people.accounts import Guest
from forvm.server.people.online_session import online_session_of
from forvm.server.people.presence import attendance_at
from forvm.server.play.live_table import LiveTable
from forvm.server.play.table_events import TableEvent
from forvm.server.protocol.encoding import written
from forvm.server.protocol.session_messages import Clock, Muted, Rematch, Talk, UndoAsked
from forvm.server.protocol.socket_messages import (
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
from forvm.server.workers.bot_worker.bot_protocol import Thought

if TYPE_CHECKING:
    from forvm.server.people.online_session import OnlineSession

QUESTIONS = 2  # that a screen may have open at a time
DEFAULT_PACE = 600  # milliseconds between two moves of bots


class Eyes(NamedTuple):
    """Through whose eyes a screen sees: a seat's, or a spectator's; and whether somebody is asked to come to it."""

    seat: int | None
    awaited: int | None  # behind a curtain


class Client:
    """One page at a table. What it is told waits in a queue, so that no slow network holds up the table."""

    def __init__(self, table: LiveTable, seats: tuple[int, ...], guest: Guest | None, outbox: Outbox | None) -> None:
        self.table = table
        self.seats = seats
        self.guest = guest  # None: everyone sits at one screen
        self.pace = DEFAULT_PACE
        self.outbox = outbox or Outbox()
        self._lifted: int | None = None  # the person who is known to sit before the screen
        self._shown: int | None = None  # whose eyes were used last
        self._last_view: SeatView | None = None  # that the page was sent
        self._asking: set[asyncio.Task[None]] = set()
        self._left = False
        self._told = 0  # how many of the steps the page was told
        self._again: str | None = None  # the game of which it was told that its people gather for it next

    # Coming and going.

    @classmethod
    def join(cls, table: LiveTable, hello: Hello, guest: Guest | None = None, outbox: Outbox | None = None) -> Client:
        """A page comes to a game that begins: it is told at once what was done, and how things stand."""
        client = cls.of(table, hello, guest, outbox)
        client._welcome(hello.last_seq or 0, table.seq)
        client.arrive(hello)
        return client

    @classmethod
    def of(cls, table: LiveTable, hello: Hello, guest: Guest | None = None, outbox: Outbox | None = None) -> Client:
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
        table, session = self.table, online_session_of(self.table)
        if self._told < table.seq:
            late = table.done[self._told :]
            self._post_past(written(Missed([done.seen_by(self._log_seat) for done in late])))
        table.arrive(self)
        if session is not None:
            if session.again is not None and session.again != self._again:
                self.tell(Rematch(session.again))
            self._tell_company(session, hello.last_talk or 0)
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
        session = online_session_of(table)
        # A page may know steps that were lost when the store went back to a copy, with numbers that came again.
        lost = next((done.seq for done in table.done if done.kind == "epoch"), table.seq + 1)
        afresh = not 0 < last_seq < lost
        first = 0 if afresh else last_seq
        self._told = table.seq if table.seq - first <= most else -(-first // PART) * PART
        self._again = None if session is None else session.again
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
                    agreement=None if session is None else session.agreement,
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
        session = online_session_of(self.table)
        if session is not None and not getattr(session.agreement, what):
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

    def _tell_company(self, session: OnlineSession, last_talk: int) -> None:
        """Who is there, what was said, and what somebody asks for."""
        guest = self._listener()
        self.tell(attendance_at(self.table, session))
        afresh = last_talk <= 0 or self.table.over
        self.tell(Talk(afresh, session.chat.heard_by(guest, self.table.over, 0 if afresh else last_talk)))
        self.tell(Muted(session.chat.muted_by(guest)))
        self.tell(UndoAsked(session.consent.told(self.table.game)))

    def tell_talk_afresh(self) -> None:
        """All that this listener may hear now: more, or less, than before."""
        session = online_session_of(self.table)
        if session is not None:
            self.tell(Talk(True, session.chat.heard_by(self._listener(), self.table.over)))

    def _listener(self) -> Guest:
        assert self.guest is not None
        return self.guest

    def tell_happened(self, events: list[TableEvent]) -> None:
        """One message for each thing done."""
        for event in events:
            shown = event.views.of(self._eyes(event.game).seat)
            self.post(event.told(self._log_seat, shown, self._last_view))
            self._last_view = shown
        if self.table.over:
            self.tell_talk_afresh()

    @property
    def last_view(self) -> tuple[int, int | None] | None:
        """Which view the page was sent last; pages that were sent the same are told the same."""
        return None if self._last_view is None else self._last_view.key

    @property
    def person(self) -> int | None:
        """Whose page it is; None where everyone sits at one screen."""
        return None if self.guest is None else self.guest.person

    def written_snapshot(self) -> bytes:
        """How things stand, to be sent to this page."""
        return written(self.snapshot())

    def tell_snapshot(self) -> None:
        """How things stand, and what can be done."""
        self.tell(self.snapshot())

    def post_snapshot(self, message: bytes) -> None:
        """A snapshot that was written for another page, which sees the same and was sent the same view before."""
        self._last_view = self.table.views.of(self._eyes(self.table.game).seat)
        self.post(message)

    def refuse(self, message: str) -> None:
        """Something that was said made no sense."""
        self.tell(Problem("malformed", message))

    def snapshot(self) -> Snapshot:
        """The position through the eyes of whoever sits here; it has to be sent, for the next one builds on it."""
        table, game = self.table, self.table.game
        eyes = self._eyes(game)
        to_play = eyes.seat is not None and game.to_act == eyes.seat
        choices, offers, no_end = table.views.choices() if to_play else ([], [], None)
        shown = table.views.of(eyes.seat)
        view, change = shown.since(self._last_view)
        self._last_view = shown
        return Snapshot(
            seq=table.seq,
            position=len(game.history),
            seat=eyes.seat if eyes.awaited is None else eyes.awaited,
            curtain=eyes.awaited is not None,
            view=view,
            change=change,
            to_play=to_play,
            choices=choices,
            offers=offers,
            no_end=no_end,
            undo=table.takeback(self.seats),
            thinking=table.thinking,
            clock=self._clock(),
        )

    def _clock(self) -> Clock | None:
        session, seat = online_session_of(self.table), self.table.game.to_act
        if session is None or seat not in self.table.setup.persons:
            return None
        return session.clock.shown(seat, self.table.changed)

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
        session = online_session_of(self.table)
        if session is not None:
            session.shared_limits.questions.check(self._listener().person, "You have asked the bot many questions.")
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
