import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from forvm.cli import run

TWO_TURNS = 'format = 1\nid = "two_turns"\nname = "Two turns"\nedition = "{edition}"\n[win]\nturn_limit = 2\n'


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Call = Callable[..., Answer]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which everything happens and is kept."""
    monkeypatch.setenv("FORVM_DATA_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command in this process."""

    def called(*words: str | Path, typed: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run([str(word) for word in words])
        return Answer(code, *capsys.readouterr())

    return called


@pytest.fixture
def two_turns(data: Path) -> Path:
    """A house rule by which a game is soon over."""
    path = data / "two_turns.toml"
    path.write_text(TWO_TURNS.format(edition="forvm"), encoding="utf-8")
    return path


@pytest.fixture
def hidden_two_turns(data: Path) -> Path:
    """The same with hidden hands."""
    path = data / "hidden.toml"
    path.write_text(TWO_TURNS.format(edition="short"), encoding="utf-8")
    return path
