"""Confidence intervals for shares when games come in seed blocks: sets of games with the same dice.

Games of one block are not independent. So the variance is measured between blocks, not between games (the variance of
a ratio, clustered by block). It is turned into the number of independent games that would give the same variance, and
Wilson's interval is taken for that number, which also works near 0 % and 100 %. That number

* is lowered for few blocks, by Student's t in place of the normal distribution (Korn and Graubard's correction);
* is never more than the number of games: what common dice gain is not claimed;
* is the number of blocks where every block ended alike, as then nothing is known about the spread.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forvm.lab.wilson import interval

NORMAL = 1.959964


@dataclass(frozen=True)
class Share:
    """A share of victories with its 95 % interval, and what it would be if all were equally strong."""

    wins: float
    games: int
    share: float
    low: float
    high: float
    fair: float


def share_of(blocks: Iterable[tuple[float, int]], fair: float) -> Share:
    """The share of victories in blocks, each given by the victories and the games (or seats) that could bring them.

    >>> told = share_of([(1, 1)] * 50 + [(0, 1)] * 50, fair=0.25)
    >>> round(told.low, 3), round(told.high, 3)
    (0.402, 0.598)
    """
    blocks = list(blocks)
    wins, games = sum(won for won, _ in blocks), sum(count for _, count in blocks)
    share = wins / games
    low, high = interval(share * (sure := _independent_games(blocks, share)), sure)
    return Share(wins, games, share, low, high, fair)


def variance(blocks: Sequence[tuple[float, int]], share: float) -> float:
    """The variance of a share, from its spread between blocks."""
    count, games = len(blocks), sum(n for _, n in blocks)
    return count / (count - 1) * sum((won - share * n) ** 2 for won, n in blocks) / games**2


def _independent_games(blocks: Sequence[tuple[float, int]], share: float) -> int:
    if len(blocks) < 2:
        return 1
    spread = variance(blocks, share)
    games = sum(n for _, n in blocks)
    # Shares such as 1/3 + 1/3 + 1/3 leave a trace of rounding where there is no spread.
    sure = len(blocks) if spread < 1e-18 else min(share * (1 - share) / spread, games)
    from scipy.special import stdtrit

    return max(1, round(sure * (NORMAL / float(stdtrit(len(blocks) - 1, 0.975))) ** 2))


FEWEST_BLOCKS = 3  # two agree by chance too often to tell anything


@dataclass(frozen=True)
class Evenness:
    """Are victories spread evenly over the seats? ``p`` is how often chance alone spreads them as unevenly.

    It is None where there are too few blocks to tell.
    """

    statistic: float
    freedom: int
    design: float
    p: float | None


def evenness(blocks: Sequence[Sequence[float]]) -> Evenness:
    """Pearson's chi-square test on victories by seat, each block given by its victories in every seat.

    Deals of several games count for less, as they share dice: the statistic is divided by the design effect (Rao and
    Scott's first-order correction), which is 1 for independent games and never taken as less. As that is an estimate
    from so many blocks, the result is compared with Fisher's distribution (Thomas and Rao).

    >>> told = evenness([[1, 0]] * 60 + [[0, 1]] * 40)
    >>> round(told.statistic, 2), round(told.p or 0, 4)
    (4.0, 0.0455)
    """
    from scipy.special import chdtrc, fdtrc

    seats = len(blocks[0])
    games = [sum(block) for block in blocks]
    total = sum(games)
    if not total or seats < 2:
        return Evenness(0.0, max(seats - 1, 0), 1.0, 1.0)
    fair = total / seats
    statistic = sum((sum(block[seat] for block in blocks) - fair) ** 2 / fair for seat in range(seats))
    freedom = seats - 1
    if len(blocks) < FEWEST_BLOCKS:
        return Evenness(statistic, freedom, 1.0, None)
    if max(games) <= 1:
        return Evenness(statistic, freedom, 1.0, float(chdtrc(freedom, statistic)))
    design = max(1.0, _design_effect(blocks, games, total, seats))
    p = float(fdtrc(freedom, freedom * (len(blocks) - 1), statistic / design / freedom))
    return Evenness(statistic / design, freedom, design, p)


def _design_effect(blocks: Sequence[Sequence[float]], games: Sequence[float], total: float, seats: int) -> float:
    count = len(blocks)
    spread = 0.0
    for seat in range(seats):
        share = sum(block[seat] for block in blocks) / total
        apart = (block[seat] - share * n for block, n in zip(blocks, games, strict=True))
        spread += count / (count - 1) * math.fsum(x * x for x in apart) / total**2
    return total * spread * seats / (seats - 1)
