"""Reports of games in which the answer was planted: unbalanced stopping, crossing effects, tables of unlike size."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from forvm.lab.games.columns import MARKETS
from forvm.lab.report.brief import brief_of
from forvm.lab.report.contrasts import opposites
from forvm.lab.report.findings import Findings, find
from forvm.lab.report.material import CellGames, Material
from forvm.lab.report.sections import effects_section
from forvm.lab.statistics.game_metrics import METRICS
from forvm.lab.study import load
from forvm.lab.study.model import Cell, Study
from forvm.notation import SEATS, names_of

METRIC = "horrea"


def planted(factors: dict[str, Any], metrics: list[str], **more: Any) -> Study:
    base = {"edition": "forvm", "players": 4, "bots": ["greedy"], **more}
    return load(
        {"format": 1, "id": "planted", "title": "Planted", "metrics": metrics, "baseline": base, "factors": factors}
    )


def cell_games(cell: Cell, games: int, means: dict[str, float], seed: int) -> CellGames:
    """Games of which the metrics have these means; the first seat wins as often as ``starter_wins`` says."""
    luck = np.random.default_rng(seed)
    seats = SEATS[: cell.players]
    share = means.get("starter_wins", 1 / cell.players)
    winner = luck.choice(cell.players, games, p=[share] + [(1 - share) / (cell.players - 1)] * (cell.players - 1))
    rows = {
        "game": np.arange(games),
        "starter": ["A"] * games,
        "fingerprint": luck.integers(2**40, size=games),
        **{f"bot_{seat}": [cell.bots[n]] * games for n, seat in enumerate(seats)},
        **{f"won_{seat}": (winner == n).astype(float) for n, seat in enumerate(seats)},
        "turns": 20 + luck.normal(0, 3, games),
        "starter_wins": (winner == 0).astype(float),
    }
    rows |= {id: mean + luck.normal(0, 1, games) for id, mean in means.items() if id not in ("starter_wins", "turns")}
    sums = {f"market_{use}:{name}": 1.0 for use in MARKETS for name in names_of(cell.rules).markets}
    return CellGames(cell, pl.DataFrame(rows), sums, pl.DataFrame({"game": [0], "log": [b""]}))


@pytest.fixture(scope="module")
def unbalanced() -> Material:
    """The study that told the wrong sign: within greedy the effect is +0.77, within random −0.10."""
    study = planted({"bots": [["greedy"], ["random"]], "alliance.prestige": [2, 0]}, [METRIC])
    level = {("greedy", 2): 4.0, ("greedy", 0): 4.77, ("random", 2): 1.0, ("random", 0): 0.9}
    games = {("greedy", 2): 2000, ("greedy", 0): 200, ("random", 2): 200, ("random", 0): 10200}
    cells = []
    for cell in study.cells:
        key = (cell.bots[0], int(str(cell.values["alliance.prestige"])))
        cells.append(cell_games(cell, games[key], {METRIC: level[key]}, cell.number))
    return Material(study, tuple(cells))


def effect(found: Findings, kind: str, label: str) -> Any:
    return next(one for one in found.effects if one.contrast.kind == kind and label in one.contrast.label)


def test_a_main_effect_weighs_cells_by_the_design_not_by_their_games(unbalanced: Material):
    told = effect(find(unbalanced), "main", "alliance: 0").told.alone
    assert told.value == pytest.approx((0.77 - 0.10) / 2, abs=0.15)
    assert told.low > 0


def test_a_curve_weighs_cells_by_the_design():
    study = planted({"oust.cost": [100, 200, 300], "bots": [["greedy"], ["random"]]}, [METRIC])
    cells = [
        cell_games(
            cell, 3000 if cell.bots[0] == "random" else 100, {METRIC: 5.0 if cell.bots[0] == "greedy" else 1.0}, 1
        )
        for cell in study.cells
    ]
    material = Material(study, tuple(cells))
    picture = effects_section._curve(material, "oust.cost", METRICS[METRIC])
    assert picture.svg
    halves = [one for one in cells if one.cell.values["oust.cost"] == 100]
    assert material.over(halves, METRICS[METRIC]).mean == pytest.approx(3.0, abs=0.2)


def test_a_main_effect_that_hides_opposite_ones_is_told():
    study = planted({"oust.cost": [200, 100], "bots": [["greedy"], ["random"]]}, [METRIC])
    cells = []
    for cell in study.cells:
        up = 1 if cell.bots[0] == "greedy" else -1
        changed = cell.values["oust.cost"] == 100
        cells.append(cell_games(cell, 400, {METRIC: 3.0 + changed * up}, cell.number))
    material = Material(study, tuple(cells))
    found = find(material)
    (told,) = [one for one in opposites(found.effects) if "Cost" in one.main.contrast.label]
    assert told.up.told.alone.value == pytest.approx(1, abs=0.2)
    assert told.down.told.alone.value == pytest.approx(-1, abs=0.2)
    assert effect(found, "interaction", "$100").told.differs
    assert any("hides opposite effects" in sentence for sentence in brief_of(material, found).parts)


def test_parallel_effects_hide_nothing_and_make_no_interaction():
    study = planted({"oust.cost": [200, 100], "bots": [["greedy"], ["random"]]}, [METRIC])
    cells = [
        cell_games(
            cell, 400, {METRIC: 3.0 + (cell.values["oust.cost"] == 100) + (cell.bots[0] == "random")}, cell.number
        )
        for cell in study.cells
    ]
    found = find(Material(study, tuple(cells)))
    assert opposites(found.effects) == []
    assert not effect(found, "interaction", "$100").told.differs
    assert effect(found, "main", "$100").told.differs


def test_seats_at_tables_of_unlike_size_are_compared_as_the_excess_over_the_fair_share():
    """With three and with four players the starter wins as often as is fair: raw, that is 8.3 points apart."""
    study = planted({"players": [4, 3], "oust.cost": [200, 100]}, ["starter_wins"])
    cells = [cell_games(cell, 2000, {}, cell.number) for cell in study.cells]
    found = find(Material(study, tuple(cells)))
    told = effect(found, "main", "Players: 3").told
    assert told.alone.value == pytest.approx(0, abs=0.03)
    assert not told.differs


def test_every_verdict_of_a_report_belongs_to_one_family(unbalanced: Material):
    found = find(unbalanced)
    p_values = [one.told.alone.p for one in found.effects]
    assert found.comparisons > len(p_values) + len(found.seats)
    for one in found.effects:
        assert one.told.differs == (one.told.alone.p < found.threshold)
        assert one.told.p >= min(1.0, one.told.alone.p)


def test_of_too_few_games_nothing_is_claimed():
    study = planted({"oust.cost": [200, 100], "bots": [["greedy"], ["random"]]}, [METRIC])
    cells = [cell_games(cell, 20, {METRIC: 3.0 + 5 * cell.number}, cell.number) for cell in study.cells]
    material = Material(study, tuple(cells))
    found = find(material)
    assert not any(one.told.differs for one in found.effects)
    assert any("fewer than 48 games" in sentence for sentence in brief_of(material, found).parts)
