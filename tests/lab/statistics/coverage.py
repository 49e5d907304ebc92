"""How often each kind of interval that a report prints covers the truth, in studies of the smallest size allowed.

``python -m tests.lab.statistics.coverage`` simulates a thousand studies of each kind (a few minutes) and writes
``coverage.csv`` beside this file. The tests do the same with fewer. Where events are rare, a single true value would
say little, as coverage jumps up and down with it, so each study draws its own from a range.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from forvm.lab.report.plots.dots import FEWEST_IN_A_PART
from forvm.lab.statistics import (
    FEWEST_GAMES,
    Kind,
    Pair,
    Sample,
    average,
    compare,
    difference,
    estimate,
    gather,
    weighted,
)
from forvm.lab.statistics.sensitivity import FEWEST_POINTS
from tests.lab.statistics.planted_designs import Truth, additive, ishigami, study

STUDIES = 1000
RESULTS = Path(__file__).with_name("coverage.csv")
Luck = np.random.Generator
Case = Callable[[Luck, int], list[bool]]  # a study of so many games: does each of its intervals cover the truth?


def between(luck: Luck, low: float, high: float) -> float:
    """A true value from a range, each order of magnitude as likely."""
    return float(np.exp(luck.uniform(np.log(low), np.log(high))))


def sample(values: np.ndarray) -> Sample:
    return gather(np.arange(len(values)), values)


def estimated(draw: Callable[[Luck, int], tuple[np.ndarray, float]], kind: Kind = "mean") -> Case:
    """An estimate of what is drawn."""

    def case(luck: Luck, games: int) -> list[bool]:
        values, truth = draw(luck, games)
        told = estimate(sample(values), kind)
        return [told.low <= truth <= told.high]

    return case


def compared(draw: Callable[[Luck, int], tuple[np.ndarray, np.ndarray, float]], kind: Kind = "mean") -> Case:
    """A difference of two that are drawn."""

    def case(luck: Luck, games: int) -> list[bool]:
        variant, baseline, truth = draw(luck, games)
        told = difference(sample(variant), sample(baseline), kind)
        return [told.low <= truth <= told.high]

    return case


def lengths(luck: Luck, games: int) -> tuple[np.ndarray, float]:
    return 20 + luck.gamma(2.0, 6.0, games), 32.0


def rare_counts(luck: Luck, games: int) -> tuple[np.ndarray, float]:
    rate = between(luck, 1 / games, 1)
    return luck.poisson(rate, games).astype(float), rate


def shares(luck: Luck, games: int) -> tuple[np.ndarray, float]:
    share = luck.uniform(0.05, 0.95)
    return (luck.random(games) < share).astype(float), share


def rare_shares(luck: Luck, games: int) -> tuple[np.ndarray, float]:
    share = between(luck, 1 / games, 0.2)
    return (luck.random(games) < share).astype(float), share


def two_lengths(luck: Luck, games: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Some of the games with the same dice turn out alike."""
    variant, baseline = (20 + luck.gamma(2.0, 6.0, games) for _ in range(2))
    alike = luck.random(games) < luck.uniform(0, 0.7)
    variant[alike] = baseline[alike]
    return variant, baseline, 0.0


def two_counts(luck: Luck, games: int) -> tuple[np.ndarray, np.ndarray, float]:
    rate, more, other = between(luck, 2 / games, 0.5), between(luck, 2 / games, 0.5), luck.random()
    baseline = luck.poisson(rate, games)
    variant = luck.binomial(baseline, 1 - other) + luck.poisson(rate * other + more, games)
    return variant.astype(float), baseline.astype(float), more


def two_shares(luck: Luck, games: int) -> tuple[np.ndarray, np.ndarray, float]:
    share, more, other = between(luck, 2 / games, 0.5), between(luck, 2 / games, 0.4), luck.random()
    dice = luck.random(games)
    changed = np.where(luck.random(games) < other, luck.random(games), dice)
    return (changed < share + more).astype(float), (dice < share).astype(float), more


