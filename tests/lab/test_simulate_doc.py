"""What docs/simulate.md says is run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from forvm import content
from forvm.cli import run
from forvm.lab.games import Setting, columns

DOC = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOC, re.DOTALL)


def test_the_commands_work_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (commands,) = blocks("sh")
    for line in commands.splitlines():
        # as many games as the text says take too long for a test
        fewer = re.sub(r"--games (\d+)", lambda found: f"--games {int(found[1]) // 20}", line)
        assert run(shlex.split(fewer)[1:]) == 0, line


def test_the_example_in_python_runs(capsys: pytest.CaptureFixture[str]):
    (example,) = blocks("python")
    exec(compile(example.replace("games=200", "games=20"), "simulate.md", "exec"), {})
    assert "prestige" in capsys.readouterr().out


def test_every_column_is_in_the_table():
    setting = Setting(content.load("forvm"), 4, ("consul",), seed=1)
    names = [name for row in re.findall(r"^\| (`.*?) \|", DOC, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)]
    wild = {"SOURCE": "[a-z_]+", "KIND": "[a-z]+", "WHAT": "[a-z_]+", "USE": "[a-z]+", "CARD": ".+", "MARKET": ".+"}
    patterns = []
    for name in names:
        pattern = re.sub("|".join(wild), lambda found: wild[found[0]], name)
        patterns.append(re.sub(r"_X$", "_[A-D]", pattern))
    for column in columns(setting):
        assert any(re.fullmatch(pattern, column) for pattern in patterns), column
    for pattern in patterns:
        assert any(re.fullmatch(pattern, column) for column in columns(setting)), pattern
