"""The network of markets: how central each is, and whether central markets are used more."""

from __future__ import annotations

from dataclasses import dataclass

import networkx as nx
import polars as pl
from scipy.stats import spearmanr

from forvm.content import Board

CENTRALITIES = ("degree", "betweenness", "closeness")


@dataclass(frozen=True)
class Association:
    """Spearman's rank correlation over the markets; ``p`` is for none."""

    centrality: str
    use: str
    rho: float
    p: float


def centralities(board: Board) -> pl.DataFrame:
    """One row for each market, in board order.

    *Degree*: how many links it has. *Betweenness*: on which share of the shortest ways between two others it lies.
    *Closeness*: one over its mean distance to all others. *Distance*: links from Rome.
    """
    graph = nx.Graph()
    graph.add_nodes_from(market.index for market in board.markets)
    graph.add_edges_from(board.links)
    between, close = nx.betweenness_centrality(graph), nx.closeness_centrality(graph)
    return pl.DataFrame(
        {
            "market": [market.latin for market in board.markets],
            "kind": [market.kind for market in board.markets],
            "region": [market.region for market in board.markets],
            "distance": [market.distance for market in board.markets],
            "degree": [graph.degree[market.index] for market in board.markets],
            "betweenness": [between[market.index] for market in board.markets],
            "closeness": [close[market.index] for market in board.markets],
        }
    )


def associations(markets: pl.DataFrame, uses: list[str]) -> list[Association]:
    """How use goes with centrality, for each pair of columns."""
    return [
        Association(centrality, use, *_spearman(markets, centrality, use))
        for use in uses
        for centrality in CENTRALITIES
    ]


def _spearman(markets: pl.DataFrame, one: str, other: str) -> tuple[float, float]:
    if markets[one].n_unique() < 2 or markets[other].n_unique() < 2:
        return 0.0, 1.0
    told = spearmanr(markets[one], markets[other])
    return float(told.statistic), float(told.pvalue)
