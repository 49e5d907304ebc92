"""The option --set of the commands that play."""

from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("polars")

from forvm.lab.study import load
from tests.cli.conftest import Call
from tests.cli.test_rules import squeezed


def test_set_changes_the_rules_of_every_command_that_plays(call: Call, data: Path):
    answers = [
        call("simulate", "--set", "win.turn_limit=2", "--games", "4", "--workers", "1"),
        call("arena", "greedy", "merchant", "--set", "win.turn_limit=2", "--games", "8", "--workers", "1"),
        call("sweep", "cheap_ousting", "--set", "win.turn_limit=2", "--check"),
        call("play", "--terminal", "--set", "win.turn_limit=2", "--seats", "random,random,random", "--seed", "1"),
    ]
    assert [answer.code for answer in answers] == [0, 0, 0, 0], [answer.err for answer in answers]
    assert "4 at the turn limit" in answers[0].out
    assert "win.turn_limit = 2" in answers[1].out
    for command in (["simulate"], ["arena", "greedy"], ["sweep", "cheap_ousting"], ["play"]):
        wrong = call(*command, "--set", "oust.costs=1")
        assert (wrong.code, "The nearest are: oust.cost" in wrong.err) == (2, True), command


def test_set_warns_of_what_cannot_matter(call: Call):
    for command in (["simulate", "--games", "1"], ["sweep", "cheap_ousting", "--check"]):
        told = call(*command, "--set", "trade.demand.rome=0")
        assert (told.code, "This changes nothing: trade.demand.rome matters only if" in squeezed(told.err)) == (0, True)


def test_a_study_is_played_with_what_is_set(call: Call, data: Path):
    (data / "mine.toml").write_text(
        'format = 1\nid = "mine"\ntitle = "Mine"\n[baseline]\nplayers = 3\noust.cost = 150\n'
        "[factors]\nlocal.cost = [0, 400]\n[games]\neach = 6\n"
    )
    told = call("sweep", "mine.toml", "--set", "win.turn_limit=2", "--set", "oust.cost=50", "--workers", "1")
    assert told.code == 0, told.err
    values = [cell.rules.values for cell in load(data / "mine" / "study.toml").cells]
    assert {(value["win.turn_limit"], value["oust.cost"]) for value in values} == {(2, 50)}
    assert {value["local.cost"] for value in values} == {0, 200, 400}
