"""Compiled code is found again by what rules do, not by where their files are or when they were written."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from forvm.engine.twin.compiler import in_calling_order
from forvm.engine.twin.fingerprint import fingerprint, global_names

SOURCE = '''
from forvm.engine.twin.layout import Layout, Small, Wide, layout
from forvm.engine.twin.rule import plain_only, rule

PRICE = 7


@layout
class Purse(Layout):
    """A record."""

    coins: Wide


@plain_only
def note(x: int) -> None:
    """Written down."""
    print(x)


@rule
def pays(purse: Purse, x: int) -> int:
    """What is paid."""
    note(x)
    return purse.coins + PRICE * x + other_numbers.TAX + 1


@rule
def entry(purse: Purse, x: int) -> int:
    """The way in."""
    return pays(purse, x)
'''
NUMBERS = "TAX = 3\n"


def key_of(folder: Path, source: str = SOURCE, numbers: str = NUMBERS) -> str:
    """The fingerprint of the source, as a module of one name in a folder of its own."""
    folder.mkdir()
    (folder / "other_numbers.py").write_text(numbers)
    (folder / "sample.py").write_text(source)
    modules: list[ModuleType] = []
    for name in ("other_numbers", "sample"):
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        if modules:
            module.__dict__["other_numbers"] = modules[0]
        spec.loader.exec_module(module)
        modules.append(module)
    return fingerprint(in_calling_order([modules[1].entry]), {}, {}, [])


def test_another_clone_finds_the_same_code(tmp_path: Path) -> None:
    assert key_of(tmp_path / "one") == key_of(tmp_path / "two")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("What is paid.", "What somebody pays."),
        ("PRICE = 7", "PRICE = 7  # coins\n\n"),
        ("    print(x)", "    print(2 * x)"),
    ],
    ids=["docstring", "comment", "what vanishes"],
)
def test_words_change_nothing(tmp_path: Path, before: str, after: str) -> None:
    assert key_of(tmp_path / "one") == key_of(tmp_path / "two", SOURCE.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("TAX + 1", "TAX + 2"),
        ("TAX + 1", "TAX - 1"),
        ("PRICE = 7", "PRICE = 8"),
        ("coins: Wide", "coins: Small"),
        ("coins: Wide", "debts: Wide\n    coins: Wide"),
        ("@plain_only", "@rule"),
        ("def pays(purse: Purse, x: int)", "def pays(purse: Purse, x: float)"),
    ],
    ids=["constant", "operator", "global", "width", "field", "mark", "signature"],
)
def test_whatever_changes_the_code_changes_the_name(tmp_path: Path, before: str, after: str) -> None:
    assert key_of(tmp_path / "one") != key_of(tmp_path / "two", SOURCE.replace(before, after))


def test_a_constant_of_another_module_changes_the_name(tmp_path: Path) -> None:
    assert key_of(tmp_path / "one") != key_of(tmp_path / "two", numbers="TAX = 4\n")


def test_options_change_the_name() -> None:
    assert fingerprint([], {}, {}, ["checked"]) != fingerprint([], {}, {}, ["unchecked"])


def test_every_global_is_found_however_many_there_are() -> None:
    names = [f"name_{i}" for i in range(400)]
    space: dict[str, object] = {}
    exec(f"def long(): return {' + '.join(names)}", space)
    function = space["long"]
    assert callable(function)
    assert global_names(function) == names
