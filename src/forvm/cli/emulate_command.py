"""``forvm emulate``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich import box
from rich.console import Console
from rich.table import Table

from forvm import text
from forvm.cli.progress import compile_in_sight, games_in_sight
from forvm.errors import ForvmError
from forvm.lab.simulation import require_packages
from forvm.terminal.screen import Screen, make_console

if TYPE_CHECKING:
    from forvm.lab.emulator import Emulated, Emulator

WORDS = text.load("emulate")["cli"]
PACKAGES = ("numba", "polars", "pyarrow", "scipy", "SALib", "tomli_w", "jinja2", "matplotlib", "networkx")
WEAK = 0.5  # of the differences between points


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("emulate")["report"][key], values)


def emulate(
    studies: Annotated[list[str], Parameter(help=WORDS["studies"])],
    /,
    *,
    at: Annotated[list[str] | None, Parameter(help=WORDS["at"], negative=())] = None,
    metric: Annotated[list[str] | None, Parameter(help=WORDS["metric"], negative=())] = None,
    out: Annotated[Path | None, Parameter(help=WORDS["out"])] = None,
    workers: Annotated[int | None, Parameter(help=WORDS["workers"])] = None,
) -> int:
    """Fit an emulator, or ask one."""
    require_packages(PACKAGES)
    from forvm.lab.emulator.emulating import FILE
    from forvm.lab.emulator.surfaces import load_emulator

    changes = _changes(at or [])
    screen, progress_to = Screen(), make_console(stderr=True)
    kept = Path(studies[0]) / FILE if out is None else out
    if changes and not metric and kept.is_file():
        emulator = load_emulator(kept)
    else:
        folders = [_played(study, workers, progress_to) for study in studies]
        emulator = _fit(folders, metric or [], out, progress_to)
        _tell_fit(emulator, screen)
        screen.address(say("kept", file=str(folders[0] / FILE if out is None else out)))
    if changes:
        _tell_at(emulator, changes, screen)
    return 0


def _changes(words: Sequence[str]) -> dict[str, int | bool]:
    changes: dict[str, int | bool] = {}
    for word in words:
        key, sign, value = word.partition("=")
        try:
            changes[key.strip()] = {"true": True, "false": False}.get(value.strip()) or int(value)
        except ValueError:
            raise ForvmError(say("bad_at", given=word)) from None
        if not sign:
            raise ForvmError(say("bad_at", given=word))
    return changes


def _played(study: str, workers: int | None, console: Console) -> Path:
    """The folder of a study; a file is played first, or what is left of it."""
    from forvm.lab.games.game_rows import prepare, programs
    from forvm.lab.study import load, sweep
    from forvm.lab.study.folder import MANIFEST

    if Path(study).is_dir() or (Path(study) / MANIFEST).exists():
        return Path(study)
    made = load(study)
    folder = Path(made.id)
    compile_in_sight(console, say("playing", study=made.id), all(one.is_ready() for one in programs()), prepare)
    with games_in_sight(console, say("playing", study=made.id), say("rate")) as show:
        sweep(study, out=folder, workers=workers, resume=True, report=lambda far: show(far.done, far.asked))
    return folder


def _fit(folders: Sequence[Path], metrics: Sequence[str], out: Path | None, console: Console) -> Emulator:
    require_emulator()
    from forvm.lab.emulator import emulate as fit

    with games_in_sight(console, say("fitting"), say("surfaces")) as show:
        return fit(list(folders), metrics=metrics, out=out, report=show)


def require_emulator() -> None:
    """Say at once if the library that fits emulators is missing."""
    from importlib.util import find_spec

    if find_spec("sklearn") is None:
        raise ForvmError("Fitting an emulator needs scikit-learn. Install it with: pip install 'forvm[emulator]'")


def _tell_fit(emulator: Emulator, screen: Screen) -> None:
    from forvm.lab.report.words import entry, percent

    screen.line(emulator.title, "bold")
    screen.line(say("fitted", points=len(emulator.points), games=emulator.games, inputs=len(emulator.inputs)))
    table = Table(box=box.SIMPLE_HEAD, title=say("calibration"), title_justify="left")
    table.add_column(say("metric"))
    for key in ("explained", "coverage", "width"):
        table.add_column(say(key), justify="right")
    for id, surface in emulator.surfaces.items():
        told = surface.calibration
        if told is not None:
            width = _number(id, told.width, unsigned=True)
            table.add_row(
                entry("metrics")[id]["name"], percent(max(told.explained, 0.0)), percent(told.coverage), f"± {width}"
            )
    screen.show(table)
    screen.line(say("calibration_note"), "dim")
    weak = [id for id, one in emulator.surfaces.items() if one.calibration and one.calibration.explained < WEAK]
    if weak:
        screen.line(say("weak", metrics=", ".join(weak)), "yellow")


def _tell_at(emulator: Emulator, changes: dict[str, int | bool], screen: Screen) -> None:
    from forvm.lab.report.words import entry

    there, usual, apart = emulator.at(changes), emulator.at({}), emulator.difference(changes)
    values = ", ".join(f"{key}={int(value)}" for key, value in changes.items())
    table = Table(box=box.SIMPLE_HEAD, title=say("at", values=values), title_justify="left")
    table.add_column(say("metric"))
    for key in ("value", "usual", "difference"):
        table.add_column(say(key), justify="right")
    for id in emulator.surfaces:
        name = entry("metrics")[id]["name"]
        table.add_row(name, _told(id, there[id]), _told(id, usual[id]), _told(id, apart[id], signed=True))
    screen.show(table)
    screen.line(say("at_note"), "dim")


def _told(metric: str, one: Emulated, *, signed: bool = False) -> str:
    ends = [_number(metric, end, signed=signed) for end in (one.low, one.high)]
    return f"{_number(metric, one.value, signed=signed)} ({ends[0]} to {ends[1]})"


def _number(metric: str, value: float, *, signed: bool = False, unsigned: bool = False) -> str:
    from forvm.lab.report import words
    from forvm.lab.statistics.game_metrics import METRICS

    told = METRICS[metric]
    money = words.metric_unit(told) == "$"
    written = words.plain(value * words.scale(told), signed=signed, money=money)
    return f"{written} points" if unsigned and told.kind == "share" else written
