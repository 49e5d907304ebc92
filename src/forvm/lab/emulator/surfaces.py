"""A fitted emulator: what a metric would be at values of the rules that nobody has played.

Each metric is a Gaussian process with a Matérn 5/2 kernel over the unit cube of the inputs, a length scale for each of
them, and the known error of each played point as its noise. Only NumPy is needed here: fitting is in `fitting`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from forvm.errors import ForvmError

FORMAT = 1
QUANTILE = 1.959964  # of the normal distribution, for 95 %
ROOT_5 = math.sqrt(5)

Floats = NDArray[np.float64]
Values = Mapping[str, int | bool]


@dataclass(frozen=True)
class InputRange:
    """A parameter that may be set, and between which values the emulator was fitted."""

    key: str
    low: int
    high: int

    def place(self, value: int) -> float:
        """Where a value lies, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Emulated:
    """An emulated number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Calibration:
    """How well a surface told points that were left out, a tenth of all points at a time.

    ``coverage`` is how often a point lay in its 95 % interval; ``explained`` is the share of the variance between
    points that was told; ``width`` is half the interval of the truth, halfway through the points.
    """

    points: int
    coverage: float
    explained: float
    width: float


@dataclass(frozen=True)
class Surface:
    """One metric over the inputs: what was played, and how the kernel reads it.

    ``noise`` is the variance of each point's own error. ``shared`` is that of the error which all points have in
    common, as they were played with the same dice: it cancels out of differences. ``roughness`` is the variance of what
    no smooth surface follows: bots decide by thresholds, so a point may differ from its next neighbours. It is a part
    of the truth, so where a point was played it is known. ``stretch`` is by how much intervals are widened, so that
    they hold of points that were left out.
    """

    metric: str
    kind: Literal["mean", "share"]
    values: tuple[float, ...]
    noise: tuple[float, ...]
    shared: float
    variance: float
    scales: tuple[float, ...]
    roughness: float
    stretch: float = 1.0
    calibration: Calibration | None = None

    @property
    def centre(self) -> float:
        """The mean of what was played, to which the surface returns where nothing is known."""
        return float(np.mean(self.values))

    def kernel(self, one: Floats, other: Floats) -> Floats:
        """How much the truth at some places varies together with that at others; most at the very same place."""
        apart = (one[:, None, :] - other[None, :, :]) / np.asarray(self.scales)
        distance = ROOT_5 * np.sqrt((apart**2).sum(axis=2))
        matern: Floats = self.variance * (1 + distance + distance**2 / 3) * np.exp(-distance)
        matern += self.roughness * (distance == 0)
        return matern


@dataclass(frozen=True)
class Emulator:
    """Surfaces of several metrics over the same points, and the game that they are about.

    ``base`` is what was played at the baseline: rules, players, bots; ``usual`` its values of the inputs.
    """

    title: str
    base: Mapping[str, Any]
    inputs: tuple[InputRange, ...]
    usual: Mapping[str, int]
    points: tuple[tuple[int, ...], ...]
    games: int
    surfaces: Mapping[str, Surface]
    _inverses: dict[str, Floats] = field(default_factory=dict, init=False, repr=False, compare=False)

    def values_at(self, changes: Values) -> dict[str, int]:
        """Values of all inputs: those that are named, the rest as usual. Refuses what the emulator does not know."""
        known = {one.key: one for one in self.inputs}
        for key, value in changes.items():
            if key not in known:
                raise ForvmError(f"The emulator does not know {key}. It knows {', '.join(known)}.")
            low, high = known[key].low, known[key].high
            if not low <= value <= high:
                raise ForvmError(f"The emulator knows {key} from {low} to {high}, not {value}.")
        return {**self.usual, **{key: int(value) for key, value in changes.items()}}

    def at(self, changes: Values) -> dict[str, Emulated]:
        """Every metric at these values."""
        place = self._place(self.values_at(changes))
        return {id: self._level(surface, place) for id, surface in self.surfaces.items()}

    def difference(self, changes: Values) -> dict[str, Emulated]:
        """By how much every metric lies above the baseline at these values."""
        values = self.values_at(changes)
        if values == dict(self.usual):
            return dict.fromkeys(self.surfaces, Emulated(0.0, 0.0, 0.0))
        here, base = self._place(values), self._place(self.usual)
        return {id: self._difference(surface, here, base) for id, surface in self.surfaces.items()}

    def means_and_variances(self, metric: str, places: Floats) -> tuple[Floats, Floats]:
        """The mean of a metric at places in the unit cube, and its variance but for the shared error."""
        surface = self.surfaces[metric]
        near = surface.kernel(places, self.played)
        inverse = self._inverse(surface)
        mean = surface.centre + near @ (inverse @ (np.asarray(surface.values) - surface.centre))
        left = surface.variance + surface.roughness - np.einsum("ij,jk,ik->i", near, inverse, near)
        return mean, surface.stretch**2 * np.maximum(left, 0.0)

    def _level(self, surface: Surface, place: Floats) -> Emulated:
        mean, variance = self.means_and_variances(surface.metric, place)
        told = _interval(float(mean[0]), float(variance[0]) + surface.shared)
        if surface.kind == "share":
            return Emulated(*(min(max(number, 0.0), 1.0) for number in (told.value, told.low, told.high)))
        return told

    def _difference(self, surface: Surface, here: Floats, base: Floats) -> Emulated:
        near = surface.kernel(here, self.played) - surface.kernel(base, self.played)
        inverse = self._inverse(surface)
        mean = float((near @ (inverse @ (np.asarray(surface.values) - surface.centre)))[0])
        together = 2 * (surface.variance + surface.roughness - float(surface.kernel(here, base)[0, 0]))
        left = max(together - float((near @ inverse @ near.T)[0, 0]), 0.0)
        return _interval(mean, surface.stretch**2 * left)

    def _place(self, values: Mapping[str, int]) -> Floats:
        return np.array([[one.place(values[one.key]) for one in self.inputs]])

    @cached_property
    def played(self) -> Floats:
        """The points in the unit cube."""
        lows = np.array([one.low for one in self.inputs])
        highs = np.array([one.high for one in self.inputs])
        places: Floats = (np.array(self.points, np.float64) - lows) / (highs - lows)
        return places

    def _inverse(self, surface: Surface) -> Floats:
        if surface.metric not in self._inverses:
            covariance = surface.kernel(self.played, self.played) + np.diag(surface.noise)
            self._inverses[surface.metric] = np.asarray(np.linalg.inv(covariance), np.float64)
        return self._inverses[surface.metric]

    def to_text(self) -> str:
        """The emulator as JSON, a line for each point."""
        told = {
            "forvm emulator": FORMAT,
            "title": self.title,
            "base": dict(self.base),
            "inputs": [asdict(one) for one in self.inputs],
            "usual": dict(self.usual),
            "games": self.games,
            "surfaces": {id: _shown(surface) for id, surface in self.surfaces.items()},
        }
        head = json.dumps(told, indent=1)[:-2]
        rows = [json.dumps(_row(self, number), separators=(",", ":")) for number in range(len(self.points))]
        return f'{head},\n "points": [\n' + ",\n".join(rows) + "\n ]\n}\n"


def _row(emulator: Emulator, number: int) -> list[Any]:
    """A point: its values, and of each metric what was measured there with the variance of its error."""
    measured = [[_brief(s.values[number]), _brief(s.noise[number])] for s in emulator.surfaces.values()]
    return [list(emulator.points[number]), *measured]


def _shown(surface: Surface) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": surface.kind,
        "shared": _brief(surface.shared),
        "variance": _brief(surface.variance),
        "scales": [_brief(scale) for scale in surface.scales],
        "roughness": _brief(surface.roughness),
        "stretch": _brief(surface.stretch),
    }
    if surface.calibration is not None:
        told["calibration"] = asdict(surface.calibration) | {
            key: _brief(getattr(surface.calibration, key)) for key in ("coverage", "explained", "width")
        }
    return told


def _brief(number: float) -> float:
    return float(f"{number:.6g}")


def _interval(mean: float, variance: float) -> Emulated:
    half = QUANTILE * math.sqrt(variance)
    return Emulated(mean, mean - half, mean + half)


def from_text(written: str, name: str = "The emulator") -> Emulator:
    """Read an emulator back."""
    try:
        told = json.loads(written)
        if told.get("forvm emulator") != FORMAT:
            raise ForvmError(f"{name} was not written by this version of FORVM: forvm emulate writes it anew.")
        rows: Sequence[Any] = told["points"]
        surfaces = {
            id: Surface(
                id,
                one["kind"],
                tuple(row[place][0] for row in rows),
                tuple(row[place][1] for row in rows),
                one["shared"],
                one["variance"],
                tuple(one["scales"]),
                one["roughness"],
                one["stretch"],
                Calibration(**one["calibration"]) if "calibration" in one else None,
            )
            for place, (id, one) in enumerate(told["surfaces"].items(), start=1)
        }
        inputs = tuple(InputRange(**one) for one in told["inputs"])
        points = tuple(tuple(row[0]) for row in rows)
        return Emulator(told["title"], told["base"], inputs, told["usual"], points, told["games"], surfaces)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise ForvmError(f"{name} is not an emulator that forvm emulate has written.") from None


def load_emulator(path: Path) -> Emulator:
    """Read an emulator's file."""
    try:
        return from_text(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise ForvmError(f"{path} cannot be read as an emulator: {error}.") from None
