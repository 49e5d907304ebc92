"""What reports say about games of which we know what they should say."""

import polars as pl
import pytest

from forvm.errors import ForvmError
from forvm.lab.report import report_of
from forvm.lab.report.contrasts import contrasts
from forvm.lab.report.findings import find
from forvm.lab.report.market_use import market_use
from forvm.lab.report.material import read
from forvm.lab.report.plots.maps import places
from forvm.lab.report.sections.economy import card_table
from forvm.lab.report.words import changed_clauses
from tests.lab.report.making import Outline, games, material, report, study


def row(frame: pl.DataFrame, **where: str) -> dict[str, float]:
    return frame.row(by_predicate=pl.all_horizontal(pl.col(key) == value for key, value in where.items()), named=True)


def test_more_money_to_start_shortens_games():
    told = row(report("variants").tables["effects"], variant="Rich", metric="turns")
    assert told["simultaneous_high"] < 0
    assert told["differs"]
    assert "Rich: Length of a game −" in report("variants").html


def test_differences_are_those_of_the_rows():
    told = row(report("variants").tables["effects"], variant="Rich", metric="turns")
    rich, base = games("variants")[1]["turns"], games("variants")[0]["turns"]
    assert told["difference"] == pytest.approx((rich - base).mean())
    assert told["value"] == pytest.approx(rich.mean())


def test_a_strategy_that_loses_is_told():
    told = report("variants").tables["strategies"]
    assert set(told["bot"]) == {"greedy", "random"}
    assert row(told, bot="random")["high"] < 1 / 3
    assert "says nothing about strategies" in report("baseline").html


def test_where_factors_are_combined_each_is_compared_over_all_settings_of_the_others():
    found = contrasts(material("grid"))
    main = [one for one in found if one.kind == "main"]
    assert {(len(one.variant[0]), len(one.baseline[0])) for one in main} == {(2, 2), (3, 3)}
    assert [one.label for one in main] == [
        "Money at the start: $800, over all settings",
        "Money at the start: $1,600, over all settings",
        "Edition: short, over all settings",
    ]
    kinds = [one.kind for one in found]
    assert kinds.count("cell") == 5  # every cell with the baseline
    assert kinds.count("interaction") == 2  # two amounts of money by one other edition
    assert kinds.count("simple") == 2 * 2 + 1 * 3


def test_a_lineup_is_the_same_however_many_seats_it_fills():
    found = contrasts(material("lineups"))
    assert [(len(one.variant[0]), len(one.baseline[0])) for one in found[:2]] == [(2, 2), (2, 2)]
    assert [one.label for one in found if one.kind == "cell"] == [
        "Bots: random, greedy",
        "Players: 3",
        "Players: 3; Bots: random, greedy",
    ]


def test_points_drawn_by_chance_are_not_compared_one_by_one_but_indexed():
    assert find(material("sobol")).effects == []
    for name in ("sobol", "morris"):
        told = report(name).tables["sensitivity"].filter(pl.col("metric") == "turns")
        most = told.sort("total", descending=True)["factor"][0]
        assert most == "start.money"
    assert "What matters most to Length of a game is: Money at the start." in report("sobol").html
    assert "above the floor stand Money at the start" in report("sobol").html


def test_a_baseline_alone_is_told_as_such():
    assert "nothing to compare it with" in report("baseline").html
    assert "effects" not in report("baseline").tables


def test_tables_of_three_and_four_have_their_own_fair_shares():
    told = report("tables").tables["seats"]
    assert told.group_by("cell", maintain_order=True).len()["len"].to_list() == [3, 4]
    assert sorted(set(told["fair"])) == [0.25, pytest.approx(1 / 3)]


def test_the_clauses_that_a_change_rewrites_are_found():
    cells = study("variants").cells
    assert [clause.id for clause in changed_clauses(cells[0].rules, cells[1].rules)] == ["SETUP-1"]
    assert "SETUP-1" in report("variants").html


def test_sources_add_up_to_what_players_have():
    told = report("variants").tables["sources"].filter(pl.col("cell") == "Rich")
    sums = dict(told.group_by("what").agg(pl.col("for_each_player_and_game").sum()).iter_rows())
    frame = games("variants")[1]
    prestige = frame.select(pl.mean_horizontal("prestige_A", "prestige_B", "prestige_C"))[:, 0].mean()
    money = frame.select(pl.mean_horizontal("money_A", "money_B", "money_C"))[:, 0].mean()
    assert sums["prestige_won"] - sums["prestige_lost"] == pytest.approx(prestige)
    assert 800 + sums["money_in"] - sums["money_out"] == pytest.approx(money)


def test_a_card_that_is_not_in_the_deck_moves_nothing():
    cells = material("variants").cells
    assert "great_fire" in card_table(cells[0])["card"]
    assert "great_fire" not in card_table(cells[3])["card"]


def test_rome_brings_most_and_stands_where_the_table_draws_it():
    used = market_use(material("variants").baseline)
    assert used.sort("income", descending=True)["market"][0] == "Roma"
    board = study("variants").baseline.rules.board
    at = places(board)
    assert len(at.markets) == 57
    assert len(at.coasts) > 20
    assert all(0 <= x <= at.width and 0 <= y <= at.height for x, y in at.markets)


def test_cells_without_games_are_left_out_and_a_baseline_without_games_is_refused():
    nothing = pl.LazyFrame(schema={"cell": pl.Int32, "game": pl.Int64})
    some = read(study("variants"), lambda cell: nothing if cell == 2 else games("variants")[cell].lazy())
    assert [one.cell.number for one in some.cells] == [0, 1, 3]
    with pytest.raises(ForvmError, match="no game of the baseline"):
        report_of(study("variants"), lambda cell: nothing)


def test_a_report_says_what_each_change_went_with_and_what_changes_in_the_model():
    made = report("variants")
    told = made.tables["why"]
    start = told.filter(setting="Rich", what="money", whose="everyone", part="start")
    assert start["difference"].to_list() == [600]
    for variant in ("Rich", "No fire"):
        parts = told.filter(setting=variant, what="prestige", whose="everyone")
        assert (
            abs(
                parts.filter(part="whole")["difference"].item()
                - parts.filter(pl.col("part") != "whole")["difference"].sum()
            )
            < 1e-9
        )
    outline = Outline(made.html)
    assert {"What the change went with", "What changes in the model (delta-ODD)"} <= set(outline.headings)
    assert "(`start.money`): 800 instead of 200" in outline.text
    assert "why" not in report("sobol").tables
    assert "why" not in report("tables").tables  # other numbers of players cannot be paired
