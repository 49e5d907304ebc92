"""What a study says before it is played: which factors cannot matter; and the tables of its cells."""

from pathlib import Path

import polars as pl
import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab.games.columns import MARKETS
from forvm.lab.report.market_use import market_use
from forvm.lab.report.material import CellGames, Material
from forvm.lab.report.sections.economy import _most_changed
from forvm.lab.report.sections.reproduce import section
from forvm.lab.statistics.game_metrics import METRICS
from forvm.lab.study import load
from forvm.lab.study.cell_tables import cells_frame
from forvm.lab.study.no_effect import without_effect
from forvm.notation import names_of
from tests.lab.study.studies import small


def test_a_factor_that_cannot_matter_is_named_with_its_reason():
    made = load(small(factors={"trade.demand.rome": [0, 240], "oust.cost": [100, 200]}))
    assert without_effect(made) == [
        'trade.demand.rome matters only if trade.values is "formula". Here it is "printed".'
    ]


def test_a_factor_that_matters_in_one_cell_is_not_named():
    made = load(small(factors={"trade.demand.rome": [0, 240], "trade.values": ["printed", "formula"]}))
    assert without_effect(made) == []


def test_a_wrong_metric_gets_a_guess_and_the_list():
    with pytest.raises(ForvmError) as told:
        load(small(metrics=["turn"]))
    assert "Did you mean turns?" in str(told.value)
    assert "There are: turns, decisions, starter_wins" in str(told.value)


def test_line_ups_are_written_in_one_way():
    made = load(small(factors={"bots": [["random"], ["greedy", "random"]], "oust.cost": [100, 200]}))
    written = cells_frame(made, dict.fromkeys(range(len(made.cells)), 0))["factor.bots"].unique().sort().to_list()
    assert written == ['["greedy", "random", "random", "random"]', '["random", "random", "random", "random"]']


def test_challenges_that_nobody_could_pay_do_not_count():
    rules = content.load("forvm")
    row = {f"money_out_ousting_{x}": [paid] for x, paid in zip("ABC", (400, 0, 200), strict=True)}
    row |= {f"happened_challenged_{x}": [3] for x in "ABC"}
    assert pl.DataFrame(row).select(METRICS["challenges"].expression(rules, 3)).item() == 3
    free = content.from_overrides("forvm", {"oust.cost": 0})
    assert pl.DataFrame(row).select(METRICS["challenges"].expression(free, 3)).item() == 9


def cell_games(made, number: int, owned: float, turns: int) -> CellGames:
    cell = made.cells[number]
    sums = {f"market_{use}:{name}": owned for use in MARKETS for name in names_of(cell.rules).markets}
    logs = pl.DataFrame({"game": [0, 1], "log": [b"", b""]})
    return CellGames(cell, pl.DataFrame({"game": [0, 1], "turns": [turns, turns]}), sums, logs)


def test_longer_games_are_no_change_of_use():
    made = load(small(factors={"oust.cost": [100]}))
    base, longer, busier = (cell_games(made, 0, 20, 10), cell_games(made, 1, 40, 20), cell_games(made, 1, 40, 10))
    assert _most_changed(Material(made, (base, longer)), market_use(base)) is None
    found = _most_changed(Material(made, (base, busier)), market_use(base))
    assert found is not None
    assert set(found[1]) == {1.0}


def test_a_report_carries_the_files_that_the_study_names(tmp_path: Path):
    from forvm.content.loading import DATA

    board = (DATA / "boards" / "mediterranean.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(board.replace('id = "mediterranean"', 'id = "mine"'), encoding="utf-8")
    (tmp_path / "study.toml").write_text(
        'format = 1\nid = "own"\ntitle = "Own"\n[baseline]\nboard = "mine.toml"\n', encoding="utf-8"
    )
    made = load(tmp_path / "study.toml")
    told = section(Material(made, (cell_games(made, 0, 20, 10),)), comparisons=1)
    assert 'id = "mine"' in "".join(getattr(block, "text", "") for block in told.blocks)
