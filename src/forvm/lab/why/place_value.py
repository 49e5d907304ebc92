"""Does the shape of the network predict who wins where?

Half-way through a game somebody holds markets. Do closeness and betweenness of these markets predict the victory,
beyond how many they are, what they pay, and the order of play? And beyond prestige and money at that time? Models are
fitted to the games with even numbers and judged by those with odd ones, which they have not seen. Prediction is no
proof of a cause.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import norm, spearmanr

from forvm.content import Board
from forvm.errors import ForvmError
from forvm.lab.games.game_rows import prepare
from forvm.lab.statistics import difference, gather, holm
from forvm.lab.statistics.network import centralities
from forvm.lab.study.results import StudyResults
from forvm.lab.why.choice_model import ChoiceModel, fit
from forvm.lab.why.holdings import Holdings, holdings
from forvm.lab.why.seat_accounts import Floats

SHAPE = ("closeness", "betweenness")
CONTROLS = ("seat and value", "and standing")
FEWEST = 60  # games of each half in which some but not all players hold a market
SHRUNK = 10.0  # for markets, of which there are many


def controls(held: Holdings, standing: bool) -> Floats:
    """Order of play, number and value of horrea, and prestige and money if asked for."""
    games, players = held.won.shape
    places = [np.broadcast_to(np.arange(players) == place, (games, players)) for place in range(1, players)]
    usual = [held.held.sum(axis=2), held.value / 100]
    return np.stack([*places, *usual, *([held.prestige, held.money / 1000] if standing else [])], axis=2).astype(
        np.float64
    )


def shape(held: Holdings, board: Board) -> Floats:
    """Closeness and betweenness of all that a player holds, in standard deviations of a market."""
    central = centralities(board)
    columns = [central[name].to_numpy() for name in SHAPE]
    return np.stack([held.held @ ((one - one.mean()) / one.std()) for one in columns], axis=2)


def judge(held: Holdings, board: Board) -> pl.DataFrame:
    """How well each set of features predicts games that the model has not seen, and what it gains on the controls."""
    rows = []
    _, test = halves(held)
    for name, standing in zip(CONTROLS, (False, True), strict=True):
        base = controls(held, standing)
        sets = {
            "order of play alone": base[:, :, : held.won.shape[1] - 1],
            "controls": base,
            "controls and network": np.concatenate([base, shape(held, board)], axis=2),
            "controls and every market": np.concatenate([base, held.held], axis=2),
        }
        shrinkage = {"controls and every market": [1e-3] * base.shape[2] + [SHRUNK] * held.held.shape[2]}
        scores = {key: _unseen(held, features, shrinkage.get(key, 1e-3)) for key, features in sets.items()}
        for key, (score, right) in scores.items():
            games = held.games[test]
            gain = difference(gather(games, score), gather(games, scores["controls"][0]))
            rows.append(
                {
                    "controls": name,
                    "features": key,
                    "games": len(games),
                    "log_likelihood": float(score.mean()),
                    "gain": gain.value,
                    "low": gain.low,
                    "high": gain.high,
                    "foreseen": float(right.mean()),
                }
            )
    return pl.DataFrame(rows)


def halves(held: Holdings) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The games to fit (even numbers) and to judge (odd ones), as masks."""
    even = held.games % 2 == 0
    return even, ~even


def _unseen(held: Holdings, features: Floats, shrinkage: float | Sequence[float]) -> tuple[Floats, Floats]:
    """Log-likelihood, and share of victories foreseen, of each game that the model has not seen."""
    train, test = halves(held)
    model = fit(features[train], held.won[train], np.asarray(shrinkage))
    best = model.shares(features[test]).argmax(axis=1)
    won = held.won[test]
    return model.scores(features[test], won), np.asarray(np.take_along_axis(won, best[:, None], axis=1)[:, 0])


def effects_of_shape(held: Holdings, board: Board) -> pl.DataFrame:
    """What closeness and betweenness are worth: how the odds of a victory change for a horreum that is more central by
    one standard deviation, all controls the same. In each half of the games."""
    rows = []
    for name, standing in zip(CONTROLS, (False, True), strict=True):
        base = controls(held, standing)
        features = np.concatenate([base, shape(held, board)], axis=2)
        for half, games in zip(("even", "odd"), halves(held), strict=True):
            model = fit(features[games], held.won[games])
            for place, central in enumerate(SHAPE):
                rows.append({"controls": name, "half": half, "of": central} | _odds(model, base.shape[2] + place))
    return pl.DataFrame(rows)


