"""Bots by name."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from forvm import bots
from forvm.errors import ForvmError
from forvm.game import Game, play_out
from forvm.game.dice import Dice

pytestmark = pytest.mark.usefixtures("program")

OWN_BOT = '''
class Builder:
    """Builds whenever it can, else does what comes last in the list."""

    def choose(self, game, seat):
        moves = game.legal()
        return next((move for move in moves if move.kind == "build"), moves[-1])
'''


def test_every_name_makes_a_bot_that_plays():
    for name in bots.RECIPES:
        game = Game("forvm", 3)
        game.roll_all(Dice(1))
        spec = f"{name}:sims=50" if bots.RECIPES[name].simulations or bots.RECIPES[name].seconds else name
        bot = bots.make(spec, seed=1)
        seat = game.to_act
        assert seat is not None
        assert bot.choose(game, seat) in game.legal()


def test_the_levels_come_in_their_order():
    assert bots.LEVELS == ("tiro", "quaestor", "aedile", "praetor", "consul")
    assert set(bots.LEVELS) <= set(bots.NAMES)
    assert "random" not in bots.NAMES


def test_options_change_a_recipe():
    made = bots.recipe("search:sims=700,threads=2")
    assert made is not None
    assert (made.simulations, made.seconds, made.threads) == (700, None, 2)
    timed = bots.recipe("search:seconds=0.5")
    assert timed is not None
    assert (timed.simulations, timed.seconds) == (None, 0.5)
    careless = bots.recipe("warlord:temperature=0.3,horizon=2")
    assert careless is not None
    assert careless.weights().temperature == 0.3
    assert careless.weights().delay[2:4] == [0.64, 0.0]
    assert bots.recipe("somebody:Else") is None


def test_an_option_still_has_its_old_name_and_the_user_is_told_the_new_one():
    with pytest.warns(bots.RenamedOption) as told:
        old = bots.recipe("greedy:whim=0.1,sight=2")
    new = bots.recipe("greedy:temperature=0.1,horizon=2")
    assert old is not None
    assert new is not None
    assert old == replace(new, name="greedy:whim=0.1,sight=2")
    assert [str(warning.message) for warning in told] == [
        "“greedy:whim=0.1,sight=2”: the option whim is called temperature now. The old name still works.",
        "“greedy:whim=0.1,sight=2”: the option sight is called horizon now. The old name still works.",
    ]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("nobody", "There is no bot “nobody”"),
        ("gredy", "Did you mean greedy?"),
        ("serch:sims=5", "Did you mean search?"),
        ("search:speed=3", "no option “speed”"),
        ("search:sims=many", "must be a number"),
        ("search:sims=0", "sims must be from 1 to 100,000, not 0"),
        ("search:sims=50000000", "sims must be from 1 to 100,000"),
        ("search:seconds=inf", "seconds must be from 0.001 to 600"),
        ("search:seconds=nan", "seconds must be from"),
        ("search:sims=5,threads=5000", "threads must be from 1 to 64"),
        ("tiro:horizon=9", "horizon must be from 0 to 5, not 9"),
        ("greedy:temperature=-1", "temperature must be from 0 to 100, not -1"),
        ("search:temperature=0.1", "this one searches"),
        ("greedy:threads=2", "give it sims or seconds"),
        ("random:sims=300", "has no option but without"),
        ("random:character=merchant", "has no option but without"),
        ("greedy:character=miser", "no character “miser”"),
        ("no.such.module:Bot", "cannot be loaded"),
        ("numbers:Rational", "cannot be made"),
        ("fractions:Fraction", "no method choose"),
    ],
)
def test_what_cannot_be_made_says_why(spec, told):
    with pytest.raises(ForvmError, match=told):
        bots.make(spec)


def test_a_bot_of_ones_own(tmp_path, monkeypatch):
    (tmp_path / "my_bot.py").write_text(OWN_BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    game = Game("short", 3)
    outcome = play_out(game, [bots.make("my_bot:Builder"), bots.make("greedy"), bots.make("random", seed=2)], seed=4)
    assert outcome.winners


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("class Mine:\n    def choose(self, game, seat)\n", r"SyntaxError: expected ':' \(broken_bot.py, line 2\)"),
        ("class Mine:\n    def __init__(self, seed):\n        seed + 'x'\n", r"TypeError: .*broken_bot.py, line 3"),
        ("1 / 0\n", r"ZeroDivisionError: .*broken_bot.py, line 1"),
        ("import json\njson.loads('?')\n", r"JSONDecodeError: .*broken_bot.py, line 2\)\.$"),
        ("class Mine:\n    def __init__(self, rival):\n        pass\n", r"TypeError: [^/]*'rival'\.$"),
        ("class Other:\n    pass\n", "has no attribute 'Mine'"),
    ],
)
def test_errors_in_a_bot_of_ones_own_are_told_with_their_place(source, told, tmp_path, monkeypatch):
    (tmp_path / "broken_bot.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_bot", raising=False)
    with pytest.raises(ForvmError, match=told):
        bots.make("broken_bot:Mine", seed=1)


def test_a_seed_repeats_fallible_and_random_bots():
    for spec in ("random", "tiro"):
        records = []
        for _ in range(2):
            game = Game("forvm", 3)
            play_out(game, [bots.make(spec, seed=seat) for seat in range(3)], seed=6)
            records.append(game.record(date="2000-01-01"))
        assert records[0] == records[1]
