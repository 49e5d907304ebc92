"""The parameters of the game: one table, from which all that deals with them derives.

An edition gives every one of them a value; a house rule changes some. Loading, checking, comparing two
editions and any form that lets people choose values go by this table. What each one means in words is in the
project's texts.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from forvm.engine.limits import AGENTS, BANDS, MARKETS, PLAYERS

Value: TypeAlias = bool | int | str | tuple[int, ...]
Kind = Literal["number", "flag", "choice", "list"]
Unit = Literal["", "money", "prestige", "die"]

# Far above what any sensible game needs, and low enough that no sum can outgrow the engine's integers.
MOST_MONEY = 10_000
MOST_PRESTIGE = 200
LONGEST_HINTED = 60  # characters of a wrong word that are compared with the right ones


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its dotted key, what values it may have, and the fields of the definition it fills."""

    key: str
    kind: Kind
    fields: tuple[str, ...]
    unit: Unit = ""
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()
    longest: int = 0  # of a list

    @property
    def section(self) -> str:
        """The part of the key before the first dot: its TOML section."""
        return self.key.partition(".")[0]

    def problem(self, value: object) -> str:
        """What is wrong with a value, as the end of a sentence about it; empty if nothing is."""
        if self.kind == "flag":
            return "" if isinstance(value, bool) else "must be true or false"
        if self.kind == "choice":
            return "" if isinstance(value, str) and value in self.choices else f"must be {self._choices()}"
        if self.kind == "number":
            return "" if self._fits(value) else f"must be a whole number from {self.low} to {self.high}"
        if isinstance(value, list | tuple) and 1 <= len(value) <= self.longest and all(map(self._fits, value)):
            return ""
        return f"must be a list of 1 to {self.longest} whole numbers, each from {self.low} to {self.high}"

    @property
    def range(self) -> str:
        """Which values it may have, in a few words.

        >>> BY_KEY["oust.roll"].range, BY_KEY["trade.values"].range, BY_KEY["give.cost"].range
        ('1 – 6', 'printed, formula', 'up to 5 of 0 – 10000')
        """
        if self.kind == "flag":
            return "true, false"
        if self.kind == "choice":
            return ", ".join(self.choices)
        numbers = f"{self.low} – {self.high}"
        return numbers if self.kind == "number" else f"up to {self.longest} of {numbers}"

    def _fits(self, value: object) -> bool:
        # To Python a bool is an int, to a person it is not.
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def _choices(self) -> str:
        return " or ".join(f'"{choice}"' for choice in self.choices)


def _number(key: str, low: int, high: int, *fields: str) -> Parameter:
    return Parameter(key, "number", fields, low=low, high=high)


def _money(key: str, *fields: str, low: int = 0, high: int = MOST_MONEY) -> Parameter:
    return Parameter(key, "number", fields, "money", low, high)


def _prestige(key: str, *fields: str, low: int = 0, high: int = 20) -> Parameter:
    return Parameter(key, "number", fields, "prestige", low, high)


def _roll(key: str, field: str) -> Parameter:
    # A 1 is a roll that always succeeds. Nothing is tried that cannot succeed, so a 7 is not offered.
    return Parameter(key, "number", (field,), "die", 1, 6)


def _flag(key: str, field: str) -> Parameter:
    return Parameter(key, "flag", (field,))


def _choice(key: str, field: str, *choices: str) -> Parameter:
    # The definition holds the place of the chosen word: the order is that of the engine's constants.
    return Parameter(key, "choice", (field,), choices=choices)


def _list(key: str, unit: Unit, longest: int, *fields: str, high: int) -> Parameter:
    return Parameter(key, "list", fields, unit, 0, high, longest=longest)


