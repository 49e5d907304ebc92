"""How long games last, and who wins them."""

from __future__ import annotations

import polars as pl

from forvm.lab.report import words
from forvm.lab.report.blocks import Block, Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.findings import ERROR, Findings, shown
from forvm.lab.report.material import Material, estimated
from forvm.lab.report.plots import dots
from forvm.lab.report.words import say
from forvm.lab.statistics import Estimate
from forvm.lab.statistics.game_metrics import METRICS
from forvm.lab.statistics.win_shares import Strategy

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
ORDER = ("first", "second", "third", "fourth")


def lengths(material: Material) -> ReportSection:
    """The spread of lengths."""
    cells = shown(material)
    names = [words.cell_name(material.study, one.cell) for one in cells]
    quantiles = [[float(one.rows["turns"].quantile(q, "nearest") or 0) for q in QUANTILES] for one in cells]
    means = [estimated(one.sample(METRICS["turns"])) for one in cells]
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


def order(material: Material, findings: Findings) -> ReportSection:
    """Victories by order of play."""
    cells = shown(material)
    told = findings.seats
    names = [words.cell_name(material.study, one.cell) for one in cells]
    groups = [[(say(f"seats.{ORDER[place]}"), share) for place, share in enumerate(one.shares)] for one in told]
    picture = dots.shares(names, groups, [one.fair for one in told], title=say("seats.figure"), axis=say("seats.axis"))
    most = max(len(one.shares) for one in told)
    rows = []
    for name, one in zip(names, told, strict=True):
        shares = [words.share(share) for share in one.shares] + [say("page.none")] * (most - len(one.shares))
        verdict = say("seats.verdict_uneven" if one.p < ERROR else "seats.verdict_even")
        rows.append((name, *shares, words.chance(one.p), verdict))
    columns = [
        say("seats.cell"),
        *(say(f"seats.{key}") for key in ORDER[:most]),
        say("seats.p"),
        say("effects.verdict"),
    ]
    data = pl.DataFrame(
        [
            {"cell": name, "place": place + 1, **_plain(share, one.fair), "p_all_equal_holm": one.p}
            for name, one in zip(names, told, strict=True)
            for place, share in enumerate(one.shares)
        ]
    )
    blocks: list[Block] = [
        Prose(say("seats.intro")),
        Pictures([picture]),
        ReportTable(columns, rows, say("seats.table")),
    ]
    return ReportSection("seats", say("seats.title"), blocks, {"seats": data})


def strategy(material: Material, findings: Findings) -> ReportSection:
    """Victories by bot, in the cells where there are several."""
    named = zip(shown(material), findings.strategies, strict=True)
    told = [(words.cell_name(material.study, one.cell), found) for one, found in named if found]
    if not told:
        bots = ", ".join(sorted({bot for one in material.cells for bot in one.cell.bots}))
        return ReportSection("strategies", say("strategies.title"), [Prose(say("strategies.same", bots=bots))])
    names = [name for name, _ in told]
    groups = [[(one.bot, one.share) for one in sorted(found, key=lambda one: one.bot)] for _, found in told]
    picture = dots.shares(
        names, groups, [found[0].fair for _, found in told], title=say("strategies.figure"), axis=say("strategies.axis")
    )
    data = pl.DataFrame(
        [
            {
                "cell": name,
                "bot": one.bot,
                **_plain(one.share, one.fair),
                "p_fair_holm": one.p,
                "p_as_strong_as_the_best_holm": one.p_best,
            }
            for name, found in told
            for one in found
        ]
    )
    rows = [
        (name, one.bot, words.share(one.share), words.chance(one.p), _against_best(one, found[0]))
        for name, found in told
        for one in found
    ]
    columns = [say("seats.cell"), *(say(f"strategies.{key}") for key in ("bot", "share", "p", "best"))]
    blocks: list[Block] = [
        Prose(say("strategies.intro")),
        Pictures([picture]),
        ReportTable(columns, rows, folded=len(rows) > 8, words=2),
    ]
    return ReportSection("strategies", say("strategies.title"), blocks, {"strategies": data})


def _against_best(one: Strategy, best: Strategy) -> str:
    return say("page.none") if one is best else words.chance(one.p_best)


def neighbour(material: Material, findings: Findings) -> ReportSection | None:
    """Victories by the bot that plays just before; nothing where all have the same neighbours."""
    told = findings.neighbours
    if not told:
        return None
    rows = [
        (
            one.bot,
            one.after,
            words.share(one.share),
            words.difference(METRICS["starter_wins"], one.apart),
            words.chance(one.p),
            say("page.yes") if one.p < ERROR else say("page.no"),
        )
        for one in told
    ]
    columns = [say(f"neighbours.{key}") for key in ("bot", "after", "share", "apart", "p", "verdict")]
    standing = sum(one.p < ERROR for one in told)
    verdict = say("neighbours.some", standing=standing, all=len(told)) if standing else say("neighbours.nothing")
    data = pl.DataFrame(
        [
            {
                "bot": one.bot,
                "plays_after": one.after,
                "share": one.share.value,
                "low": one.share.low,
                "high": one.share.high,
                "above_other_neighbours": one.apart.value,
                "above_low": one.apart.low,
                "above_high": one.apart.high,
                "p_holm": one.p,
            }
            for one in told
        ]
    )
    blocks: list[Block] = [Prose(say("neighbours.intro")), Prose(verdict), ReportTable(columns, rows, words=2)]
    return ReportSection("neighbours", say("neighbours.title"), blocks, {"neighbours": data})


def _plain(told: Estimate, fair: float) -> dict[str, float]:
    return {"share": told.value, "low": told.low, "high": told.high, "fair": fair}
