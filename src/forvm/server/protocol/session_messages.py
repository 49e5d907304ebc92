"""Who is at the table and what they agreed on: presence, clock, talk, and moves taken back by consent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.server.protocol.message_bounds import Id, Seconds

Role = Literal["player", "spectator"]
Channel = Literal["table", "spectators"]


class Agreement(Struct, frozen=True, forbid_unknown_fields=True):
    """What the people of an online game agree on before it begins; whoever is ready has agreed."""

    cover_after: Seconds | None  # seconds of absence after which a bot plays for somebody; null: never
    cover_bot: Id  # which bot plays for the absent, and makes the move of whoever's clock has run out
    clock: Seconds | None  # seconds for each move; null: as long as one likes
    hints: bool
    chances: bool
    undo: bool  # everyone together may take back what one alone may not
    spectators: bool


class Presence(Struct, frozen=True):
    """Whether a person is there; of the absent, since when, and when a bot takes over (null: never, or it has)."""

    seat: int
    state: Literal["here", "away", "covered"]
    since: str | None
    covers_at: str | None


class Attendance(Struct, frozen=True, tag="attendance"):
    """Who is there: after Welcome, and whenever it changes. Only people are named."""

    seats: list[Presence]
    spectators: int


class Clock(Struct, frozen=True):
    """The clock of whoever is to act: seconds agreed for a move, and seconds left when this was sent."""

    seat: int
    seconds: int
    left: float


class TalkLine(Struct, frozen=True):
    """Something said at the table. It is text: whoever shows it shows it as such."""

    number: int  # counts what is said in this game; a listener does not get every number
    channel: Channel
    speaker: str  # whom Mute names
    seat: int | None  # null: a spectator
    name: str
    text: str
    at: str
    ref: str  # what the speaker's page called it


class Talk(Struct, frozen=True, tag="talk"):
    """What was said. If ``afresh``, these are all the lines there are for this listener."""

    afresh: bool
    lines: list[TalkLine]


class Muted(Struct, frozen=True, tag="muted"):
    """Whom this listener does not hear: after Welcome, and whenever it changes."""

    speakers: list[str]


class UndoRequest(Struct, frozen=True):
    """A wish to take back more than one may alone: who asks, back to which position, and who has yet to agree."""

    number: int
    seat: int
    position: int
    text: str
    agreed: list[int]
    awaited: list[int]


class UndoAsked(Struct, frozen=True, tag="undo_asked"):
    """Somebody asks, or another has agreed; null after Welcome if nobody asks for anything."""

    request: UndoRequest | None


class UndoSettled(Struct, frozen=True, tag="undo_settled"):
    """A request has ended: by consent (the step of kind undo comes first), by refusal, withdrawal, or by a move."""

    number: int
    agreed: bool
    seat: int | None  # who refused or withdrew it
    text: str


class Rematch(Struct, frozen=True, tag="rematch"):
    """The people of this game gather for another: go there, the cookie fits already."""

    game: str
