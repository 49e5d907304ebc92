"""What a job of the store may do: read and write rows, in one transaction, whichever database keeps them.

The SQL of this room is what SQLite and PostgreSQL have in common. Values are written as ``?``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias


class Rows(Protocol):
    """What a statement found, or how many rows it changed."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        ...

    def fetchone(self) -> Any:
        """The next row; None if there is no more."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """One row after another."""
        ...


class Transaction(Protocol):
    """All that is asked and written in it happens at one moment, or not at all."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows:
        """Carry out one statement."""
        ...


class Moment(NamedTuple):
    """A moment of a store, to look at it; a server may go on writing meanwhile."""

    transaction: Transaction
    columns: dict[str, tuple[str, ...]]  # of each table; in an older format there are fewer
    damage: Iterable[str] = ()  # what the database itself finds wrong


Job: TypeAlias = Callable[[Transaction], Any]
