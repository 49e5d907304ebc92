"""The errors that FORVM raises on purpose.

Every one is a :class:`ForvmError` whose text is a paragraph for the person who caused it: what is wrong,
where, and what would be right. The command line prints that text and exits with code 2.
"""

from pathlib import Path


class ForvmError(Exception):
    """Something that the user can put right."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ContentError(ForvmError):
    """A board, deck, edition or house-rules file with errors in it.

    >>> print(ContentError("players must be 2, 3 or 4, not 9.", file="my.toml", line=3, key="players"))
    my.toml, line 3, key players: players must be 2, 3 or 4, not 9.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | Path | None = None,
        key: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.key = key
        self.line = line

    def __str__(self) -> str:
        return _located(self.message, file=self.file, line=self.line, key=self.key)


class RecordError(ForvmError):
    """A game record that is truncated, altered, or made by rules that this version does not have.

    >>> print(RecordError("the record breaks off in the middle of a turn.", line=41))
    line 41: the record breaks off in the middle of a turn.
    """

    def __init__(self, message: str, *, line: int | None = None, file: str | Path | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.file = file

    def __str__(self) -> str:
        return _located(self.message, file=self.file, line=self.line)


class MoveError(ForvmError):
    """A move that was not played; the game is as it was before."""


class MalformedMove(MoveError):
    """Text or a number that names no move of the game at all."""


class AmbiguousMove(MoveError):
    """Notation that fits more than one legal move."""


class IllegalMove(MoveError):
    """A move of the game that the rules forbid here; `clause` is the clause that forbids it.

    >>> print(IllegalMove("Ousting costs $200, and you have $150.", "OUST-2"))
    Ousting costs $200, and you have $150. (OUST-2)
    """

    def __init__(self, message: str, clause: str) -> None:
        super().__init__(message)
        self.clause = clause
        # Exceptions are rebuilt from `args` when they cross from one process to another.
        self.args = (message, clause)

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})"


def _located(message: str, *, file: str | Path | None = None, line: int | None = None, key: str | None = None) -> str:
    """Put what is known of the place before the message."""
    place = [str(file)] if file is not None else []
    if line is not None:
        place.append(f"line {line}")
    if key is not None:
        place.append(f"key {key}")
    return f"{', '.join(place)}: {message}" if place else message
