"""Which rules matter most: as many indices as a design allows, freed of the noise of finite games.

* Sobol: the share of a metric's variance that a factor brings alone (``first``) and together with others (``total``),
  by Jansen's and Janon's estimators;
* Morris: how far a metric moves when a factor crosses its range, as the root of the mean square of its elementary
  effects (``total``), their mean with its sign (``mean``) and their spread (``spread``). Morris's μ*, the mean of
  their sizes, would count luck as an effect; squares can be freed of it;
* Latin hypercube: ``first`` as in Sobol's, from the variance between the values of a factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import ncfdtr
from scipy.stats import f, t, wilcoxon

from forvm.lab.statistics.noisy_means import NoisyMeans, SquareForm
from forvm.lab.statistics.samples import LEVEL, Floats
from forvm.lab.statistics.tilting import quantile

FEWEST_POINTS = {"sobol": 256, "morris": 24, "latin_hypercube": 64}
MOST_GROUPS = 8  # of a factor's values, in a Latin hypercube


@dataclass(frozen=True)
class Interval:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Index:
    """How much one factor matters to one metric; ``p``: how often luck makes as much of one that does nothing."""

    factor: str
    p: float
    total: Interval | None = None
    first: Interval | None = None
    mean: Interval | None = None
    spread: float | None = None
    form: SquareForm | None = None  # what ``p`` and the floor are read from
    scale: float = 1.0  # by which the form is multiplied to become the index

    @property
    def main(self) -> Interval:
        """The index by which factors are ranked."""
        found = self.total or self.first
        assert found is not None
        return found

    def floor(self, level: float) -> float | None:
        """What luck alone makes of a factor that does nothing, but for so few cases (``level`` is a p-value)."""
        if self.form is None:
            return None
        square = self.form.floor(level) * self.scale
        return float(np.sqrt(max(square, 0.0))) if self.mean is not None else min(square, 1.0)


@dataclass(frozen=True)
class Sensitivity:
    """The indices of all factors for one metric, the first of them in the order of the study."""

    indices: tuple[Index, ...]
    noise: float  # the share of luck in the variance between points

    @property
    def ranked(self) -> list[Index]:
        """The most important first."""
        return sorted(self.indices, key=lambda one: -one.main.value)

    def apart(self, one: Index, other: Index) -> float:
        """How often luck and the draw of points set two indices as far apart, if they are equal."""
        if one.form is None or other.form is None:
            return 1.0
        if one.mean is not None and len(one.form.weights) == len(other.form.weights):
            # Squares of few effects are too skewed for Student's t: which factor moves more, trajectory by trajectory?
            moved = one.form.parts[0].squares - other.form.parts[0].squares
            return float(wilcoxon(moved).pvalue) if moved.any() else 1.0
        parts = (*one.form.parts, *other.form.parts)
        both = SquareForm(parts, np.concatenate([one.form.weights, -other.form.weights], axis=1))
        variance, freedom = both.variance()
        if not variance:
            return 1.0 if both.value == 0 else 0.0
        return 2 * float(t.sf(abs(both.value) / np.sqrt(variance), freedom))


def sensitivity(
    kind: str, factors: Sequence[str], places: ArrayLike, cells: Sequence[int], means: NoisyMeans
) -> Sensitivity | None:
    """The indices of all factors, from the points of a design; None if it has too few points, or nothing varies.

    ``places`` has a row for each point, with each factor's value as a share of its range; ``cells`` says which row of
    ``means`` belongs to each point.
    """
    x, at = np.asarray(places, np.float64), means.at(cells)
    if kind not in _ANALYSES or not np.isfinite(at.means).all() or np.ptp(at.means) == 0:
        return None
    if _drawn(kind, len(at.means), len(factors)) < FEWEST_POINTS[kind]:
        return None
    around = at.centred()
    noise = float(around.variances.mean() / np.mean(around.means**2))
    return Sensitivity(tuple(_ANALYSES[kind](factors, x, at)), min(noise, 1.0))


def _drawn(kind: str, points: int, factors: int) -> int:
    """How many independent draws of a design there are."""
    return points // {"sobol": factors + 2, "morris": factors + 1, "latin_hypercube": 1}[kind]


def _sobol(factors: Sequence[str], x: Floats, at: NoisyMeans) -> list[Index]:
    """Saltelli's sample: for each draw a point A, one for each factor that has its value from B, and B."""
    step = len(factors) + 2
    a, b = (at.at(np.arange(first, len(at.means), step)) for first in (0, step - 1))
    found = []
    for number, factor in enumerate(factors):
        mixed = at.at(np.arange(number + 1, len(at.means), step))
        total, form, scale = _share_apart(a, mixed)
        alone, _, _ = _share_apart(b, mixed)
        first = Interval(1 - alone.value, 1 - alone.high, 1 - alone.low)
        found.append(Index(factor, form.chance(), total=total, first=first, form=form, scale=scale))
    return found


