"""A gathering's plan, as the store keeps it: what is to be played, who sits where, and what each has agreed to.

Plans are values. Each thing that somebody does in a gathering is a function from one plan to the next, which refuses
what cannot be done; ``forvm.server.people.lobbies`` stores the next plan and tells everyone.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from forvm import text
from forvm.errors import ForvmError
from forvm.notation.names import SEATS
from forvm.notation.seal import Opening, words_commitment
from forvm.server.common.server_errors import ServerError
from forvm.server.games.bot_registry import check_bot
from forvm.server.games.game_setup import CheckedRules, DiceSetup, GameSetup, SeatSetup
from forvm.server.games.player_names import alike, check_name, check_not_reserved, taken_by
from forvm.server.people.accounts import Guest
from forvm.server.protocol.lobby_messages import NewGathering, NewPlace
from forvm.server.protocol.message_bounds import COLOURS
from forvm.server.protocol.session_messages import Agreement
from forvm.server.protocol.view_messages import Value
from forvm.server.store.stored_people import ANY

SHORTEST_CLOCK = 5


class Chair(Struct, frozen=True):
    """A seat: a bot's, a person's (on one device or several), or free."""

    bot: str | None = None
    people: tuple[int, ...] = ()
    name: str | None = None
    colour: int = 0
    ready: bool = False
    words: str | None = None  # the commitment to the words for the dice; only of somebody who is ready
    opening: Opening | None = None  # the words, once the host has begun the opening

    @property
    def is_free(self) -> bool:
        """May somebody sit down?"""
        return self.bot is None and not self.people


class LobbyPlan(Struct, frozen=True):
    """All that is known of a gathering."""

    rules: str
    changes: dict[str, Value]
    house_rules: str | None  # as in Setup
    content: str
    agreement: Agreement
    chairs: tuple[Chair, ...]
    host: int
    dice: DiceSetup  # without the words
    started: bool = False
    opening: bool = False  # the host has started: nothing changes any more, and everyone opens their words
    missing: tuple[str, ...] | None = None  # who had not opened their words when the last opening was called off
    after: str | None = None  # the game that it is the rematch of
    again: str | None = None  # the gathering that is the rematch of this
    checked_rules: CheckedRules | None = None  # in place of `rules`

    def chair_of(self, person: int) -> int | None:
        """Where somebody sits."""
        return next((number for number, chair in enumerate(self.chairs) if person in chair.people), None)

    def free_for(self, guest: Guest) -> list[int]:
        """The seats that somebody may take."""
        return [
            number
            for number, chair in enumerate(self.chairs)
            if chair.is_free and (number in guest.chooses or ANY in guest.chooses)
        ]

    @property
    def closed(self) -> tuple[int, ...]:
        """The seats whose words are not open yet."""
        return tuple(
            number for number, chair in enumerate(self.chairs) if chair.words is not None and chair.opening is None
        )

    def why_not(self) -> str | None:
        """What stands in the way of beginning, if anything."""
        words = text.load("table")["gathering"]
        open_seats = sum(chair.is_free for chair in self.chairs)
        if open_seats:
            return text.fill(words["open"], {"count": open_seats})
        waiting = [
            chair.name or ""
            for chair in self.chairs
            if chair.people and not chair.ready and self.host not in chair.people
        ]
        return text.fill(words["waiting"], {"players": waiting}) if waiting else None

    def setup(self) -> GameSetup:
        """The game that it becomes."""
        return GameSetup(
            rules=self.rules,
            changes=self.changes,
            house_rules=self.house_rules,
            content=self.content,
            seats=tuple(SeatSetup(chair.name or "", chair.bot, chair.colour) for chair in self.chairs),
            guided=False,
            dice=replace(
                self.dice,
                words=tuple(chair.words for chair in self.chairs),
                opened=tuple(chair.opening for chair in self.chairs) if self.started else (),
            ),
            checked_rules=self.checked_rules,
        )


# What people do.


def opened(
    wanted: NewGathering, content: str, person: int, dice: DiceSetup, checked_rules: CheckedRules | None = None
) -> LobbyPlan:
    """A new plan; the host sits in the first seat that is a person's. ``checked_rules``: what its file says."""
    if not 1 <= len(wanted.seats) <= len(SEATS):
        raise ServerError("malformed", f"A table has at most {len(SEATS)} seats, not {len(wanted.seats)}.")
    chairs: list[Chair] = []
    for number, place in enumerate(wanted.seats):
        chairs.append(_new_chair(place, number, [chair.name for chair in chairs]))
    plan = LobbyPlan(
        rules=wanted.rules,
        changes=wanted.changes,
        house_rules=None,
        content=content,
        agreement=checked(wanted.agreement),
        chairs=tuple(chairs),
        host=person,
        dice=dice,
        checked_rules=checked_rules,
    )
    first = next((number for number, chair in enumerate(chairs) if chair.is_free), None)
    if first is None:
        raise ServerError("malformed", "At least one seat must be for a person.")
    host = Guest(person, frozenset({ANY}))
    return sit(plan, host, first, wanted.name, wanted.colour)


