"""Finds the line of each key and each list item in a TOML text.

The standard library's reader tells what a file says, not where. This walks over a text that the reader has
already accepted, so it need not judge, only find its way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

_SPACE = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:[^"\\\n]|\\.)*"|' r"'[^'\n]*'",
    re.DOTALL,
)
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_SCALAR = re.compile(r"[^,\]}#\n]+")


def positions(text: str) -> dict[KeyPath, int]:
    """The line, counted from 1, of every key and list item, by its path from the top of the file.

    >>> positions("[oust]\\ncost = 100\\nrolls = [\\n  4,\\n]\\n")[("oust", "rolls", 0)]
    4
    """
    walker = _Walker(text)
    # A line number is a courtesy: what was found before losing the way is still right.
    with suppress(_Lost, RecursionError):
        walker.document()
    return walker.found


class _Lost(Exception):
    """The text is not what this module knows of TOML."""


class _Walker:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.newlines = [match.start() for match in re.finditer("\n", text)]
        self.found: dict[KeyPath, int] = {}
        self.last_item: dict[KeyPath, int] = {}  # of each [[list of tables]], the number of its latest

    def document(self) -> None:
        prefix: KeyPath = ()
        while self.skip() < len(self.text):
            if self.text[self.at] == "[":
                prefix = self.header()
            else:
                self.pair(prefix)

    def header(self) -> KeyPath:
        line = self.line()
        double = self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        path: KeyPath = ()
        keys = list(self.keys())
        for place, key in enumerate(keys):
            path = (*path, key)
            self.found.setdefault(path, line)
            if double and place == len(keys) - 1:
                self.last_item[path] = self.last_item.get(path, -1) + 1
            if path in self.last_item:
                path = (*path, self.last_item[path])
                self.found.setdefault(path, line)
        self.expect("]]" if double else "]")
        return path

    def pair(self, prefix: KeyPath) -> None:
        line = self.line()
        path = prefix
        for key in self.keys():
            path = (*path, key)
            self.found.setdefault(path, line)
        self.expect("=")
        self.value(path)

    def value(self, path: KeyPath) -> None:
        self.skip()
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            for place in self.items("]"):
                self.found[*path, place] = self.line()
                self.value((*path, place))
        elif opening == "{":
            for _ in self.items("}"):
                self.pair(path)
        else:
            self.take(_STRING if opening in "\"'" else _SCALAR)

    def items(self, closing: str) -> Iterator[int]:
        self.at += 1
        place = 0
        while self.text[self.skip() : self.at + 1] != closing:
            yield place
            place += 1
            if self.text[self.skip() : self.at + 1] == ",":
                self.at += 1
        self.at += 1

    def keys(self) -> Iterator[str]:
        self.skip()
        while True:
            yield self.take(_KEY).strip("\"'")
            dot = _DOT.match(self.text, self.at)
            if dot is None:
                return
            self.at = dot.end()

    def skip(self) -> int:
        self.at = self.match(_SPACE).end()
        return self.at

    def expect(self, sign: str) -> None:
        self.skip()
        if not self.text.startswith(sign, self.at):
            raise _Lost
        self.at += len(sign)

    def take(self, pattern: re.Pattern[str]) -> str:
        match = self.match(pattern)
        self.at = match.end()
        return match.group()

    def match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise _Lost
        return match

    def line(self) -> int:
        return bisect_right(self.newlines, self.at) + 1
