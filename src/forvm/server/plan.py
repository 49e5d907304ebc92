"""A gathering's plan, as the store keeps it: what is to be played, who sits where, and what each has agreed to.

Plans are values. Each thing that somebody does in a gathering is a function from one plan to the next, which refuses
what cannot be done; ``forvm.server.gatherings`` stores the next plan and tells everyone.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from forvm import text
from forvm.errors import ForvmError
from forvm.notation.names import LONGEST_NAME, SEATS
from forvm.notation.proof import check_entropy
from forvm.server.errors import ServerError
from forvm.server.messages.company import Agreement
from forvm.server.messages.gathering import NewGathering, NewPlace
from forvm.server.messages.view import Value
from forvm.server.people import ANY, Guest
from forvm.server.setup import DiceSetup, SeatSetup, Setup
from forvm.server.thinking.roster import check_bot

COLOURS = 6
LONGEST_WAIT = 14 * 24 * 3600  # seconds
SHORTEST_CLOCK = 5


class Chair(Struct, frozen=True):
    """A seat: a bot's, a person's (on one device or several), or free."""

    bot: str | None = None
    people: tuple[int, ...] = ()
    name: str | None = None
    colour: int = 0
    ready: bool = False
    entropy: str | None = None

    @property
    def is_free(self) -> bool:
        """May somebody sit down?"""
        return self.bot is None and not self.people


class Plan(Struct, frozen=True):
    """All that is known of a gathering."""

    rules: str
    changes: dict[str, Value]
    house_rules: str | None
    content: str
    agreement: Agreement
    chairs: tuple[Chair, ...]
    host: int
    dice: DiceSetup  # without what people add
    started: bool = False
    after: str | None = None  # the game that it is the rematch of
    again: str | None = None  # the gathering that is the rematch of this

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

    def sealed(self) -> DiceSetup:
        """The dice, with what people have added."""
        return replace(self.dice, entropy=tuple(chair.entropy for chair in self.chairs))

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

    def setup(self) -> Setup:
        """The game that it becomes."""
        return Setup(
            rules=self.rules,
            changes=self.changes,
            house_rules=self.house_rules,
            content=self.content,
            seats=tuple(SeatSetup(chair.name or "", chair.bot, chair.colour) for chair in self.chairs),
            guided=False,
            dice=self.sealed(),
        )


# What people do.


def opened(wanted: NewGathering, content: str, person: int, dice: DiceSetup) -> Plan:
    """A new plan; the host sits in the first seat that is a person's."""
    if not 1 <= len(wanted.seats) <= len(SEATS):
        raise ServerError("malformed", f"There are up to {len(SEATS)} seats at a table, not {len(wanted.seats)}.")
    chairs: list[Chair] = []
    for number, place in enumerate(wanted.seats):
        chairs.append(_new_chair(place, number, [chair.name for chair in chairs]))
    plan = Plan(
        rules=wanted.rules,
        changes=wanted.changes,
        house_rules=wanted.house_rules,
        content=content,
        agreement=checked(wanted.agreement),
        chairs=tuple(chairs),
        host=person,
        dice=dice,
    )
    first = next((number for number, chair in enumerate(chairs) if chair.is_free), None)
    if first is None:
        raise ServerError("malformed", "Somebody has to play: leave at least one seat to a person.")
    host = Guest(person, frozenset({ANY}))
    return sit(plan, host, first, wanted.name, wanted.colour)


def sit(plan: Plan, guest: Guest, seat: int | None, name: str, colour: int | None) -> Plan:
    """Somebody takes a seat, moves to another, or changes their name or colour."""
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
        ready=before.ready and seat == here,
        entropy=before.entropy,
    )
    if here is not None and here != seat:
        plan = _with(plan, here, Chair(colour=plan.chairs[seat].colour))
    return _bots_give_way(_with(plan, seat, mine))


def leave(plan: Plan, person: int) -> Plan:
    """Somebody gets up again."""
    if person == plan.host:
        raise ServerError("not_ready", text.load("table")["gathering"]["host_stays"])
    here = _seated(plan, person)
    return _with(plan, here, Chair(colour=plan.chairs[here].colour))


def be_ready(plan: Plan, person: int, ready: bool) -> Plan:
    """Somebody agrees to all that stands in the plan, or not yet."""
    here = _seated(plan, person)
    return _with(plan, here, replace(plan.chairs[here], ready=ready))


def add_entropy(plan: Plan, person: int, given: str) -> Plan:
    """Somebody adds words of their own to the dice, or takes them away again."""
    here = _seated(plan, person)
    try:
        words = check_entropy(given.strip()) if given.strip() else None
    except ForvmError as error:
        raise ServerError("malformed", error.message) from None
    return _with(plan, here, replace(plan.chairs[here], entropy=words))


