"""Compiling: once for each version, in one process at a time, and the result is found again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from forvm.engine.twin.compiler import Program, callees, in_calling_order
from forvm.engine.twin.layout import Layout, Wide, layout
from forvm.engine.twin.rule import Buffer, rule

COMPILE = [sys.executable, "-m", "forvm.engine.twin.compiler", "tests.engine.test_compiling:small_program"]

HOLD = """
import sys, time, filelock
lock = filelock.FileLock(sys.argv[1])
lock.acquire()
print("held", flush=True)
time.sleep(600)
"""


@rule
def twice(x: int) -> int:
    """A rule to be compiled."""
    return 2 * x


@rule
def four_times(data: Buffer, x: int) -> int:
    """A rule that calls another."""
    return twice(twice(x)) + len(data) * 0


@rule
def thrice(x: int) -> int:
    """A rule to be called instead of another."""
    return 3 * x


@layout
class Narrow(Layout):
    """A record."""

    one: Wide


@layout
class Broad(Narrow):
    """The same record, and more."""

    two: Wide


BROAD = Broad.dtype()


@rule
def grow(record: Narrow, x: int) -> None:
    """A rule over a record."""
    record.one += twice(x)


@rule
def grow_entry(data: Buffer, x: int) -> None:
    """A rule that hands on a broader record than the other names."""
    grow(data.view(BROAD)[0], x)


def small_program() -> Program:
    return Program("small", [four_times], "tests.engine.test_compiling:small_program")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FORVM_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_rules_come_after_those_that_they_call() -> None:
    assert in_calling_order([four_times]) == [twice, four_times]
    assert callees(four_times) == {"twice": twice}


def test_a_compiled_program_is_ready_for_the_next_process(cache: Path) -> None:
    assert not small_program().is_ready()
    subprocess.run(COMPILE, check=True)
    assert small_program().is_ready()
    import numpy as np

    assert small_program()[four_times](np.zeros(3, np.uint8), 5) == 20


def test_a_second_compiler_waits_for_the_first(cache: Path) -> None:
    first = small_program().compile_in_background()
    second = small_program().compile_in_background()
    assert first
    assert second
    assert first.wait(120) == 0
    assert second.wait(120) == 0
    assert small_program().is_ready()


def test_a_compiler_that_is_killed_stops_no_other(cache: Path) -> None:
    folder = small_program().folder()
    folder.mkdir(parents=True)
    killed = subprocess.Popen([sys.executable, "-c", HOLD, str(folder / "compiling")], stdout=subprocess.PIPE)
    assert killed.stdout
    assert killed.stdout.readline()
    killed.kill()
    killed.communicate()
    small_program().compile()
    assert small_program().is_ready()


def test_nothing_is_started_when_all_is_ready(cache: Path) -> None:
    small_program().compile()
    assert small_program().compile_in_background() is None


@pytest.mark.parametrize("checks", ["0", "1"])
def test_code_with_and_without_bounds_checks_is_kept_apart(
    cache: Path, monkeypatch: pytest.MonkeyPatch, checks: str
) -> None:
    monkeypatch.setenv("FORVM_BOUNDS_CHECKS", checks)
    small_program().compile()
    assert small_program().is_ready()
    monkeypatch.setenv("FORVM_BOUNDS_CHECKS", "1" if checks == "0" else "0")
    assert not small_program().is_ready()


def test_a_variant_calls_other_rules_and_keeps_more_in_its_records(cache: Path) -> None:
    import numpy as np

    variant = Program("variant", [grow_entry], "nowhere", overrides={twice: thrice}, record_subtypes={Narrow: Broad})
    assert variant.functions == [thrice, grow, grow_entry]
    record = Broad()
    record.one, record.two = 1, 7
    data = record.to_buffer()
    variant[grow_entry](data, 5)
    assert Broad.from_buffer(data).fields() == {"one": 16, "two": 7}
    assert np.array_equal(Broad().to_buffer(), np.zeros(8, np.uint8))
