"""The board as tables: every market by region and distance, or only those with pieces on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from forvm.content import Market, Rules
from forvm.engine.limits import PLAYERS
from forvm.terminal import piece_symbols
from forvm.terminal.terminal_text import entry, say

View = Mapping[str, Any]


def all_markets(rules: Rules, view: View) -> RenderableType:
    """Every market, region beside region."""
    rows = dict(zip((m.index for m in rules.board.markets), view["markets"], strict=True))
    tables: list[RenderableType] = []
    for region in rules.board.regions:
        markets = sorted((m for m in rules.board.markets if m.region == region.id), key=lambda m: m.distance)
        tables.append(_region(rules, region.name, markets, rows))
    outside = [m for m in rules.board.markets if m.region is None]
    rome = _region(rules, "", outside, rows)
    return Group(rome, Columns(tables, padding=(1, 2)), legend())


def one_market(rules: Rules, view: View, market: Market) -> RenderableType:
    """Everything about one market, its links first of all."""
    row = view["markets"][market.index]
    ends = [b if a == market.index else a for a, b in rules.board.links if market.index in (a, b)]
    region = next((region.name for region in rules.board.regions if region.id == market.region), "")
    facts = [entry("about.kinds")[market.kind], region, say("about.distance", distance=market.distance)]
    name = Text(market.latin, "bold")
    if market.name != market.latin:
        name.append(f" ({market.name})", "dim")
    name.append(f": {', '.join(fact for fact in facts if fact)}")
    worth = Text.assemble((say("board.worth"), "dim"), values(rules, market.index, len(row["owners"])))
    links = Text.assemble((say("board.links"), "dim"), ", ".join(rules.board.markets[m].latin for m in sorted(ends)))
    parts = [name, links, worth]
    if stands := standing(row):
        parts.append(Text.assemble((say("board.stands"), "dim"), stands))
    for paid in row["pays"]:
        told = say("board.pays", player=view["players"][paid["seat"]]["name"], amount=paid["amount"])
        parts.append(Text.assemble(told, (f"  {paid['clause']}", "dim")))
    return Group(*parts)


def occupied(rules: Rules, view: View) -> RenderableType:
    """The markets with pieces on them, in board order."""
    places = [
        market
        for market, row in zip(rules.board.markets, view["markets"], strict=True)
        if row["owners"] or row["agents"] or row["local_marriage"] is not None
    ]
    rows = dict(zip((m.index for m in rules.board.markets), view["markets"], strict=True))
    half = -(-len(places) // 2)
    parts = [places] if len(places) < 6 else [places[:half], places[half:]]
    tables = [_region(rules, "", part, rows) for part in parts]
    return Group(Columns(tables, padding=(0, 2)), Text(say("board.few"), "dim"))


def legend() -> Text:
    """What the signs mean."""
    return Text(say("board.legend"), "dim")


def _region(rules: Rules, title: str, markets: Sequence[Market], rows: Mapping[int, View]) -> Table:
    table = Table(
        box=None,
        title=Text(title, "bold") if title else None,
        title_justify="left",
        show_header=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        collapse_padding=True,
    )
    for justify in ("right", "left", "left", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    for market in markets:
        row = rows[market.index]
        table.add_row(
            Text(str(market.distance), "dim"),
            Text(piece_symbols.KINDS[market.kind], "bold yellow" if market.kind in ("rome", "exotic") else "dim"),
            Text(market.latin, "bold" if row["owners"] or row["agents"] else ""),
            values(rules, market.index, len(row["owners"])),
            standing(row),
        )
    return table


def values(rules: Rules, market: int, owners: int) -> Text:
    """What a market pays one, two … owners. The present number of owners is highlighted."""
    told = Text()
    for count in range(1, min(PLAYERS, rules.player_counts[-1]) + 1):
        amount = piece_symbols.worth(rules, market, count)
        style = "bold" if count == owners else "dim"
        told.append(f"{'−' if amount < 0 else ''}{abs(amount)}".rjust(4), style)
    return told


def standing(row: View) -> Text:
    """Horrea, agents and the local marriage of a market."""
    parts: list[Text] = []
    if row["owners"]:
        parts.append(Text.assemble("[", piece_symbols.letters(row["owners"]), "]"))
    if row["agents"]:
        parts.append(piece_symbols.agents(agent["seat"] for agent in row["agents"]))
    if row["local_marriage"] is not None:
        parts.append(Text.assemble("⚭", piece_symbols.letters([row["local_marriage"]])))
    return join(parts)


def join(parts: Iterable[Text], between: str = " ") -> Text:
    """Texts one after another."""
    return Text(between).join(parts)
