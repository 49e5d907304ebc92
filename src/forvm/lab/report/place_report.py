"""The tables and the picture of the study of the network.

``python -m forvm.lab.report.place_report FOLDER --out docs/studies/network``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import polars as pl

from forvm.lab.report.plots.style import BLUE, FAINT, GREY, INK, PAPER, Picture, figure, picture, styled
from forvm.lab.report.words import say
from forvm.lab.study.results import open_folder
from forvm.lab.why.place_value import analyse

NAMED = 6  # markets of each panel whose names are written


@styled
def places(markets: pl.DataFrame) -> Picture:
    """What each market is worth beyond its value, by its closeness: a panel for each kind of bots."""
    kinds = markets["bots"].unique(maintain_order=True).to_list()
    made, panels = figure(8.8, 3.6, len(kinds))
    told = []
    low, high = float(markets["low"].min()), float(markets["high"].max())  # type: ignore[arg-type]
    for axes, bots in zip(panels, kinds, strict=True):
        here = markets.filter(bots=bots)
        axes.axhline(0, color=INK, linewidth=0.8)
        for standing, colour, face in ((False, GREY, PAPER), (True, BLUE, BLUE)):
            some = here.filter((pl.col("p_holm") < 0.05) == standing)
            at, effects = some["closeness"].to_list(), some["effect"].to_list()
            below, above = (some["effect"] - some["low"]).to_list(), (some["high"] - some["effect"]).to_list()
            axes.errorbar(at, effects, (below, above), fmt="none", ecolor=FAINT, linewidth=0.8, zorder=1)
            axes.plot(at, effects, "o", color=colour, markerfacecolor=face, markersize=4, label=say(_label(standing)))
        largest = here.filter(pl.col("p_holm") < 0.05).sort(pl.col("effect").abs(), descending=True).head(NAMED)
        for row in largest.iter_rows(named=True):
            spot = (row["closeness"], row["effect"])
            axes.annotate(row["market"], spot, (4, 3), textcoords="offset points", fontsize=7)
        axes.set_ylim(1.05 * low, 1.05 * high)
        axes.set_title(bots)
        axes.set_xlabel(say("network.closeness"))
        told.append(f"{bots}: " + ", ".join(f"{row['market']} {row['effect']:+.2f}" for row in largest.to_dicts()))
    panels[0].set_ylabel(say("network.worth"))
    made.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return picture(made, say("network.worth_figure"), "; ".join(told))


def _label(standing: bool) -> str:
    return "effects.stands" if standing else "effects.open"


def main() -> None:
    """Write the tables and the picture of a study's folder."""
    parser = argparse.ArgumentParser(description="Does the shape of the network predict who wins where?")
    parser.add_argument("folder", type=Path, help="the folder that forvm sweep has written")
    parser.add_argument("--out", type=Path, required=True, help="where tables and pictures go")
    asked = parser.parse_args()
    results = open_folder(asked.folder)
    tables = {**analyse(results), "cells": results.cells}
    for name in ("tables", "pictures"):
        (asked.out / name).mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        table.write_csv(asked.out / "tables" / f"{name}.csv", float_precision=5)
    drawn = places(tables["places"]).svg
    (asked.out / "pictures" / "places.svg").write_text(drawn.replace("<svg", '<svg width="845"', 1), encoding="utf-8")


if __name__ == "__main__":
    main()