def sit(plan: LobbyPlan, guest: Guest, seat: int | None, name: str, colour: int | None) -> LobbyPlan:
    """Somebody takes a seat, moves to another, or changes their name or colour.

    Who is ready while a seat is free has agreed to play with whoever comes. But nobody has agreed to an order of seats
    or to names that change afterwards: then everyone is asked again. A commitment to words is for one seat only.
    """
    _check_not_opening(plan)
    here = plan.chair_of(guest.person)
    if seat is None:
        seat = here if here is not None else next(iter(plan.free_for(guest)), None)
    if seat is None:
        raise ServerError("taken", text.load("table")["gathering"]["full"])
    if seat != here and seat not in plan.free_for(guest):
        raise ServerError("taken", text.load("table")["gathering"]["taken"])
    others = [chair for number, chair in enumerate(plan.chairs) if number not in (here, seat) and not chair.is_free]
    before = plan.chairs[seat if here is None else here]
    mine = Chair(
        people=before.people or (guest.person,),
        name=_own_name(name, others),
        colour=_own_colour(before.colour if colour is None else colour, others, asked=colour is not None),
        ready=before.ready,
        words=before.words,
    )
    asked_again = here is not None and (here != seat or before.name != mine.name)
    if here is not None and here != seat:
        plan = _with(plan, here, Chair(colour=plan.chairs[seat].colour))
    plan = _bots_give_way(_with(plan, seat, mine))
    return _unready(plan) if asked_again else plan


def leave(plan: LobbyPlan, person: int) -> LobbyPlan:
    """Somebody gets up again; the others are asked again, for whoever comes next is somebody else."""
    _check_not_opening(plan)
    if person == plan.host:
        raise ServerError("not_ready", text.load("table")["gathering"]["host_stays"])
    here = _seated(plan, person)
    return _unready(_with(plan, here, Chair(colour=plan.chairs[here].colour)))


def be_ready(plan: LobbyPlan, person: int, ready: bool, words: str | None = None) -> LobbyPlan:
    """Somebody agrees to all that stands in the plan and commits to their words for the dice, or does not agree yet."""
    _check_not_opening(plan)
    here = _seated(plan, person)
    return _with(plan, here, replace(plan.chairs[here], ready=ready, words=words if ready else None))


def agree(plan: LobbyPlan, person: int, agreement: Agreement) -> LobbyPlan:
    """The host proposes another agreement: everyone has to be asked again."""
    _check_host(plan, person)
    _check_not_opening(plan)
    return _unready(replace(plan, agreement=checked(agreement)))


def give_seat(plan: LobbyPlan, person: int, seat: int, bot: str | None) -> LobbyPlan:
    """The host gives a seat to a bot, or frees it; whoever sat there has to look for another."""
    _check_host(plan, person)
    _check_not_opening(plan)
    if not 0 <= seat < len(plan.chairs):
        raise ServerError("malformed", f"The seats are numbered 0 to {len(plan.chairs) - 1}.")
    if person in plan.chairs[seat].people:
        raise ServerError("taken", text.load("table")["gathering"]["host_stays"])
    names = [chair.name for number, chair in enumerate(plan.chairs) if number != seat]
    chair = _new_chair(NewPlace(bot), plan.chairs[seat].colour, names)
    return _unready(_bots_give_way(_with(plan, seat, chair)))


def start(plan: LobbyPlan, person: int) -> LobbyPlan:
    """The host begins, if nothing stands in the way: first all words are opened; if there are none, the game begins."""
    _check_host(plan, person)
    _check_not_opening(plan)
    obstacle = plan.why_not()
    if obstacle is not None:
        raise ServerError("not_ready", obstacle)
    return replace(plan, opening=bool(plan.closed), started=not plan.closed, missing=None)


def open_words(plan: LobbyPlan, person: int, salt: str, words: str) -> LobbyPlan:
    """Somebody opens the words that they committed to; with the last of them the game begins."""
    here, said = _seated(plan, person), text.load("table")["opening"]
    chair = plan.chairs[here]
    if not plan.opening:
        raise ServerError("not_ready", said["not_yet"])
    if chair.words is None:
        raise ServerError("not_ready", said["nothing"])
    try:
        opening = Opening(salt, words)
        fits = words_commitment(plan.dice.game, here, plan.dice.round, opening) == chair.words
    except ForvmError as error:
        raise ServerError("malformed", error.message) from None
    if not fits:
        raise ServerError("malformed", said["other_words"])
    plan = _with(plan, here, replace(chair, opening=opening))
    return plan if plan.closed else replace(plan, opening=False, started=True)


