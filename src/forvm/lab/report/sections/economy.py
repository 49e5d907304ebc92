"""Where prestige and money come from, how markets are used, what fate cards do."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from forvm.lab.games.columns import MONEY_IN, MONEY_OUT, PRESTIGE_LOST, PRESTIGE_WON
from forvm.lab.report import words
from forvm.lab.report.blocks import Block, Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.findings import Findings, shown
from forvm.lab.report.market_use import market_use
from forvm.lab.report.material import CellGames, Material
from forvm.lab.report.plots import bars, maps
from forvm.lab.report.words import say
from forvm.lab.statistics.game_metrics import METRICS

RANKED = 10


def sources(material: Material) -> ReportSection:
    """What players gain and lose, and by what."""
    cells = shown(material)
    names = [words.cell_name(material.study, one.cell) for one in cells]
    parts = {
        "prestige": (("prestige_won", PRESTIGE_WON), ("prestige_lost", PRESTIGE_LOST)),
        "money": (("money_in", MONEY_IN), ("money_out", MONEY_OUT)),
    }
    pictures, rows = [], []
    for what, ((gain, gains), (loss, losses)) in parts.items():
        gained = [_by_source(one, gain, gains) for one in cells]
        lost = [_by_source(one, loss, losses) for one in cells]
        pictures.append(
            bars.sources(names, gained, lost, title=say(f"sources.{what}"), axis=say(f"sources.{what}_axis"))
        )
        for direction, told in ((gain, gained), (loss, lost)):
            rows += [
                {"cell": name, "what": direction, "source": source, "for_each_player_and_game": amount}
                for name, one in zip(names, told, strict=True)
                for source, amount in one.items()
            ]
    blocks: list[Block] = [Prose(say("sources.intro")), Pictures(pictures)]
    return ReportSection("sources", say("sources.title"), blocks, {"sources": pl.DataFrame(rows)})


def _by_source(one: CellGames, what: str, sources: Sequence[str]) -> dict[str, float]:
    shares = one.games * one.cell.players
    return {
        source: sum(one.sums.get(f"{what}_{source}_{letter}", 0.0) for letter in one.game.letters) / shares
        for source in sources
    }


def markets(material: Material) -> ReportSection:
    """Use drawn on the map, and where it changed most."""
    base = material.baseline
    board = base.cell.rules.board
    used = market_use(base)
    name = words.cell_name(material.study, base.cell)
    pictures = [maps.use(board, used["owned"].to_list(), used["income"].to_list(), say("markets.figure", cell=name))]
    blocks: list[Block] = [Prose(say("markets.intro")), Pictures(pictures), _ranked(used)]
    other = _most_changed(material, used)
    if other is not None:
        one, gained = other
        cell = words.cell_name(material.study, one.cell)
        title = say("markets.change", cell=cell, baseline=name)
        blocks += [Prose(say("markets.change_intro", cell=cell)), Pictures([maps.change(board, gained, title)])]
    data = pl.concat(
        [
            market_use(one).insert_column(0, pl.lit(words.cell_name(material.study, one.cell)).alias("cell"))
            for one in shown(material)
        ]
    )
    return ReportSection("markets", say("markets.title"), blocks, {"markets": data})


def _ranked(used: pl.DataFrame) -> ReportTable:
    rows = [
        (
            row["market"],
            say(f"kinds.{row['kind']}"),
            str(row["distance"]),
            words.plain(row["owned"]),
            words.plain(row["income"], money=True),
            words.plain(row["visits"]),
            words.plain(row["challenges"]),
        )
        for row in used.sort("owned", descending=True).head(RANKED).iter_rows(named=True)
    ]
    keys = ("market", "kind", "distance", "owned", "income", "visits", "challenges")
    columns = [say(f"markets.{key}") for key in keys]
    return ReportTable(columns, rows, f"{say('markets.rank')}, {say('markets.note')}", words=2)


def _most_changed(material: Material, used: pl.DataFrame) -> tuple[CellGames, list[float]] | None:
    """The cell on the same board in which owners in a turn moved most, and by how much in each market."""
    found: tuple[float, CellGames, list[float]] | None = None
    for one in material.cells[1:]:
        if one.cell.rules.board != material.baseline.cell.rules.board:
            continue
        gained = (market_use(one)["owned"] / _turns(one) - used["owned"] / _turns(material.baseline)).to_list()
        moved = sum(abs(value) for value in gained)
        if found is None or moved > found[0]:
            found = moved, one, gained
    return None if found is None or found[0] == 0 else (found[1], found[2])


def _turns(one: CellGames) -> float:
    """How many turns the games of a cell have on average."""
    return one.sample(METRICS["turns"]).mean


def cards(material: Material) -> ReportSection:
    """What fate cards move, each time they are drawn."""
    told = card_table(material.baseline)
    data = pl.concat(
        [
            card_table(one).insert_column(0, pl.lit(words.cell_name(material.study, one.cell)).alias("cell"))
            for one in shown(material)
        ]
    )
    if not told.height:
        return ReportSection("cards", say("cards.title"), [Prose(say("cards.none"))], {"cards": data})
    names = [words.card_name(card) for card in told["card"]]
    picture = bars.cards(names, {what: told[what].to_list() for what in ("prestige", "money", "pieces")})
    rows = [
        (
            name,
            words.plain(row["drawn"]),
            words.plain(row["prestige"]),
            words.plain(row["money"], money=True),
            words.plain(row["pieces"]),
        )
        for name, row in zip(names, told.iter_rows(named=True), strict=True)
    ]
    columns = [say(f"cards.{key}") for key in ("card", "drawn", "prestige_axis", "money_axis", "pieces_axis")]
    blocks: list[Block] = [Prose(say("cards.intro")), Pictures([picture]), ReportTable(columns, rows, folded=True)]
    return ReportSection("cards", say("cards.title"), blocks, {"cards": data})


def card_table(one: CellGames) -> pl.DataFrame:
    """Each card that was drawn: how often for each game, and what it moves each time; the largest swing first."""
    rows = []
    for card in one.cell.rules.deck.cards:
        drawn = one.sums[f"card_drawn:{card.id}"]
        if drawn:
            moved = {what: one.sums[f"card_{what}:{card.id}"] / drawn for what in ("prestige", "money", "pieces")}
            rows.append({"card": card.id, "drawn": drawn / one.games, **moved})
    schema = {"card": pl.String, "drawn": pl.Float64, "prestige": pl.Float64, "money": pl.Float64, "pieces": pl.Float64}
    return pl.DataFrame(rows, schema).sort("prestige", "money", "pieces", descending=True)


def network(material: Material, findings: Findings) -> ReportSection:
    """Whether central markets are used more."""
    used = market_use(material.baseline)
    told = findings.associations
    rows = [
        (
            say(f"markets.{one.use}"),
            say(f"network.{one.centrality}"),
            f"{one.rho:.2f}".replace("-", words.MINUS),
            words.chance(one.p),
        )
        for one in told
    ]
    columns = [say(f"network.{key}") for key in ("use", "centrality", "rho", "p")]
    blocks: list[Block] = [
        Prose(say("network.intro", markets=used.height)),
        Pictures([maps.centrality(used, "owned", told)]),
        ReportTable(columns, rows, words=2),
    ]
    data = pl.DataFrame([vars(one) for one in told])
    return ReportSection("network", say("network.title"), blocks, {"network": data})
