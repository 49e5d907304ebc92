"""Emulates a study: plays what is left of it, measures its points, fits an emulator and keeps it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from forvm.errors import ForvmError
from forvm.lab.emulator.surfaces import Emulator, load_emulator
from forvm.lab.games.atomic_files import check_writable, replacing

FILE = "emulator.json"

Progress = Callable[[int, int], None]


def emulate(
    folders: str | Path | Sequence[str | Path],
    *,
    metrics: Sequence[str] = (),
    out: str | Path | None = None,
    report: Progress = lambda done, of: None,
) -> Emulator:
    """Fit an emulator to the played points of a study, or of several that change the same things.

    It is kept in the first study's folder, or as ``out``. ``.at({"oust.cost": 100})`` then tells every metric there,
    and ``.difference(…)`` by how much it differs from the baseline.
    """
    from forvm.lab.emulator.fitting import fit
    from forvm.lab.emulator.measuring import measure
    from forvm.lab.study import open_folder

    paths = [Path(one) for one in ([folders] if isinstance(folders, str | Path) else folders)]
    target = paths[0] / FILE if out is None else Path(out)
    opened = [open_folder(path) for path in paths]
    check_writable(target)
    made = fit(measure([(one.study, one.scan_cell) for one in opened], metrics), report)
    with replacing(target) as file:
        file.write_text(made.to_text(), encoding="utf-8")
    return made


def open_emulator(path: str | Path) -> Emulator:
    """Open an emulator: its file, or the folder of a study that has been emulated."""
    path = Path(path)
    file = path / FILE if path.is_dir() else path
    if not file.exists():
        raise ForvmError(f"There is no emulator in {path}: forvm emulate makes one.")
    return load_emulator(file)