def call_off(plan: LobbyPlan, person: int, secret: str) -> LobbyPlan:
    """The host calls the opening off.

    Whoever saw how it would end must not be able to choose: so the next one has another secret and other words, and
    its seal tells how many there were before.
    """
    _check_host(plan, person)
    if not plan.opening:
        raise ServerError("not_ready", text.load("table")["opening"]["not_yet"])
    return replace(new_round(plan, secret), missing=tuple(plan.chairs[seat].name or "" for seat in plan.closed))


def new_round(plan: LobbyPlan, secret: str) -> LobbyPlan:
    """Begin again with another secret, and ask everyone again."""
    return with_dice(plan, replace(plan.dice, secret=secret, round=plan.dice.round + 1))


def with_dice(plan: LobbyPlan, dice: DiceSetup) -> LobbyPlan:
    """Take other dice, and ask everyone again."""
    return _unready(replace(plan, dice=dice, opening=False))


def once_more(plan: LobbyPlan, game: str, person: int, holders: dict[int, list[int]], dice: DiceSetup) -> LobbyPlan:
    """The plan of a rematch: everyone sits where they sat, on all their devices, and has to be asked again.

    A seat that nobody holds any more is free. Who sat there at the start may have been logged out since.
    """
    chairs = tuple(
        chair
        if chair.bot is not None
        else replace(chair, people=tuple(holders[number]))
        if number in holders
        else Chair(colour=chair.colour)
        for number, chair in enumerate(plan.chairs)
    )
    again = replace(plan, chairs=chairs, host=person, dice=dice, started=False, after=game, again=None)
    return _unready(again)


# What they have to keep to.


def checked(agreement: Agreement) -> Agreement:
    """An agreement that can be kept."""
    check_bot(agreement.cover_bot)
    if agreement.clock is not None and agreement.clock < SHORTEST_CLOCK:
        raise ServerError(
            "malformed", f"A clock must have at least {SHORTEST_CLOCK} seconds, so that people can read the board."
        )
    return agreement


def _own_name(name: str, others: list[Chair]) -> str:
    tidy = check_name(name)
    if (other := taken_by(tidy, [chair.name or "" for chair in others])) is not None:
        raise alike(tidy, other)
    check_not_reserved(tidy)
    return tidy


def _own_colour(colour: int, others: list[Chair], *, asked: bool) -> int:
    """The colour that somebody asks for, or else the first that nobody has."""
    taken = {chair.colour for chair in others if chair.people}
    if colour in taken and asked:
        raise ServerError("taken", text.load("table")["gathering"]["colour"])
    return _first_free(colour, taken)


def _first_free(colour: int, taken: set[int]) -> int:
    return colour if colour not in taken else next(free for free in range(COLOURS) if free not in taken)


def _bots_give_way(plan: LobbyPlan) -> LobbyPlan:
    """Bots wear what people leave them."""
    taken = {chair.colour for chair in plan.chairs if chair.people}
    for number, chair in enumerate(plan.chairs):
        if chair.bot is not None:
            plan = _with(plan, number, replace(chair, colour=_first_free(chair.colour, taken)))
            taken.add(plan.chairs[number].colour)
    return plan


def _new_chair(place: NewPlace, colour: int, names: list[str | None]) -> Chair:
    if place.bot is None:
        return Chair(colour=colour)
    check_bot(place.bot)
    kind = text.load("table")["bots"][place.bot]["name"]
    name = check_name(place.name) if place.name is not None else kind
    others = [other for other in names if other is not None]
    candidates = (name, *(f"{name} {number}" for number in range(2, 9)))
    free = next(candidate for candidate in candidates if taken_by(candidate, others) is None)
    return Chair(bot=place.bot, name=free, colour=colour, ready=True)


def _seated(plan: LobbyPlan, person: int) -> int:
    here = plan.chair_of(person)
    if here is None:
        raise ServerError("not_your_seat", text.load("table")["gathering"]["stand"])
    return here


def _check_host(plan: LobbyPlan, person: int) -> None:
    if person != plan.host:
        raise ServerError("not_your_seat", text.load("table")["gathering"]["host"])


def _with(plan: LobbyPlan, seat: int, chair: Chair) -> LobbyPlan:
    chairs = tuple(chair if number == seat else other for number, other in enumerate(plan.chairs))
    return replace(plan, chairs=chairs)


def _check_not_opening(plan: LobbyPlan) -> None:
    if plan.opening:
        raise ServerError("not_ready", text.load("table")["opening"]["frozen"])


def _unready(plan: LobbyPlan) -> LobbyPlan:
    """Ask everyone again; what they committed to was for what they agreed to."""
    chairs = (replace(chair, ready=chair.bot is not None, words=None, opening=None) for chair in plan.chairs)
    return replace(plan, chairs=tuple(chairs))
