"""The sources of bots that are not built in: they are kept with a study, so that its folder plays anywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from modulefinder import ModuleFinder
from pathlib import Path

BOTS = "bots"


def use_bots_of(folder: Path) -> None:
    """Let bots be found that a study's folder brings, behind those that are there already."""
    kept = folder / BOTS
    if kept.is_dir() and str(kept.resolve()) not in sys.path:
        sys.path.append(str(kept.resolve()))


def sources_of(bots: Iterable[str]) -> dict[str, Path]:
    """The files of bots (``module:Class``) by the names under which they are kept, and what they import from beside."""
    found: dict[str, Path] = {}
    for name in bots:
        module = name.partition(":")[0].partition(".")[0]
        loaded = sys.modules.get(module)
        file = Path(getattr(loaded, "__file__", None) or "")
        if file.suffix != ".py":
            continue
        home = file.parent.parent if file.name == "__init__.py" else file.parent
        for source in _with_imports(file, home):
            found[source.relative_to(home).as_posix()] = source
    return found


def _with_imports(file: Path, home: Path) -> Iterator[Path]:
    """A module, or all files of its package, and what they import that lies beside it."""
    mine = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    yield from mine
    for one in mine:
        finder = ModuleFinder([str(home)])
        finder.run_script(str(one))
        for module in finder.modules.values():
            found = Path(getattr(module, "__file__", None) or "")
            if home in found.parents:
                yield found
