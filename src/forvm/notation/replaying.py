"""Playing the moves of a record again: each is checked, and what is wrong is told with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from forvm import text
from forvm.content import Rules
from forvm.engine import play as engine
from forvm.engine.clauses import CLAUSES, OK
from forvm.engine.scratch import Scratch
from forvm.errors import MoveError, RecordError
from forvm.notation.moves import parse_exactly
from forvm.notation.names import SEATS, names_of
from forvm.notation.phases import actor_of, phase_of
from forvm.notation.steps import begin, follow, is_over

_MOVES = re.compile(r"(\d{1,5}) ([a-z]+) +([A-Z]): (\S.*)")
_NUMBER = re.compile(r"#(\d{1,9})")


class Line(NamedTuple):
    """A line of a record that counts, with its number in the file."""

    number: int
    text: str


class Replaying:
    """The game of a record, as far as its moves were played again."""

    def __init__(self, rules: Rules, players: int, blame: str, *, numbered: bool) -> None:
        """Begin; ``blame`` is added where a move no longer fits, and moves may be ``numbered`` if dice are proved."""
        self.moves: list[int] = []
        self.events: list[int] = []
        self._definition = rules.definition(players)
        self._names = names_of(rules)
        self._blame = blame
        self._numbered = numbered
        self._scratch = Scratch()
        self._event = 0  # the number of the last thing done
        self.state = begin(self._definition).state

    def play(self, line: Line) -> None:
        """Play what a line says. A RecordError names the first thing that does not fit; what came before it stands."""
        for number, token, said in _tokens(line):
            where = f"Move {number} of the line, “{token[:40]}”"
            if jump := _NUMBER.fullmatch(token):
                self._count_on(int(jump[1]), where, line.number)
                continue
            if is_over(self.state):
                raise RecordError(f"{where}, comes after the end of the game.", line=line.number)
            self._check_place(said, where, line.number)
            try:
                action = parse_exactly(token, self._names, self._definition)
            except MoveError as error:
                raise RecordError(f"{where}, cannot be read. {error}", line=line.number) from None
            clause = engine.why_not(self.state, self._definition, action)
            if clause != OK:
                title = text.clause(CLAUSES[clause]).title
                told = f"{where}, is not legal there: {CLAUSES[clause]} (“{title}”) forbids it."
                raise RecordError(f"{told}{self._blame}", line=line.number)
            self.state = follow(self.state, self._definition, action, self._scratch).state
            self._event += 1
            self.moves.append(action)
            self.events.append(self._event)

    def _count_on(self, event: int, where: str, line: int) -> None:
        """Something was taken back before this: the next move has that number."""
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


def _tokens(line: Line) -> Iterator[tuple[int, str, tuple[int, str, str]]]:
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
