"""The action space: one table of kinds and their dimensions.

Offsets, notation, documentation and the browser's types derive from this table. An id never changes its meaning:
new kinds go at the end, and the version goes up.

An id is ``base + (x * second + y) * third + z`` for the coordinates of its kind.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from forvm.engine.limits import BANDS, CARDS, DIRECTED_LINKS, GIFTS, MARKETS, PLAYERS, PRICES

ACTION_SPACE_VERSION = 1

# What a player can do, and what chance supplies. Type checkers find every place that must know a new one.
MoveKind = Literal[
    "end",
    "enter",
    "move",
    "oust",
    "wed",
    "propose",
    "accept",
    "refuse",
    "counter",
    "divorce",
    "part",
    "build",
    "destroy",
    "give",
    "pay",
    "yield",
]
ChanceKind = Literal["die", "child", "card"]
# What a coordinate ranges over.
Dimension = Literal["pips", "sex", "card", "link", "market", "player", "price", "band", "gift"]


class Kind(NamedTuple):
    """A kind of action: its name, what its coordinates range over, and whether chance takes it."""

    name: MoveKind | ChanceKind
    dimensions: tuple[tuple[Dimension, int], ...] = ()
    chance: bool = False


_table: list[Kind] = []
_bases = [0]


def _add(kind: Kind) -> tuple[int, int]:
    size = 1
    for _, length in kind.dimensions:
        size *= length
    _table.append(kind)
    _bases.append(_bases[-1] + size)
    return len(_table) - 1, _bases[-2]


def _chance(name: ChanceKind, *dimensions: tuple[Dimension, int]) -> tuple[int, int]:
    """Add what chance supplies to the table; returns the number of the kind and the id of its first action."""
    return _add(Kind(name, dimensions, chance=True))


def _move(name: MoveKind, *dimensions: tuple[Dimension, int]) -> tuple[int, int]:
    """Add a kind of move to the table; returns its number and the id of its first action."""
    return _add(Kind(name, dimensions))


# The table. Compiled code takes both numbers as constants.
DIE, DIE_0 = _chance("die", ("pips", 6))  # coordinate 0 is a one
CHILD, CHILD_0 = _chance("child", ("sex", 2))  # a family card is dealt
CARD, CARD_0 = _chance("card", ("card", CARDS))  # a fate card is drawn
END, END_0 = _move("end")  # end one's phase, decline an offer, give in to a card
ENTER, ENTER_0 = _move("enter")  # roll for a new agent
MOVE, MOVE_0 = _move("move", ("link", DIRECTED_LINKS))
OUST, OUST_0 = _move("oust", ("market", MARKETS))
WED, WED_0 = _move("wed", ("sex", 2), ("market", MARKETS))  # marry into a local aristocracy
PROPOSE, PROPOSE_0 = _move("propose", ("player", PLAYERS), ("sex", 2), ("price", PRICES))
ACCEPT, ACCEPT_0 = _move("accept")
REFUSE, REFUSE_0 = _move("refuse")
COUNTER, COUNTER_0 = _move("counter", ("price", PRICES))
DIVORCE, DIVORCE_0 = _move("divorce", ("player", PLAYERS))
PART, PART_0 = _move("part", ("market", MARKETS))  # end a local marriage
BUILD, BUILD_0 = _move("build", ("market", MARKETS))
DESTROY, DESTROY_0 = _move("destroy", ("player", PLAYERS), ("market", MARKETS))
GIVE, GIVE_0 = _move("give", ("band", BANDS), ("gift", GIFTS))
PAY, PAY_0 = _move("pay")  # accept a fate card's price
YIELD, YIELD_0 = _move("yield", ("market", MARKETS))  # give up the agent there

KINDS = tuple(_table)
BASE = tuple(_bases)  # of every kind, and at the end how many actions there are
ACTIONS = BASE[-1]


def encode(kind: int, *coordinates: int) -> int:
    """The id of an action from its kind and coordinates."""
    index = 0
    dimensions = KINDS[kind].dimensions
    if len(coordinates) != len(dimensions):
        raise ValueError(f"{KINDS[kind].name} takes {len(dimensions)} coordinates, not {len(coordinates)}")
    for (name, length), coordinate in zip(dimensions, coordinates, strict=True):
        if not 0 <= coordinate < length:
            raise ValueError(f"{KINDS[kind].name}: {name} {coordinate} is outside 0…{length - 1}")
        index = index * length + coordinate
    return BASE[kind] + index


def kind_of(action: int) -> int:
    """The kind of an action id."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"there is no action {action}: ids run from 0 to {ACTIONS - 1}")
    kind = 0
    while action >= BASE[kind + 1]:
        kind += 1
    return kind


def decode(action: int) -> tuple[int, tuple[int, ...]]:
    """Kind and coordinates of an action id."""
    kind = kind_of(action)
    index = action - BASE[kind]
    coordinates: list[int] = []
    for _, length in reversed(KINDS[kind].dimensions):
        index, coordinate = divmod(index, length)
        coordinates.append(coordinate)
    return kind, tuple(reversed(coordinates))
