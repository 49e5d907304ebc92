"""Who wins: does it matter when one's turn comes, which strategy one follows, or whom one plays after?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy.special import stdtr

from forvm.lab.clustered_shares import evenness
from forvm.lab.statistics.estimates import DifferenceEstimate, Estimate, difference, estimate, independent_games
from forvm.lab.statistics.game_metrics import MeasuredGame
from forvm.lab.statistics.samples import Sample, gather


@dataclass(frozen=True)
class Seats:
    """The share of victories by order of play, beginning with the starter; ``p`` is for all being equal."""

    shares: tuple[Estimate, ...]
    fair: float
    p: float


@dataclass(frozen=True)
class Strategy:
    """The share of victories for each seat that a bot takes.

    ``p`` is for its being the fair one, ``p_best`` for its being that of the strongest bot.
    """

    bot: str
    share: Estimate
    fair: float
    p: float
    p_best: float


@dataclass(frozen=True)
class Neighbour:
    """How a bot fares when it plays just after another one, and how much better than after all others."""

    bot: str
    after: str
    share: Estimate
    apart: DifferenceEstimate
    p: float


def seats(frame: pl.DataFrame, game: MeasuredGame) -> Seats:
    """How victories are spread over the order of play. Every game of the frame has dice of its own."""
    won = frame.select(game.won_by(place).cast(pl.Float64).alias(str(place)) for place in range(game.players))
    shares = tuple(estimate(gather(frame["game"], won[column]), "share") for column in won.columns)
    p = evenness(won.rows()).p
    return Seats(shares, 1 / game.players, 1.0 if p is None else p)  # one or two games speak against nothing


def strategies(frame: pl.DataFrame, game: MeasuredGame) -> list[Strategy]:
    """How each bot fares, the strongest first; nothing where all seats have the same."""
    fair = 1 / game.players
    bots, _, won, games = _by_seat(frame, game)
    samples = {name: gather(games[bots == name], won[bots == name]) for name in sorted(set(bots.tolist()))}
    if len(samples) < 2:
        return []
    ranked = sorted(samples.items(), key=lambda one: -one[1].mean)
    best = ranked[0][1]
    return [
        Strategy(
            name,
            estimate(sample, "share"),
            fair,
            p_against(sample, fair),
            1.0 if sample is best else difference(best, sample, "share").p,
        )
        for name, sample in ranked
    ]


def neighbours(frame: pl.DataFrame, game: MeasuredGame) -> list[Neighbour]:
    """How each bot fares by the one that it plays after; nothing where no bot has different neighbours."""
    bots, before, won, games = _by_seat(frame, game)
    found = []
    for bot in sorted(set(bots.tolist())):
        mine = bots == bot
        others = sorted(set(before[mine].tolist()))
        for other in others if len(others) > 1 else ():
            near, far = mine & (before == other), mine & (before != other)
            sample = gather(games[near], won[near])
            apart = difference(sample, gather(games[far], won[far]), "share")
            found.append(Neighbour(bot, other, estimate(sample, "share"), apart, apart.p))
    return found


def _by_seat(frame: pl.DataFrame, game: MeasuredGame) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """For each seat of each game: its bot, the bot that plays before it, its share of the victory, the game."""
    seated = [frame[f"bot_{letter}"].to_numpy() for letter in game.letters]
    won = np.concatenate([frame[f"won_{letter}"].to_numpy() for letter in game.letters])
    games = np.tile(frame["game"].to_numpy(), game.players)
    return np.concatenate(seated), np.concatenate(seated[-1:] + seated[:-1]), won, games


def p_against(sample: Sample, fair: float) -> float:
    """How often chance alone takes a share as far from the fair one; below 5 % when Wilson's interval excludes it.

    >>> round(p_against(gather(range(100), [1] * 35 + [0] * 65), 0.25), 3)
    0.024
    """
    freedom = len(sample.blocks) - 1
    if freedom < 1:
        return 1.0
    error = (fair * (1 - fair) / independent_games(sample)) ** 0.5
    return 2 * float(stdtr(freedom, -abs(sample.mean - fair) / error))
