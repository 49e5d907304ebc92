"""How the markets of a cell are used."""

from __future__ import annotations

import polars as pl

from forvm.lab.games.columns import MARKETS
from forvm.lab.report.material import CellGames
from forvm.lab.statistics.network import centralities
from forvm.notation import names_of


def market_use(one: CellGames) -> pl.DataFrame:
    """A row for each market: how central it is, and every use of it for each game."""
    names = names_of(one.cell.rules).markets
    uses = {use: [one.sums[f"market_{use}:{name}"] / one.games for name in names] for use in MARKETS}
    return centralities(one.cell.rules.board).hstack(pl.DataFrame(uses).get_columns())
