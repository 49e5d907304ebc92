"""Which rules matter most, by SALib: as many indices as a design allows.

* Sobol: the share of a metric's variance that a factor brings alone (``first``) and together with others (``total``);
* Morris: by how much a metric moves, on average, when a factor moves (``total`` is μ*, ``spread`` is σ);
* Latin hypercube: ``first`` as in Sobol's, by random balance (RBD-FAST).
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from forvm.lab.statistics.samples import Floats

SEED = 1  # of the resampling by which SALib makes its intervals
FEWEST_POINTS = 64  # random balance reads ten harmonics for each factor from a Latin hypercube


@dataclass(frozen=True)
class Index:
    """How much one factor matters to one metric, with the half-widths of 95 % intervals."""

    factor: str
    total: float | None = None
    total_error: float | None = None
    first: float | None = None
    first_error: float | None = None
    spread: float | None = None


def indices(kind: str, factors: list[str], places: ArrayLike, outputs: ArrayLike) -> list[Index]:
    """The indices of all factors, from the points of a design and a metric's mean at each; may be none.

    Where a metric is the same everywhere there is nothing to explain.
    """
    x, y = np.asarray(places, np.float64), np.asarray(outputs, np.float64)
    if kind not in _ANALYSES or not np.isfinite(y).all() or np.ptp(y) == 0:
        return []
    problem = {"num_vars": len(factors), "names": factors, "bounds": [[0.0, 1.0]] * len(factors)}
    # SALib warns on standard output and about divisions that concern nobody who reads a report.
    with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        return _ANALYSES[kind](problem, x, y)


def _sobol(problem: dict[str, Any], x: Floats, y: Floats) -> list[Index]:
    from SALib.analyze import sobol

    # Standardised, as the estimators lose digits when a metric is far from zero.
    told = sobol.analyze(problem, (y - y.mean()) / y.std(), calc_second_order=False, seed=SEED)
    columns = (told["ST"], told["ST_conf"], told["S1"], told["S1_conf"])
    rows = zip(problem["names"], *columns, strict=True)
    return [Index(name, float(t), float(t_e), float(f), float(f_e)) for name, t, t_e, f, f_e in rows]


def _morris(problem: dict[str, Any], x: Floats, y: Floats) -> list[Index]:
    from SALib.analyze import morris

    told = morris.analyze(problem, x, y, num_levels=4, seed=SEED)
    rows = zip(problem["names"], told["mu_star"], told["mu_star_conf"], told["sigma"], strict=True)
    return [Index(name, float(mu), float(error), spread=float(sigma)) for name, mu, error, sigma in rows]


def _random_balance(problem: dict[str, Any], x: Floats, y: Floats) -> list[Index]:
    from SALib.analyze import rbd_fast

    if len(y) < FEWEST_POINTS:
        return []
    told = rbd_fast.analyze(problem, x, y, seed=SEED)
    rows = zip(problem["names"], told["S1"], told["S1_conf"], strict=True)
    return [Index(name, first=float(first), first_error=float(error)) for name, first, error in rows]


_ANALYSES = {"sobol": _sobol, "morris": _morris, "latin_hypercube": _random_balance}
