"""What would come of a move, before it is made: worked out by playing it on a copy of the state.

A forecast goes as far as the move itself and its die. What other players do afterwards is not foreseen, and nothing in
it depends on a hand that the player may not see: an offer is forecast as if it were accepted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from forvm import text
from forvm.engine import actions, tasks
from forvm.engine.clauses import OUST_2, TRADE_5
from forvm.engine.limits import AGENTS
from forvm.engine.play import apply, why_not
from forvm.engine.reasons import OK
from forvm.engine.rules.build import build, may_build
from forvm.engine.rules.money import lose, means, pay, receive
from forvm.engine.rules.oust import holder, may_challenge
from forvm.engine.rules.reckon import reckon
from forvm.engine.rules.trade import trade_income
from forvm.engine.state import NOWHERE, State
from forvm.game import sentences
from forvm.game.game_events import Event, events_of
from forvm.game.game_move import Move
from forvm.game.kinds import Situation

if TYPE_CHECKING:
    from forvm.game.table import Table

When = Literal["surely", "success", "failure"]
_BEFORE_TRADE = (tasks.MOVING, tasks.INTRIGUE, tasks.TRADE)
_QUIET = ("phase", "turn", "rolled", "proposal", "price_named")


class Change(NamedTuple):
    """By how much a move changes what its player has; of an average these are fractions."""

    money: float
    prestige: float  # at once, what a loan takes included
    net: float  # once the turn is reckoned, if nothing else happened (RECKON-1)
    income: float  # of the next trade


class Forced(NamedTuple):
    """Something that the player will have to do because of a move, as a sentence with its clause."""

    sentence: str
    clause: str


@dataclass(frozen=True, slots=True)
class ForecastBranch:
    """What a move leads to: for certain, or if its die is good, or if it is not."""

    when: When
    odds: float
    change: Change
    events: tuple[Event, ...]
    forced: tuple[Forced, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """All that a move can lead to."""

    events: tuple[Event, ...]  # before a die; empty if none is rolled
    branches: tuple[ForecastBranch, ...]
    prospect: int | None  # of a step: what a horreum at its end would add to the next trade

    @property
    def mean(self) -> Change:
        """The changes averaged over the die."""
        return Change(*(sum(b.odds * b.change[i] for b in self.branches) for i in range(len(Change._fields))))


class _Holdings(NamedTuple):
    """What a player has in a state; ``reckoned`` is the prestige once the turn is reckoned."""

    money: int
    prestige: int
    reckoned: int
    income: int


def _change(now: _Holdings, then: _Holdings) -> Change:
    return Change(
        then.money - now.money, then.prestige - now.prestige, then.reckoned - now.reckoned, then.income - now.income
    )


class Forecaster:
    """Forecasts the moves of the player to act in one position."""

    def __init__(self, table: Table, state: State) -> None:
        """Take the position as it is now; it is not changed."""
        self._table = table
        self._state = state
        self._seat = state.actor[state.top]
        self._now = self._holdings(state, self._seat)
        self._intrudes = set(self._intrusions(state))
        self._must = self._crowded(state)

    def of(self, move: Move) -> Forecast:
        """What comes of a legal move that names no price."""
        after, events = self._after(self._state, move.id)
        needs = move.needs
        if needs is None:
            # The end of a phase or of an answer changes nothing that a player would call "there".
            prospect = self._prospect(move, after) if move.kind == "move" else None
            return Forecast((), (self._branch("surely", 1.0, after, events),), prospect)
        odds = move.odds or 0.0
        branches = [self._branch("success", odds, *self._after(after, actions.DIE_0 + needs - 1))]
        if needs > 1:
            branches.append(self._branch("failure", 1 - odds, *self._after(after, actions.DIE_0)))
        return Forecast(events, tuple(branches), None)

    def at_prices(self, offer: Move, prices: Iterable[int]) -> list[tuple[Change, Change]]:
        """What both sides would gain from a marriage at each of some prices, once it is agreed to.

        The player to act comes first. ``offer`` names it at any price. All but the sum paid is the same at every price.
        """
        g, other = self._table.definition, offer.target
        assert other is not None
        named, _ = self._after(self._state, offer.id)
        theirs_now = self._holdings(self._state, other)
        changes: list[tuple[Change, Change]] = []
        income: list[int | None] = [None, None]
        for price in prices:
            agreed = named.copy()
            agreed.price = price // g.price_step
            apply(agreed, g, actions.ACCEPT_0)
            own, theirs = self._holdings(agreed, self._seat, income[0]), self._holdings(agreed, other, income[1])
            income = [own.income, theirs.income]
            changes.append((_change(self._now, own), _change(theirs_now, theirs)))
        return changes

    def _after(self, before: State, action: int) -> tuple[State, tuple[Event, ...]]:
        """The state after an action alone, without what would follow by itself; and what it causes."""
        after = before.copy()
        log: list[tuple[int, int, int, int, int]] = []
        after.log = log
        apply(after, self._table.definition, action)
        after.log = None
        told = events_of(self._table, log, self._seat, all_hands=False)
        return after, tuple(event for event in told if event.kind not in _QUIET)

    def _branch(self, when: When, odds: float, after: State, events: tuple[Event, ...]) -> ForecastBranch:
        return ForecastBranch(
            when, odds, _change(self._now, self._holdings(after, self._seat)), events, tuple(self._forced(after))
        )

    def _holdings(self, s: State, p: int, income: int | None = None) -> _Holdings:
        """What a player has, and what the reckoning of this turn would make of it as things stand."""
        g = self._table.definition
        if income is None:
            income = trade_income(s, g, p)
        reckoned = s.copy()
        if s.task[0] in _BEFORE_TRADE:
            if income < 0:
                lose(reckoned, g, p, -income, TRADE_5, NOWHERE)
            else:
                receive(reckoned, p, income, TRADE_5, NOWHERE)
        reckon(reckoned, g)
        return _Holdings(s.money[p], s.prestige[p], reckoned.prestige[p], income)

    # What follows by force.

    def _forced(self, after: State) -> list[Forced]:
        """What the player will have to do after a move, and did not have to before."""
        if after.top or after.actor[0] != self._seat:
            return []
        new = [market for market in self._intrusions(after) if market not in self._intrudes]
        crowded = [] if self._must else self._crowded(after)
        return [*crowded, *(self._challenge(after, market) for market in new)]

    def _intrusions(self, s: State) -> list[int]:
        """The markets where the player will have to challenge (OUST-1)."""
        start, p = self._seat * AGENTS, self._seat
        return [
            s.agent[start + slot] for slot in range(self._table.definition.agents) if may_challenge(s, p, slot) == OK
        ]

    def _crowded(self, s: State) -> list[Forced]:
        """That an agent has to leave before the move can end, if it is so (MOVE-3)."""
        g = self._table.definition
        if s.top or s.task[0] != tasks.MOVING or why_not(s, g, actions.END_0) == OK:
            return []
        words = text.load("moves")["forced"]["crowded"]
        return [Forced(text.fill(words, {"market": self._table.market(g.rome)}), "MOVE-3")]

    def _challenge(self, after: State, market: int) -> Forced:
        """The challenge that an agent on a held market leads to, after all others that are due already."""
        g, p = self._table.definition, self._seat
        then = after.copy()
        then.task[0] = tasks.INTRIGUE
        for other in self._intrusions(after):
            if other != market:
                pay(then, g, p, Move(self._table, then, actions.OUST_0 + other).cost, OUST_2, other)
        move, at = (
            Move(self._table, then, actions.OUST_0 + market),
            Situation(self._table, then, actions.OUST_0 + market),
        )
        defender = holder(then, g, market)
        values: dict[str, text.Value] = {
            "other": self._table.seat(defender),
            "market": self._table.market(market),
            "cost": g.oust_cost,
            "means": max(means(then, g, p), 0),
            "loan": sentences.loan(at, move.cost, move.prestige_cost),
        }
        words = text.load("moves")["forced"][move.description.variant(at, values)]
        # In the move phase those who come later may still go away.
        may_leave = after.task[0] == tasks.MOVING and self._moves_after(after, defender)
        return Forced(text.fill(words["unless" if may_leave else "certain"], values), move.clause)

    def _moves_after(self, s: State, other: int) -> bool:
        """Does another player's turn to move come after this player's?"""
        players = self._table.definition.players
        return (other - s.first) % players > (self._seat - s.first) % players

    def _prospect(self, step: Move, after: State) -> int | None:
        """What a horreum at the end of a step would add to the next trade; None where there can be none."""
        market, p, g = step.market_number, self._seat, self._table.definition
        built = after.copy()
        built.phase_used = 0
        built.money[p] = g.build_cost  # what it is worth, not whether it can be paid
        if market is None or may_build(built, g, p, market) != OK:
            return None
        build(built, g, p, market)
        return trade_income(built, g, p) - trade_income(after, g, p)
