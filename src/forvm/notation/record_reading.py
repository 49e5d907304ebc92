"""Reads game records. Everything is checked, and errors name the line."""

from __future__ import annotations

import json
import re
from datetime import date as Date
from pathlib import Path
from typing import Any, NamedTuple

from forvm import content
from forvm._version import __version__
from forvm.content import Rules
from forvm.content.document import parse_toml
from forvm.content.parameters import did_you_mean
from forvm.engine.actions import ACTION_SPACE_VERSION
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.errors import ContentError, ForvmError, RecordError
from forvm.notation.embedding import board_from_toml, deck_from_toml
from forvm.notation.names import SEATS, checked_names
from forvm.notation.position import is_over
from forvm.notation.proof import Proof, read_proof
from forvm.notation.record_replay import ASIDE, RecordLine, RecordReplay
from forvm.notation.records import (
    FIRST_LINE,
    FIRST_LINE_OF_RULES,
    FORMAT,
    UNFINISHED,
    Record,
    result,
    standing,
    text_digest,
)

# A record of 1,000 turns of four players, far more than any real game, has about 320 kB in 10,000 lines.
LARGEST_RECORD = 1_000_000  # bytes
LONGEST_LINE = 10_000  # characters
TOO_LARGE = f"The file is larger than {LARGEST_RECORD // 1_000_000} MB, which no record is."

_REQUIRED = ("rules", "edition", "board", "deck", "content", "actions", "version", "date", "players")
_KEYS = (*_REQUIRED, "name", "description", "changes", "dice")


class _Field(NamedTuple):
    """A line of the header, with the indented lines below it."""

    line: int
    value: str
    block: str


class _Parts(NamedTuple):
    header: dict[str, _Field]
    moves: list[RecordLine]
    ending: list[RecordLine]  # result or unfinished, standing, digest


def read_record(record: str) -> Record:
    """Returns the game of a record. Raises RecordError if anything in it is wrong."""
    read, problem = read_as_far_as_it_goes(record)
    if problem is not None:
        raise problem
    return read


def read_rules(written: str) -> Rules:
    """The rules that `write_rules` wrote; those of a record, too. Raises RecordError if anything is wrong."""
    if not written.startswith(FIRST_LINE_OF_RULES):
        return read_record(written).rules
    check_size(written)
    lines = [RecordLine(number, line) for number, line in enumerate(written.splitlines(), 1)]
    if lines[0].text != f"{FIRST_LINE_OF_RULES} {FORMAT}":
        raise RecordError("These rules were written by a later version of FORVM: a newer FORVM can open them.", line=1)
    header: dict[str, _Field] = {}
    place = 1
    while place < len(lines) - 1:
        place = _header_field(lines, place, header)
    missing = next((key for key in ("rules", "edition", "board", "deck", "content") if key not in header), None)
    if missing is not None or lines[-1].text != f"digest: {text_digest(line.text for line in lines[:-1])}":
        raise RecordError("These rules break off, or were changed after they were written.", line=len(lines))
    return _rules(header)


def read_as_far_as_it_goes(record: str) -> tuple[Record, RecordError | None]:
    """Returns as much of a record's game as can be played, and what is wrong with the rest.

    A record whose header cannot be used tells no game at all: that is raised.
    """
    lines = _lines(record)
    parts = _split(lines)
    header = parts.header
    _check_versions(header)
    rules = _rules(header)
    names = _players(header["players"], rules)
    date = _date(header["date"])
    proof = _proof(header["dice"], len(names)) if "dice" in header else None
    blame = _blame(header, rules)
    replaying, problem = RecordReplay(rules, len(names), blame, proof), None
    try:
        for line in parts.moves:
            replaying.play(line)
        replaying.check_brackets()
        _check_ending(parts, replaying.state, rules.definition(len(names)), lines, blame)
        _check_secret(header, proof, replaying.state)
    except RecordError as error:
        problem = error
    version, finished = header["version"].value, is_over(replaying.state)
    return Record(rules, names, date, version, tuple(replaying.timeline), finished, proof), problem


