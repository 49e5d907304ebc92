"""Finds the files that a study names. They must lie in its folder or below, so that the folder can be copied."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any

from forvm.content.document import Document, read, shown
from forvm.content.toml_positions import KeyPath


def own_files(document: Document, named: Iterable[tuple[KeyPath, str, Any]], folder: Path) -> tuple[str, ...]:
    """Files of editions, boards and decks (path in the study, kind, name), and those that house rules name in turn."""
    found: dict[str, None] = {}
    for path, kind, name in named:
        if not isinstance(name, str) or not name.endswith(".toml"):
            continue
        found[name] = None
        if kind == "edition" and (folder / name).is_file():
            inner = read(folder / name).data
            below = [value for key in ("board", "deck") if str(value := inner.get(key, "")).endswith(".toml")]
            found |= dict.fromkeys(str(PurePath(name).parent / value) for value in below)
        if any(PurePath(file).is_absolute() or ".." in PurePath(file).parts for file in found):
            document.problem(
                path,
                f"{shown(name)} must lie in the study's own folder or below it, as must what it names: then the "
                "study can be copied and played elsewhere.",
            )
    return tuple(found)
