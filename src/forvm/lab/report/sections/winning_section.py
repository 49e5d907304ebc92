"""How long games last, and who wins them."""

from __future__ import annotations

import polars as pl

from forvm.lab.report import words
from forvm.lab.report.blocks import Block, Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.contrasts import MOST_CELLS
from forvm.lab.report.material import CellGames, Material
from forvm.lab.report.plots import dots
from forvm.lab.report.words import say
from forvm.lab.statistics import LEVEL, Estimate, estimate, holm
from forvm.lab.statistics.game_metrics import METRICS
from forvm.lab.statistics.win_shares import seats, strategies

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
ORDER = ("first", "second", "third", "fourth")


def shown(material: Material) -> tuple[CellGames, ...]:
    """The cells that fit on a page: all of them, or the baseline alone."""
    return material.cells if len(material.cells) <= MOST_CELLS else material.cells[:1]


def lengths(material: Material) -> ReportSection:
    """The spread of lengths."""
    cells = shown(material)
    names = [words.cell_name(material.study, one.cell) for one in cells]
    quantiles = [[float(one.rows["turns"].quantile(q, "nearest") or 0) for q in QUANTILES] for one in cells]
    means = [estimate(one.sample(METRICS["turns"])) for one in cells]
    rows = [
        (
            name,
            words.plain(mean.value),
            words.span(METRICS["turns"], mean.low, mean.high),
            f"{middle:g}",
            f"{lower:g} to {upper:g}",
            f"{low:g} to {high:g}",
        )
        for name, mean, (low, lower, middle, upper, high) in zip(names, means, quantiles, strict=True)
    ]
    columns = [say(f"lengths.{key}") for key in ("cell", "mean", "interval", "median", "middle", "most")]
    data = pl.DataFrame(
        {
            "cell": names,
            "mean": [mean.value for mean in means],
            "low": [mean.low for mean in means],
            "high": [mean.high for mean in means],
        }
        | {f"q{100 * q:02.0f}": [row[number] for row in quantiles] for number, q in enumerate(QUANTILES)}
    )
    blocks: list[Block] = [
        Prose(say("lengths.intro")),
        Pictures([dots.lengths(names, quantiles)]),
        ReportTable(columns, rows, folded=True),
    ]
    return ReportSection("lengths", say("lengths.title"), blocks, {"lengths": data})


def order(material: Material) -> ReportSection:
    """Victories by order of play."""
    cells = shown(material)
    told = [seats(one.rows, one.game) for one in cells]
    corrected = holm([one.p for one in told])
    names = [words.cell_name(material.study, one.cell) for one in cells]
    groups = [[(say(f"seats.{ORDER[place]}"), share) for place, share in enumerate(one.shares)] for one in told]
    picture = dots.shares(names, groups, [one.fair for one in told], title=say("seats.figure"), axis=say("seats.axis"))
    most = max(len(one.shares) for one in told)
    rows = []
    for name, one, p in zip(names, told, corrected, strict=True):
        shares = [_share(share) for share in one.shares] + [say("page.none")] * (most - len(one.shares))
        verdict = say("seats.verdict_uneven" if p < 1 - LEVEL else "seats.verdict_even")
        rows.append((name, *shares, words.chance(p), verdict))
    columns = [
        say("seats.cell"),
        *(say(f"seats.{key}") for key in ORDER[:most]),
        say("seats.p"),
        say("effects.verdict"),
    ]
    data = pl.DataFrame(
        [
            {"cell": name, "place": place + 1, **_plain(share, one.fair), "p_all_equal_holm": p}
            for name, one, p in zip(names, told, corrected, strict=True)
            for place, share in enumerate(one.shares)
        ]
    )
    blocks: list[Block] = [
        Prose(say("seats.intro")),
        Pictures([picture]),
        ReportTable(columns, rows, say("seats.table")),
    ]
    return ReportSection("seats", say("seats.title"), blocks, {"seats": data})


def strategy(material: Material) -> ReportSection:
    """Victories by bot, in the cells where there are several."""
    cells = shown(material)
    told = [(words.cell_name(material.study, one.cell), strategies(one.rows, one.game)) for one in cells]
    told = [(name, found) for name, found in told if found]
    if not told:
        bots = ", ".join(sorted({bot for one in material.cells for bot in one.cell.bots}))
        return ReportSection("strategies", say("strategies.title"), [Prose(say("strategies.same", bots=bots))])
    corrected = iter(holm([one.p for _, found in told for one in found]))
    names = [name for name, _ in told]
    groups = [[(one.bot, one.share) for one in sorted(found, key=lambda one: one.bot)] for _, found in told]
    picture = dots.shares(
        names, groups, [found[0].fair for _, found in told], title=say("strategies.figure"), axis=say("strategies.axis")
    )
    data = pl.DataFrame(
        [
            {"cell": name, "bot": one.bot, **_plain(one.share, one.fair), "p_fair_holm": next(corrected)}
            for name, found in told
            for one in found
        ]
    )
    rows = [
        (
            row["cell"],
            row["bot"],
            f"{words.percent(row['share'])} ({100 * row['low']:.1f} to {100 * row['high']:.1f})",
            words.chance(row["p_fair_holm"]),
        )
        for row in data.iter_rows(named=True)
    ]
    columns = [say("seats.cell"), *(say(f"strategies.{key}") for key in ("bot", "share", "p"))]
    blocks: list[Block] = [
        Prose(say("strategies.intro")),
        Pictures([picture]),
        ReportTable(columns, rows, folded=len(rows) > 8, words=2),
    ]
    return ReportSection("strategies", say("strategies.title"), blocks, {"strategies": data})


def _share(told: Estimate) -> str:
    return f"{words.percent(told.value)} ({100 * told.low:.1f} to {100 * told.high:.1f})"


def _plain(told: Estimate, fair: float) -> dict[str, float]:
    return {"share": told.value, "low": told.low, "high": told.high, "fair": fair}
