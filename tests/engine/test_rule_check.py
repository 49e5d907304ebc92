"""The instant check names what Numba would refuse a minute later, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import forvm
from forvm.engine.twin.check import check

REFUSED = {
    "a callee that is no rule": ("return other(x)", "other is not marked @rule"),
    "a method": ("return x.bit_length()", "x.bit_length is not marked @rule"),
    "a string": ("y = 'gold'", "strings"),
    "an f-string": ("y = f'{x}'", "strings"),
    "raise": ("raise ValueError", "raise an exception"),
    "try": ("try:\n        x = 1\n    finally:\n        x = 2", "handle exceptions"),
    "a generator": ("yield x", "generator"),
    "a generator expression": ("y = max(i for i in range(x))", "generators"),
    "a list comprehension": ("y = [i for i in range(x)]", "comprehensions"),
    "a dict": ("y = {x: 1}", "dicts"),
    "a set": ("y = {x, 1}", "sets"),
    "a closure": ("y = lambda: x", "contain functions"),
    "starred arguments": ("return max(*range(x))", "arguments"),
    "recursion": ("return sample(x)", "sample → sample"),
}
HEAD = "from forvm.engine.twin.rule import rule\n\ndef other(x: int) -> int:\n    return x\n\n@rule\n"


def problems_of(tmp_path: Path, source: str) -> list[tuple[int, str]]:
    file = tmp_path / "sample.py"
    file.write_text(source)
    found = check([tmp_path])
    assert all(problem.file == str(file) for problem in found)
    return [(problem.line, problem.text) for problem in found]


@pytest.mark.parametrize("name", REFUSED)
def test_what_numba_refuses_is_named_with_its_line(tmp_path: Path, name: str) -> None:
    body, told = REFUSED[name]
    found = problems_of(tmp_path, f"{HEAD}def sample(x: int) -> int:\n    x += 1\n    {body}\n    return x\n")
    assert [line for line, _ in found] == [9]
    assert told in found[0][1]


@pytest.mark.parametrize("taken", ["x", "*x: int", "**x: int", "x: int = 0"])
def test_a_rule_takes_annotated_plain_arguments(tmp_path: Path, taken: str) -> None:
    assert [line for line, _ in problems_of(tmp_path, f"{HEAD}def sample({taken}) -> int:\n    return 1\n")] == [7]


def test_a_rule_says_what_it_returns(tmp_path: Path) -> None:
    assert [line for line, _ in problems_of(tmp_path, f"{HEAD}def sample(x: int):\n    return 1\n")] == [7]


def test_rules_of_two_files_that_call_each_other_are_found(tmp_path: Path) -> None:
    for here, there in ("one", "two"), ("two", "one"):
        (tmp_path / f"{here}.py").write_text(
            f"from {there} import {there}_rule\n\n@rule\ndef {here}_rule(x: int) -> int:\n    return {there}_rule(x)\n"
        )
    assert len(check([tmp_path])) == 1
    assert check([tmp_path])[0].line == 5


def test_the_rules_of_the_game_pass() -> None:
    assert check([Path(forvm.__file__).parent]) == []
