"""A name stands for one thing: no two modules, and no two classes, of the package share one.

Messages are called as the page calls them. So a message may have the name of what it tells of, such as ``Board``.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "forvm"
SOURCES = sorted(PACKAGE.rglob("*.py"))
MESSAGES = PACKAGE / "server" / "protocol"


def shared(named: Iterator[tuple[str, Path]]) -> dict[str, list[str]]:
    places = defaultdict(list)
    for name, file in named:
        places[name].append(file.relative_to(PACKAGE).as_posix())
    return {name: found for name, found in places.items() if len(found) > 1}


def modules() -> Iterator[tuple[str, Path]]:
    for file in SOURCES:
        if file.stem not in ("__init__", "__main__"):
            yield file.stem, file


def classes(files: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, file


def test_no_two_modules_share_a_name():
    assert shared(modules()) == {}


def test_no_two_classes_share_a_name():
    assert shared(classes(file for file in SOURCES if MESSAGES not in file.parents)) == {}


def test_no_two_messages_share_a_name():
    assert shared(classes(MESSAGES.glob("*.py"))) == {}
