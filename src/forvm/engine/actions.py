"""The action space: one table of kinds and their dimensions.

Offsets, notation, documentation and the browser's types derive from this table. An id never changes its meaning:
new kinds go at the end, and the version goes up.

An id is ``base + (x * second + y) * third + z`` for the coordinates of its kind.
"""

from __future__ import annotations

from typing import NamedTuple

from forvm.engine.limits import BANDS, CARDS, DIRECTED_LINKS, GIFTS, MARKETS, PLAYERS, PRICES

ACTION_SPACE_VERSION = 1

# Kinds, in the order of the table.
(
    DIE,
    CHILD,
    CARD,
    END,
    ENTER,
    MOVE,
    OUST,
    WED,
    PROPOSE,
    ACCEPT,
    REFUSE,
    COUNTER,
    DIVORCE,
    PART,
    BUILD,
    DESTROY,
    GIVE,
    PAY,
    YIELD,
) = range(19)


class Kind(NamedTuple):
    """A kind of action: its name, what its coordinates range over, and whether chance takes it."""

    name: str
    dimensions: tuple[tuple[str, int], ...] = ()
    chance: bool = False


KINDS = (
    Kind("die", (("pips", 6),), chance=True),  # coordinate 0 is a one
    Kind("child", (("sex", 2),), chance=True),  # a family card is dealt
    Kind("card", (("card", CARDS),), chance=True),  # a fate card is drawn
    Kind("end"),  # end one's phase, decline an offer, give in to a card
    Kind("enter"),  # roll for a new agent
    Kind("move", (("link", DIRECTED_LINKS),)),
    Kind("oust", (("market", MARKETS),)),
    Kind("wed", (("sex", 2), ("market", MARKETS))),  # marry into a local aristocracy
    Kind("propose", (("player", PLAYERS), ("sex", 2), ("price", PRICES))),
    Kind("accept"),
    Kind("refuse"),
    Kind("counter", (("price", PRICES),)),
    Kind("divorce", (("player", PLAYERS),)),
    Kind("part", (("market", MARKETS),)),  # end a local marriage
    Kind("build", (("market", MARKETS),)),
    Kind("destroy", (("player", PLAYERS), ("market", MARKETS))),
    Kind("give", (("band", BANDS), ("gift", GIFTS))),
    Kind("pay"),  # accept a fate card's price
    Kind("yield", (("market", MARKETS),)),  # give up the agent there
)


def _size(kind: Kind) -> int:
    size = 1
    for _, length in kind.dimensions:
        size *= length
    return size


def _bases() -> tuple[int, ...]:
    bases = [0]
    for kind in KINDS:
        bases.append(bases[-1] + _size(kind))
    return tuple(bases)


BASE = _bases()
ACTIONS = BASE[-1]

# The bases by name: compiled code takes them as constants.
(
    DIE_0,
    CHILD_0,
    CARD_0,
    END_0,
    ENTER_0,
    MOVE_0,
    OUST_0,
    WED_0,
    PROPOSE_0,
    ACCEPT_0,
    REFUSE_0,
    COUNTER_0,
    DIVORCE_0,
    PART_0,
    BUILD_0,
    DESTROY_0,
    GIVE_0,
    PAY_0,
    YIELD_0,
) = BASE[:-1]


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
