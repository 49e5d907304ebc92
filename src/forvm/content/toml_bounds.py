"""Bounds on a TOML text, checked before it is parsed.

Python's TOML reader needs time and memory that grow with the square of a dotted key's length, and a text of a megabyte
keeps it busy for seconds. Real files are a few kilobytes of short lines, so everything far beyond that is refused here.
All checks take time that is proportional to the text.
"""

from __future__ import annotations

import re
from typing import NoReturn

from forvm.errors import ContentError

LARGEST_TOML = 64_000  # bytes
MOST_LINES = 4_000
LONGEST_LINE = 4_000  # characters; a description alone may have 1,000, all of them escaped
LONGEST_WORD = 100  # characters of a key or a number
DEEPEST = 12  # lists and tables within each other
MOST_DOTS = 6  # in one key
TOO_LARGE = f"The file is larger than {LARGEST_TOML // 1000} kB, which no board, deck, house rule or study needs to be."

# Strings and comments are skipped. An unclosed string ends the check, because the TOML reader stops there too.
_TOKEN = re.compile(
    r'''
      (?P<string> """(?:[^"\\]|\\.|"(?!""))*+"""+ | \'\'\'(?:[^']|'(?!\'\'))*+\'\'\'+ )
    | (?P<unclosed> """|\'\'\' )
    | (?P<line_string> "(?:[^"\\\n]|\\[^\n])*+" | '[^'\n]*+' | [#][^\n]*+ )
    | (?P<half_open> ["'] )
    | (?P<word> [A-Za-z0-9_+:-]++ )
    | (?P<dot> [.] )
    | (?P<opening> [\[{] )
    | (?P<closing> [\]}] )
    | (?P<separator> [=,\n] )
    | [^"'#A-Za-z0-9_+:.\[{\]}=,\n-]++
    ''',
    re.DOTALL | re.VERBOSE,
)


def check_size(text: str) -> None:
    """Refuse a text with more bytes, lines or characters in a line than a real file has."""
    try:
        size = len(text) if len(text) > LARGEST_TOML else len(text.encode())
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise ContentError("The file is not UTF-8 text: save it in that encoding.", line=line) from None
    if size > LARGEST_TOML:
        raise ContentError(TOO_LARGE)
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise ContentError(f"The file has {len(lines)} lines, and at most {MOST_LINES} are read.")
    for number, written in enumerate(lines, 1):
        if len(written) > LONGEST_LINE:
            told = f"The line has {len(written)} characters, and at most {LONGEST_LINE} are read. Break it up."
            raise ContentError(told, line=number)


def check_toml(text: str) -> None:
    """Refuse a text that is too large, too deep, or has longer keys and numbers than any real file."""
    check_size(text)
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "dot":
            dots += 1
            if dots > MOST_DOTS:
                _refuse(text, token, f"A key with more than {MOST_DOTS} dots is not read")
        elif kind == "word":
            if token.end() - token.start() > LONGEST_WORD:
                _refuse(text, token, f"A key or number of more than {LONGEST_WORD} characters is not read")
        elif kind == "opening":
            dots = 0
            depth += 1
            if depth > DEEPEST:
                _refuse(text, token, f"Lists and tables more than {DEEPEST} deep are not read")
        elif kind == "closing":
            dots = 0
            depth -= 1
        elif kind == "separator":
            dots = 0
        elif kind in ("unclosed", "half_open"):
            return


def _refuse(text: str, token: re.Match[str], why: str) -> NoReturn:
    raise ContentError(
        f"{why}: no board, deck, house rule or study has one.", line=text.count("\n", 0, token.start()) + 1
    )
