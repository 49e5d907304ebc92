"""Designs that are sampled."""

import pytest

pytest.importorskip("polars")
pytest.importorskip("SALib")

from forvm.lab import study
from forvm.lab.study import cell_tables
from forvm.lab.study import design as designs
from forvm.lab.study.model import Design, Factor
from forvm.lab.study.study_reader import of_scheme
from tests.lab.study.studies import small

FACTORS = (Factor("oust.cost", (100, 200, 300)), Factor("alliance.repaid", (False, True)))
SIZES = {"latin_hypercube": 12, "sobol": 4 * 16, "morris": 3 * 10}
POINTS = {"latin_hypercube": 12, "sobol": 16, "morris": 10}


@pytest.mark.parametrize("kind", designs.SAMPLED)
def test_a_sample_is_the_same_for_the_same_seed(kind: str):
    design = Design(kind, POINTS[kind])
    sample = designs.sample(design, FACTORS, seed=3)
    assert len(sample) == SIZES[kind] == designs.size(design, FACTORS)
    assert sample == designs.sample(design, FACTORS, seed=3)
    assert sample != designs.sample(design, FACTORS, seed=4)
    assert {choice[0] for _, choice in sample} == {0, 1, 2}
    assert {choice[1] for _, choice in sample} == {0, 1}


def test_a_latin_hypercube_has_every_value_equally_often():
    chosen = [choice[0] for _, choice in designs.sample(Design("latin_hypercube", 12), FACTORS, seed=1)]
    assert [chosen.count(level) for level in range(3)] == [4, 4, 4]


@pytest.mark.parametrize("kind", designs.SAMPLED)
def test_points_with_the_same_values_share_a_cell(kind: str):
    factors = {"oust.cost": [100, 200, 300], "alliance.repaid": [False, True]}
    made = study.load(small(factors=factors, design={"kind": kind, "points": POINTS[kind]}))
    assert len(made.points) == SIZES[kind]
    assert len(made.cells) <= 6
    assert made.baseline.values == {"oust.cost": 200, "alliance.repaid": True}
    frame = cell_tables.design_frame(made)
    assert frame is not None
    assert frame.columns == ["point", "cell", "oust.cost", "alliance.repaid"]
    for point, (_, choice) in zip(made.points, designs.sample(made.design, made.factors, made.seed), strict=True):
        values = made.cells[point.cell].values
        assert values == {f.key: f.levels[n] for f, n in zip(made.factors, choice, strict=True)}


def test_old_folders_keep_their_samples():
    """Trajectories of scheme 1 stepped on a grid of four, and Saltelli's sample came from a Sobol sequence."""
    factors = {"oust.cost": [100, 200, 300], "alliance.repaid": [False, True]}
    for kind in ("sobol", "morris"):
        made = study.load(small(factors=factors, design={"kind": kind, "points": 16}))
        old = of_scheme(made, 1)
        drawn = designs.sample(made.design, made.factors, made.seed, scheme=1)
        assert [point.place for point in old.points] == [place for place, _ in drawn]
        assert [point.place for point in made.points] != [point.place for point in old.points]
        assert of_scheme(old, 2).points == made.points
