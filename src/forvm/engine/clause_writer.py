"""Writes ``clauses.py`` from the rulebook, ``text/en/clauses.toml``: ``python -m forvm.engine.clause_writer``.

Rules need numbers with names that type checkers and the compiler know; a clause is listed in the rulebook alone.
"""

from __future__ import annotations

from pathlib import Path

from forvm.text import clause_ids

FILE = Path(__file__).with_name("clauses.py")
_HEAD = '''"""Clause numbers: why a move is not allowed, and which rule moved money or prestige.

Written by ``python -m forvm.engine.clause_writer`` from ``text/en/clauses.toml``: change that, not this file.
"""

'''


def written() -> str:
    """The whole file."""
    clauses = ["OK", *clause_ids()]
    names = "".join(f'    "{clause}",\n' for clause in clauses)
    numbers = "".join(f"    {clause.replace('-', '_')},\n" for clause in clauses)
    return f"{_HEAD}CLAUSES = (\n{names})\n(\n{numbers}) = range(len(CLAUSES))\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
