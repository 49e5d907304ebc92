"""How dice and seats follow from a game's number, now and in files of earlier versions."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from forvm import content
from forvm.engine.rng import BOT_NUMBERS, KEYED, random_below, seed_moment
from forvm.engine.scratch import Scratch
from forvm.errors import ForvmError
from forvm.lab.arena.arena_plan import ArenaKey, ArenaPlan
from forvm.lab.arena.journal import Journal, recorded_scheme
from forvm.lab.games.action_logs import log_in_python
from forvm.lab.games.setting import Setting, seats_of
from forvm.lab.lineups import count_seatings
from forvm.lab.study import load
from forvm.lab.study.folder import new_folder, resumed_folder
from forvm.lab.study.running import as_begun

SHORT = content.load("short")
FOUR = ("merchant", "intriguer", "benefactor", "warlord")


def numbers(seed: int, game: int, moment: int = 3) -> list[int]:
    scratch = Scratch()
    seed_moment(scratch, seed, game, moment)
    return [random_below(scratch, 1000) for _ in range(6)]


def test_games_of_two_seeds_do_not_share_their_dice():
    log, other = (log_in_python(Setting(SHORT, 3, ("random",), seed), game) for seed, game in ((5, 1_000_003), (6, 0)))
    assert log[:12].tolist() != other[:12].tolist()


def test_no_streams_collide_however_large_the_game_number():
    games = [*range(500), *(1_000_003 * n for n in range(1, 200)), *(10**12 - n for n in range(200))]
    seeds = [0, 1, 2, 1_000_003, 2**60 - 1]
    streams = {tuple(numbers(KEYED + seed, game)) for seed in seeds for game in games}
    assert len(streams) == len(seeds) * len(games)


def test_bots_do_not_share_their_numbers_with_the_dice():
    for game in range(50):
        assert numbers(KEYED + 1, game, BOT_NUMBERS) not in [numbers(KEYED + 1, game, moment) for moment in range(200)]


def test_four_bots_play_all_six_circular_orders():
    setting = Setting(SHORT, 4, FOUR, seed=1)
    block = [seats_of(setting, game) for game in range(24)]
    assert len(set(block)) == 24
    assert [seats_of(setting, game) for game in range(24, 48)] == block
    orders = Counter(seats[seats.index("merchant") :] + seats[: seats.index("merchant")] for seats in block)
    assert set(orders.values()) == {4}
    assert len(orders) == 6


@pytest.mark.parametrize(
    "bots", [FOUR, ("a", "a", "b", "b"), ("a", "b", "b", "b"), ("a", "b", "c", "c"), ("a", "b", "c")]
)
def test_a_seating_block_balances_seats_and_neighbours(bots: tuple[str, ...]):
    from forvm.lab.lineups import balanced_seatings

    block = balanced_seatings(bots)
    assert len(block) == len(set(block)) == count_seatings(bots)
    for seat in range(len(bots)):
        assert Counter(seats[seat] for seats in block) == {
            bot: len(block) * bots.count(bot) // len(bots) for bot in bots
        }
    pairs = Counter((seats[i - 1], seats[i]) for seats in block for i in range(len(bots)))
    for one in set(bots):
        for other in set(bots) - {one}:
            # Of every ordered pair of places in the line-up, so many are next to each other.
            assert pairs[one, other] * (len(bots) - 1) == len(block) * bots.count(one) * bots.count(other)


def test_games_of_the_first_versions_come_out_as_they_did():
    setting = Setting(SHORT, 3, ("random",), seed=5, scheme=1)
    digests = [hashlib.sha256(log_in_python(setting, game).tobytes()).hexdigest()[:16] for game in (0, 7, 1_000_003)]
    assert digests == ["a696a79e0fe5f0f9", "4194eabaa928df3f", "8f5d501923e65bf5"]
    four = Setting(SHORT, 4, FOUR, seed=1, scheme=1)
    assert [seats_of(four, game)[0] for game in range(6)] == [*FOUR, *FOUR[:2]]


def test_a_setting_that_names_no_scheme_is_of_the_first_versions():
    setting = Setting(SHORT, 4, FOUR, seed=1)
    assert Setting.from_text(setting.to_text()) == setting
    values = json.loads(setting.to_text())
    del values["scheme"]
    assert Setting.from_text(json.dumps(values)) == replace(setting, scheme=1)
    with pytest.raises(ForvmError, match=r"newer version of FORVM \(scheme 9\)"):
        Setting.from_text(json.dumps(values | {"scheme": 9}))


def test_a_study_is_resumed_with_the_scheme_of_its_folder(tmp_path: Path):
    study = load(
        {
            "format": 1,
            "id": "orders",
            "title": "Orders",
            "baseline": {"edition": "short", "bots": list(FOUR)},
            "factors": {"oust.cost": [100, 200]},
            "games": {"each": 50},
        }
    )
    assert (study.scheme, study.amount.most) == (2, 72)
    old = study.with_scheme(1)
    assert (old.amount.most, "scheme" in old.settings()) == (52, False)
    new_folder(tmp_path / "old").begin(old)
    resumed = as_begun(study, tmp_path / "old", resume=True)
    assert resumed == old
    assert resumed_folder(tmp_path / "old", resumed).path == tmp_path / "old"
    new_folder(tmp_path / "new").begin(study)
    assert as_begun(study, tmp_path / "new", resume=True) == study


def test_an_arena_is_resumed_with_the_scheme_of_its_journal(tmp_path: Path):
    plan = ArenaPlan(SHORT, 3, (("greedy", "greedy", "random"),), 6, seed=1)
    old = replace(plan, scheme=1)
    assert old.dice(ArenaKey(0, 2, 0)) == 2207439209 * (1 << 24) + 2
    assert "scheme" not in old.settings()
    for made in (old, plan):
        path = tmp_path / f"{made.scheme}.parquet.journal"
        with Journal(path, made, resume=False):
            pass
        assert recorded_scheme(path) == made.scheme
    assert recorded_scheme(tmp_path / "none.journal") == plan.scheme
