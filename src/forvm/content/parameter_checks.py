"""Parameter values: flattened to dotted keys, checked one by one, against each other, and against a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from forvm.content.board import Board
from forvm.content.document import Document, shown
from forvm.content.parameters import BY_KEY, Value, did_you_mean, number, numbers
from forvm.content.toml_bounds import LONGEST_WORD
from forvm.content.toml_positions import KeyPath
from forvm.engine.limits import PRICES

Note = Callable[[str, str], None]

# "trade" and "trade.full" from "trade.full.exotic".
_SECTIONS = {key[:place] for key in BY_KEY for place, sign in enumerate(key) if sign == "."}


def read_values(document: Document, header: tuple[str, ...] = ()) -> dict[str, Value]:
    """The parameters that a document sets; what is none, or has a wrong value, is noted."""
    values: dict[str, Value] = {}
    for path, value in _leaves(document.data, (), header):
        key = _key(path)
        parameter = BY_KEY.get(key)
        if parameter is None:
            _note_unknown(document, path, header)
        elif wrong := parameter.problem(value):
            document.problem(path, f"{key} {wrong}, not {shown(value)}.")
        else:
            values[key] = tuple(value) if parameter.kind == "list" else value
    return values


def _leaves(table: Mapping[str, Any], path: KeyPath, header: tuple[str, ...]) -> Iterator[tuple[KeyPath, Any]]:
    for name, value in table.items():
        here = (*path, name)
        if _key(here) in _SECTIONS and isinstance(value, dict):
            yield from _leaves(value, here, header)
        elif not path and name not in header and isinstance(value, dict) and value:
            # A section that does not exist: its keys may tell which one was meant.
            yield from (((name, below), inner) for below, inner in value.items())
        elif path or name not in header:
            yield here, value


def _key(path: KeyPath) -> str:
    return ".".join(map(str, path))


def _note_unknown(document: Document, path: KeyPath, header: tuple[str, ...]) -> None:
    key = _key(path)
    if key in _SECTIONS:
        within = [known for known in BY_KEY if known.startswith(f"{key}.")]
        document.problem(path, f"{key} is a section, not a value: it holds {', '.join(within)}.")
    else:
        hint = did_you_mean(key, [*BY_KEY, *header]) if document.tells_more else ""
        document.problem(path, f"There is no parameter {key[:LONGEST_WORD]}.{hint}")


def check_together(document: Document, values: Mapping[str, Value], board: Board) -> None:
    """Note values that are possible one by one, but not together or not on this board."""

    def note(key: str, message: str) -> None:
        document.problem(tuple(key.split(".")), message)

    _check_players(values, note)
    _check_prices(values, note)
    _check_ladder(values, note)
    _check_distances(values, board, note)
    _check_values(values, board, note)


def _check_players(values: Mapping[str, Value], note: Note) -> None:
    least, most = number(values, "players.min"), number(values, "players.max")
    if least > most:
        note("players.min", f"players.min is {least}, more than players.max, which is {most}.")
    cards = number(values, "family.cards")
    deck = number(values, "family.boys") + number(values, "family.girls")
    if values["family.kind"] == "hand" and cards * most > deck:
        note(
            "family.cards",
            f"{cards} family cards for each of {most} players are {cards * most}, "
            f"but family.boys and family.girls make a deck of only {deck}.",
        )


def _check_prices(values: Mapping[str, Value], note: Note) -> None:
    step, highest = number(values, "price.step"), number(values, "price.highest")
    if highest % step:
        note("price.highest", f"price.highest is {highest}, which is not a multiple of price.step, {step}.")
    elif highest // step >= PRICES:
        note(
            "price.highest",
            f"From 0 to {highest} in steps of {step} there are {highest // step + 1} prices, "
            f"and at most {PRICES} can be named: lower price.highest or raise price.step.",
        )


def _check_ladder(values: Mapping[str, Value], note: Note) -> None:
    bands, costs = numbers(values, "give.bands"), numbers(values, "give.cost")
    if any(first >= after for first, after in pairwise(bands)):
        note("give.bands", f"Each band must begin above the one before it, unlike in {shown(bands)}.")
    if len(bands) != len(costs):
        note(
            "give.cost",
            f"give.bands has {len(bands)} bands, but give.cost {len(costs)} costs: each band needs one cost.",
        )
    start, win = number(values, "start.prestige"), number(values, "win.prestige")
    if start >= win:
        note(
            "win.prestige",
            f"Everyone would have won at once: win.prestige is {win}, and start.prestige {start}.",
        )


def _check_distances(values: Mapping[str, Value], board: Board, note: Note) -> None:
    boosts = len(numbers(values, "trade.boost"))
    if "boost" in (values["trade.informed_pays"], values["route.pays"]) and boosts < board.furthest:
        note(
            "trade.boost",
            f"trade.boost has {boosts} numbers, for distances 1 to {boosts}, "
            f"but the board {board.id} reaches distance {board.furthest}.",
        )
    costs = len(numbers(values, "trade.distance_cost"))
    if values["trade.values"] == "formula" and costs <= board.furthest:
        note(
            "trade.distance_cost",
            f"trade.distance_cost has {costs} numbers, for distances 0 to {costs - 1}, "
            f"but the board {board.id} reaches distance {board.furthest}.",
        )
    links = number(values, "route.links")
    exotic = [market.distance for market in board.markets if market.kind == "exotic"]
    if links and exotic and min(exotic) > links:
        note(
            "route.links",
            f"No complete route could have {links} links: the nearest exotic market is {min(exotic)} links from Rome.",
        )


def _check_values(values: Mapping[str, Value], board: Board, note: Note) -> None:
    """BOARD-4, BOARD-5: the board prints every value, or the formula gives whole ones."""
    if values["trade.values"] == "printed":
        without = [market.name for market in board.markets if market.values is None]
        if without:
            note(
                "trade.values",
                f"The board {board.id} prints no values for {', '.join(without[:5])}: give them there, "
                'or set trade.values to "formula".',
            )
        return
    for kind in dict.fromkeys(market.kind for market in board.markets):
        demand = number(values, f"trade.demand.{kind}")
        for owners in range(2, number(values, "players.max") + 1):
            if demand % owners:
                note(
                    f"trade.demand.{kind}",
                    f"Values must come out whole, but {demand} does not divide by {owners} owners.",
                )
                break
