"""The gallery: the studies that come with FORVM, as experiments of one click."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from forvm.lab.study import Cell, Study, load, names
from forvm.lab.study.levels import WITHOUT
from forvm.server.lab.lab_requests import bots
from forvm.server.protocol.lab_messages import LabQuestion, LabSide, LabWanted

CARDS = "cards."


@lru_cache(maxsize=4)
def questions(most_games: int) -> list[LabQuestion]:
    """Every shipped study that the page's form can hold."""
    found = (_question(load(name), most_games) for name in names())
    return [question for question in found if question is not None]


def _question(study: Study, most_games: int) -> LabQuestion | None:
    """A study with its first variant; alone where that is for another number of players."""
    base = study.baseline
    others = [cell for cell in study.cells[1:] if (cell.edition, cell.players) == (base.edition, base.players)]
    cells = [base, *others[:1]]
    known = {bot.id for bot in bots()}
    if any(factor.key == WITHOUT for factor in study.factors):
        return None  # the page's form has no restrictions
    if any({"board", "deck"} & set(cell.changes) or not set(cell.bots) <= known for cell in cells):
        return None
    sides = [_side(cell) for cell in cells]
    wanted = LabWanted(
        baseline=sides[0],
        variant=sides[1] if len(sides) > 1 else None,
        games=min(study.amount.most, most_games),
        seed=study.seed,
        title=study.title,
        metrics=list(study.metrics),
    )
    return LabQuestion(study.id, study.title, study.question, wanted)


def _side(cell: Cell) -> LabSide:
    changes: dict[str, Any] = {key: _plain(value) for key, value in cell.changes.items() if not key.startswith(CARDS)}
    cards = {key.removeprefix(CARDS): int(str(copies)) for key, copies in cell.changes.items() if key.startswith(CARDS)}
    return LabSide(list(cell.bots), cell.edition, changes, None, cards)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
