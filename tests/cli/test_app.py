"""The command line as a whole."""

import subprocess
import sys
from pathlib import Path

import pytest

from forvm.cli.app import COMMANDS, RULES
from tests.cli.conftest import Call
from tests.cli.running import forvm

EVERY = [[name] for name in COMMANDS] + [["rules"]] + [["rules", name] for name in RULES]


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_command_has_help_with_an_example(call: Call, words: list[str]):
    answer = call(*words, "--help")
    assert answer.code == 0
    assert f"Example: forvm {' '.join(words)}" in answer.out


def test_without_words_the_commands_are_listed(call: Call):
    answer = call()
    assert answer.code == 0
    assert all(name in answer.out for name in (*COMMANDS, "rules"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pley"], "There is no command “pley”. Did you mean play?"),
        (["rules", "shwo"], "There is no command “shwo”. Did you mean show?"),
        (["--verison"], "--verison"),
        (["simulate", "--game", "5"], "Did you mean --games?"),
        (["replay"], "--file"),
    ],
)
def test_wrong_words_are_told_in_one_paragraph(call: Call, words: list[str], told: str):
    answer = call(*words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1


def test_help_loads_neither_the_compiler_nor_the_engine():
    script = "import sys; from forvm.cli import run; run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    loaded = set(done.stderr.split())
    assert "forvm.cli.app" in loaded
    assert not loaded & {"numba", "numpy", "forvm.engine", "forvm.game", "forvm.content", "rich.progress"}


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path):
    command = f'"{sys.executable}" -m forvm rules show forvm --notes | head -n 1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_error_is_no_traceback(tmp_path: Path):
    done = forvm("play", "--edition", "forvn", data=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
