"""What the README and the page about bots say is run."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

import forvm

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def examples_in(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_the_python_example_does_what_its_comments_say() -> None:
    (example,) = examples_in(README)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})
    promised = re.findall(r"print\(.*?\)\s+# (\w+ wins .*)", example)
    assert promised
    assert printed.getvalue().startswith(promised[0])
    assert "FORVM record 1" in printed.getvalue()


def test_the_example_of_an_own_bot_plays_a_game() -> None:
    names: dict[str, Any] = {}
    exec(compile(examples_in(BOTS)[0], "bots.md", "exec"), names)
    rules = forvm.content.from_overrides("forvm", {"win.turn_limit": 4})
    game = forvm.Game(rules, players=3)
    forvm.play_out(game, names["Builder"](seed=1))
    assert any(played.notation.startswith("build@") for played in game.history)


def test_the_example_of_an_explanation_names_moves_with_their_chances() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(examples_in(BOTS)[1], "bots.md", "exec"), {})
    lines = printed.getvalue().splitlines()
    assert all(re.fullmatch(r"\d+%  .+  .+\.", line) for line in lines)
    assert any("Build a horreum in" in line and "Builds, for the income" in line for line in lines)


@pytest.mark.parametrize(("text", "folder"), [(README, ROOT), (BOTS, ROOT / "docs")])
def test_every_linked_file_exists(text: str, folder: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if not target.startswith("http"):
            assert (folder / target).exists(), target


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make (\w+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