def agree(plan: Plan, person: int, agreement: Agreement) -> Plan:
    """The host proposes another agreement: everyone has to be asked again."""
    _check_host(plan, person)
    return _unready(replace(plan, agreement=checked(agreement)))


def give_seat(plan: Plan, person: int, seat: int, bot: str | None) -> Plan:
    """The host gives a seat to a bot, or frees it; whoever sat there has to look for another."""
    _check_host(plan, person)
    if not 0 <= seat < len(plan.chairs):
        raise ServerError("malformed", f"There are seats 0 to {len(plan.chairs) - 1}.")
    if person in plan.chairs[seat].people:
        raise ServerError("taken", text.load("table")["gathering"]["host_stays"])
    names = [chair.name for number, chair in enumerate(plan.chairs) if number != seat]
    chair = _new_chair(NewPlace(bot), plan.chairs[seat].colour, names)
    return _unready(_bots_give_way(_with(plan, seat, chair)))


def start(plan: Plan, person: int) -> Plan:
    """The host begins, if nothing stands in the way."""
    _check_host(plan, person)
    obstacle = plan.why_not()
    if obstacle is not None:
        raise ServerError("not_ready", obstacle)
    return replace(plan, started=True)


def once_more(plan: Plan, game: str, person: int, holders: dict[int, list[int]], dice: DiceSetup) -> Plan:
    """The plan of a rematch: everyone sits where they sat, on all their devices, and has to be asked again."""
    chairs = tuple(
        replace(chair, people=tuple(holders.get(number, chair.people)), ready=chair.bot is not None, entropy=None)
        for number, chair in enumerate(plan.chairs)
    )
    return replace(plan, chairs=chairs, host=person, dice=dice, started=False, after=game, again=None)


# What they have to keep to.


def checked(agreement: Agreement) -> Agreement:
    """An agreement that can be kept."""
    check_bot(agreement.cover_bot)
    for seconds in (agreement.cover_after, agreement.clock):
        if seconds is not None and not 0 <= seconds <= LONGEST_WAIT:
            raise ServerError(
                "malformed", f"cover_after and clock are numbers of seconds up to {LONGEST_WAIT}, or null."
            )
    if agreement.clock is not None and agreement.clock < SHORTEST_CLOCK:
        raise ServerError(
            "malformed", f"A clock has at least {SHORTEST_CLOCK} seconds: nobody can read the board faster."
        )
    return agreement


def check_name(name: str) -> str:
    """A name that every screen can show."""
    tidy = name.strip()
    if not tidy or not tidy.isprintable() or len(tidy) > LONGEST_NAME:
        raise ServerError("malformed", f"A name has 1 to {LONGEST_NAME} signs that can be printed.")
    return tidy


def _own_name(name: str, others: list[Chair]) -> str:
    tidy = check_name(name)
    if tidy.casefold() in {(chair.name or "").casefold() for chair in others}:
        raise ServerError("taken", text.fill(text.load("table")["gathering"]["name"], {"name": tidy}))
    return tidy


def _own_colour(colour: int, others: list[Chair], *, asked: bool) -> int:
    """The colour that somebody asks for, or else the first that nobody has."""
    if not 0 <= colour < COLOURS:
        raise ServerError("malformed", f"A colour is a number from 0 to {COLOURS - 1}.")
    taken = {chair.colour for chair in others if chair.people}
    if colour in taken and asked:
        raise ServerError("taken", text.load("table")["gathering"]["colour"])
    return _first_free(colour, taken)


def _first_free(colour: int, taken: set[int]) -> int:
    return colour if colour not in taken else next(free for free in range(COLOURS) if free not in taken)


def _bots_give_way(plan: Plan) -> Plan:
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
    taken = {(other or "").casefold() for other in names}
    numbered = (f"{name} {number}" for number in range(2, 9))
    free = name if name.casefold() not in taken else next(other for other in numbered if other.casefold() not in taken)
    return Chair(bot=place.bot, name=free, colour=colour, ready=True)


def _seated(plan: Plan, person: int) -> int:
    here = plan.chair_of(person)
    if here is None:
        raise ServerError("not_your_seat", text.load("table")["gathering"]["stand"])
    return here


def _check_host(plan: Plan, person: int) -> None:
    if person != plan.host:
        raise ServerError("not_your_seat", text.load("table")["gathering"]["host"])


def _with(plan: Plan, seat: int, chair: Chair) -> Plan:
    chairs = tuple(chair if number == seat else other for number, other in enumerate(plan.chairs))
    return replace(plan, chairs=chairs)


def _unready(plan: Plan) -> Plan:
    return replace(plan, chairs=tuple(replace(chair, ready=chair.bot is not None) for chair in plan.chairs))
