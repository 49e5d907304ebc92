"""What is left to be played."""

import random

import pytest

pytest.importorskip("polars")

from forvm.lab import study
from forvm.lab.study.model import Cell, Study
from forvm.lab.study.shards import MOST_IN_A_SHARD, Shard, ShardPlan, missing, shard_size
from tests.lab.study.studies import small

UNTIL = {"metric": "turns", "width": 1, "least": 600, "most": 6000}


def never(cell: Cell, games: int) -> bool:
    return False


def after(cell: Cell, games: int) -> bool:
    """Cells that need different numbers of rounds."""
    return games >= 600 * (1 + cell.number)


def play_through(plan: ShardPlan, order: random.Random) -> set[Shard]:
    """Hand in the shards in any order."""
    played: set[Shard] = set()
    under_way: list[Shard] = []
    while True:
        while len(under_way) < 4 and (shard := plan.take()) is not None:
            under_way.append(shard)
        if not under_way:
            return played
        shard = under_way.pop(order.randrange(len(under_way)))
        played.add(shard)
        plan.done(shard)


def covered(made: Study, shards: set[Shard]) -> dict[int, int]:
    """How many games each cell has; that they are the first ones, without gaps or doubles, is checked."""
    counts = {}
    for cell in made.cells:
        games = sorted(game for shard in shards if shard.cell == cell.number for game in range(shard.first, shard.end))
        assert games == list(range(len(games)))
        counts[cell.number] = len(games)
    return counts


def test_all_games_of_all_cells_are_played_once():
    made = study.load(small(games={"each": 3000}))
    plan = ShardPlan(made, [], never)
    assert (plan.games_done, plan.games_asked) == (0, 15000)
    shards = play_through(plan, random.Random(1))
    assert covered(made, shards) == dict.fromkeys(range(5), 3000)
    assert (plan.games_done, plan.games_asked) == (15000, 15000)


def test_rounds_do_not_depend_on_who_is_first():
    made = study.load(small(games=UNTIL))
    plays = []
    for seed in range(20):
        plan = ShardPlan(made, [], after)
        plays.append((play_through(plan, random.Random(seed)), plan.goals))
    assert all(play == plays[0] for play in plays)
    assert covered(made, plays[0][0]) == {0: 600, 1: 1200, 2: 1800, 3: 2400, 4: 3000}


def test_rounds_end_at_the_most():
    made = study.load(small(games=UNTIL))
    plan = ShardPlan(made, [], never)
    assert set(covered(made, play_through(plan, random.Random(1))).values()) == {6000}


@pytest.mark.parametrize("seed", range(10))
def test_whatever_was_played_before_the_rest_makes_it_whole(seed: int):
    made = study.load(small(games=UNTIL))
    whole = ShardPlan(made, [], after)
    everything = sorted(play_through(whole, random.Random(seed)))
    before = random.Random(seed).sample(everything, len(everything) // 2)
    rest = ShardPlan(made, before, after)
    played = play_through(rest, random.Random(seed))
    assert played == set(everything) - set(before)
    assert rest.goals == whole.goals


def test_shards_of_another_size_are_filled_up():
    played = [Shard(0, 100, 7), Shard(0, 300, 200)]
    found = list(missing(0, 600, played, 250))
    assert found == [Shard(0, 0, 100), Shard(0, 107, 143), Shard(0, 250, 50), Shard(0, 500, 100)]


def test_slow_bots_have_small_shards():
    many = {"each": 100_000}
    quick = study.load(small(games=many))
    assert shard_size(quick, quick.baseline) == MOST_IN_A_SHARD
    slow = study.load(small(games=many, baseline={"bots": ["search:sims=2500", "random"]}))
    assert shard_size(slow, slow.baseline) == 2