def marginal(luck: Luck, games: int) -> list[bool]:
    """Four cells, one of which was played ten times as much: their mean, a main effect and an interaction."""
    means = luck.uniform(0, 4, 4)
    sizes = [games, games, games, 10 * games]
    cells = [
        sample(luck.gamma(1.0, 3.0, size) - 3 + luck.normal(0, 1, size) + mean)
        for size, mean in zip(sizes, means, strict=True)
    ]
    whole = estimate(average(cells))
    main = difference(average(cells[:2]), average(cells[2:]))
    sides = [weighted([(1.0, one), (1.0, other)]) for one, other in (cells[::3], cells[1:3])]
    crossed = difference(sides[0], sides[1])
    truths = [means.mean(), means[:2].mean() - means[2:].mean(), means[0] + means[3] - means[1] - means[2]]
    told = [(one.low, one.high) for one in (main, crossed)]
    return [low <= truth <= high for (low, high), truth in zip([(whole.low, whole.high), *told], truths, strict=True)]


def together(luck: Luck, games: int) -> list[bool]:
    """Ten comparisons: do all wide intervals cover the truth?"""
    pairs = [Pair(sample(luck.normal(0, 1, games)), sample(luck.normal(0, 1, games))) for _ in range(10)]
    return [all(one.low <= 0 <= one.high for one in compare(pairs))]


def band(luck: Luck, _: int) -> list[bool]:
    """The band around the line through a cloud: the mean of a few settings."""
    told = estimate(sample(luck.normal(0, 1, FEWEST_IN_A_PART)))
    return [told.low <= 0 <= told.high]


GAMES: dict[str, Case] = {
    "mean of lengths": estimated(lengths),
    "mean of rare counts": estimated(rare_counts),
    "share": estimated(shares, "share"),
    "rare share": estimated(rare_shares, "share"),
    "difference of lengths": compared(two_lengths),
    "difference of rare counts": compared(two_counts),
    "difference of shares": compared(two_shares, "share"),
    "marginal mean, main effect, interaction": marginal,
    "ten differences together": together,
    "band of a cloud": band,
}
DESIGNS = [
    ("sobol", "additive", additive, (2, 3, 4, 5)),
    ("sobol", "ishigami", ishigami, (7, 7, 7, 3)),
    ("morris", "additive", additive, (2, 3, 4, 5)),
    ("morris", "ishigami", ishigami, (7, 7, 7, 3)),
    ("latin_hypercube", "additive", additive, (2, 3, 4, 5)),
]


def of_games(name: str, games: int, studies: int) -> float:
    """How often the intervals of a kind cover the truth."""
    luck = np.random.default_rng([games, *name.encode()])
    return float(np.mean([hit for _ in range(studies) for hit in GAMES[name](luck, games)]))


def of_design(kind: str, model: Callable[..., float], counts: tuple[int, ...], studies: int) -> dict[str, float]:
    """How often the intervals of indices do, in the smallest design allowed; a fifth of the variance is luck."""
    truth, luck = Truth(model, counts), np.random.default_rng(7)
    hits: dict[str, list[bool]] = {}
    for _ in range(studies):
        told = study(kind, FEWEST_POINTS[kind], counts, model, luck, noise=truth.sd * np.sqrt(0.2))
        for number, one in enumerate(told.indices):
            sizes = truth.size if kind == "morris" else truth.total
            # The last factor does nothing. A size cannot be below zero, so its interval errs on one side only.
            zero = " of nothing" if kind == "morris" and sizes[number] < 1e-9 else ""
            for name, true in ((f"total{zero}", sizes[number]), ("first", truth.first[number])):
                interval = getattr(one, name.split()[0])
                if interval is not None:
                    hits.setdefault(name, []).append(interval.low <= true <= interval.high)
    return {name: float(np.mean(those)) for name, those in hits.items()}


def main() -> None:
    """Simulate all kinds and write what came of it."""
    rows = [
        (name, games, of_games(name, games, STUDIES))
        for name in GAMES
        for games in ((FEWEST_IN_A_PART,) if GAMES[name] is band else (FEWEST_GAMES, 200))
    ]
    for kind, name, model, counts in DESIGNS:
        found = of_design(kind, model, counts, STUDIES)
        rows += [(f"{kind}, {name}, {index}", FEWEST_POINTS[kind], hit) for index, hit in found.items()]
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("interval", "games_or_points", "coverage"))
        table.writerows((name, size, f"{hit:.4f}") for name, size, hit in rows)
    sys.stdout.write(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
