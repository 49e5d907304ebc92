"""Emulators: what was planted is told with honest intervals, and what was played is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from forvm.errors import ForvmError
from forvm.lab.emulator.fitting import fit
from forvm.lab.emulator.measuring import Measured, MeasuredPoints
from forvm.lab.emulator.surfaces import QUANTILE, Emulator, InputRange, from_text

INPUTS = (InputRange("oust.cost", 0, 400), InputRange("build.cost", 50, 250))
USUAL = {"oust.cost": 200, "build.cost": 100}
NOISE = 0.2


def truth(points: np.ndarray) -> np.ndarray:
    return 10 + 3 * np.sin(points[:, 0] / 90) + points[:, 1] / 60


def measured(count: int, *, shift: float = 0.0, seed: int = 3) -> MeasuredPoints:
    """Points of the planted truth; ``shift`` is an error that all have in common."""
    rng = np.random.default_rng(seed)
    points = np.column_stack([rng.integers(0, 401, count), rng.integers(50, 251, count)])
    points[0] = USUAL["oust.cost"], USUAL["build.cost"]
    values = truth(points) + shift + rng.normal(0, NOISE, count)
    told = Measured("turns", "mean", tuple(values), (NOISE**2,) * count, 0.25)
    base = {"edition": "forvm", "bots": ["greedy"] * 4}
    return MeasuredPoints("Planted", base, INPUTS, USUAL, tuple(map(tuple, points.tolist())), 100, (told,))


@pytest.fixture(scope="module")
def emulator() -> Emulator:
    return fit(measured(80))


def test_intervals_hold_the_planted_truth_as_often_as_they_say(emulator):
    rng = np.random.default_rng(8)
    points = np.column_stack([rng.integers(0, 401, 400), rng.integers(50, 251, 400)])
    places = np.array([[one.place(value) for one, value in zip(INPUTS, point, strict=True)] for point in points])
    told, variance = emulator.means_and_variances("turns", places)
    inside = np.abs(truth(points) - told) <= QUANTILE * np.sqrt(variance)
    assert inside.mean() >= 0.9
    assert np.median(np.sqrt(variance)) < NOISE  # neighbours help
    calibration = emulator.surfaces["turns"].calibration
    assert calibration is not None
    assert 0.88 <= calibration.coverage <= 1
    assert calibration.explained > 0.95


def test_it_predicts_what_scikit_learn_predicts(emulator):
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

    surface = emulator.surfaces["turns"]
    kernel = ConstantKernel(surface.variance) * Matern(surface.scales, nu=2.5) + WhiteKernel(surface.roughness)
    process = GaussianProcessRegressor(kernel, alpha=np.array(surface.noise), optimizer=None)
    process.fit(emulator.played, np.array(surface.values) - surface.centre)
    places = np.random.default_rng(1).random((20, 2))
    mean, deviation = process.predict(places, return_std=True)
    told, variance = emulator.means_and_variances("turns", places)
    assert emulator.surfaces["turns"].stretch >= 1
    assert told == pytest.approx(mean + surface.centre, abs=1e-6)
    assert np.sqrt(variance) / surface.stretch == pytest.approx(deviation, abs=1e-6)


def test_an_error_that_all_points_share_widens_levels_and_not_differences(emulator):
    shifted = fit(measured(80, shift=2.0))
    changes = {"oust.cost": 60}
    assert shifted.difference(changes)["turns"].value == pytest.approx(emulator.difference(changes)["turns"].value)
    surface = emulator.surfaces["turns"]
    alone = replace(emulator, surfaces={"turns": replace(surface, shared=0.0)})
    level, without = emulator.at(changes)["turns"], alone.at(changes)["turns"]
    assert level.high - level.low > without.high - without.low
    assert emulator.difference(changes) == alone.difference(changes)
    assert emulator.difference({})["turns"].high == 0.0


def test_what_was_played_is_known_there_even_on_a_rough_surface(emulator):
    surface = replace(emulator.surfaces["turns"], roughness=4.0)
    rough = replace(emulator, surfaces={"turns": surface})
    played = dict(zip(("oust.cost", "build.cost"), rough.points[7], strict=True))
    here, beside = rough.at(played)["turns"], rough.at({**played, "oust.cost": played["oust.cost"] - 1})["turns"]
    assert here.value == pytest.approx(surface.values[7], abs=3 * NOISE)
    assert here.high - here.low < (beside.high - beside.low) / 2


def test_shares_stay_between_nothing_and_all(emulator):
    surface = replace(emulator.surfaces["turns"], kind="share")
    told = replace(emulator, surfaces={"turns": surface}).at({})["turns"]
    assert (told.value, told.low, told.high) == (1.0, 1.0, 1.0)


def test_it_is_read_back_as_it_was_written(emulator):
    again = from_text(emulator.to_text())
    assert again.at({"oust.cost": 33})["turns"].value == pytest.approx(
        emulator.at({"oust.cost": 33})["turns"].value, 1e-3
    )
    assert again.to_text() == emulator.to_text()
    for wrong in ("{", "[]", "{}", '{"forvm emulator": 1}'):
        with pytest.raises(ForvmError, match="emulat"):
            from_text(wrong)


def test_what_it_does_not_know_it_refuses(emulator):
    with pytest.raises(ForvmError, match=r"does not know win\.prestige. It knows oust.cost, build.cost"):
        emulator.at({"win.prestige": 9})
    with pytest.raises(ForvmError, match=r"oust\.cost from 0 to 400, not 500"):
        emulator.difference({"oust.cost": 500})


def test_too_few_points_are_refused():
    with pytest.raises(ForvmError, match="4 points are too few to emulate 2 factors: at least 10"):
        fit(measured(4))
