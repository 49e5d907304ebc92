"""Metrics against what the games' rows say, worked out the slow way."""

import polars as pl
import pytest

from forvm import content, text
from forvm.lab.games import Setting, play
from forvm.lab.statistics import estimate, gather
from forvm.lab.statistics.game_metrics import METRICS, USUAL, MeasuredGame
from forvm.lab.statistics.win_shares import p_against, seats, strategies
from forvm.notation import names_of

GAMES = 120


@pytest.fixture(scope="module", params=[("forvm", 4), ("short", 3)], ids=["forvm-4", "short-3"])
def played(request):
    edition, players = request.param
    setting = Setting(content.load(edition), players, ("greedy", "random"), 11)
    return MeasuredGame(setting.rules, players), play(setting, 0, GAMES)


def measured(played, id: str) -> list[float]:
    game, frame = played
    values: list[float] = frame.select(METRICS[id].expression(game.rules, game.players))[id].to_list()
    return values


def test_every_metric_has_a_value_for_every_game_and_its_words(played):
    game, frame = played
    told = frame.select(metric.expression(game.rules, game.players) for metric in METRICS.values())
    assert told.height == GAMES
    assert told.null_count().sum_horizontal().item() == 0
    words = text.load("report")["metrics"]
    assert set(words) == set(METRICS)
    assert set(USUAL) <= set(METRICS)
    for metric in METRICS.values():
        assert set(words[metric.id]) == {"name", "unit", "help"}
        if metric.kind == "share":
            assert 0 <= told[metric.id].min() <= told[metric.id].max() <= 1


def test_victories_by_order_of_play_are_the_starters_and_those_after_it(played):
    game, frame = played
    letters = game.letters
    rows = list(frame.iter_rows(named=True))
    assert measured(played, "starter_wins") == [row[f"won_{row['starter']}"] for row in rows]
    before = [letters[letters.index(row["starter"]) - 1] for row in rows]
    assert measured(played, "last_wins") == [row[f"won_{letter}"] for row, letter in zip(rows, before, strict=True)]


def test_winners_and_gaps(played):
    game, frame = played
    for row, prestige, money, gap in zip(
        frame.iter_rows(named=True),
        measured(played, "winner_prestige"),
        measured(played, "winner_money"),
        measured(played, "prestige_gap"),
        strict=True,
    ):
        winners = list(row["winners"])
        assert prestige == pytest.approx(sum(row[f"prestige_{seat}"] for seat in winners) / len(winners))
        assert money == pytest.approx(sum(row[f"money_{seat}"] for seat in winners) / len(winners))
        all_prestige = [row[f"prestige_{seat}"] for seat in game.letters]
        assert gap == max(all_prestige) - min(all_prestige)


def test_uses_of_markets_are_added_up_by_kind(played):
    game, frame = played
    names = names_of(game.rules).markets
    exotic = [names[market.index] for market in game.rules.board.markets if market.kind == "exotic"]
    assert len(exotic) == 8
    expected = [sum(row[f"market_horrea:{name}"] for name in exotic) for row in frame.iter_rows(named=True)]
    assert measured(played, "exotic_horrea") == expected
    income = frame.select(pl.sum_horizontal(pl.col("^market_income:.*$")))[:, 0] / game.players / frame["turns"]
    assert measured(played, "trade_income") == pytest.approx(income.to_list())


def test_an_alliance_is_counted_once(played):
    _, frame = played
    accepted = frame.select(pl.sum_horizontal(pl.col("^moves_accept_.$")))[:, 0]
    assert measured(played, "alliances") == [float(count) for count in accepted]


def test_seats_share_out_every_victory(played):
    game, frame = played
    told = seats(frame, game)
    assert len(told.shares) == game.players
    assert sum(share.value for share in told.shares) == pytest.approx(1)
    assert 0 <= told.p <= 1


def test_greedy_dominates_random_and_like_among_like_is_no_strategy(played):
    game, frame = played
    best, worst = strategies(frame, game)
    assert (best.bot, worst.bot) == ("greedy", "random")
    assert best.share.low > best.fair > worst.share.high
    assert best.p < 0.001
    alike = frame.with_columns(pl.lit("greedy").alias(f"bot_{letter}") for letter in game.letters)
    assert strategies(alike, game) == []


def test_a_share_is_unfair_when_its_interval_says_so():
    for wins in range(101):
        sample = gather(range(100), [1] * wins + [0] * (100 - wins))
        told = estimate(sample, "share")
        assert (p_against(sample, 0.25) < 0.05) == (not told.low <= 0.25 <= told.high)