def _odds(model: ChoiceModel, feature: int) -> dict[str, float]:
    weight, half = float(model.weights[feature]), 1.96 * model.error(feature)
    return {
        "odds_ratio": float(np.exp(weight)),
        "low": float(np.exp(weight - half)),
        "high": float(np.exp(weight + half)),
        "p": 2 * float(norm.sf(abs(weight) / model.error(feature))),
    }


def effects_of_markets(held: Holdings, board: Board) -> pl.DataFrame:
    """What each market is worth by itself, beyond order of play, number and value of horrea.

    The logarithm of the odds ratio from all games, with p after Holm over all markets, and from each half.
    """
    base, rows = controls(held, standing=False), []
    some = held.held.max(axis=1) - held.held.min(axis=1)  # 1 where some hold it and others do not
    central = centralities(board)
    for market, row in enumerate(central.iter_rows(named=True)):
        counts = [int(some[half, market].sum()) for half in halves(held)]
        if min(counts) < FEWEST:
            continue
        features = np.concatenate([base, held.held[:, :, market : market + 1]], axis=2)
        whole = fit(features, held.won)
        even, odd = (fit(features[half], held.won[half]).weights[-1] for half in halves(held))
        told = {key: row[key] for key in ("market", "kind", "region", "distance", *SHAPE, "degree")}
        error = whole.error(base.shape[2])
        rows.append(
            {
                **told,
                "games": sum(counts),
                "effect": float(whole.weights[-1]),
                "low": float(whole.weights[-1] - 1.96 * error),
                "high": float(whole.weights[-1] + 1.96 * error),
                "p": 2 * float(norm.sf(abs(whole.weights[-1]) / error)),
                "even": float(even),
                "odd": float(odd),
            }
        )
    if len(rows) < 3:
        raise ForvmError(f"Too few games: hardly a market is held by some but not all in {FEWEST} games of each half.")
    frame = pl.DataFrame(rows)
    return frame.with_columns(p_holm=pl.Series(holm(frame["p"].to_list())))


def associations_of_effects(markets: pl.DataFrame) -> pl.DataFrame:
    """Spearman's correlation of what markets are worth with where they lie, and between the two halves."""
    columns = (*SHAPE, "degree", "distance")
    told = [spearmanr(markets["effect"], markets[column]) for column in columns]
    corrected = holm([float(one.pvalue) for one in told])
    rows = [
        {"with": column, "rho": float(one.statistic), "p_holm": p, "markets": markets.height}
        for column, one, p in zip(columns, told, corrected, strict=True)
    ]
    again = spearmanr(markets["even"], markets["odd"])
    return pl.DataFrame(
        [
            *rows,
            {
                "with": "the other half",
                "rho": float(again.statistic),
                "p_holm": float(again.pvalue),
                "markets": markets.height,
            },
        ]
    )


def analyse(results: StudyResults) -> dict[str, pl.DataFrame]:
    """The tables of all cells of a study: ``judged``, ``shape``, ``places``, ``places_and_network``."""
    prepare()
    found: dict[str, list[pl.DataFrame]] = {"judged": [], "shape": [], "places": [], "places_and_network": []}
    for cell in results.study.cells:
        letters = [f"won_{letter}" for letter in "ABCD"[: cell.players]]
        rows = results.scan_cell(cell.number).select("game", "turns", "ending", *letters).sort("game").collect()
        held = holdings(results.study.setting_of(cell), rows)
        places = effects_of_markets(held, cell.rules.board)
        tables = (
            judge(held, cell.rules.board),
            effects_of_shape(held, cell.rules.board),
            places,
            associations_of_effects(places),
        )
        for kept, table in zip(found.values(), tables, strict=True):
            bots = pl.lit(", ".join(dict.fromkeys(cell.bots))).alias("bots")
            kept.append(table.select(bots, pl.lit(held.turn).alias("after_turn"), pl.all()))
    return {name: pl.concat(kept) for name, kept in found.items()}
