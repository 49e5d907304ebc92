"""Why a change changed something: parts add up in every game, planted changes are found, games part where they do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

pytest.importorskip("numba")

from forvm.errors import ForvmError
from forvm.lab.games import play, play_turns
from forvm.lab.games.action_logs import action_logs_of
from forvm.lab.games.row_replay import replay
from forvm.lab.study import Study, load
from forvm.lab.why import Explanation, explain_cell, find_cell
from forvm.lab.why.decomposition import VICTORIES, WHOLE
from forvm.lab.why.moments import after_turn, first_difference
from forvm.lab.why.seat_accounts import ACCOUNTS, OTHER
from forvm.lab.why.victories import contributions, ends_of, winners

GAMES = 240
VARIANTS: list[dict[str, Any]] = [
    {"name": "the same", "trade.demand.rome": 100},
    {"name": "richer", "start.money": 500},
    {"name": "ten points", "win.prestige": 10},
    {"name": "other rules", "edition": "short"},
    {"name": "ladder", "loan.kind": "ladder"},
    {"name": "other bots", "bots": ["greedy"]},
    {"name": "three players", "players": 3, "bots": ["greedy"]},
    {"name": "given up early", "win.prestige": 99, "win.turn_limit": 6},
]


@cache
def study() -> Study:
    bots = {"edition": "forvm", "bots": ["merchant", "greedy", "greedy", "warlord"]}
    variants = VARIANTS
    return load(
        {
            "format": 1,
            "id": "planted",
            "title": "Planted",
            "seed": 8,
            "baseline": bots,
            "variants": variants,
            "games": {"each": GAMES},
        }
    )


@cache
def rows() -> Mapping[int, pl.DataFrame]:
    return {cell.number: play(study().setting_of(cell), 0, GAMES) for cell in study().cells}


@cache
def explained(name: str) -> Explanation:
    return explain_cell(study(), find_cell(study(), name), lambda cell: rows()[cell].lazy())


def wholes_and_sums(one: Explanation) -> list[tuple[Any, float, float]]:
    groups: dict[Any, list[Any]] = {}
    for line in one.lines:
        groups.setdefault((line.what, line.whose, line.who), []).append(line)
    return [
        (key, lines[0].value, sum(line.value for line in lines[1:]))
        for key, lines in groups.items()
        if lines[0].part == WHOLE
    ]


@pytest.mark.parametrize("name", [str(one["name"]) for one in VARIANTS if "players" not in one])
def test_parts_add_up_to_the_whole(name: str):
    told = wholes_and_sums(explained(name))
    assert {key[0] for key, _, _ in told} == {"prestige", "money", "moves", VICTORIES}
    for key, whole, parts in told:
        assert parts == pytest.approx(whole, abs=1e-9), key


@pytest.mark.parametrize("cell", range(len(VARIANTS) + 1))
def test_every_point_and_dollar_has_a_source(cell: int):
    made = study().cells[cell]
    for account in ACCOUNTS:
        parts = account.split(rows()[cell], made.rules, made.players)
        assert account.parts[-1] == OTHER
        assert not parts[:, :, -1].any(), account.id


def test_final_sums_tell_every_winner():
    for name in ("richer", "given up early"):
        for side in (explained(name).pairs.baseline, explained(name).pairs.variant):
            ends = ends_of(side)
            told = winners(ends.prestige.sum(axis=2), ends.money, ends.given, ends.needed)
            assert np.allclose(told, side.by_place(side.seats("won")))


def test_the_victory_is_taken_apart_exactly_in_every_pair():
    pairs = explained("ten points").pairs
    names, parts = contributions(pairs)
    sides = (pairs.baseline, pairs.variant)
    before, after = (side.by_place(side.seats("won")) for side in sides)
    assert "how_it_ended" in names
    assert np.allclose(parts.sum(axis=2), after - before)
    assert np.allclose(parts.sum(axis=1), 0)  # what one seat gains another loses


def test_a_part_that_alone_moved_gets_all_of_it():
    pairs = explained("the same").pairs
    by_fate = pairs.variant.rows.with_columns(pl.col("prestige_won_fate_A") + 30, pl.col("prestige_A") + 30)
    moved = type(pairs)(pairs.baseline, type(pairs.variant)(pairs.variant.cell, by_fate))
    names, parts = contributions(moved)
    assert names == ("fate",)
    assert parts.any()


def test_where_nothing_changes_nothing_is_told():
    one = explained("the same")
    assert not one.table["stands"].any()
    assert one.sentences == (
        "No difference stands after correction for all comparisons: there is nothing to take apart.",
    )
    assert one.replayed(20).parted == []


def test_planted_money_is_found_as_such():
    start = next(
        line
        for line in explained("richer").lines
        if (line.what, line.whose, line.part) == ("money", "everyone", "start")
    )
    assert start.value == 300
    assert 299.9 < start.change.alone.low <= 300 <= start.change.alone.high < 300.1
    assert start.change.differs


def test_the_sentence_names_the_largest_part_and_claims_no_cause():
    told = explained("ten points").sentences
    lines = [line for line in explained("ten points").lines if (line.what, line.whose) == ("prestige", "everyone")]
    largest = max(lines[1:], key=lambda line: abs(line.value))
    assert largest.part == "wealth"
    assert any(sentence.startswith("Prestige of each player") and "wealth" in sentence for sentence in told)
    assert told[-1] == "This is what moved most. It is no proof of what caused it."
    assert not any("because" in sentence for sentence in told)


def test_other_bots_are_not_compared_by_name():
    assert not [line for line in explained("other bots").lines if line.whose == "bot"]
    assert {line.who for line in explained("richer").lines if line.whose == "bot"} == {"merchant", "greedy", "warlord"}


def test_other_numbers_of_players_cannot_be_paired():
    with pytest.raises(ForvmError, match="Games of 3 and of 4 players cannot be paired"):
        explained("three players")


def test_wrong_variants_are_told_the_right_ones():
    for wrong in ("riche", "0", "99"):
        with pytest.raises(
            ForvmError, match=r"There is no variant .*: say its number, from 1 to 8, or its name\. .*richer"
        ):
            find_cell(study(), wrong)


def test_pairs_part_where_their_moves_do():
    one = explained("richer")
    replayed = one.replayed(40)
    assert len(replayed.parted) > 30
    for parts in replayed.parted[:6]:
        baseline, variant, again = one.game(parts.game)
        assert again == parts
        at = parts.position
        moves = [[played.id for played in game.history] for game in (baseline, variant)]
        assert moves[0][:at] == moves[1][:at]
        assert moves[0][at] != moves[1][at]
        assert (baseline.history[at].turn, baseline.history[at].phase) == (parts.turn, parts.phase)


def test_turns_add_up_to_the_change_of_the_same_games():
    count = 30
    told = explained("ten points").replayed(count).turns
    cells = [study().baseline, find_cell(study(), "ten points")]
    for what, column in (("prestige", "prestige"), ("money", "money"), ("moves", "decisions")):
        means = [
            np.mean([rows()[cell.number][:count][f"{column}_{letter}"].mean() for letter in "ABCD"]) for cell in cells
        ]
        assert sum(line.change.alone.value for line in told if line.what == what) == pytest.approx(means[1] - means[0])


def test_games_can_be_stopped_after_a_turn():
    setting = study().setting_of(study().baseline)
    logs = action_logs_of(setting, 0, 6)
    _, turns = play_turns(setting, 0, 6)
    for turn in (0, 1, 5, 60):
        stopped = after_turn(setting, 0, logs, turn).tallies
        for game in range(6):
            rows_ = turns.filter(pl.col("game") == game)
            last = rows_.filter(pl.col("turn") == min(turn, *rows_["turn"].top_k(1).to_list()))
            assert stopped["prestige"][game].tolist() == last["prestige"].to_list()
            assert stopped["money"][game].tolist() == last["money"].to_list()


def test_logs_of_different_lengths_differ_where_the_shorter_ends():
    assert first_difference(np.array([1, 2]), np.array([1, 2, 3])) == 2


def test_the_game_of_a_number_is_the_game_of_its_row():
    baseline, _, _ = explained("richer").game(3)
    assert len(baseline.history) == rows()[0]["moves"][3]
    assert baseline.record() == replay(study().setting_of(study().baseline), 3).record()
    with pytest.raises(ForvmError, match="no pair of games 999: choose a number from 0 to 239"):
        explained("richer").game(999)


def test_as_many_pairs_are_read_as_are_asked_for():
    one = explain_cell(study(), find_cell(study(), "richer"), lambda cell: rows()[cell].lazy(), 100)
    assert one.pairs.games.tolist() == list(range(100))
    assert one.pairs.variant.rows["game"].to_list() == list(range(100))
