"""Random games by the thousand."""

import pytest

from forvm import content
from forvm.lab.simulate import BATCH, Results, interval, simulate, summarise

pytest.importorskip("numba")


def fates(results: Results) -> list[tuple[int, ...]]:
    columns = [results.column(name) for name in ("turn", "winners")] + [results.all_decisions()]
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_a_game_depends_on_seed_and_number_alone():
    rules = content.load("forvm")
    many = simulate(rules, 4, BATCH + 50, seed=3)
    few = simulate(rules, 4, 60, seed=3)
    assert many.games == BATCH + 50
    assert fates(many)[:60] == fates(few)
    assert fates(simulate(rules, 4, 60, seed=4)) != fates(few)


def test_reports_come_while_games_are_played():
    heard: list[int] = []
    simulate(content.load("short"), 3, BATCH + 1, seed=1, report=lambda results: heard.append(results.games))
    assert heard == [BATCH, BATCH + 1]


def test_an_interrupt_keeps_what_is_done():
    def interrupt(results: Results) -> None:
        raise KeyboardInterrupt

    results = simulate(content.load("forvm"), 4, 10 * BATCH, seed=1, report=interrupt)
    assert results.games == BATCH
    assert summarise(results).games == BATCH


def test_shares_of_victory_add_up():
    rules = content.from_overrides("forvm", {"win.turn_limit": 1})
    results = simulate(rules, 4, 200, seed=1)
    told = summarise(results)
    assert sum(seat.wins for seat in told.seats) == pytest.approx(200)
    assert told.shared > 0
    assert (told.by_prestige, told.longest) == (0, 1)
    assert all(seat.low <= seat.share <= seat.high for seat in told.seats)


def test_the_interval_never_leaves_0_to_1():
    for games in (1, 10, 1000):
        assert 0.0 <= interval(0, games)[0] < interval(0, games)[1]
        assert interval(games, games)[0] < interval(games, games)[1] <= 1.0
