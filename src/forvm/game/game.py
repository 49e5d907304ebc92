"""A game of FORVM: positions, moves, chance, undo."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date as Date
from pathlib import Path
from typing import Any

from forvm import content
from forvm.content import Rules
from forvm.engine import actions
from forvm.engine import play as engine
from forvm.engine.actions import ACTIONS
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.random_play import sample_chance
from forvm.engine.reasons import OK
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.errors import ForvmError, MalformedMove, RecordError
from forvm.game import refusals, views
from forvm.game.dice import Dice
from forvm.game.forecast import Forecaster
from forvm.game.game_events import Event, TradeLine, has_trade, trade_lines
from forvm.game.game_move import Move
from forvm.game.history import Played
from forvm.game.outcome import Outcome, outcome_of
from forvm.game.player import Player
from forvm.game.sentences import prompt
from forvm.game.table import Table, is_number
from forvm.notation.moves import exists, parse
from forvm.notation.phases import CHANCE, phase_of, to_act
from forvm.notation.position import SNAPSHOT_EVERY, Snapshot, first_position, go_back, is_over, next_position
from forvm.notation.proof import Proof, SealedProof
from forvm.notation.record_reading import read_file, read_record
from forvm.notation.records import Entry, Record, iso_date, write_record
from forvm.notation.seal import check_nonce
from forvm.notation.timeline import Epoch, RecordedMove, TakenBack


class Game:
    """A game from its first die to its end.

    >>> import forvm
    >>> game = forvm.Game("forvm", players=3, names=["Ada", "Ben", "Cleo"])
    >>> for roll in ("d5", "d2", "d3"):
    ...     game.play(roll)
    >>> game.to_act, game.players[0].name
    (0, 'Ada')
    >>> game.play("Roma>Luna")
    >>> game.to_act  # Ada could do nothing more: it is Ben's turn (TURN-3)
    1
    """

    def __init__(
        self,
        rules: str | Path | Rules = "forvm",
        players: int = 4,
        names: Sequence[str] | None = None,
    ) -> None:
        """Begin a game by an edition, a house-rules file, or loaded rules; without names players are A, B, C, D."""
        if not is_number(players, 0, 99):
            raise ForvmError(f"players must be a number such as 4, not {players!r}.")
        if not isinstance(rules, Rules):
            if not isinstance(rules, str | Path):
                raise ForvmError(f"rules must be an edition's name, a path or loaded rules, not {rules!r}.")
            rules = content.load(rules)
        self._begin(Table(rules, players, names))

    def _begin(self, table: Table) -> None:
        self._table = table
        self._scratch = Scratch()
        self._position = first_position(table.definition)
        self._snapshots = [Snapshot(0, self._position)]  # counted from the first move that can be taken back
        self._history: list[Played] = []
        self._settled = 0  # moves at the beginning that cannot be taken back
        self._event = 0
        # What is not in the history: taken-back moves, takebacks and epochs. None: nothing is kept of them.
        self._aside: list[Played | TakenBack | Epoch] | None = []
        self._epoch: str | None = None
        self._drawn = 0
        self._date: str | None = None
        self._proof: Proof | None = None

    # What the game is, and where it stands.

    @property
    def rules(self) -> Rules:
        """The rules by which it is played."""
        return self._table.rules

    @property
    def definition(self) -> Definition:
        """The engine's definition of the game; shared, not to be changed."""
        return self._table.definition

    @property
    def state(self) -> State:
        """The engine's state; not to be changed (``state.copy()`` is yours)."""
        return self._position.state

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self._table.players

    @property
    def event(self) -> int:
        """The number of the last event. Every move, die, card and undo counts, also those that were taken back.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3)
        >>> game.play("d3")
        >>> game.undo()
        >>> game.event
        2
        """
        return self._event

    @property
    def drawn(self) -> int:
        """How many dice and cards were ever drawn, those that were taken back included.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3)
        >>> game.play("d3")
        >>> game.undo()
        >>> game.drawn
        1
        """
        return self._drawn

    @property
    def epoch(self) -> str | None:
        """The number of the last epoch, on which dice depend; None if the server never went back to a copy."""
        return self._epoch

    @property
    def proof(self) -> Proof | None:
        """Where its dice came from, if it was read from a record that says so."""
        return self._proof

    @property
    def to_act(self) -> int | None:
        """The seat to act, ``CHANCE`` when a die or card is due, None when the game is over."""
        return to_act(self.state)

    @property
    def turn(self) -> int:
        """The turn, from 1; 0 while hands are dealt and dice decide who begins."""
        return self.state.turn

    @property
    def phase(self) -> str:
        """The phase: deal, begin, move, intrigue, trade, build, fate, reckoning or over."""
        return phase_of(self.state)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players as they are now."""
        return tuple(Player(self._table, self.state, seat) for seat in range(self.definition.players))

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, once the game is over."""
        return outcome_of(self._table, self.state) if is_over(self.state) else None

    @property
    def prompt(self) -> str:
        """What the game waits for, as a sentence."""
        return prompt(self._table, self.state)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as plain data for JSON, and nothing else.

        >>> import forvm
        >>> game = forvm.Game("horrea", players=3)
        >>> for child in ("son", "son", "daughter"):
        ...     game.play(child)
        >>> game.view(0)["players"][0]["children"], game.view(1)["players"][0]["children"]
        ({'son': 2, 'daughter': 1}, None)
        """
        if seat is not None:
            self._check_seat(seat)
        return views.view(self._table, self.state, seat)

    def forecaster(self) -> Forecaster:
        """What would come of each move of the player to act, in this position.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3, names=["Ada", "Ben", "Cleo"])
        >>> for token in "d6 d1 d2 Roma>Luna end end end end end".split():
        ...     game.play(token)
        >>> game.forecaster().of(game.move("build@Luna")).mean.income
        75.0
        """
        return Forecaster(self._table, self.state)

    def why_not_end(self) -> tuple[str, str] | None:
        """Why the player to act cannot end the phase yet, as a sentence with its clause.

        None if they can, or if no phase is theirs to end.
        """
        if self.state.top or not self._position.legal:
            return None
        reason = engine.why_not(self.state, self.definition, actions.END_0)
        return None if reason == OK else refusals.reason_for(self._table, self.state, actions.END_0, reason)

    # Moves.

    def legal(self) -> list[Move]:
        """Every legal move of the seat to act; empty when chance is due or the game is over."""
        return [Move(self._table, self.state, action) for action in self._position.legal]

    def chance(self) -> list[tuple[Move, float]]:
        """Every outcome of the die or card that is due, with its probability; empty when none is.

        >>> import forvm
        >>> [(str(move), round(p, 3)) for move, p in forvm.Game("short").chance()]
        [('son', 0.5), ('daughter', 0.5)]
        """
        scratch = self._scratch
        count = engine.chance(self.state, self.definition, scratch) if self.to_act == CHANCE else 0
        total = sum(scratch.weights[:count])
        return [(Move(self._table, self.state, scratch.ids[i]), scratch.weights[i] / total) for i in range(count)]

    def move(self, move: Move | int | str) -> Move:
        """The legal move that an id or notation means, or the error that says why there is none."""
        if isinstance(move, Move) and move.belongs_to(self.state):
            return move  # this game made it for this position: it was checked then
        action = self._meant(move)
        reason = engine.why_not(self.state, self.definition, action)
        if reason != OK:
            raise refusals.refuse(self._table, self.state, action, reason, self._position.legal)
        return Move(self._table, self.state, action)

    def play(self, move: Move | int | str, seat: int | None = None) -> None:
        """Play a move, an id or notation, and all that follows by itself.

        With ``seat`` it must be that seat's turn. A refused move leaves the game as it was.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3)
        >>> game.play("build@Luna")
        Traceback (most recent call last):
        ...
        forvm.errors.IllegalMove: A die or a card comes first: A rolls for who begins. The rule is “Six phases” (TURN-1)
        """
        if seat is not None:
            self._check_seat(seat)
            if seat != self.to_act:
                raise refusals.out_of_turn(self._table, self.state, seat)
        self._follow(self.move(move))

    def roll(self, dice: Dice | None = None) -> Move:
        """Roll the die or draw the card that is due. Returns the result."""
        if self.to_act != CHANCE:
            reason = engine.why_not(self.state, self.definition, actions.DIE_0)
            raise refusals.refuse(self._table, self.state, actions.DIE_0, reason, self._position.legal)
        source = Dice() if dice is None else dice
        move = Move(self._table, self.state, sample_chance(self.state, self.definition, source.scratch))
        self._follow(move)
        return move

    def roll_all(self, dice: Dice | None = None) -> list[Move]:
        """Roll and draw until a player is to act or the game is over. Returns the results."""
        source = Dice() if dice is None else dice
        rolled = []
        while self.to_act == CHANCE:
            rolled.append(self.roll(source))
        return rolled

    def undo(self, n: int = 1, consent: Collection[int] | None = None) -> None:
        """Take back the last n moves, dice and cards included. With n = 0 nothing happens, and no event is counted.

        ``consent`` are the seats that were asked and agreed.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3)
        >>> game.play("d3")
        >>> game.undo()
        >>> len(game.history)
        0
        """
        loose = len(self._history) - self._settled
        if not is_number(n, 0, loose):
            raise ForvmError(f"undo takes a number from 0 to {loose}, the moves played, not {n!r}.")
        if n == 0:
            return
        position = len(self._history) - n
        self._event += 1
        if self._aside is not None:
            self._aside += self._history[position:]
            self._aside.append(TakenBack(self._event, position, tuple(sorted(consent or ()))))
        del self._history[position:]
        last = [played.id for played in self._history[-SNAPSHOT_EVERY:]]
        self._position = go_back(self._snapshots, loose - n, last, self.definition, self._scratch)

    def begin_epoch(self, nonce: str) -> None:
        """Let dice depend on a fresh number, because the server goes on from an older copy of the game.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3)
        >>> game.begin_epoch("00" * 16)
        >>> game.event, game.timeline
        (1, (Epoch(event=1, nonce='00000000000000000000000000000000'),))
        """
        self._epoch = check_nonce(nonce)
        self._event += 1
        if self._aside is not None:
            self._aside.append(Epoch(self._event, nonce))

    def copy(self) -> Game:
        """An independent copy, history included."""
        twin = object.__new__(type(self))
        twin._table = self._table
        twin._scratch = Scratch()
        twin._position = self._position
        twin._snapshots = self._snapshots[:]
        twin._history = self._history[:]
        twin._settled = self._settled
        twin._event = self._event
        twin._aside = None if self._aside is None else self._aside[:]
        twin._epoch = self._epoch
        twin._drawn = self._drawn
        twin._date = self._date
        twin._proof = self._proof
        return twin

    def seen_by(self, seat: int) -> Game:
        """Returns a copy with only what a seat knows. Bots get this.

        Where hands are hidden, the others hold hands that they might well hold, and the history tells what the seat
        has seen. What was played before cannot be taken back.
        """
        self._check_seat(seat)
        seen = self.copy()
        state = self.state.copy()
        imagine_hands(state, self.definition, seat, self._scratch, False)
        seen._position = self._position._replace(state=state)
        seen._snapshots = [Snapshot(0, seen._position)]
        seen._history = [played.known_to(seat) for played in self._history]
        seen._settled = len(seen._history)
        # A search plays and takes back without end: nothing of that is kept.
        seen._aside = None
        seen._proof = None
        return seen

    # What happened.

    @property
    def history(self) -> tuple[Played, ...]:
        """Every move played, with its seat and the events it caused."""
        return tuple(self._history)

    @property
    def timeline(self) -> tuple[Played | TakenBack | Epoch, ...]:
        """Everything that was ever done, in order: also moves that were taken back, each takeback, and epochs.

        A game from ``seen_by`` only has the moves that stand.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3)
        >>> game.play("d3")
        >>> game.undo()
        >>> [done.event for done in game.timeline], str(game.timeline[0])
        ([1, 2], 'd3')
        """
        if not self._aside:
            return tuple(self._history)
        return tuple(sorted((*self._history, *self._aside), key=lambda done: done.event))

    @property
    def events(self) -> list[Event]:
        """What the last move caused."""
        return self._history[-1].events if self._history else []

    def trade_report(self) -> list[list[TradeLine]]:
        """The last trade: for each seat its lines, with market, amount, clause and why."""
        for played in reversed(self._history):
            if has_trade(played.notes):
                return trade_lines(self._table, played.notes)
        return [[] for _ in self.names]

    # Records.

    def record(self, date: Date | str | None = None, proof: Proof | None = None) -> str:
        """The game as text: rules, players and every move, to be read by people and replayed.

        The date is today's, or that of the record from which the game was read, unless one is given. With ``proof`` the
        record tells where its dice came from (``forvm.game.fairdice``).

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3)
        >>> game.play("d5")
        >>> forvm.Game.from_record(game.record()).record() == game.record()
        True
        """
        told = proof or self._proof
        # Scheme 2 shows what was taken back, so that nobody can pass over a die unseen.
        done = self.timeline if isinstance(told, SealedProof) else self._history
        standing = {played.event for played in self._history}
        entries = (
            Entry(d.turn, d.phase, d.actor, d.notation, d.event, d.event not in standing)
            if isinstance(d, Played)
            else d
            for d in done
        )
        return write_record(self.rules, self.names, entries, self.state, iso_date(date or self._date), told)

    @classmethod
    def from_record(cls, record: str) -> Game:
        """Returns the game of a record, replayed move by move. Raises RecordError if the record is wrong."""
        return cls.retold(read_record(record))

    @classmethod
    def retold(cls, read: Record) -> Game:
        """Returns the game of a record that was read."""
        game = cls(read.rules, len(read.names), read.names)
        game._date, game._proof = read.date, read.proof
        for done in read.timeline:
            if isinstance(done, RecordedMove):
                game._event = done.event - 1
                game._follow(Move(game._table, game.state, done.action))
            elif isinstance(done, TakenBack):
                game.undo(len(game._history) - done.position, done.consent)
            else:
                game.begin_epoch(done.nonce)
        return game

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Returns the game of a record's file."""
        try:
            return cls.from_record(read_file(path))
        except RecordError as error:
            raise RecordError(error.message, line=error.line, file=path) from None

    # Within.

    def _meant(self, move: Move | int | str) -> int:
        """The id that is meant, which exists in this game."""
        if isinstance(move, str):
            legal = self._position.legal
            return parse(move, self._table.names, self.definition, legal)
        if isinstance(move, bool) or not isinstance(move, Move | int):
            raise MalformedMove(f"A move is a Move, its id or its notation such as “build@Luna”, not {move!r:.60}.")
        action = move.id if isinstance(move, Move) else move
        if not exists(action, self._table.names, self.definition):
            raise MalformedMove(
                f"{action} is the id of no move on this board: ids run from 0 to {ACTIONS - 1}, "
                "and game.legal() lists those that can be played."
            )
        return action

    def _follow(self, move: Move) -> None:
        """Play a legal move."""
        before = self.state
        actor = before.actor[before.top]
        self._position = next_position(before, self.definition, move.id, self._scratch)
        self._event += 1
        self._drawn += move.seat == CHANCE
        played = Played(
            table=self._table,
            id=move.id,
            notation=str(move),
            sentence=move.describe(),
            seat=move.seat,
            actor=actor,
            turn=before.turn,
            phase=phase_of(before),
            notes=self._position.notes,
            event=self._event,
        )
        self._history.append(played)
        loose = len(self._history) - self._settled
        if loose % SNAPSHOT_EVERY == 0:
            self._snapshots.append(Snapshot(loose, self._position))

    def _check_seat(self, seat: int) -> None:
        if not is_number(seat, 0, self.definition.players - 1):
            raise ForvmError(f"A seat is a number from 0 to {self.definition.players - 1}, not {seat!r}.")

    def __repr__(self) -> str:
        return f"<Game {self.rules.id}, {len(self.names)} players, turn {self.turn}, {self.phase}>"