def read_file(path: str | Path) -> str:
    """The text of a record's file."""
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(LARGEST_RECORD + 1)
    except FileNotFoundError:
        raise RecordError("There is no such file.", file=path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this cannot be the name of a file"
        raise RecordError(f"The file cannot be read: {reason}.", file=path) from None
    if len(raw) > LARGEST_RECORD:
        raise RecordError(TOO_LARGE, file=path)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise RecordError("The file is not UTF-8 text, as records are.", line=line, file=path) from None


def check_size(record: str) -> None:
    """Refuse a text with more bytes, or longer lines, than a record has."""
    if len(record) > LARGEST_RECORD or len(record.encode("utf-8", "surrogatepass")) > LARGEST_RECORD:
        raise RecordError(TOO_LARGE)
    for number, line in enumerate(record.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            told = f"The line has {len(line)} characters. Lines of a record have at most {LONGEST_LINE}."
            raise RecordError(told, line=number)


def _lines(record: str) -> list[RecordLine]:
    check_size(record)
    split = record.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    lines = [RecordLine(number, line.rstrip()) for number, line in enumerate(split, 1)]
    lines = [line for line in lines if line.text and not line.text.startswith("#")]
    found = re.fullmatch(rf"{FIRST_LINE} (\d{{1,9}})", lines[0].text) if lines else None
    if found is None:
        raise RecordError(f"This is no record of a game: its first line should be “{FIRST_LINE} {FORMAT}”.")
    if int(found[1]) > FORMAT:
        raise RecordError(
            f"The record was made by a later version of FORVM (format {found[1]}; this version reads format {FORMAT}): "
            "a newer FORVM can open it.",
            line=lines[0].number,
        )
    if int(found[1]) < 1:
        raise RecordError(f"There is no format {found[1]} of records.", line=lines[0].number)
    return lines


def _split(lines: list[RecordLine]) -> _Parts:
    """Splits a record into header, moves and ending. Anything between them is an error."""
    header: dict[str, _Field] = {}
    moves: list[RecordLine] = []
    ending: list[RecordLine] = []
    place = 1
    while place < len(lines):
        line = lines[place]
        if ending or re.match(rf"(result:|{UNFINISHED}$)", line.text):
            ending.append(line)
        elif moves or line.text[0].isdigit() or line.text.startswith(ASIDE):
            moves.append(line)
        else:
            place = _header_field(lines, place, header)
            continue
        place += 1
    missing = [key for key in _REQUIRED if key not in header]
    if missing and (moves or ending):
        raise RecordError(f"The header lacks the line “{missing[0]}: …”.", line=(moves or ending)[0].number)
    if missing or len(ending) < 3:
        raise _broken_off(lines[-1].number)
    return _Parts(header, moves, ending)


def _header_field(lines: list[RecordLine], place: int, header: dict[str, _Field]) -> int:
    """Read one line of the header and what is indented below it; returns the place of the next."""
    number, line = lines[place]
    key, colon, value = line.partition(":")
    if not colon or key not in _KEYS:
        hint = did_you_mean(key.strip(), _KEYS) if colon else ""
        raise RecordError(f"“{line[:40]}” is no line of a record's header.{hint}", line=number)
    if key in header:
        raise RecordError(f"The header says “{key}:” twice.", line=number)
    block = []
    place += 1
    while place < len(lines) and lines[place].text.startswith("  "):
        block.append(lines[place].text[2:])
        place += 1
    header[key] = _Field(number, value.strip(), "\n".join(block))
    return place


def _broken_off(line: int) -> RecordError:
    return RecordError(
        "The record breaks off here: its end, with the result (or “unfinished”), the standing and the digest, is "
        "missing.",
        line=line,
    )


def _check_versions(header: dict[str, _Field]) -> None:
    field = header["actions"]
    if not re.fullmatch(r"\d{1,9}", field.value):
        raise RecordError("“actions:” is followed by a number.", line=field.line)
    if int(field.value) > ACTION_SPACE_VERSION:
        raise RecordError(
            f"The record was made by a later version of FORVM ({header['version'].value[:20]}), which has moves that "
            "this one does not know: a newer FORVM can open it.",
            line=field.line,
        )


def _rules(header: dict[str, _Field]) -> Rules:
    edition = header["edition"]
    if edition.value not in content.names():
        hint = did_you_mean(edition.value, content.names())
        raise RecordError(f"There is no edition “{edition.value[:40]}”.{hint}", line=edition.line)
    base = content.load(edition.value)
    rules = _word(header["rules"])
    if not any(key in header for key in ("name", "changes")) and not header["board"].block + header["deck"].block:
        return base
    changes = _toml(header["changes"]) if "changes" in header else {}
    place = header["board"]
    try:
        board = board_from_toml(place.block) if place.block else base.board
        place = header["deck"]
        deck = deck_from_toml(place.block, board, base.id) if place.block else None
        place = header.get("changes", place)
        return content.from_overrides(
            base.id,
            changes,
            board=board,
            deck=deck,
            id=rules,
            name=_quoted(header, "name"),
            description=_quoted(header, "description"),
        )
    except RecordError:
        raise
    except ForvmError as error:
        raise RecordError(f"What the record says of its rules cannot be used: {error}", line=place.line) from None


def _word(field: _Field) -> str:
    return _unquote(field) if field.value.startswith('"') else field.value


def _quoted(header: dict[str, _Field], key: str) -> str:
    return _unquote(header[key]) if key in header else ""


def _unquote(field: _Field) -> str:
    try:
        value = json.loads(field.value)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, str):
        raise RecordError("A text in quotation marks belongs here.", line=field.line)
    return value


def _toml(field: _Field) -> dict[str, Any]:
    try:
        return parse_toml(field.block)
    except ContentError as error:
        raise RecordError(error.message, line=field.line) from None
    except ValueError as error:
        raise RecordError(f"The lines below are not as TOML writes them: {error}.", line=field.line) from None


def _players(field: _Field, rules: Rules) -> tuple[str, ...]:
    given = _toml(field)
    if list(given) != list(SEATS[: len(given)]):
        raise RecordError(f"The players are {', '.join(SEATS)}, in that order.", line=field.line)
    try:
        rules.definition(len(given))
        return checked_names(list(given.values()), len(given))
    except ForvmError as error:
        raise RecordError(str(error), line=field.line) from None


def _proof(field: _Field, players: int) -> Proof:
    try:
        return read_proof(_toml(field), players)
    except RecordError:
        raise
    except ForvmError as error:
        raise RecordError(str(error), line=field.line) from None


def _check_secret(header: dict[str, _Field], proof: Proof | None, state: State) -> None:
    if proof is not None and proof.secret is not None and not is_over(state):
        told = "The dice tell their secret, but the game is not over: who knows it knows every die to come."
        raise RecordError(told, line=header["dice"].line)


def _date(field: _Field) -> str:
    try:
        return Date.fromisoformat(field.value).isoformat()
    except ValueError:
        raise RecordError("A date is written as in 2026-03-15.", line=field.line) from None


def _blame(header: dict[str, _Field], rules: Rules) -> str:
    """Why a record may not replay that once did.

    Other content or another version is no fault by itself: as long as the game comes out the same, the record is good.
    """
    version = header["version"].value[:20]
    if version != __version__:
        return f" The record was made by FORVM {version}; this is {__version__}, whose rules may have been put right."
    if header["content"].value != rules.digest():
        return f" The edition {rules.edition}, its board or its deck is not the one of line {header['content'].line}."
    return " The record was changed after it was made."


def _check_ending(parts: _Parts, state: State, g: Definition, lines: list[RecordLine], blame: str) -> None:
    end, stood, digest = parts.ending[:3]
    if len(parts.ending) > 3:
        raise RecordError("Nothing comes after a record's digest.", line=parts.ending[3].number)
    if not re.fullmatch(r"digest: [0-9a-f]{12}", digest.text):
        raise _broken_off(digest.number)
    expected = f"result: {result(state, g)}" if is_over(state) else UNFINISHED
    if end.text != expected:
        raise RecordError(f"By the moves the game ended otherwise: “{expected}”.{blame}", line=end.number)
    if stood.text != f"standing: {standing(state, g)}":
        told = f"By the moves the standing is otherwise: “standing: {standing(state, g)}”."
        raise RecordError(f"{told}{blame}", line=stood.number)
    if digest.text != f"digest: {text_digest(line.text for line in lines[:-1])}":
        raise RecordError(
            "The digest does not fit the text above: something was changed after the record was made, "
            "such as a name, a rule or a die.",
            line=digest.number,
        )