PARAMETERS: tuple[Parameter, ...] = (
    _number("players.min", 2, PLAYERS, "players"),
    _number("players.max", 2, PLAYERS, "players"),
    _money("start.money", "start_money"),
    _prestige("start.prestige", "start_prestige", high=MOST_PRESTIGE),
    _number("start.agents", 0, 1, "start_agents"),  # MOVE-3: Rome holds one
    _number("supply.agents", 1, AGENTS, "agents"),
    _number("supply.horrea", 0, MARKETS, "horrea"),
    _choice("family.kind", "family_open", "hand", "open"),
    _number("family.cards", 0, 10, "family_cards"),
    _number("family.boys", 0, 100, "family_deck"),
    _number("family.girls", 0, 100, "family_deck"),
    _number("family.sons", 0, 10, "family_start"),
    _number("family.daughters", 0, 10, "family_start"),
    _roll("enter.roll", "enter_roll"),
    _number("intrigue.limit", 0, 1, "intrigue_limit"),
    _money("oust.cost", "oust_cost"),
    _roll("oust.roll", "oust_roll"),
    _roll("oust.roll_if_challenger_local", "oust_roll_if_challenger_local"),
    _roll("oust.roll_if_holder_local", "oust_roll_if_holder_local"),
    _money("local.cost", "local_cost"),
    _prestige("local.prestige", "local_prestige"),
    _prestige("alliance.prestige", "alliance_prestige"),
    _prestige("alliance.loss", "alliance_loss"),
    _flag("alliance.repaid", "alliance_repaid"),
    _money("price.step", "price_step", low=1),
    _money("price.highest", "price_highest"),
    _number("price.counter_offers", 0, 20, "counter_offers"),
    _choice("trade.values", "value", "printed", "formula"),
    _choice("trade.informed_pays", "informed_pays", "boost", "full"),
    _flag("trade.informed_needs_rome", "informed_needs_rome"),
    _list("trade.boost", "money", MARKETS, "boost", high=MOST_MONEY),
    _money("trade.full.exotic", "full"),
    _money("trade.full.large", "full"),
    _money("trade.full.small", "full"),
    _money("trade.demand.rome", "value"),
    _money("trade.demand.exotic", "value"),
    _money("trade.demand.large", "value"),
    _money("trade.demand.small", "value"),
    _list("trade.distance_cost", "money", MARKETS, "value", high=MOST_MONEY),
    _number("route.links", 0, MARKETS - 1, "route_links"),
    _flag("route.needs_rome", "route_needs_rome"),
    _choice("route.pays", "route_pays", "boost", "full"),
    _money("build.cost", "build_cost"),
    _prestige("build.first", "build_first"),
    _prestige("build.five", "build_five"),
    _prestige("build.every", "build_every"),
    _prestige("build.region_lost", "region_lost"),
    _flag("build.then_give", "build_then_give"),
    _money("destroy.cost", "destroy_cost"),
    _roll("destroy.roll", "destroy_roll"),
    _roll("destroy.roll_if_attacker_local", "destroy_roll_if_attacker_local"),
    _roll("destroy.roll_if_victim_local", "destroy_roll_if_victim_local"),
    _flag("destroy.needs_agent", "destroy_needs_agent"),
    _list("give.bands", "prestige", BANDS, "bands", "band_start", high=MOST_PRESTIGE),
    _list("give.cost", "money", BANDS, "band_cost", high=MOST_MONEY),
    _money("give.growth", "give_growth"),
    _prestige("give.prestige", "give_prestige"),
    _choice("loan.kind", "loan", "sold", "ladder"),
    _money("loan.rate", "loan_rate"),
    _money("loan.floor", "loan_floor"),
    _money("reckon.mark", "mark", low=100, high=100_000),
    _prestige("reckon.prestige", "mark_prestige"),
    _money("senate.threshold", "senate_threshold", high=100_000),
    _prestige("win.prestige", "win_prestige", low=1, high=MOST_PRESTIGE),
    _number("win.turn_limit", 0, 1000, "turn_limit"),
)

# What a parameter needs in order to matter: one of these settings. Parameters that are not here always can.
_FORMULA = (("trade.values", "formula"),)
_HAND, _OPEN = (("family.kind", "hand"),), (("family.kind", "open"),)
MATTERS_ONLY_IF: dict[str, tuple[tuple[str, str], ...]] = {
    "family.cards": _HAND,
    "family.boys": _HAND,
    "family.girls": _HAND,
    "family.sons": _OPEN,
    "family.daughters": _OPEN,
    "trade.boost": (("trade.informed_pays", "boost"), ("route.pays", "boost")),
    "trade.full.exotic": (("trade.informed_pays", "full"), ("route.pays", "full")),
    "trade.full.large": (("trade.informed_pays", "full"),),
    "trade.full.small": (("trade.informed_pays", "full"),),
    "trade.demand.rome": _FORMULA,
    "trade.demand.exotic": _FORMULA,
    "trade.demand.large": _FORMULA,
    "trade.demand.small": _FORMULA,
    "trade.distance_cost": _FORMULA,
    "loan.rate": (("loan.kind", "sold"),),
    "loan.floor": (("loan.kind", "ladder"),),
}

BY_KEY: dict[str, Parameter] = {parameter.key: parameter for parameter in PARAMETERS}


def why_inert(key: str, values: Mapping[str, Value]) -> str:
    """Why a parameter cannot matter under these values, as a sentence; empty if it can.

    >>> why_inert("loan.floor", {"loan.kind": "sold"})
    'loan.floor matters only if loan.kind is "ladder". Here it is "sold".'
    """
    needed = MATTERS_ONLY_IF.get(key, ())
    if not needed or any(values[other] == wanted for other, wanted in needed):
        return ""
    conditions = " or ".join(f'{other} is "{wanted}"' for other, wanted in needed)
    here = f'it is "{values[needed[0][0]]}"' if len(needed) == 1 else "none of this holds"
    return f"{key} matters only if {conditions}. Here {here}."


def number(values: Mapping[str, Value], key: str) -> int:
    """A value as the engine counts: flags are 0 or 1, a choice is its place among the choices."""
    value = values[key]
    if isinstance(value, str):
        return BY_KEY[key].choices.index(value)
    assert isinstance(value, int), key
    return int(value)


def numbers(values: Mapping[str, Value], key: str) -> tuple[int, ...]:
    """A value that is a list."""
    value = values[key]
    assert isinstance(value, tuple), key
    return value


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """A sentence that names the nearest of the known words, or lists them if they are few; may be empty.

    >>> did_you_mean("oust.costs", BY_KEY)
    ' Did you mean oust.cost?'
    """
    words = list(dict.fromkeys(known))
    by_folded = {word.casefold(): word for word in words}
    close = difflib.get_close_matches(wrong[:LONGEST_HINTED].casefold(), by_folded, n=1)
    if close:
        return f" Did you mean {by_folded[close[0]]}?"
    return f" There are: {', '.join(words)}." if 0 < len(words) <= 20 else ""
