"""Who meets whom in the arena, and how often."""

from collections import Counter
from itertools import product

import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab.arena.arena_plan import ArenaKey, ArenaPlan, ArenaRow
from forvm.lab.lineups import FORMS, count_seatings, lineups_of, parse, seatings

BOTS = ["a", "b", "c", "d", "e"]


def by_brute_force(form: str, bots: list[str], players: int) -> set[tuple[str, ...]]:
    """Every line-up of a form, as sorted bots."""
    fits = {
        "distinct": lambda counts: len(counts) == players,
        "challenge": lambda counts: len(counts) == 2 and min(counts.values()) == 1,
        "all": lambda counts: len(counts) >= 2,
    }[form]
    return {tuple(sorted(bots)) for bots in product(bots, repeat=players) if fits(Counter(bots))}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("form", FORMS)
def test_every_line_up_of_a_form_and_each_once(form: str, players: int):
    found = lineups_of(BOTS, players, form, [])
    assert {tuple(sorted(lineup)) for lineup in found} == by_brute_force(form, BOTS, players)
    assert len(found) == len({tuple(sorted(lineup)) for lineup in found})


def test_the_form_depends_on_the_number_of_bots():
    assert lineups_of(BOTS[:4], 4, None, []) == (("a", "b", "c", "d"),)
    assert lineups_of(BOTS[:3], 4, None, [])[:2] == (("a", "b", "b", "b"), ("a", "c", "c", "c"))
    assert lineups_of([], 3, None, [("a", "a", "a")]) == (("a", "a", "a"),)
    assert lineups_of(["a", "b"], 3, None, [("a", "a", "a")])[-1] == ("a", "a", "a")


@pytest.mark.parametrize(
    ("bots", "form", "named", "told"),
    [
        (["a"], None, [], "at least two different bots"),
        (["a", "a"], None, [], "at least two different bots"),
        ([], None, [], "at least two different bots"),
        (BOTS[:3], "distinct", [], "4 different bots are needed"),
        (BOTS, "chalenge", [], "Did you mean challenge?"),
        ([], "all", [("a", "a", "a", "b")], "A --lineup is played as it stands"),
        ([], None, [("a", "b")], "has 2 bots, but the game is for 4 players"),
    ],
)
def test_line_ups_that_cannot_be(bots, form, named, told):
    with pytest.raises(ForvmError, match=told.replace("?", r"\?")):
        lineups_of(bots, 4, form, named)


@pytest.mark.parametrize("lineup", ["aaaa", "abbb", "aabb", "abcc", "abcd", "abc"])
def test_seatings_are_all_there_and_each_bot_sits_everywhere_equally_often(lineup: str):
    found = seatings(tuple(lineup))
    assert set(found) == {seats for seats in product(lineup, repeat=len(lineup)) if sorted(seats) == sorted(lineup)}
    assert len(found) == count_seatings(tuple(lineup)) == len(set(found))
    for bot in lineup:
        assert len({sum(seats[seat] == bot for seats in found) for seat in range(len(lineup))}) == 1


def test_a_line_up_in_words():
    assert parse("search:sims=5000, greedy,mine:Bot") == ("search:sims=5000", "greedy", "mine:Bot")
    assert parse("greedy,search:sims=5,threads=2,greedy") == ("greedy", "search:sims=5,threads=2", "greedy")
    with pytest.raises(ForvmError, match="a seat is empty"):
        parse("greedy,,greedy")
    for words in ("greedy greedy random", "greedy;random;random"):
        with pytest.raises(ForvmError, match="separated by commas"):
            parse(words)


def plan(*lineups: str, games: int = 10) -> ArenaPlan:
    return ArenaPlan(content.load("forvm"), len(lineups[0]), tuple(tuple(lineup) for lineup in lineups), games, 1)


def test_games_are_rounded_up_to_whole_sets():
    three = plan("abbb", "aaaa", "abcd", games=10)
    assert [three.blocks(i) for i in range(3)] == [3, 10, 1]
    keys = list(three.schedule())
    assert three.total == 12 + 10 + 24 == len(keys)
    assert set(Counter(three.seats(key) for key in keys if key.lineup == 0).values()) == {3}


def test_games_go_deal_by_deal_and_leave_out_what_is_done():
    keys = list(plan("abbb", "baaa").schedule())
    assert [key.block for key in keys] == sorted(key.block for key in keys)
    assert list(plan("abbb", "baaa").schedule(frozenset(keys[:7]))) == keys[7:]


def test_settings_tell_plans_apart_but_not_their_length():
    assert plan("abbb", games=8).digest() == plan("abbb", games=80).digest()
    assert plan("abbb").digest() != plan("baaa").digest()


def test_a_row_survives_the_journal():
    row = ArenaRow(ArenaKey(1, 2, 3), (0, 2), 17, (15, 1, 15), (0, -200, 0), (9, 8, 7), 0.25, None)
    assert ArenaRow.from_json(row.as_json()) == row
    assert (row.share(0), row.share(1)) == (0.5, 0.0)
    assert ArenaRow.from_json(row._replace(thinking=(0.5, 0.25, 0.0)).as_json()).thinking == (0.5, 0.25, 0.0)
