"""Finds factors of a study that cannot matter under its rules, so that it can be said before anything is played."""

from __future__ import annotations

from forvm.content.parameters import why_inert
from forvm.lab.study.model import Study


def without_effect(study: Study) -> list[str]:
    """A sentence for each factor that cannot change a game in any cell of the study."""
    found = []
    for factor in study.factors:
        reasons = {why_inert(factor.key, cell.rules.values) for cell in study.cells}
        if "" not in reasons:
            found.append(min(reasons))
    return found
