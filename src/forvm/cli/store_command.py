"""``forvm store backup``, ``restore``, ``drill``, ``check`` and ``copy``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from forvm import text
from forvm.errors import ForvmError
from forvm.terminal.screen import Screen, make_console

if TYPE_CHECKING:
    from forvm.server.store.addresses import StoreAddress

UNSOUND = 1


def _option(name: str) -> str:
    return str(text.load("store")["options"][name])


Copy = Annotated[Path, Parameter(help=_option("copy"))]
Store = Annotated[str | None, Parameter(help=_option("store"))]


def backup_store(
    copy: Copy,
    *,
    store: Store = None,
    overwrite: Annotated[bool, Parameter(help=_option("overwrite"), negative=())] = False,
    skip_check: Annotated[bool, Parameter(help=_option("skip_check"), negative=())] = False,
) -> int:
    """Copy the store into one file."""
    path = _file(store)
    from forvm.server.ops.backups import backup, on_one_disk

    with _progress("copying", "checking") as (copied, checked):
        size = backup(path, copy, overwrite=overwrite, verify=not skip_check, progress=copied, checked=checked)
    _say("backup", copy=str(copy), store=str(path), size=size // 1000)
    if on_one_disk(copy, path):
        _say("one_disk")
    return 0


def restore_store(
    copy: Copy,
    *,
    store: Store = None,
    skip_check: Annotated[bool, Parameter(help=_option("skip_check"), negative=())] = False,
) -> int:
    """Put a copy in the place of the store."""
    path = _file(store)
    from forvm.server.ops.backups import restore

    with _progress("copying", "checking") as (copied, checked):
        kept = restore(copy, path, verify=not skip_check, progress=copied, checked=checked)
    _say("restored", store=str(path), copy=str(copy))
    if kept is not None:
        _say("kept", kept=str(kept))
    return 0


def drill_store(copy: Copy, *, games: Annotated[int | None, Parameter(help=_option("games"))] = None) -> int:
    """Restore a copy into a temporary folder, to see that it can be done."""
    if games is not None and games < 1:
        raise ForvmError(f"--games is a number from 1 up, not {games}.")
    path = _file(str(copy))
    from forvm.server.ops.restore_drill import drill

    with _progress("copying", "checking", "opening") as (copied, checked, opened):
        found = drill(path, games, copied, checked, opened)
    if found.problems:
        _say("not_restorable", copy=str(copy))
        for problem in found.problems:
            Screen().address(problem)
        _say("what_to_do")
        return UNSOUND
    seconds = {part: f"{took:.1f}" for part, took in found.seconds.items()}
    _say("restorable", copy=str(copy), total=f"{sum(found.seconds.values()):.1f}", **seconds)
    some = "tried_all" if found.tried == found.games else "tried_some"
    _say(some, games=found.games, tried=found.tried, running=found.running, events=found.events, dice=found.dice)
    return 0


def check_store(*, store: Store = None) -> int:
    """Look through the store."""
    address = _address(store)
    from forvm.server.ops.checking import check

    with _progress("checking") as (progress,):
        health = check(address, progress)
    if not health.problems:
        _say("sound", store=str(address), games=health.games, over=health.over, events=health.events, dice=health.dice)
        return 0
    _say("unsound", store=str(address))
    for problem in health.problems:
        Screen().address(problem)
    return UNSOUND


def copy_store(
    source: Annotated[str, Parameter(help=_option("source"))], target: Annotated[str, Parameter(help=_option("target"))]
) -> int:
    """Copy a store into a new one of another kind."""
    old, new = _address(source), _address(target)
    from forvm.server.ops import store_copies

    with _progress("copying", "checking") as (copied, checked):
        health = store_copies.copy_store(old, new, copied, checked)
    _say("copied", source=str(old), target=str(new), games=health.games, events=health.events, dice=health.dice)
    return 0


def _address(store: str | None) -> StoreAddress:
    try:
        from forvm.server.store.addresses import read_address
        from forvm.server.store.sqlite_store import default_path
    except ImportError as missing:
        raise ForvmError(
            f"A store needs a package that is not installed ({missing.name}). "
            "Install it with: pip install 'forvm[server]'"
        ) from None
    return read_address(store) if store else default_path()


def _file(store: str | None) -> Path:
    address = _address(store)
    if not isinstance(address, Path):
        raise ForvmError(text.load("store")["said"]["tools"])
    return address


@contextmanager
def _progress(*parts: str) -> Iterator[list[Callable[[int, int], None]]]:
    """A bar on the terminal for each part of what is done, for as long as it takes."""
    console = make_console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        yield [_shown(bars, text.load("store")["said"][part]) for part in parts]


def _shown(bars: Progress, name: str) -> Callable[[int, int], None]:
    task = bars.add_task(name, total=None)
    return lambda done, total: bars.update(task, completed=done, total=total)


def _say(key: str, **values: str | int) -> None:
    Screen().address(text.fill(text.load("store")["said"][key], values))
