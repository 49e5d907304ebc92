"""A report on a game's dice: what came up, beside what was to be expected."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from forvm.game.dicecheck import Draw

KINDS = ("die", "child", "card")
# Below that a chi-square test says nothing: the usual rule of thumb.
LEAST_EXPECTED = 5.0


@dataclass(frozen=True, slots=True)
class Count:
    """How often something came up, and how often it was to be expected."""

    token: str
    seen: int
    expected: float


@dataclass(frozen=True, slots=True)
class Luck:
    """All draws of one kind. ``p`` is None where there are too few, or too many kinds of outcome, for a test."""

    kind: str  # die, child or card
    drawn: int
    counts: tuple[Count, ...]
    p: float | None  # the probability that fair ones stray as far or farther


def report(draws: Iterable[Draw]) -> list[Luck]:
    """What came up in these draws, for each kind of which there were any."""
    every = list(draws)
    by_kind = ((kind, [draw for draw in every if draw.kind == kind]) for kind in KINDS)
    return [_luck(kind, drawn) for kind, drawn in by_kind if drawn]


def _luck(kind: str, draws: list[Draw]) -> Luck:
    seen: dict[str, int] = {}
    expected: dict[str, float] = {}
    variance: dict[str, float] = {}
    for draw in draws:
        total = sum(draw.weights)
        for token, weight in zip(draw.tokens, draw.weights, strict=True):
            chance = weight / total
            expected[token] = expected.get(token, 0.0) + chance
            variance[token] = variance.get(token, 0.0) + chance * (1 - chance)
        seen[draw.token] = seen.get(draw.token, 0) + 1
    counts = tuple(Count(token, seen.get(token, 0), expected[token]) for token in expected)
    return Luck(kind, len(draws), counts, _probability(counts, variance))


def _probability(counts: tuple[Count, ...], variance: dict[str, float]) -> float | None:
    if len(counts) < 2 or any(count.expected < LEAST_EXPECTED for count in counts):
        return None
    if len(counts) == 2:
        # A deck that is drawn without putting back strays less than one that is shuffled each time.
        first = counts[0]
        spread = variance[first.token]
        return chi_square_tail((first.seen - first.expected) ** 2 / spread, 1) if spread else None
    strayed = sum((count.seen - count.expected) ** 2 / count.expected for count in counts)
    return chi_square_tail(strayed, len(counts) - 1)


def chi_square_tail(x: float, degrees: int) -> float:
    """The probability that a chi-square variable with so many degrees of freedom is ``x`` or more.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(11.070, 5), 3), round(chi_square_tail(9.488, 4), 3)
    (0.05, 0.05, 0.05)
    """
    half = x / 2
    tail = math.erfc(math.sqrt(half)) if degrees % 2 else math.exp(-half)
    power = math.sqrt(half / math.pi) * 2 * math.exp(-half) if degrees % 2 else half * math.exp(-half)
    step = 1.5 if degrees % 2 else 2.0
    for _ in range((degrees - 1) // 2):
        tail += power
        power *= half / step
        step += 1
    return tail
