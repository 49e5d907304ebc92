"""Fits an emulator to played points, by scikit-learn's Gaussian process regression.

The kernel's variance, length scales and roughness are those of greatest likelihood; the noise of each point is known
from its games and is not fitted. Calibration is by points that were left out.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from forvm.errors import ForvmError
from forvm.lab.emulator.measuring import Measured, MeasuredPoints
from forvm.lab.emulator.surfaces import QUANTILE, Calibration, Emulator, Floats, Surface

FOLDS = 10
FEWEST_FOR_EACH_INPUT = 5  # points; with fewer a surface is a guess
SCALES = (0.1, 100.0)  # of the unit cube: from a bend at every value to no effect at all
ROUGHNESS = (1e-5, 1.0)  # of the variance between points
LEAST_NOISE = 1e-8

Progress = Callable[[int, int], None]  # how many surfaces of how many


def fit(measured: MeasuredPoints, report: Progress = lambda done, of: None) -> Emulator:
    """An emulator of all metrics, calibrated."""
    needed = FEWEST_FOR_EACH_INPUT * len(measured.inputs)
    if len(measured.points) < needed:
        raise ForvmError(
            f"{len(measured.points)} points are too few to emulate {len(measured.inputs)} factors: at least {needed} "
            "are needed. A Latin hypercube with more points is the design for it."
        )
    emulator = Emulator(
        measured.title,
        measured.base,
        measured.inputs,
        measured.usual,
        measured.points,
        measured.games,
        {},
    )
    surfaces: dict[str, Surface] = {}
    for done, one in enumerate(measured.metrics):
        report(done, len(measured.metrics))
        surface = _surface(one, emulator.played)
        surfaces[one.metric] = calibrated(surface, emulator)
    report(len(measured.metrics), len(measured.metrics))
    return replace(emulator, surfaces=surfaces)


def _surface(measured: Measured, places: Floats) -> Surface:
    """The likeliest surface."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel
    from threadpoolctl import threadpool_limits

    values, noise = np.asarray(measured.values), np.asarray(measured.noise)
    spread, factors = float(values.var()), places.shape[1]
    if spread == 0:  # nothing to emulate: it is the same everywhere
        return _made(measured, 0.0, (1.0,) * factors, 0.0)
    smooth = ConstantKernel(1.0, (1e-3, 1e3)) * Matern([1.0] * factors, SCALES, nu=2.5)
    process = GaussianProcessRegressor(smooth + WhiteKernel(1e-2, ROUGHNESS), alpha=noise / spread + LEAST_NOISE)
    # Matrices this small are slower with several threads, and much slower on a busy machine.
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore", ConvergenceWarning)  # a factor without effect has a scale at the bound
        process.fit(places, (values - values.mean()) / np.sqrt(spread))
    smooth, rough = process.kernel_.k1, process.kernel_.k2
    scales = tuple(float(scale) for scale in np.atleast_1d(smooth.k2.length_scale))
    return _made(measured, float(smooth.k1.constant_value) * spread, scales, float(rough.noise_level) * spread)


def _made(measured: Measured, variance: float, scales: tuple[float, ...], roughness: float) -> Surface:
    noise = tuple(max(one, LEAST_NOISE) for one in measured.noise)
    return Surface(measured.metric, measured.kind, measured.values, noise, measured.shared, variance, scales, roughness)


def calibrated(surface: Surface, emulator: Emulator) -> Surface:
    """The surface with intervals that hold of points that are left out, a tenth of them at a time.

    The kernel stays: it is ten numbers of all the points. How often a tenth lies in its intervals is told with the
    stretch that the other tenths ask for.
    """
    values, noise = np.asarray(surface.values), np.asarray(surface.noise)
    places, order = emulator.played, np.random.default_rng(len(values)).permutation(len(values))
    told, variance, fold = np.zeros(len(values)), np.zeros(len(values)), np.zeros(len(values), np.int64)
    for number, unseen in enumerate(np.array_split(order, FOLDS)):
        seen = np.setdiff1d(order, unseen)
        part = replace(surface, values=tuple(values[seen]), noise=tuple(noise[seen]), stretch=1.0)
        points = tuple(emulator.points[place] for place in seen)
        some = replace(emulator, points=points, surfaces={surface.metric: part})
        told[unseen], variance[unseen] = some.means_and_variances(surface.metric, places[unseen])
        fold[unseen] = number
    apart = np.abs(values - told) / np.sqrt(variance + noise)
    inside = [apart[place] <= QUANTILE * _stretch(apart[fold != fold[place]]) for place in range(len(values))]
    spread, stretch = float(values.var()), _stretch(apart)
    explained = 1 - float(((values - told) ** 2).mean()) / spread if spread else 1.0
    width = QUANTILE * float(np.median(np.sqrt(stretch**2 * variance + surface.shared)))
    return replace(
        surface, stretch=stretch, calibration=Calibration(len(values), float(np.mean(inside)), explained, width)
    )


def _stretch(apart: Floats) -> float:
    """By how much intervals have to be wider for 95 % of these errors, in standard deviations, to lie inside."""
    return max(float(np.quantile(apart, 0.95)) / QUANTILE, 1.0)
