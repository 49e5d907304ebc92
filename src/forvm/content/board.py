"""The board: markets, regions and links, read from TOML and checked (BOARD-1 … BOARD-6)."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from forvm.content.document import Document, shown
from forvm.content.parameters import MOST_MONEY, did_you_mean
from forvm.content.toml_positions import KeyPath
from forvm.engine.limits import DIRECTED_LINKS, MARKETS, PLAYERS, REGIONS

KINDS = ("rome", "small", "large", "exotic")  # in the order of the engine's constants (BOARD-3)
LINKS = DIRECTED_LINKS // 2

_BOARD_KEYS = ("format", "id", "name", "description", "size", "regions", "markets", "links")
_MARKET_KEYS = ("name", "latin", "region", "kind", "distance", "values", "lon", "lat", "x", "y")


@dataclass(frozen=True, slots=True)
class Region:
    """A province of the game."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Market:
    """A place on the board. Rome has no region; a board may leave values to the formula."""

    index: int
    name: str
    latin: str
    region: str | None
    kind: str
    distance: int
    values: tuple[int, ...] | None
    lon: float
    lat: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Board:
    """A board whose markets all exist, have different names and can be reached from Rome."""

    id: str
    name: str
    width: int
    height: int
    regions: tuple[Region, ...]
    markets: tuple[Market, ...]
    links: tuple[tuple[int, int], ...]

    @property
    def rome(self) -> Market:
        """The market from which distances are counted."""
        return next(market for market in self.markets if market.kind == "rome")

    @property
    def furthest(self) -> int:
        """The greatest distance from Rome."""
        return max(market.distance for market in self.markets)

    def find(self, name: str) -> Market | None:
        """The market of this printed or Latin name; case, accents, spaces and hyphens do not matter."""
        wanted = plain(name)
        return next((m for m in self.markets if wanted in (plain(m.name), plain(m.latin))), None)

    def did_you_mean(self, wrong: str) -> str:
        """A sentence that offers the nearest name, or nothing."""
        return did_you_mean(wrong, [name for market in self.markets for name in (market.name, market.latin)])


@lru_cache(maxsize=1024)
def plain(name: str) -> str:
    """A name without case, accents, spaces and signs, for comparing what people type.

    >>> plain("Iol Caesarea") == plain("IOL-CÆSAREA".replace("Æ", "ae"))
    True
    """
    return "".join(sign for sign in unicodedata.normalize("NFKD", name).casefold() if sign.isalnum())


def read_board(document: Document) -> Board:
    """Returns the board that a document describes. One ContentError lists everything that is wrong with it."""
    document.known_keys(document.data, (), _BOARD_KEYS)
    board_id = document.name(document.data)
    name = document.text(document.data, (), "name")
    if "description" in document.data:
        document.text(document.data, (), "description", longest=1000)
    width, height = _size(document)
    regions = _regions(document)
    rows = _rows(document, regions)
    places = _places(document, rows)
    _one_rome(document, rows)
    links = _links(document, places, rows)
    # Distances mean something only on a board whose markets and links are all there.
    document.check()
    distances = _distances(document, rows, links)
    document.check()
    markets = tuple(_market(index, row, distances[index], (width, height), rows) for index, (_, row) in enumerate(rows))
    return Board(board_id, name, width, height, regions, markets, links)


def _size(document: Document) -> tuple[int, int]:
    size = document.data.get("size", [1684, 1191])
    if (
        isinstance(size, list)
        and len(size) == 2
        and all(isinstance(side, int) and not isinstance(side, bool) and 100 <= side <= 10_000 for side in size)
    ):
        return size[0], size[1]
    document.problem(("size",), f"size must be [width, height], each from 100 to 10000, not {shown(size)}.")
    return 100, 100


def _regions(document: Document) -> tuple[Region, ...]:
    tables = document.tables("regions")
    if len(tables) > REGIONS:
        document.problem(("regions",), f"There are {len(tables)} regions, and a board has at most {REGIONS}.")
    regions: list[Region] = []
    for path, table in tables:
        document.known_keys(table, path, ("id", "name"))
        region = Region(document.name(table, path), document.text(table, path, "name"))
        if region.id and region.id in [other.id for other in regions]:
            document.problem((*path, "id"), f"There are two regions {region.id}.")
        regions.append(region)
    return tuple(regions)


