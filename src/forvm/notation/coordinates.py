"""How each coordinate of an action is written in a token and read from one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forvm.content.parameters import did_you_mean
from forvm.engine.actions import Dimension
from forvm.engine.definition import Definition
from forvm.engine.limits import PRICES
from forvm.errors import IllegalMove, MalformedMove
from forvm.notation.names import CHILDREN, GIFTS, SEATS, Names


@dataclass(frozen=True)
class Coordinate:
    """How one dimension of the action table looks in a token.

    ``read`` gets what fits ``pattern`` and returns what it can mean: several markets, if a name is only begun.
    """

    pattern: str
    example: str
    write: Callable[[int, Names, Definition], str]
    read: Callable[[str, Names, Definition], Sequence[int]]
    size: Callable[[Names, Definition], int]  # how many of them this game has
    mark: str = ":"  # what stands before it, unless a kind is written in a way of its own


def _seat(word: str, names: Names, g: Definition) -> list[int]:
    letter = word.upper()
    seats = SEATS[: g.players]
    if len(letter) != 1 or letter not in seats:
        raise MalformedMove(f"There is no seat “{word}”: players are named by {', '.join(seats)}.")
    return [seats.index(letter)]


def _child(word: str, names: Names, g: Definition) -> list[int]:
    if word.casefold() not in CHILDREN:
        raise MalformedMove(f"A child is a son or a daughter, not “{word}”.")
    return [CHILDREN.index(word.casefold())]


def _price(word: str, names: Names, g: Definition) -> list[int]:
    digits = word.removeprefix("$")
    price = int(digits) if len(digits) < 10 else -1
    if price < 0 or price > g.price_highest or price % g.price_step:
        raise MalformedMove(
            f"Prices go from $0 to ${g.price_highest:,} in steps of ${g.price_step} (ALLY-1): "
            f"${digits} is none of them."
        )
    return [price // g.price_step]


def _gift(word: str, names: Names, g: Definition) -> list[int]:
    gift = word.casefold()
    if gift not in GIFTS:
        raise MalformedMove(f"There is no gift “{word}”.{did_you_mean(gift, GIFTS)}")
    return [GIFTS.index(gift)]


def _band(word: str, names: Names, g: Definition) -> list[int]:
    if not 1 <= int(word) <= g.bands:
        raise MalformedMove(f"The ladder has bands 1 to {g.bands}, not {int(word)}.")
    return [int(word) - 1]


def _pips(word: str, names: Names, g: Definition) -> list[int]:
    if word not in ("1", "2", "3", "4", "5", "6"):
        raise MalformedMove(f"A die shows 1 to 6, written d1 to d6, not d{word}.")
    return [int(word) - 1]


def _links(word: str, names: Names, g: Definition) -> list[int]:
    ends = word.split(">")
    if len(ends) != 2:
        raise MalformedMove(f"“{word}” is not a move: one step at a time, as in {COORDINATES['link'].example}.")
    starts, targets = (names.market(end) for end in ends)
    links = [link for start in starts for to in targets if (link := names.link(start, to)) is not None]
    if not links:
        start = starts[0]
        near = ", ".join(names.latin[to] for to in names.neighbours(start))
        message = f"No link leads from {names.latin[start]} to {names.latin[targets[0]]}."
        raise IllegalMove(f"{message} From {names.latin[start]} one can go to {near}.", "MOVE-2")
    return links


COORDINATES: dict[Dimension, Coordinate] = {
    "market": Coordinate(
        r".*",
        "Luna",
        lambda market, names, g: names.markets[market],
        lambda word, names, g: names.market(word),
        lambda names, g: g.markets,
        mark="@",
    ),
    "player": Coordinate(r"\w+", "B", lambda seat, names, g: SEATS[seat], _seat, lambda names, g: g.players),
    "sex": Coordinate(r"\w+", "son", lambda sex, names, g: CHILDREN[sex], _child, lambda names, g: 2),
    "price": Coordinate(
        r"\$?\d+",
        "300",
        lambda price, names, g: str(price * g.price_step),
        _price,
        lambda names, g: min(PRICES, g.price_highest // g.price_step + 1),
    ),
    "card": Coordinate(
        r".*",
        "great_fire",
        lambda card, names, g: names.cards[card],
        lambda word, names, g: [names.card(word.strip())],
        lambda names, g: g.cards,
    ),
    "band": Coordinate(r"\d{1,3}", "1", lambda band, names, g: str(band + 1), _band, lambda names, g: g.bands),
    "gift": Coordinate(r"[^\W\d_]+", "temple", lambda gift, names, g: GIFTS[gift], _gift, lambda names, g: len(GIFTS)),
    "pips": Coordinate(r"\d+", "5", lambda pips, names, g: str(pips + 1), _pips, lambda names, g: 6),
    "link": Coordinate(
        r".*>.*",
        "Roma>Luna",
        lambda link, names, g: ">".join(names.markets[end] for end in names.links[link]),
        _links,
        lambda names, g: len(names.links),
    ),
}
