"""Centralities of the board, and whether use goes with them."""

import polars as pl
import pytest

from forvm import content
from forvm.lab.statistics.network import associations, centralities


@pytest.fixture(scope="module")
def markets() -> pl.DataFrame:
    return centralities(content.load("forvm").board)


def test_rome_is_the_most_central(markets):
    assert markets.height == 57
    for column in ("degree", "betweenness", "closeness"):
        assert markets.row(0, named=True)[column] == markets[column].max()


def test_a_market_at_the_end_of_its_road_lies_between_no_others(markets):
    ends = markets.filter(pl.col("degree") == 1)
    assert ends.height > 0
    assert ends["betweenness"].max() == 0


def test_links_are_counted_from_both_ends(markets):
    assert markets["degree"].sum() == 2 * 75


def test_use_that_follows_closeness_is_found_and_use_that_is_everywhere_equal_is_not(markets):
    used = markets.with_columns(near=pl.col("closeness") * 100, same=pl.lit(1.0))
    told = {(one.use, one.centrality): one for one in associations(used, ["near", "same"])}
    assert told["near", "closeness"].rho == pytest.approx(1)
    assert told["near", "closeness"].p < 0.001
    assert (told["same", "closeness"].rho, told["same", "closeness"].p) == (0, 1)