Rows = list[tuple[KeyPath, dict[str, Any]]]


def _rows(document: Document, regions: tuple[Region, ...]) -> Rows:
    """The markets' own tables, each checked by itself."""
    rows = document.tables("markets")
    if len(rows) > MARKETS:
        document.problem(("markets",), f"There are {len(rows)} markets, and a board has at most {MARKETS}.")
    known = [region.id for region in regions]
    for path, row in rows:
        document.known_keys(row, path, _MARKET_KEYS)
        document.text(row, path, "name", longest=40)
        if "latin" in row:
            document.text(row, path, "latin", longest=40)
        _check_kind_and_region(document, path, row, known)
        _check_numbers(document, path, row)
    if not document.has_problem(("regions",)) and not document.has_problem(("markets",)):
        for place, region in enumerate(known):
            if all(row.get("region") != region for _, row in rows):
                document.problem(("regions", place), f"No market lies in the region {region}.")
    return rows


def _check_kind_and_region(document: Document, path: KeyPath, row: Mapping[str, Any], known: list[str]) -> None:
    kind, region = row.get("kind"), row.get("region")
    if kind not in KINDS:
        wrong = f"not {shown(kind)}" if "kind" in row else "but is missing"
        document.problem((*path, "kind"), f"kind must be one of {', '.join(KINDS)}, {wrong}.")
    elif kind == "rome":
        if region is not None:
            document.problem((*path, "region"), "Rome lies in no region (BOARD-2): leave its region out.")
    elif region is None:
        document.problem((*path, "region"), f"Every market but Rome lies in a region: {', '.join(known)}.")
    if region is not None and region not in known and not document.has_problem(("regions",)):
        hint = did_you_mean(region, known) if isinstance(region, str) else ""
        document.problem((*path, "region"), f"There is no region {shown(region)} on this board.{hint}")


def _check_numbers(document: Document, path: KeyPath, row: Mapping[str, Any]) -> None:
    values = row.get("values")
    if values is not None and not (
        isinstance(values, list)
        and len(values) == PLAYERS
        and all(isinstance(v, int) and not isinstance(v, bool) and abs(v) <= MOST_MONEY for v in values)
    ):
        document.problem(
            (*path, "values"),
            "values must be four whole numbers, for 1, 2, 3 and 4 owners, "
            f"each from -{MOST_MONEY} to {MOST_MONEY}, not {shown(values)}.",
        )
    _check_degrees(document, path, row, "lon", 180)
    _check_degrees(document, path, row, "lat", 90)
    if ("x" in row) != ("y" in row):
        document.problem(path, "x and y belong together: give both, or neither.")
    for key in ("x", "y"):
        if key in row and not (_is_number(row[key]) and 0 <= row[key] <= 10_000):
            document.problem((*path, key), f"{key} must be a number from 0 to 10000, not {shown(row[key])}.")


def _check_degrees(document: Document, path: KeyPath, row: Mapping[str, Any], key: str, most: int) -> None:
    value: Any = row.get(key)
    if not (_is_number(value) and -most <= value <= most):
        wrong = f"not {shown(value)}" if key in row else "but is missing"
        document.problem((*path, key), f"{key} must be a number of degrees from -{most} to {most}, {wrong}.")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _places(document: Document, rows: Rows) -> dict[str, int]:
    """The index of each market by its names, none of which may mean two markets."""
    places: dict[str, int] = {}
    for index, (path, row) in enumerate(rows):
        for key in ("name", "latin"):
            name = row.get(key)
            if not isinstance(name, str) or document.has_problem((*path, key)):
                continue
            if not plain(name) or set(name) & set("{}\n"):
                document.problem(
                    (*path, key),
                    f"{shown(name)} cannot be the name of a market: it needs letters, and no braces.",
                )
            elif places.setdefault(plain(name), index) != index:
                other = rows[places[plain(name)]][1].get("name")
                document.problem((*path, key), f"Two markets are called {name}: this one and {other}.")
    return places


