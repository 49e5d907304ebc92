"""Header, players and ladders, drawn from what one seat may know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from forvm.content import Rules
from forvm.content.parameters import number, numbers
from forvm.terminal import piece_symbols
from forvm.terminal.terminal_text import entry, say

View = Mapping[str, Any]
# Of a ladder.
MOST_CELLS = 20
WIDEST_CELL = 6
TITLE = 9


def header(view: View) -> Rule:
    """Turn, phase and who is to act."""
    seat = view["to_act"]
    turn = say("header.turn", turn=view["turn"]) if view["turn"] else say("header.setting_up")
    words = [turn, say(f"phases.{view['phase']}")]
    title = Text(" · ".join(words), "bold")
    style = "dim"
    if seat is not None and seat >= 0:
        title.append(" · ")
        title.append_text(piece_symbols.player(view["players"][seat]))
        style = piece_symbols.COLOURS[seat]
    return Rule(title, style=style, align="left", characters="━")


def players(rules: Rules, view: View) -> Table:
    """Everybody's standing."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    table.add_column(say("players.player"), no_wrap=True)
    table.add_column(say("players.money"), justify="right", no_wrap=True)
    table.add_column(say("players.income"), justify="right", no_wrap=True)
    table.add_column(say("players.prestige"), no_wrap=True)
    for key in ("agents", "horrea"):
        table.add_column(say(f"players.{key}"))
    table.add_column(say("players.family"), no_wrap=True)
    table.add_column(say("players.ties"))
    regions = {market.latin: market.region for market in rules.board.markets}
    marks = piece_symbols.region_marks(rules.board)
    for row in view["players"]:
        acts = row["seat"] == view["to_act"]
        table.add_row(
            piece_symbols.player(row),
            Text(piece_symbols.money(row["money"]), "bold" if acts else ""),
            _income(row),
            _prestige(row),
            _agents(row),
            _horrea(row, regions, marks),
            _family(row),
            _ties(row),
        )
    return table


def purse(view: View, seat: int) -> Text:
    """What one player has, on a line: enough between two moves of one phase."""
    row = view["players"][seat]
    parts = (piece_symbols.money(row["money"]), say("players.points", prestige=row["prestige"]), _family(row).plain)
    return Text.assemble(piece_symbols.player(row), f" · {' · '.join(parts)}")


def _income(row: View) -> Text:
    income = row["income"]
    told = Text(piece_symbols.signed(income), "green" if income > 0 else "red" if income < 0 else "dim")
    if row["promised"][1]:
        told.append(f"\n{say('players.promised', amount=row['promised'][1])}", "dim")
    return told


def _prestige(row: View) -> Text:
    band = say("players.no_band") if row["band"] is None else say("players.band", band=row["band"])
    return Text.assemble((f"{row['prestige']:>2}", "bold"), (f" {band}", "dim"))


def _agents(row: View) -> Text:
    standing = [market for market in row["agents"] if market is not None]
    told = Text(", ".join(standing))
    if at_home := len(row["agents"]) - len(standing):
        told.append(f"{' ' if standing else ''}+{at_home}", "dim")
    return told


def _horrea(row: View, regions: Mapping[str, str | None], marks: Mapping[str, str]) -> Text:
    owned = row["horrea"]
    if not owned:
        return Text(piece_symbols.NOTHING, "dim")
    counts: dict[str, int] = {}
    for market in owned:
        region = regions[market]
        mark = say("words.rome") if region is None else marks[region]
        counts[mark] = counts.get(mark, 0) + 1
    parts = (mark if mark == say("words.rome") else f"{mark}\u00a0{count}" for mark, count in counts.items())
    told = Text.assemble((f"{len(owned)}: ", "bold"), (", ".join(parts), "dim"))
    if row["flooded"]:
        told.append(f"\n{say('players.flooded', market=row['flooded'])}", "dim")
    return told


def _family(row: View) -> Text:
    if row["children"] is None:
        return Text(say("players.cards", count=row["children_in_all"]))
    if not row["children_in_all"]:
        return Text(say("players.no_children"), "dim")
    sons, daughters = row["children"]["son"], row["children"]["daughter"]
    return Text(say("players.children", sons=sons, daughters=daughters))


def _ties(row: View) -> Text:
    """Allies, local marriages, and the Senate."""
    parts = (
        [Text.assemble((say("players.allied"), "dim"), piece_symbols.letters(row["allies"]))] if row["allies"] else []
    )
    parts += [Text(f"⚭ {market}") for market in row["local_marriages"]]
    if row["senator"]:
        parts.append(Text(say("players.senator")))
    return Text(", ").join(parts) if parts else Text(piece_symbols.NOTHING, "dim")


