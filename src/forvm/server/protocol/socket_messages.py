"""The messages of a game's web socket, both ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from forvm.server.protocol.choice_messages import Choice, Offer, Sentence
from forvm.server.protocol.dice_messages import Seal
from forvm.server.protocol.lobby_messages import Gathering
from forvm.server.protocol.log_messages import Step
from forvm.server.protocol.message_bounds import (
    A_TABLE,
    Line,
    MoveId,
    Notation,
    Pace,
    Position,
    RequestNumber,
    Said,
    SeatNumber,
)
from forvm.server.protocol.session_messages import (
    Agreement,
    Attendance,
    Clock,
    Muted,
    Rematch,
    Role,
    Talk,
    UndoAsked,
    UndoSettled,
)
from forvm.server.protocol.view_messages import RulesName, View, ViewChange

ErrorCode = Literal[
    "malformed",  # not a message of this protocol
    "stale",  # made for an earlier position; the snapshot beside it is the present one
    "illegal",  # the rules forbid the move
    "not_your_turn",
    "not_your_seat",
    "no_undo",
    "not_invited",  # no link was opened for this game on this device
    "not_agreed",  # the table agreed to do without
    "not_ready",  # a gathering that cannot begin yet, or a game that has not begun
    "taken",  # the seat, the name or the colour is somebody else's
    "too_many",  # too often or too much: wait a little
    "unavailable",  # a hint that no bot can give now
    "content",  # house rules that cannot be used
    "record",  # a record that cannot be read
    "too_large",
    "unknown",  # no such game, edition, replay or page
    "hidden",  # would show what nobody may see before the end
    "store",  # the store cannot be written or read
    "forbidden",  # from another site
    "internal",
]


# From the page.


class Hello(Struct, frozen=True, tag="hello"):
    """The first message: what this screen has seen, and who sits at it.

    Without ``seats`` everyone who is a person sits here; online, those whom the cookie is for. ``last_seq`` is the last
    step that the page has, ``last_talk`` the last line of talk; null or 0 for none.
    """

    last_seq: Position | None = None
    seats: Annotated[list[SeatNumber], A_TABLE] | None = None
    last_talk: Position | None = None


class Lift(Struct, frozen=True, tag="lift"):
    """The person in this seat is at the screen: the curtain may go up."""

    seat: SeatNumber


class Play(Struct, frozen=True, tag="play"):
    """A move, by id or notation, chosen in the position of ``seq``."""

    seq: Position
    seat: SeatNumber
    move: MoveId | Notation


class Undo(Struct, frozen=True, tag="undo"):
    """Take back the last move of this seat, as far as the information barrier lets it."""

    seq: Position
    seat: SeatNumber


class AskUndo(Struct, frozen=True, tag="ask_undo"):
    """Ask all others to go back to a position, one of ``Takeback.earlier``."""

    seq: Position
    seat: SeatNumber
    position: Position


class AnswerUndo(Struct, frozen=True, tag="answer_undo"):
    """Agree to a request, or not; who made it withdraws it by not agreeing."""

    number: RequestNumber
    seat: SeatNumber
    agree: bool


class Say(Struct, frozen=True, tag="say"):
    """Talk. Players talk at the table; spectators among themselves, heard by no player before the end.

    ``ref`` is the page's own name for it: said again with the same one, it is not said twice.
    """

    text: Said
    ref: Line


class Mute(Struct, frozen=True, tag="mute"):
    """Hear a speaker no more, or again."""

    speaker: Line
    muted: bool


class AskHint(Struct, frozen=True, tag="ask_hint"):
    """What would a bot do here?"""

    seat: SeatNumber


class AskChances(Struct, frozen=True, tag="ask_chances"):
    """How likely is each player to win?"""


class Settings(Struct, frozen=True, tag="settings"):
    """How fast bots play: at least so many milliseconds between two moves of theirs."""

    pace: Pace


class Ping(Struct, frozen=True, tag="ping"):
    """Is anybody there?"""


ClientMessage = Hello | Lift | Play | Undo | AskUndo | AnswerUndo | Say | Mute | AskHint | AskChances | Settings | Ping


# From the server.


class Seat(Struct, frozen=True):
    """Who sits where."""

    seat: int
    letter: str
    name: str
    kind: Literal["person", "bot", "open"]  # open: somebody may yet come
    bot: str | None  # which bot
    here: bool  # at this screen
    colour: int


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to Hello: the game, who plays, and the steps that the page has not seen; a Snapshot follows.

    If ``afresh``, the steps begin at the beginning, and the page forgets what it has. Of a long game only the first of
    them, or none, are here: the others come in between, as Missed. Of an online game Attendance, Talk, Muted and
    UndoAsked come in between, too. ``agreement`` is null where everyone sits at one screen.
    """

    game: str
    rules: RulesName
    seats: list[Seat]
    guided: bool
    hidden_hands: bool
    pace: int
    afresh: bool
    steps: list[Step]
    role: Role
    agreement: Agreement | None
    seal: Seal | None  # of the dice; null for games begun before there was one
    rematch: str | None  # the game for which its people gather, or gathered, next