def _one_rome(document: Document, rows: Rows) -> None:
    romes = [path for path, row in rows if row.get("kind") == "rome"]
    if rows and not romes:
        document.problem(("markets",), 'No market is Rome: exactly one must have kind = "rome".')
    for path in romes[1:]:
        document.problem((*path, "kind"), 'A second market is Rome: exactly one may have kind = "rome".')


def _links(document: Document, places: Mapping[str, int], rows: Rows) -> tuple[tuple[int, int], ...]:
    given = document.data.get("links")
    if not isinstance(given, list) or not given:
        document.problem(("links",), 'links must be a list of pairs of markets, such as ["Rome", "Luna"].')
        return ()
    if len(given) > LINKS:
        document.problem(("links",), f"There are {len(given)} links, and a board has at most {LINKS}.")
    names = [row["name"] for _, row in rows if isinstance(row.get("name"), str)]
    links: list[tuple[int, int]] = []
    for place, pair in enumerate(given):
        path = ("links", place)
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(end, str) for end in pair)):
            document.problem(path, f"A link is a pair of markets, not {shown(pair)}.")
            continue
        unknown = [end for end in pair if plain(end) not in places]
        if unknown and document.has_problem(("markets",)):
            continue  # most likely the market whose name is wrong
        if unknown:
            hint = did_you_mean(unknown[0], names)
            document.problem(path, f"There is no market {shown(unknown[0])} on this board.{hint}")
            continue
        link = (places[plain(pair[0])], places[plain(pair[1])])
        if link[0] == link[1]:
            document.problem(path, f"{pair[0]} is linked to itself.")
        elif link in links or link[::-1] in links:
            document.problem(path, f"{pair[0]} and {pair[1]} are linked already: links go both ways.")
        links.append(link)
    return tuple(links)


def _distances(document: Document, rows: Rows, links: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """Links from Rome on the shortest way (BOARD-1); a distance that a board gives must agree."""
    neighbours: dict[int, list[int]] = {index: [] for index in range(len(rows))}
    for a, b in links:
        neighbours[a].append(b)
        neighbours[b].append(a)
    rome = next(index for index, (_, row) in enumerate(rows) if row["kind"] == "rome")
    distances = {rome: 0}
    waiting = deque([rome])
    while waiting:
        here = waiting.popleft()
        for there in neighbours[here]:
            if there not in distances:
                distances[there] = distances[here] + 1
                waiting.append(there)
    for index, (path, row) in enumerate(rows):
        if index not in distances:
            document.problem(path, f"{row['name']} cannot be reached from Rome: give it a link.")
        elif (given := row.get("distance", distances[index])) != distances[index] or isinstance(given, bool):
            document.problem(
                (*path, "distance"),
                f"distance is {shown(given)}, but by the links {row['name']} is {distances[index]} links "
                "from Rome: leave it out.",
            )
    return distances


def _market(index: int, row: Mapping[str, Any], distance: int, size: tuple[int, int], rows: Rows) -> Market:
    x, y = (row["x"], row["y"]) if "x" in row else _drawn(row, size, rows)
    return Market(
        index=index,
        name=row["name"].strip(),
        latin=row.get("latin", row["name"]).strip(),
        region=row.get("region"),
        kind=row["kind"],
        distance=distance,
        values=tuple(row["values"]) if "values" in row else None,
        lon=float(row["lon"]),
        lat=float(row["lat"]),
        x=float(x),
        y=float(y),
    )


def _drawn(row: Mapping[str, Any], size: tuple[int, int], rows: Rows) -> tuple[float, float]:
    """Where to draw a market that has no x and y: by its position among the others, with a margin."""

    def share(key: str) -> float:
        degrees = [float(other[key]) for _, other in rows]
        span = max(degrees) - min(degrees)
        return (float(row[key]) - min(degrees)) / span if span else 0.5

    return round(size[0] * (0.05 + 0.9 * share("lon")), 1), round(size[1] * (0.95 - 0.9 * share("lat")), 1)
