"""Game records: a game as text that reads well in an editor and replays exactly.

A header says by which rules and by whom the game was played; then come the moves, a line for each stretch of one
player's in one phase, with dice and cards where they fell; then how it ended. The last line is a digest of all
others but the date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date as Date
from itertools import groupby
from typing import NamedTuple

from forvm import content
from forvm._version import __version__
from forvm.content import Rules
from forvm.engine.actions import ACTION_SPACE_VERSION
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.errors import ForvmError
from forvm.notation.digest import digest
from forvm.notation.embedding import board_toml, deck_toml, quoted, toml_value
from forvm.notation.names import SEATS
from forvm.notation.position import is_over
from forvm.notation.proof import DiceProof, Proof, SealedProof, write_proof
from forvm.notation.timeline import Epoch, RecordedMove, TakenBack

FORMAT = 1
FIRST_LINE = "FORVM record"
FIRST_LINE_OF_RULES = "FORVM rules"
UNFINISHED = "unfinished"


class Entry(NamedTuple):
    """A move in a record: when it was made, by whom (for chance: for whom it acted), its token and its number.

    The number counts everything that was ever done in the game, what was taken back included.
    """

    turn: int
    phase: str
    seat: int
    token: str
    event: int
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says, replayed and found to be right."""

    rules: Rules
    names: tuple[str, ...]
    date: str
    version: str  # of the FORVM that made it
    timeline: tuple[RecordedMove | TakenBack | Epoch, ...]  # with what was taken back, if the record shows that
    finished: bool
    proof: Proof | None  # where its dice came from, if it says so


def write_record(
    rules: Rules,
    names: Sequence[str],
    entries: Iterable[Entry | TakenBack | Epoch],
    end: State,
    date: str,
    proof: Proof | None = None,
) -> str:
    """The record of a game: by these rules and players, with these moves, that ``end`` is the state after.

    With a proof of scheme 2 the entries are everything that was ever done; otherwise the moves that stand.
    """
    if proof is not None and proof.secret is not None and not is_over(end):
        raise ForvmError("The secret of the dice can be shown when the game is over, and not before.")
    lines = [*_header(rules, names, date), *(write_proof(proof) if proof is not None else []), ""]
    if isinstance(proof, SealedProof):
        entries = list(entries)
        gap = next((number for number, entry in enumerate(entries, 1) if entry.event != number), None)
        if len(proof.seal.seats) != len(names):
            raise ForvmError(
                f"The dice were sealed for {len(proof.seal.seats)} players, and the game has {len(names)}."
            )
        if gap is not None:
            raise ForvmError(f"Sealed dice need a game of which everything is known, and event {gap} is not.")
    lines += [*_body(entries, numbered=isinstance(proof, DiceProof)), ""]
    g = rules.definition(len(names))
    lines += [f"result: {result(end, g)}" if is_over(end) else UNFINISHED, f"standing: {standing(end, g)}"]
    lines.append(f"digest: {text_digest(lines)}")
    return "\n".join(lines) + "\n"


def text_digest(lines: Iterable[str]) -> str:
    """The digest of a record's lines. Empty lines, comments, spaces at the ends and the date do not count."""
    counted = (line.rstrip() for line in lines if line.strip() and not line.startswith(("#", "date:")))
    return digest("\n".join(counted))


def result(end: State, g: Definition) -> str:
    """Who won a game that is over, and by which clause."""
    winners = [SEATS[seat] for seat in range(g.players) if (end.winners >> seat) & 1]
    by_prestige = any(end.prestige[seat] >= g.win_prestige for seat in range(g.players))
    verb = "wins" if len(winners) == 1 else "share the victory"
    return f"{', '.join(winners)} {verb} ({'RECKON-2' if by_prestige else 'RECKON-3'})"


def standing(end: State, g: Definition) -> str:
    """Everyone's money and prestige."""
    return ", ".join(f"{SEATS[p]} ${end.money[p]} {end.prestige[p]}" for p in range(g.players))


def iso_date(date: Date | str | None) -> str:
    """A date as records write it; today if none is given."""
    if date is None:
        date = Date.today()
    try:
        day = date if isinstance(date, Date) else Date.fromisoformat(date)
    except (TypeError, ValueError):
        raise ForvmError(f"A date is written as in 2026-03-15, not {date!r:.40}.") from None
    return f"{day:%Y-%m-%d}"


def write_rules(rules: Rules) -> str:
    """Rules as text, with a board or deck of their own inside: what a record's header says of them."""
    lines = [f"{FIRST_LINE_OF_RULES} {FORMAT}", *_rules(rules)]
    return "\n".join([*lines, f"digest: {text_digest(lines)}"]) + "\n"


def _rules(rules: Rules) -> list[str]:
    edition = content.load(rules.edition)
    lines = [f"rules: {_word(rules.id)}"]
    if rules != edition:
        lines.append(f"name: {quoted(rules.name)}")
        if rules.description:
            lines.append(f"description: {quoted(rules.description)}")
    lines.append(f"edition: {rules.edition}")
    if rules.overrides:
        lines.append("changes:")
        lines += [f"  {key} = {toml_value(value)}" for key, value in rules.overrides.items()]
    lines.append(f"board: {_word(rules.board.id)}")
    if rules.board != edition.board:
        lines += [f"  {line}" for line in board_toml(rules.board)]
    lines.append(f"deck: {_word(rules.deck.id)}")
    if rules.deck != edition.deck:
        lines += [f"  {line}" for line in deck_toml(rules.deck, rules.board)]
    return [*lines, f"content: {rules.digest()}"]


def _header(rules: Rules, names: Sequence[str], date: str) -> list[str]:
    return [
        f"{FIRST_LINE} {FORMAT}",
        *_rules(rules),
        f"actions: {ACTION_SPACE_VERSION}",
        f"version: {__version__}",
        f"date: {date}",
        "players:",
        *(f"  {SEATS[seat]} = {quoted(name)}" for seat, name in enumerate(names)),
    ]


def _body(entries: Iterable[Entry | TakenBack | Epoch], *, numbered: bool) -> list[str]:
    lines: list[str] = []
    last_turn = last_event = 0
    for place, stretch in groupby(entries, key=lambda entry: entry[:3] if isinstance(entry, Entry) else None):
        if place is None:
            lines += [_aside(entry) for entry in stretch if not isinstance(entry, Entry)]
            continue
        turn, phase, seat = place
        if turn != last_turn:
            lines.append("")
            last_turn = turn
        tokens = []
        moves = [entry for entry in stretch if isinstance(entry, Entry)]
        for taken_back, run in groupby(moves, key=lambda entry: entry.taken_back):
            tokens += ["["] if taken_back else []
            for entry in run:
                # Scheme 1 writes numbers where they are not those that a reader would count: after a takeback.
                if numbered and entry.event != last_event + 1:
                    tokens.append(f"#{entry.event}")
                tokens.append(entry.token)
                last_event = entry.event
            tokens += ["]"] if taken_back else []
        lines.append(f"{turn} {phase:<8} {SEATS[seat]}: {' '.join(tokens)}")
    return lines


def _aside(entry: TakenBack | Epoch) -> str:
    """Returns the line of a takeback or an epoch."""
    if isinstance(entry, Epoch):
        return f"epoch #{entry.event} {entry.nonce}"
    agreed = f" with consent of {', '.join(SEATS[seat] for seat in entry.consent)}" if entry.consent else ""
    return f"takeback #{entry.event} to {entry.position}{agreed}"


def _word(value: str) -> str:
    return value if re.fullmatch(r"\w+", value) else quoted(value)
