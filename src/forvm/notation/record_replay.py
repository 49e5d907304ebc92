"""Replays the moves of a record. Each is checked, and errors name the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from forvm import text
from forvm.content import Rules
from forvm.engine import play as engine
from forvm.engine.clauses import CLAUSES
from forvm.engine.reasons import OK, REASONS
from forvm.engine.state import State
from forvm.errors import ForvmError, MoveError, RecordError
from forvm.notation.moves import parse_exactly
from forvm.notation.names import SEATS, names_of
from forvm.notation.phases import actor_of, phase_of
from forvm.notation.position import Track, is_over
from forvm.notation.proof import DiceProof, Proof, SealedProof
from forvm.notation.seal import check_nonce
from forvm.notation.timeline import Epoch, RecordedMove, TakenBack

_MOVES = re.compile(r"(\d{1,5}) ([a-z]+) +([A-Z]): (\S.*)")
_NUMBER = re.compile(r"#(\d{1,9})")
_OPEN, _CLOSE = "[", "]"  # around moves that were taken back

# How a line begins that is no move.
ASIDE = ("takeback ", "epoch ")
_TAKEBACK = re.compile(r"takeback #(\d{1,9}) to (\d{1,9})(?: with consent of ([A-Z](?:, [A-Z])*))?")
_EPOCH = re.compile(r"epoch #(\d{1,9}) (\S+)")


class RecordLine(NamedTuple):
    """A line of a record that counts, with its number in the file."""

    number: int
    text: str


class _Standing(NamedTuple):
    """A move that has not been taken back so far, and how it is written."""

    token: str
    bracketed: bool
    line: int


class RecordReplay:
    """The game of a record, as far as its moves have been replayed."""

    def __init__(self, rules: Rules, players: int, blame: str, proof: Proof | None) -> None:
        """Start. ``blame`` is added to errors about moves that do not fit; ``proof`` decides what may be written."""
        self.timeline: list[RecordedMove | TakenBack | Epoch] = []
        self._definition = rules.definition(players)
        self._names = names_of(rules)
        self._seats = SEATS[:players]
        self._blame = blame
        self._numbered = isinstance(proof, DiceProof)
        self._sealed = isinstance(proof, SealedProof)
        self._event = 0  # the number of the last thing done
        self._track = Track(self._definition)
        self._standing: list[_Standing] = []

    @property
    def state(self) -> State:
        """The state that was reached."""
        return self._track.state

    def play(self, line: RecordLine) -> None:
        """Play the moves of a line. Raises RecordError for the first that does not fit, and keeps those before it."""
        if line.text.startswith(ASIDE):
            self._aside(line)
            return
        bracketed = None  # the number of moves in the bracket that is open
        for number, token, said in _tokens(line):
            where = f"Move {number} of the line, “{token[:40]}”"
            if jump := _NUMBER.fullmatch(token):
                self._count_on(int(jump[1]), where, line.number)
            elif token in (_OPEN, _CLOSE):
                self._check_bracket(token, bracketed, line.number)
                bracketed = 0 if token == _OPEN else None
            else:
                self._move(token, said, where, line.number)
                self._standing.append(_Standing(token, bracketed is not None, line.number))
                bracketed = None if bracketed is None else bracketed + 1
        if bracketed is not None:
            told = f"The line opens a bracket, “{_OPEN}”, that it does not close: write “{_CLOSE}” after its last move"
            raise RecordError(f"{told} that was taken back.", line=line.number)

    def check_brackets(self) -> None:
        """Check at the end that every move in brackets was taken back."""
        for token, bracketed, line in self._standing:
            if bracketed:
                told = f"“{token[:40]}” stands in brackets, but no takeback takes it back"
                raise RecordError(f"{told}: a line such as “takeback #9 to 7” is missing below.", line=line)

    def _move(self, token: str, said: tuple[int, str, str], where: str, line: int) -> None:
        if is_over(self.state):
            raise RecordError(f"{where}, comes after the end of the game.", line=line)
        self._check_place(said, where, line)
        try:
            action = parse_exactly(token, self._names, self._definition)
        except MoveError as error:
            raise RecordError(f"{where}, cannot be read. {error}", line=line) from None
        reason = engine.why_not(self.state, self._definition, action)
        if reason != OK:
            clause = CLAUSES[REASONS[reason].clause]
            told = f"{where}, is not legal there: {clause} (“{text.clause(clause).title}”) forbids it."
            raise RecordError(f"{told}{self._blame}", line=line)
        self._track.play(action)
        self._event += 1
        self.timeline.append(RecordedMove(self._event, action))

    def _aside(self, line: RecordLine) -> None:
        """A takeback or an epoch."""
        word = line.text.split()[0]
        if not self._sealed:
            raise RecordError(f"“{word}” stands only in records whose dice are of scheme 2.", line=line.number)
        takeback, epoch = _TAKEBACK.fullmatch(line.text), _EPOCH.fullmatch(line.text)
        found = takeback or epoch
        if found is None:
            right = "takeback #17 to 12 with consent of B, C" if word == "takeback" else "epoch #17 and 32 digits"
            raise RecordError(f"“{line.text[:40]}” should look like “{right}”.", line=line.number)
        if int(found[1]) != self._event + 1:
            told = f"This is event {self._event + 1}, not {found[1]}: events are numbered without a gap"
            raise RecordError(f"{told}, what was taken back included.", line=line.number)
        done = self._takeback(takeback, line.number) if takeback else self._epoch(found[2], line.number)
        self._event += 1
        self.timeline.append(done)

    def _takeback(self, found: re.Match[str], line: int) -> TakenBack:
        position, stand = int(found[2]), self._track.played
        if position >= stand:
            told = f"There are {stand} moves to take back from, so a takeback goes to less than that, not to {position}"
            raise RecordError(f"{told}.", line=line)
        unmarked = next((move for move in self._standing[position:] if not move.bracketed), None)
        if unmarked is not None:
            told = f"“{unmarked.token[:40]}” in line {unmarked.line} is taken back here, so it stands in brackets there"
            raise RecordError(f"{told}: “{_OPEN} {unmarked.token[:40]} {_CLOSE}”.", line=line)
        letters = found[3].split(", ") if found[3] else []
        if letters != sorted(set(letters) & set(self._seats)):
            told = f"The seats that agreed are named once each and in order, of {', '.join(self._seats)}"
            raise RecordError(f"{told}: not “{found[3]}”.", line=line)
        self._track.go_back(position)
        del self._standing[position:]
        return TakenBack(self._event + 1, position, tuple(self._seats.index(letter) for letter in letters))

    def _epoch(self, nonce: str, line: int) -> Epoch:
        try:
            return Epoch(self._event + 1, check_nonce(nonce))
        except ForvmError as error:
            raise RecordError(str(error), line=line) from None

    def _check_bracket(self, token: str, bracketed: int | None, line: int) -> None:
        if not self._sealed:
            raise RecordError(f"“{token}” stands only in records whose dice are of scheme 2.", line=line)
        if token == _OPEN and bracketed is not None:
            raise RecordError(f"“{_OPEN}” stands within a bracket that is open already: leave it out.", line=line)
        if token == _CLOSE and not bracketed:
            raise RecordError(f"“{_CLOSE}” closes no bracket with moves in it: leave it out.", line=line)

    def _count_on(self, event: int, where: str, line: int) -> None:
        """Something was taken back before this: the next move has that number."""
        if self._sealed:
            told = f"{where}, would leave numbers out. This is event {self._event + 1}"
            raise RecordError(f"{told}: with dice of scheme 2 the record shows what was taken back.", line=line)
        if not self._numbered:
            raise RecordError(f"{where}, is a number, and only records that prove their dice have those.", line=line)
        if event <= self._event + 1:
            told = f"the next move is number {self._event + 1} without it: a number is more than that, or left out."
            raise RecordError(f"{where}, is out of place: {told}", line=line)
        self._event = event - 1

    def _check_place(self, said: tuple[int, str, str], where: str, line: int) -> None:
        state = self.state
        is_at = (state.turn, phase_of(state), SEATS[actor_of(state) or 0])
        if said != is_at:
            told = f"{where}, stands under turn {said[0]}, {said[1]}, {said[2]}"
            now = f"the game is at turn {is_at[0]}, {is_at[1]}, {is_at[2]}"
            raise RecordError(f"{told}, but there {now}.{self._blame}", line=line)


def _tokens(line: RecordLine) -> Iterator[tuple[int, str, tuple[int, str, str]]]:
    """The moves of a line, counted from 1, with the turn, phase and seat that the line says."""
    found = _MOVES.fullmatch(line.text)
    if found is None:
        raise RecordError(
            f"“{line.text[:40]}” is no line of moves: it should look like “3 move     A: enter d5 Roma>Luna end”.",
            line=line.number,
        )
    said = (int(found[1]), found[2], found[3])
    for number, token in enumerate(found[4].split(), 1):
        yield number, token, said
