"""Header, players and ladders, drawn from what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from forvm import text
from forvm.content import Rules
from forvm.content.parameters import number, numbers
from forvm.terminal import pieces
from forvm.terminal.words import entry, say

View = Mapping[str, Any]
MOST_CELLS = 20  # of a ladder
CELL = 4


def header(view: View) -> Rule:
    """Turn, phase and who is to act."""
    seat = view["to_act"]
    turn = say("header.turn", turn=view["turn"]) if view["turn"] else say("header.setting_up")
    words = [turn, say(f"phases.{view['phase']}")]
    title = Text(" · ".join(words), "bold")
    style = "dim"
    if seat is not None and seat >= 0:
        title.append(" · ")
        title.append_text(pieces.player(view["players"][seat]))
        style = pieces.COLOURS[seat]
    return Rule(title, style=style, align="left", characters="━")


def players(rules: Rules, view: View) -> Table:
    """Everybody's standing."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", expand=False, padding=(0, 1))
    table.add_column(say("players.player"), no_wrap=True)
    table.add_column(say("players.money"), justify="right", no_wrap=True)
    table.add_column(say("players.income"), justify="right", no_wrap=True)
    table.add_column(say("players.prestige"), no_wrap=True)
    for key in ("agents", "horrea", "family"):
        table.add_column(say(f"players.{key}"))
    table.add_column(say("players.allies"), no_wrap=True)
    table.add_column(say("players.local"))
    regions = {market.latin: market.region for market in rules.board.markets}
    marks = pieces.region_marks(rules.board)
    for row in view["players"]:
        acts = row["seat"] == view["to_act"]
        name = pieces.player(row)
        if row["senator"]:
            name.append(f" {say('players.senator')}", "dim")
        table.add_row(
            name,
            Text(pieces.money(row["money"]), "bold" if acts else ""),
            _income(row),
            _prestige(row),
            _agents(row),
            _horrea(row, regions, marks),
            _family(row),
            pieces.letters(row["allies"]) if row["allies"] else Text(pieces.NOTHING, "dim"),
            Text(", ".join(row["local_marriages"]) or pieces.NOTHING, "" if row["local_marriages"] else "dim"),
        )
    return table


def _income(row: View) -> Text:
    income = row["income"]
    told = Text(pieces.signed(income), "green" if income > 0 else "red" if income < 0 else "dim")
    if row["flooded"]:
        told.append(f"\n{say('players.flooded', market=row['flooded'])}", "dim")
    if row["promised"][1]:
        told.append(f"\n{say('players.promised', amount=row['promised'][1])}", "dim")
    return told


def _prestige(row: View) -> Text:
    band = say("players.no_band") if row["band"] is None else say("players.band", band=row["band"])
    return Text.assemble((f"{row['prestige']:>2}", "bold"), (f" {band}", "dim"))


def _agents(row: View) -> Text:
    standing = [market for market in row["agents"] if market is not None]
    told = Text(", ".join(standing))
    at_home = len(row["agents"]) - len(standing)
    if at_home:
        told.append(f"{', ' if standing else ''}{say('players.supply', count=at_home)}", "dim")
    return told


def _horrea(row: View, regions: Mapping[str, str | None], marks: Mapping[str, str]) -> Text:
    owned = row["horrea"]
    if not owned:
        return Text(pieces.NOTHING, "dim")
    counts: dict[str, int] = {}
    for market in owned:
        region = regions[market]
        mark = say("words.rome") if region is None else marks[region]
        counts[mark] = counts.get(mark, 0) + 1
    parts = (mark if mark == say("words.rome") else f"{mark} {count}" for mark, count in counts.items())
    return Text.assemble((str(len(owned)), "bold"), (f" ({', '.join(parts)})", "dim"))


def _family(row: View) -> Text:
    if row["children"] is None:
        return Text(say("players.cards", count=row["children_in_all"]))
    if not row["children_in_all"]:
        return Text(say("players.no_children"), "dim")
    sons, daughters = row["children"]["son"], row["children"]["daughter"]
    return Text(say("players.children", sons=sons, daughters=daughters))


def ladders(rules: Rules, view: View) -> RenderableType:
    """Both ladders with the players on them, and the benefactions of each band."""
    return Group(_prestige_ladder(rules, view), _benefactions(rules, view), _money_ladder(rules, view))


def _prestige_ladder(rules: Rules, view: View) -> RenderableType:
    win = number(rules.values, "win.prestige")
    highest = max(win, *(row["prestige"] for row in view["players"]))
    step = -(-(highest + 1) // MOST_CELLS)
    starts = numbers(rules.values, "give.bands")
    at = [row["prestige"] // step for row in view["players"]]
    cells = []
    for cell in range(highest // step + 1):
        low = cell * step
        wins = low <= win < low + step
        bounded = any(low <= start < low + step for start in starts)
        label = f"{'│' if bounded else ''}{low}{'★' if wins else ''}"
        cells.append((label, "bold" if wins or low > win else "dim"))
    return _ladder(say("ladders.prestige"), cells, at, say("ladders.wins"))


def _money_ladder(rules: Rules, view: View) -> RenderableType:
    mark = number(rules.values, "reckon.mark")
    sums = [row["money"] for row in view["players"]]
    least = min(0, *sums)
    most = (max(*sums, mark) // mark + 1) * mark
    step = max(mark // 10, 1)
    while (most - least) // step >= MOST_CELLS:
        step *= 2 if (step * 10) % (mark * 4) else 5
        step = min(step, mark * 10_000)
    first = least // step
    cells = []
    for cell in range(first, most // step + 1):
        is_mark = any(s % mark == 0 and s > 0 for s in range(cell * step, (cell + 1) * step, max(1, step // 10)))
        cells.append((f"{cell * step}", "bold" if is_mark else "dim"))
    at = [amount // step - first for amount in sums]
    note = say("ladders.mark", mark=mark, points=number(rules.values, "reckon.prestige"))
    return _ladder(say("ladders.money"), cells, at, note)


def _ladder(title: str, cells: Sequence[tuple[str, str]], at: Sequence[int], note: str) -> RenderableType:
    """A scale with the players' letters under it."""
    width = max(CELL, *(len(label) + 1 for label, _ in cells))
    scale, below = Text(f"{title:<9}", "bold"), Text(" " * 9)
    for place, (label, style) in enumerate(cells):
        scale.append(f"{label:>{width}}", style)
        here = [seat for seat, cell in enumerate(at) if cell == place]
        below.append(" " * (width - len(here)))
        below.append_text(pieces.letters(here))
    scale.append(f"   {note}", "dim")
    return Group(scale, below)


def _benefactions(rules: Rules, view: View) -> Text:
    """Who gave what, band by band (GIVE-1)."""
    spans = text.fill("{bands:bands}", {"bands": list(numbers(rules.values, "give.bands"))}).split(", ")
    told = Text(" " * 9)
    gifts = entry("ladders.gifts")
    for band, span in enumerate(spans, 1):
        rows = [row for row in view["benefactions"] if row["band"] == band]
        if band > 1:
            told.append("   ")
        told.append(f"{span}, {pieces.money(rows[0]['cost'])}: ", "dim")
        for place, row in enumerate(rows):
            told.append("  " if place else "")
            giver = row["given_by"]
            told.append(gifts[row["gift"]], "" if giver is None else "dim strike")
            if giver is not None:
                told.append(" ")
                told.append_text(pieces.letters([giver]))
    return told
