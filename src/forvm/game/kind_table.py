"""The tables of kinds in ``docs/notation.md``: ``python -m forvm.game.kind_table`` writes them."""

from __future__ import annotations

from forvm import text
from forvm.engine.actions import KINDS
from forvm.game.kinds import DESCRIPTIONS
from forvm.notation import FORMS


def kind_table(*, chance: bool) -> str:
    """The kinds of moves, or what chance supplies: token, name and meaning of each."""
    meanings = text.load("moves")["meanings"]
    rows = ["| token | kind | what it means |", "|---|---|---|"]
    for number, kind in enumerate(KINDS):
        if kind.chance == chance:
            clause = "" if chance else f" ({DESCRIPTIONS[number].clause})"
            rows.append(f"| `{FORMS[kind.name]}` | {kind.name} | {meanings[kind.name]}{clause} |")
    return "\n".join([*rows, ""])


if __name__ == "__main__":
    print(kind_table(chance=False), kind_table(chance=True), sep="\n", end="")
