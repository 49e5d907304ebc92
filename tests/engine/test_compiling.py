"""Compiling: once for each version, in one process at a time, and the result is found again."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from forvm.engine.twin.compiler import Program, callees, compile_side_by_side, in_calling_order
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
def eight_times(data: Buffer, x: int) -> int:
    """An entry point of a second program."""
    return twice(twice(twice(x))) + len(data) * 0


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


def other_program() -> Program:
    return Program("other", [eight_times], "tests.engine.test_compiling:other_program")


def until(condition: Callable[[], bool]) -> None:
    """Wait, two minutes at most."""
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def holding_the_lock(program: Program) -> Iterator[subprocess.Popen[bytes]]:
    """A process that holds the program's lock, as one that compiles it does."""
    folder = program.folder()
    folder.mkdir(parents=True)
    with subprocess.Popen([sys.executable, "-c", HOLD, str(folder / "compiling")], stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline()
        try:
            yield holder
        finally:
            holder.kill()


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
    with holding_the_lock(small_program()) as holder:
        waiting = subprocess.Popen(COMPILE)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(3)
        assert not small_program().is_ready()
        holder.kill()
        assert waiting.wait(120) == 0
    assert small_program().is_ready()


def test_nothing_is_started_while_another_process_compiles(cache: Path) -> None:
    with holding_the_lock(small_program()) as holder:
        assert small_program().compile_in_background() is None
        holder.kill()
        holder.wait()
        started = small_program().compile_in_background()
        assert started
        assert started.wait(120) == 0
    assert small_program().is_ready()


def test_a_compiler_that_is_killed_stops_no_other(cache: Path) -> None:
    with holding_the_lock(small_program()) as holder:
        holder.kill()
        holder.wait()
        small_program().compile()
    assert small_program().is_ready()


def test_two_programs_are_compiled_side_by_side(cache: Path) -> None:
    held, free = small_program(), other_program()
    with holding_the_lock(held) as holder:
        both = threading.Thread(target=compile_side_by_side, args=[[held, free]])
        both.start()
        until(lambda: other_program().is_ready())
        assert not held.is_ready()
        holder.kill()
        both.join(120)
    assert held.is_ready()


def test_nothing_is_started_when_all_is_ready(cache: Path) -> None:
    small_program().compile()
    assert small_program().compile_in_background() is None


def test_a_program_shares_what_its_base_has_compiled(cache: Path) -> None:
    import numpy as np

    base = small_program()
    on_top = Program("more", [eight_times], "nowhere", base=base)
    on_top.compile()
    assert on_top.is_ready()
    assert not base.is_ready()  # the entry points of the base are not needed
    base.compile()
    data = np.zeros(3, np.uint8)
    assert on_top.dispatcher(twice) is base.dispatcher(twice)
    assert (on_top[eight_times](data, 5), base[four_times](data, 5)) == (40, 20)


def test_a_program_is_not_ready_when_an_entry_is_missing_on_disk(cache: Path) -> None:
    small_program().compile()
    (kept,) = small_program().folder().glob("*.code")
    kept.unlink()
    assert not small_program().is_ready()
    small_program().compile()
    assert kept.exists()


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