class Missed(Struct, frozen=True, tag="missed"):
    """More steps that the page has not seen: those that come next after all before."""

    steps: list[Step]


class Earlier(Struct, frozen=True):
    """A position to which one may ask to go back: the one before a move of one's own."""

    position: int
    text: str


class Takeback(Struct, frozen=True):
    """Whether the last move can be taken back: whose and what it was, or why not."""

    allowed: bool
    seat: int | None  # who would take it back
    text: str
    earlier: list[Earlier]  # where everyone together could go back to, latest first; empty if not agreed


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """The position as this screen may see it, and what can be done.

    With ``curtain`` the screen passes from one person to another: the view is a spectator's until ``seat`` sends Lift.
    ``seat`` is whose view it is, or who is asked to come to the screen.
    """

    seq: int
    position: int
    seat: int | None
    curtain: bool
    view: View | None  # whole, in the first message after opening
    change: ViewChange | None  # since the last view; null with ``view`` null: nothing has changed
    to_play: bool  # this screen's seat is to choose now
    choices: list[Choice]
    offers: list[Offer]
    no_end: Sentence | None  # why this screen's seat cannot end the phase yet
    undo: Takeback
    thinking: int | None  # the seat for which a bot thinks
    clock: Clock | None


class Happened(Struct, frozen=True, tag="happened"):
    """One step, and the position after it; a Snapshot follows when somebody at this screen is to choose, or nobody."""

    seq: int
    step: Step
    view: View | None  # whole, if the page was sent none before
    change: ViewChange | None  # since the last view


class Thinking(Struct, frozen=True, tag="thinking"):
    """A bot thinks about its move, or about that of somebody who is away or whose clock has run out."""

    seq: int
    seat: int


class Candidate(Struct, frozen=True):
    """A move that a bot considered: its chance of winning after it, and why."""

    id: int
    notation: str
    text: str
    clause: str
    chance: float
    reasons: list[str]


class Hint(Struct, frozen=True, tag="hint"):
    """What a bot would do for a seat in the position of ``seq``, best first."""

    seq: int
    seat: int
    by: str
    candidates: list[Candidate]


class Chances(Struct, frozen=True, tag="chances"):
    """Each seat's estimated chance of winning in the position of ``seq``."""

    seq: int
    by: str
    chances: list[float]


class Problem(Struct, frozen=True, tag="problem"):
    """Something was refused, and nothing has changed. Where the page was behind, ``snapshot`` brings it up to date."""

    code: ErrorCode
    message: str
    clause: str | None = None
    snapshot: Snapshot | None = None


class Pong(Struct, frozen=True, tag="pong"):
    """Yes."""

    seq: int


ServerMessage = (
    Gathering
    | Welcome
    | Missed
    | Attendance
    | Talk
    | Muted
    | UndoAsked
    | UndoSettled
    | Rematch
    | Snapshot
    | Happened
    | Thinking
    | Hint
    | Chances
    | Problem
    | Pong
)
