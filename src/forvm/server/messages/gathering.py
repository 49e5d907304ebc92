"""Before an online game: invitations, who sits where, and who is ready."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.server.messages.company import Agreement, Role
from forvm.server.messages.dice import Seal
from forvm.server.messages.view import RulesName, Value


class ServerInfo(Struct, frozen=True):
    """What this server is. GET /api/server."""

    online: bool  # false: everyone sits at one screen, and nothing of this module is to be had
    version: str
    public_url: str | None  # where others reach it, without a slash at the end
    colours: int  # a colour is a number below this
    longest_name: int
    longest_talk: int
    longest_entropy: int
    longest_wait: int  # seconds; of cover_after and clock


# From the page.


class NewPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new gathering: for a person, or for a bot, which is then named."""

    bot: str | None = None
    name: str | None = None  # of the bot; left out, that of its kind


class NewGathering(Struct, frozen=True, forbid_unknown_fields=True):
    """An online game to gather for. POST /api/gatherings. The host takes the first seat that is a person's.

    ``rules``, ``changes`` and ``house_rules`` are as in NewGame.
    """

    seats: list[NewPlace]
    agreement: Agreement
    name: str  # the host's
    colour: int = 0
    rules: str = "forvm"
    changes: dict[str, Value] = {}
    house_rules: str | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link, exchanged for a cookie. POST /api/join."""

    secret: str


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat (null: any that is free), or change one's name and colour. POST /api/gatherings/{id}/sit."""

    name: str
    seat: int | None = None
    colour: int | None = None


class Ready(Struct, frozen=True, forbid_unknown_fields=True):
    """Ready to begin by this agreement, or not yet. POST /api/gatherings/{id}/ready."""

    ready: bool


class AddEntropy(Struct, frozen=True, forbid_unknown_fields=True):
    """A text of one's own, mixed into every die; an empty one takes it away. POST /api/gatherings/{id}/entropy."""

    text: str


class ChangeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The host gives a seat to a bot, or (null) to whoever comes. POST /api/gatherings/{id}/seat."""

    seat: int
    bot: str | None = None


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
    entropy: str | None


class Gathering(Struct, frozen=True, tag="gathering"):
    """A game that has not begun, as one person sees it: the answer to whatever they do, and told to all on any change.

    Once it has begun (``started``) the socket goes on with Welcome.
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
    seal: Seal
    can_start: bool
    why_not: str | None
    started: bool
    after: str | None  # the game that this is the rematch of


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


class Link(Struct, frozen=True):
    """The secret of one link, told this once only; a new one voids the one before.

    POST /api/games/{id}/seats/{seat}/link: one's own seat on one more device; it can be used once.
    POST /api/games/{id}/spectators/link: for spectators of a running game.
    """

    secret: str
    until: str | None
