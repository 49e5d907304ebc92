"""Ratings of bots whose strength is known, and the table that they stand in."""

import random
from dataclasses import replace

import pytest

pytest.importorskip("openskill")

from forvm import content
from forvm.lab.arena.arena_plan import ArenaKey, ArenaPlan, ArenaRow
from forvm.lab.arena.ratings import Rating, rate
from forvm.lab.arena.standings import standings_of
from forvm.lab.lineups import Lineup, distinct

STRENGTHS = {"anna": 1.0, "berta": 1.3, "clara": 1.7, "dora": 2.2, "emma": 2.9, "frida": 3.7}
RULES = content.load("forvm")


def league(bots: list[str], strengths: dict[str, float]) -> tuple[ArenaPlan, list[ArenaRow]]:
    """One block for each line-up, won by luck and strength: what a bot meets last, it meets last of all."""
    plan = ArenaPlan(RULES, 4, tuple(distinct(bots, 4)), 24, seed=1)
    return plan, [played(plan, key, strengths) for key in plan.schedule()]


def played(plan: ArenaPlan, key: ArenaKey, strengths: dict[str, float]) -> ArenaRow:
    seats = plan.seats(key)
    dice = random.Random(str([strengths[bot] for bot in seats]))  # by strength: so names and numbers change no game
    luck = [dice.expovariate(1 / strengths[bot]) for bot in seats]
    best = max(range(4), key=luck.__getitem__)
    prestige = tuple(15 if seat == best else min(14, int(4 * luck[seat])) for seat in range(4))
    return ArenaRow(key, (best,), 9, prestige, (0, 0, 0, 0), (5, 5, 5, 5), 0.1, None)


def with_line_ups(
    plan: ArenaPlan, rows: list[ArenaRow], lineups: tuple[Lineup, ...]
) -> tuple[ArenaPlan, list[ArenaRow]]:
    """The same games of a plan that names its line-ups in another order."""
    numbers = {lineup: number for number, lineup in enumerate(lineups)}
    moved = [row._replace(key=row.key._replace(lineup=numbers[plan.lineups[row.key.lineup]])) for row in rows]
    return replace(plan, lineups=lineups), moved


def test_the_order_of_games_and_line_ups_does_not_matter():
    plan, rows = league(list(STRENGTHS), STRENGTHS)
    other, moved = with_line_ups(plan, rows, plan.lineups[::-1])
    moved.sort(key=lambda row: (row.key.block, row.key.lineup))
    assert rate(plan, rows) == rate(plan, rows[::-1])
    assert rate(plan, rows) == {bot: rate(other, moved)[bot] for bot in plan.bots}


def test_what_bots_are_called_and_where_they_are_named_moves_no_rating_by_more_than_its_sigma():
    names = list(STRENGTHS)
    turned = dict(zip(names, reversed(STRENGTHS.values()), strict=True))  # as strong under other names
    told, again = rate(*league(names, STRENGTHS)), rate(*league(names, turned))
    for name, alias in zip(names, reversed(names), strict=True):
        assert abs(told[name].mu - again[alias].mu) < min(told[name].sigma, again[alias].sigma)


def test_the_stronger_is_rated_higher_wherever_it_was_named():
    for bots in (list(STRENGTHS), list(STRENGTHS)[::-1]):
        told = rate(*league(bots, STRENGTHS))
        assert sorted(told, key=lambda bot: told[bot].mu) == list(STRENGTHS)


def test_before_any_game_everybody_is_equal():
    plan, _ = league(list(STRENGTHS), STRENGTHS)
    assert set(rate(plan, [])) == set(STRENGTHS)
    assert {Rating(round(mu, 2), round(sigma, 2)) for mu, sigma in rate(plan, []).values()} == {Rating(25.0, 8.33)}


def test_the_table_is_in_the_order_of_what_is_certain():
    # "b" comes second in every game, so it is mostly ahead of "c", which comes last unless it wins.
    plan = ArenaPlan(RULES, 3, (("a", "b", "c"),), 60, seed=1)
    rows = []
    for key in plan.schedule():
        ranking = "cba" if key.block % 5 < 2 else "abc"
        place = [ranking.index(bot) for bot in plan.seats(key)]
        prestige = tuple(15 - 5 * each for each in place)
        rows.append(ArenaRow(key, (place.index(0),), 9, prestige, (0, 0, 0), (5, 5, 5), 0.1, None))
    told = standings_of(plan, rows).bots
    assert [(bot.bot, bot.share.share) for bot in told] == [("a", 0.6), ("c", 0.4), ("b", 0.0)]
    ratings = rate(plan, rows)
    assert ratings["c"].mu < ratings["b"].mu


def test_games_among_its_like_say_nothing_of_a_bots_strength():
    plan = ArenaPlan(RULES, 3, (("a", "b", "b"), ("a", "a", "a"), ("c", "c", "c")), 30, seed=1)
    rows = []
    for key in plan.schedule():
        best = plan.seats(key).index("a") if key.lineup == 0 else key.block % 3
        prestige = tuple(15 if seat == best else 3 for seat in range(3))
        rows.append(ArenaRow(key, (best,), 9, prestige, (0, 0, 0), (5, 5, 5), 0.1, None))
    told = standings_of(plan, rows)
    assert [(bot.bot, bot.games, bot.share.share, bot.rating is None) for bot in told.bots] == [
        ("a", 30, 1.0, False),
        ("b", 30, 0.0, False),
        ("c", 30, pytest.approx(1 / 3), True),
    ]
    assert (told.games, sum(share.wins for _, share in told.seats)) == (90, 90)  # for the seats all games count
