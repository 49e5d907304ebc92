"""Every kind of move and every die or card that can be due, each described once.

A description says by which clause a move is made, what it costs and needs, where a page offers it and which sentence
tells it. To add a kind, write a class beside those of its phase; it is found by being defined.
"""

from importlib import import_module
from pkgutil import iter_modules

from forvm.engine import tasks
from forvm.engine.actions import KINDS
from forvm.game.kinds.description import (
    CHANCES,
    DESCRIPTIONS,
    MATCH,
    ChanceDue,
    Group,
    KindOfMove,
    Situation,
    Undone,
    Values,
    child_words,
    name_of,
)

__all__ = [
    "CHANCES",
    "DESCRIPTIONS",
    "MATCH",
    "ChanceDue",
    "Group",
    "KindOfMove",
    "Situation",
    "Undone",
    "Values",
    "by_name",
    "child_words",
    "name_of",
]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
for _number, _kind in enumerate(KINDS):
    if _number not in DESCRIPTIONS:
        raise TypeError(f"The kind of move “{_kind.name}” has no description: write a class of it in {__name__}.")
for _task in range(tasks.FIRST_DECISION):
    if _task not in CHANCES:
        raise TypeError(
            f"The task “{tasks.TASKS[_task]}” has no description: write a subclass of ChanceDue in {__name__}."
        )

_BY_NAME: dict[str, KindOfMove] = {name_of(kind): kind for kind in DESCRIPTIONS.values()}


def by_name(name: str) -> KindOfMove:
    """The description of a kind of move.

    >>> by_name("destroy").clause
    'DESTROY-1'
    """
    return _BY_NAME[name]