def ladders(rules: Rules, view: View, width: int) -> RenderableType:
    """Both ladders with the players on them, and the benefactions of each band."""
    return Group(_prestige_ladder(rules, view, width), _money_ladder(rules, view, width))


class _Ladder:
    """A scale of numbers in cells of one width, with the players' letters under it."""

    def __init__(self, title: str, labels: Sequence[tuple[str, str]], borders: Collection[int], width: int) -> None:
        self.title = title
        self.labels = labels
        self.borders = borders  # cells with a line at their left
        widest = max(len(label) for label, _ in labels) + 1
        self.cell = max(widest, min(WIDEST_CELL, (width - TITLE) // len(labels)))

    def scale(self) -> Text:
        """The numbers."""
        line = Text(f"{self.title:<{TITLE}}", "bold")
        for place, (label, style) in enumerate(self.labels):
            line.append(self._border(place), "dim")
            line.append(label.center(self.cell - 1), style)
        return line

    def players(self, at: Sequence[int]) -> Text:
        """The players, each in the cell of their number."""
        line = Text(" " * TITLE)
        for place in range(len(self.labels)):
            here = [seat for seat, cell in enumerate(at) if cell == place]
            room = self.cell - 1 - len(here)
            line.append(self._border(place), "dim")
            line.append(" " * (room // 2))
            line.append_text(piece_symbols.letters(here))
            line.append(" " * (room - room // 2))
        return line

    def room(self, start: int, after: int) -> int:
        """Characters between the line at one cell and the line at another."""
        return (after - start) * self.cell - 1

    def _border(self, place: int) -> str:
        return "│" if place in self.borders else " "


def _prestige_ladder(rules: Rules, view: View, width: int) -> RenderableType:
    win = number(rules.values, "win.prestige")
    highest = max(win, *(row["prestige"] for row in view["players"]))
    step = -(-(highest + 1) // MOST_CELLS)
    labels = []
    for low in range(0, highest + 1, step):
        wins = low <= win < low + step
        labels.append((f"{low}★" if wins else str(low), "bold yellow" if wins else "dim"))
    borders = [start // step for start in numbers(rules.values, "give.bands")]
    ladder = _Ladder(say("ladders.prestige"), labels, borders, width)
    lines = [ladder.scale(), ladder.players([row["prestige"] // step for row in view["players"]])]
    return Group(*lines, *_benefactions(view, ladder))


def _money_ladder(rules: Rules, view: View, width: int) -> RenderableType:
    mark = number(rules.values, "reckon.mark")
    sums = [row["money"] for row in view["players"]]
    least, most = min(0, *sums), (max(*sums, mark) // mark + 1) * mark
    steps = (mark // 10, mark // 5, mark // 2, *(mark * 2**power for power in range(40)))
    step = next(step for step in steps if (most - least) // step < MOST_CELLS)
    first = least // step
    labels = []
    for cell in range(first, most // step + 1):
        is_mark = cell > 0 and (cell * step) % mark == 0
        labels.append((str(cell * step), "bold yellow" if is_mark else "dim"))
    ladder = _Ladder(say("ladders.money"), labels, (), width)
    scale = ladder.scale()
    note = say("ladders.mark", mark=mark, points=number(rules.values, "reckon.prestige"))
    if len(scale.plain) + len(note) + 2 <= width:
        scale.append(f"  {note}", "dim")
    return Group(scale, ladder.players([amount // step - first for amount in sums]))


def _benefactions(view: View, ladder: _Ladder) -> Iterator[Text]:
    """What each band of the ladder asks, and who gave what (GIVE-1); under its band where there is room."""
    borders = [*ladder.borders, len(ladder.labels)]
    costs, gifts = Text(" " * (TITLE + borders[0] * ladder.cell)), Text(" " * (TITLE + borders[0] * ladder.cell))
    for band, (start, after) in enumerate(pairwise(borders), 1):
        rows = [row for row in view["benefactions"] if row["band"] == band]
        told = _gifts(rows)
        room = max(ladder.room(start, after), len(told.plain) + 1)
        costs.append("│", "dim")
        costs.append(say("ladders.cost", cost=rows[0]["cost"]).ljust(room), "dim")
        gifts.append("│", "dim")
        gifts.append_text(told)
        gifts.append(" " * (room - len(told.plain)))
    costs.rstrip()
    gifts.rstrip()
    yield costs
    yield gifts


def _gifts(rows: Sequence[View]) -> Text:
    words = entry("ladders.gifts")
    told = Text()
    for place, row in enumerate(rows):
        told.append(" " if place else "")
        giver = row["given_by"]
        told.append(words[row["gift"]], "" if giver is None else "dim")
        if giver is not None:
            told.append("·", "dim")
            told.append_text(piece_symbols.letters([giver]))
    return told
