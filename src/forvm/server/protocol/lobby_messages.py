"""Before an online game: invitations, who sits where, and who is ready."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from forvm.server.protocol.dice_messages import Seal
from forvm.server.protocol.message_bounds import (
    A_TABLE,
    SOME,
    Colour,
    Commitment,
    File,
    Id,
    Line,
    Salt,
    SeatNumber,
    Secret,
)
from forvm.server.protocol.session_messages import Agreement, Role
from forvm.server.protocol.view_messages import RulesName, Value


class ServerInfo(Struct, frozen=True):
    """What this server is. GET /api/server."""

    online: bool  # false: everyone sits at one screen, and nothing of this module is to be had
    version: str
    public_url: str | None  # where others reach it, without a slash at the end
    colours: int  # a colour is a number below this
    longest_name: int
    longest_talk: int
    longest_words: int  # for the dice
    longest_wait: int  # seconds; of cover_after and clock


# From the page.


class NewPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new gathering: for a person, or for a bot, which is then named."""

    bot: Id | None = None
    name: Line | None = None  # of the bot; left out, that of its kind


class NewGathering(Struct, frozen=True, forbid_unknown_fields=True):
    """An online game to gather for. POST /api/gatherings. The host takes the first seat that is a person's.

    ``rules``, ``changes`` and ``house_rules`` are as in NewGame.
    """

    seats: Annotated[list[NewPlace], A_TABLE]
    agreement: Agreement
    name: Line  # the host's
    colour: Colour = 0
    rules: Id = "forvm"
    changes: Annotated[dict[Id, Value], SOME] = {}
    house_rules: File | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link, exchanged for a cookie. POST /api/join."""

    secret: Secret


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat (null: any that is free), or change one's name and colour. POST /api/gatherings/{id}/sit."""

    name: Line
    seat: SeatNumber | None = None
    colour: Colour | None = None


class Ready(Struct, frozen=True, forbid_unknown_fields=True):
    """Ready to begin by this agreement, or not yet. POST /api/gatherings/{id}/ready.

    ``words`` is the commitment to one's words for the dice: docs/dice.md says how a page makes it. The words stay with
    the page until the host starts. Without it one adds nothing to the dice.
    """

    ready: bool
    words: Commitment | None = None


class OpenWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that one has committed to, once the host has started. POST /api/gatherings/{id}/open."""

    salt: Salt
    words: Line


class ChangeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The host gives a seat to a bot, or (null) to whoever comes. POST /api/gatherings/{id}/seat."""

    seat: SeatNumber
    bot: Id | None = None


# From the server.


class Place(Struct, frozen=True):
    """A seat of a gathering."""

    seat: int
    letter: str
    kind: Literal["open", "person", "bot"]
    name: str | None
    colour: int
    bot: str | None
    ready: bool  # bots always are
    here: bool  # is their page open?
    host: bool
    words: str | None  # the commitment to their words for the dice


class Gathering(Struct, frozen=True, tag="gathering"):
    """A game that has not begun, as one person sees it: the answer to whatever they do, and told to all on any change.

    When the host starts, nothing can be changed any more, and the pages of those who committed to words open them
    (``opening``). Once all are open it begins (``started``), and the socket goes on with Welcome. The host can call the
    opening off: then there is another secret and another round, and everyone has to be ready again.
    """

    id: str
    rules: RulesName
    created: str
    agreement: Agreement
    seats: list[Place]
    spectators: int  # whose page is open
    role: Role
    you: int | None  # where one sits
    free: list[int]  # seats that one may take
    host: bool  # is it one's own?
    commitment: str  # to the secret of the dice
    round: int  # of opening words: 1 more than were called off
    opening: bool
    seal: Seal | None  # null until the opening: before that it could still change
    closed: list[int]  # while it is opening: the seats whose words are not open yet
    called_off: list[str] | None  # after an opening that was called off: the names of those who had not opened
    can_start: bool
    why_not: str | None
    started: bool
    after: str | None  # the game that this is the rematch of
    expires: str | None = None  # soon: when it is forgotten, unless it begins; later if others come


class Links(Struct, frozen=True):
    """The secrets of a gathering's links; a link is ``<public_url>/join#<secret>``. They are told this once only.

    POST /api/gatherings/{id}/links makes new ones, and the old ones are void.
    """

    everyone: str
    seats: list[str | None]  # null: a bot's
    spectators: str | None


class Opened(Struct, frozen=True):
    """A new gathering, and its links. POST /api/gatherings."""

    gathering: Gathering
    links: Links


class Joined(Struct, frozen=True):
    """What a link was for. Whoever may choose a seat does so in the gathering (``seat`` is null for a player)."""

    game: str
    started: bool
    role: Role
    seat: int | None


class Device(Struct, frozen=True):
    """A browser that holds a seat of one's own. GET /api/devices; DELETE /api/devices/{id} logs it out."""

    id: str
    browser: str  # in a few words
    seen: str  # when last, within some minutes
    this: bool  # the one that asks
    games: int  # in which it holds a seat of one's own


class Link(Struct, frozen=True):
    """The secret of one link, told this once only; a new one voids the one before.

    POST /api/games/{id}/seats/{seat}/link: one's own seat on one more device; it can be used once.
    POST /api/games/{id}/spectators/link: for spectators of a running game.
    """

    secret: str
    until: str | None
