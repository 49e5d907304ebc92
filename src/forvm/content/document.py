"""Reading a TOML file, and collecting all that is wrong with it before saying so.

Every problem has a place: the path of a key within the file, from which its line is found.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from forvm.content.parameters import did_you_mean
from forvm.content.toml_bounds import LARGEST_TOML, TOO_LARGE, check_toml
from forvm.content.toml_positions import KeyPath, positions
from forvm.errors import ContentError

FORMAT = 1
_MOST_SHOWN = 8  # problems; further ones are often echoes of the first


class Document:
    """The data of a TOML file, or data that was given without a file, and the problems found in it."""

    def __init__(self, data: Mapping[str, Any], *, file: Path | None = None, text: str = "") -> None:
        self.data = data
        self.file = file
        self._text = text
        self._problems: dict[KeyPath, str] = {}

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
        return positions(self._text)

    def problem(self, path: KeyPath, message: str) -> None:
        """Note what is wrong at a path; of several things wrong at one path the first is kept."""
        self._problems.setdefault(path, message)

    @property
    def tells_more(self) -> bool:
        """Whether a further problem would still be shown, and so is worth a hint."""
        return len(self._problems) < _MOST_SHOWN

    def has_problem(self, path: KeyPath) -> bool:
        """Whether something was noted at this path or below it."""
        return any(noted[: len(path)] == path for noted in self._problems)

    def check(self) -> None:
        """Raise if anything was noted: one error that names every problem."""
        if not self._problems:
            return
        found = [(path, self.line(path), message) for path, message in self._problems.items()]
        path, line, message = found[0]
        if len(found) == 1:
            raise ContentError(message, file=self.file, line=line, key=dotted(path) or None)
        told = [f"\n- {_place(path, line)}{message}" for path, line, message in found[:_MOST_SHOWN]]
        rest = f"\n- and {len(found) - _MOST_SHOWN} more." if len(found) > _MOST_SHOWN else ""
        raise ContentError(f"{len(found)} things are wrong:{''.join(told)}{rest}", file=self.file)

    def line(self, path: KeyPath) -> int | None:
        """Returns the line of a path, or of the nearest key around it that is in the file."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return None

    def known_keys(self, table: Mapping[str, Any], path: KeyPath, known: Collection[str]) -> None:
        """Note every key of a table that is not one of the known ones."""
        for key in table:
            if key not in known:
                hint = did_you_mean(key, known) if self.tells_more else ""
                self.problem((*path, key), f"Unknown key.{hint}")

    def text(self, table: Mapping[str, Any], path: KeyPath, key: str, longest: int = 60) -> str:
        """A text that must be there."""
        value = table.get(key)
        if value is None:
            self.problem((*path, key), f"{key} is missing: a text of at most {longest} signs.")
        elif not isinstance(value, str) or not value.strip() or len(value) > longest:
            self.problem((*path, key), f"{key} must be a text of 1 to {longest} signs, not {shown(value)}.")
        elif any(not sign.isprintable() and sign != "\n" for sign in value):
            self.problem((*path, key), f"{key} has a sign in it that cannot be printed: {shown(value)}.")
        else:
            return value.strip()
        return ""

    def name(self, table: Mapping[str, Any], path: KeyPath = (), key: str = "id") -> str:
        """A short name of small letters, digits and _."""
        value = table.get(key)
        if isinstance(value, str) and re.fullmatch(r"[a-z][a-z0-9_]{0,39}", value):
            return value
        wrong = f"not {shown(value)}" if key in table else "but is missing"
        self.problem(
            (*path, key),
            f"{key} must be a short name of small letters, digits and _, beginning with a letter, {wrong}.",
        )
        return ""

    def number(self, table: Mapping[str, Any], path: KeyPath, key: str, low: int, high: int) -> int:
        """A whole number within bounds that must be there."""
        value = table.get(key)
        if value is None:
            self.problem((*path, key), f"{key} is missing: a whole number from {low} to {high}.")
            return low
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.problem((*path, key), f"{key} must be a whole number from {low} to {high}, not {shown(value)}.")
            return low
        return value

    def tables(self, key: str) -> list[tuple[KeyPath, dict[str, Any]]]:
        """Returns the tables of a list, each with its path. Anything else is reported and left out."""
        value = self.data.get(key)
        if not isinstance(value, list) or not value:
            wrong = f"must be a list of tables, not {shown(value)}" if key in self.data else "is missing"
            self.problem((key,), f"{key} {wrong}.")
            return []
        found: list[tuple[KeyPath, dict[str, Any]]] = []
        for place, item in enumerate(value):
            if isinstance(item, dict):
                found.append(((key, place), item))
            else:
                self.problem((key, place), f"A table in braces belongs here, not {shown(item)}.")
        return found