def _share_apart(one: NoisyMeans, other: NoisyMeans) -> tuple[Interval, SquareForm, float]:
    """The mean square of half the difference, as a share of the variance; the difference as a form, and its scale."""
    points = len(one.means)
    both = one.joined(other).centred()
    one, other = both.at(np.arange(points)), both.at(np.arange(points, 2 * points))
    apart, together = one.minus(other).times(np.sqrt(0.5)), one.plus(other).times(np.sqrt(0.5))
    each = np.full((points, 1), 1 / points)
    form = SquareForm((apart,), each)
    of_apart, of_together = form.value, SquareForm((together,), each).value
    whole = of_apart + of_together
    if whole <= 0:
        return Interval(0.0, -1.0, 1.0), form, 0.0
    share = 2 * of_apart / whole
    slope = np.array([2 * of_together, -2 * of_apart]) / whole**2
    low, high = SquareForm((apart, together), each * slope).ends(LEVEL)
    return Interval(share, share + low, share + high), form, 2 / whole


def _morris(factors: Sequence[str], x: Floats, at: NoisyMeans) -> list[Index]:
    """Elementary effects: the change between two points that differ in one factor, for its whole range."""
    step = len(factors) + 1
    before = np.array([point for point in range(len(x) - 1) if (point + 1) % step])
    moved = x[before + 1] - x[before]
    found = []
    for number, factor in enumerate(factors):
        of_it = before[(moved[:, number] != 0) & ((moved != 0).sum(axis=1) == 1)]
        if len(of_it) < 2:
            continue
        effects = at.at(of_it + 1).minus(at.at(of_it)).times(1 / (x[of_it + 1, number] - x[of_it, number]))
        form = SquareForm((effects,), np.full((len(of_it), 1), 1 / len(of_it)))
        total = Interval(*(float(np.sqrt(max(square, 0.0))) for square in (form.value, *form.ends(LEVEL))))
        mean = _mean(effects)
        spread = float(np.sqrt(max(form.value - mean.value**2, 0.0)))
        found.append(Index(factor, form.chance(), total=total, mean=mean, spread=spread, form=form))
    return found


def _mean(effects: NoisyMeans) -> Interval:
    points = len(effects.means)
    noise = effects.noise.mean(axis=0)
    luck = float(noise @ noise)
    design = max(float(np.var(effects.means, ddof=1)) / points - float(effects.variances.sum()) / points**2, 0.0)
    variance = design + luck
    freedom = variance**2 / (design**2 / (points - 1) + luck**2 / effects.freedom) if variance else 1.0
    value, half = float(effects.means.mean()), quantile(freedom, LEVEL) * float(np.sqrt(variance))
    return Interval(value, value - half, value + half)


def _latin_hypercube(factors: Sequence[str], x: Floats, at: NoisyMeans) -> list[Index]:
    """The variance between the values of each factor; where they are many, between parts of its range."""
    around = at.centred()
    noise = float(around.variances.mean() / np.mean(around.means**2))
    return [_between(factor, _parts(x[:, number]), at.means, noise) for number, factor in enumerate(factors)]


def _parts(column: Floats) -> NDArray[np.int64]:
    values, part = np.unique(column, return_inverse=True)
    return part if len(values) <= MOST_GROUPS else (part * MOST_GROUPS) // len(values)


def _between(factor: str, part: NDArray[np.int64], y: Floats, noise: float) -> Index:
    """One-way analysis of variance. All else, luck too, is within the parts, so that nothing has to be subtracted."""
    counts = np.bincount(part)
    means = np.bincount(part, y) / counts
    groups, points = len(counts) - 1, len(y) - len(counts)
    between = float(counts @ (means - y.mean()) ** 2)
    within = float(((y - means[part]) ** 2).sum())
    ratio = between / groups / (within / points) if within else np.inf
    explained = max(1 - noise, 1e-9)

    def share(beyond: float) -> float:
        return min(max(beyond, 0.0) / (max(beyond, 0.0) + len(y)) / explained, 1.0)

    value = share(groups * (ratio * (points - 2) / points - 1)) if within else 1.0
    low, high = (share(_noncentral(ratio, groups, points, level)) for level in (0.5 + LEVEL / 2, 0.5 - LEVEL / 2))
    return Index(factor, float(f.sf(ratio, groups, points)), first=Interval(value, low, high))


def _noncentral(ratio: float, groups: int, points: int, level: float) -> float:
    """The noncentrality under which a ratio as small comes with this probability."""
    if not np.isfinite(ratio):
        return np.inf

    def beyond(centre: float) -> float:
        return float(ncfdtr(groups, points, centre, ratio)) - level

    if beyond(0.0) <= 0:
        return 0.0
    most = 4 * groups * ratio + 100.0
    return float(brentq(beyond, 0.0, most)) if beyond(most) < 0 else most


_ANALYSES = {"sobol": _sobol, "morris": _morris, "latin_hypercube": _latin_hypercube}