def read(file: Path) -> Document:
    """Read a TOML file of this project's format."""
    return parse(_text_of(file), file)


def parse(text: str, file: Path | None = None, *, bounded: bool = True) -> Document:
    """Read a TOML text of this project's format."""
    try:
        data = parse_toml(text, bounded=bounded)
    except tomllib.TOMLDecodeError as error:
        _not_toml(file, str(error), text)
    except ContentError as error:
        raise ContentError(error.message, file=file, line=error.line) from None
    document = Document(data, file=file, text=text)
    _check_format(document)
    return document


def parse_toml(text: str, *, bounded: bool = True) -> dict[str, Any]:
    """Returns the data of a TOML text. All TOML from outside is parsed here, within bounds."""
    if bounded:
        check_toml(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError):
        raise ContentError("The file holds something too long or too deep to read as TOML.") from None


def _text_of(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST_TOML + 1)
    except FileNotFoundError:
        raise ContentError("There is no such file.", file=file) from None
    except OSError as error:
        reason = error.strerror or "the system refuses"
        raise ContentError(f"The file cannot be read: {reason}.", file=file) from None
    except ValueError:
        raise ContentError(f"{shown(str(file))} cannot be the name of a file.") from None
    if len(raw) > LARGEST_TOML:
        raise ContentError(TOO_LARGE, file=file)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ContentError("The file is not UTF-8 text: save it in that encoding.", file=file, line=line) from None


def _not_toml(file: Path | None, reason: str, text: str) -> NoReturn:
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", reason)
    line = int(place[1]) if place and place[1] else text.count("\n") + 1
    if place:
        reason = reason[: place.start()]
    raise ContentError(f"The file is not valid TOML here: {reason}.", file=file, line=line) from None


def _check_format(document: Document) -> None:
    version: Any = document.data.get("format")
    whole = isinstance(version, int) and not isinstance(version, bool)
    if whole and version == FORMAT:
        return
    if whole and version > FORMAT:
        message = (
            f"The file was made for a later version of FORVM (format {shown(version)}; this version reads "
            f"format {FORMAT}): a newer FORVM can open it."
        )
    else:
        wrong = f"format is {shown(version)}" if "format" in document.data else "format is missing"
        message = f"{wrong}: the file must say format = {FORMAT} at its top."
    raise ContentError(message, file=document.file, line=document.line(("format",)), key="format")


def dotted(path: KeyPath) -> str:
    """A path as people write it; items of a list are counted from 1.

    >>> dotted(("markets", 0, "kind"))
    'markets[1].kind'
    """
    written = ""
    for part in path:
        written += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if written else part
    return written


def shown(value: object) -> str:
    """A value as it looks in TOML, shortened.

    >>> shown(True), shown("Roma")
    ('true', '"Roma"')
    """
    try:
        written = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return "something too long to show"
    return written if len(written) <= 60 else f"{written[:57]}…"


def _place(path: KeyPath, line: int | None) -> str:
    place = [f"line {line}"] if line is not None else []
    if path:
        place.append(dotted(path))
    return f"{', '.join(place)}: " if place else ""
