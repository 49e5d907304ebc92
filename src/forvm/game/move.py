"""A move: its id, its notation, and what it would cost, need and do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forvm.engine import actions, tasks
from forvm.engine.actions import KINDS, decode
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.fate_choices import card_in_play
from forvm.engine.rules.give import give_cost
from forvm.engine.rules.money import means, price_of_paying
from forvm.engine.rules.oust import holder, roll_to_oust
from forvm.engine.state import NOBODY, State
from forvm.game import due, sentences
from forvm.notation.moves import write
from forvm.notation.names import CHILDREN, GIFTS
from forvm.notation.phases import CHANCE

if TYPE_CHECKING:
    from forvm.game.table import Table

# Where a coordinate of the action table stands, by kind.
_MARKET = {
    actions.OUST: 0,
    actions.WED: 1,
    actions.PART: 0,
    actions.BUILD: 0,
    actions.DESTROY: 1,
    actions.YIELD: 0,
}
_PLAYER = (actions.PROPOSE, actions.DIVORCE, actions.DESTROY)
_CLAUSES = {
    actions.DIE: "TURN-1",
    actions.CHILD: "SETUP-2",
    actions.CARD: "FATE-1",
    actions.END: "TURN-1",
    actions.ENTER: "MOVE-1",
    actions.MOVE: "MOVE-2",
    actions.OUST: "OUST-2",
    actions.WED: "LOCAL-1",
    actions.PROPOSE: "ALLY-1",
    actions.ACCEPT: "ALLY-3",
    actions.REFUSE: "ALLY-2",
    actions.COUNTER: "ALLY-2",
    actions.DIVORCE: "ALLY-4",
    actions.PART: "LOCAL-2",
    actions.BUILD: "BUILD-1",
    actions.DESTROY: "DESTROY-1",
    actions.GIVE: "GIVE-2",
    actions.PAY: "FATE-1",
    actions.YIELD: "FATE-1",
}


class Move:
    """Something that a player, or chance, can do in one position of one game.

    Two moves are equal if they have the same id. ``str(move)`` is its notation.

    >>> import forvm
    >>> game = forvm.Game("forvm", players=3)
    >>> game.chance()[0][0]
    Move('d1')
    """

    __slots__ = ("_at", "_kind", "_state", "_table", "id")

    def __init__(self, table: Table, state: State, id: int) -> None:
        self.id = id
        self._table = table
        self._state = state
        self._kind, self._at = decode(id)

    @property
    def kind(self) -> str:
        """What kind of move it is: ``"build"``, ``"propose"``, …, as in the action table."""
        return KINDS[self._kind].name

    @property
    def seat(self) -> int:
        """Who would make the move: a seat, or ``CHANCE``."""
        return CHANCE if KINDS[self._kind].chance else self._state.actor[self._state.top]

    @property
    def market(self) -> str | None:
        """The Latin name of the market it is about; of a step, where it leads."""
        number = self.market_number
        return None if number is None else self._table.market(number)

    @property
    def market_number(self) -> int | None:
        """The place of that market in board order."""
        if self._kind == actions.MOVE:
            return self._table.names.links[self._at[0]][1]
        if self._kind in _MARKET:
            return self._at[_MARKET[self._kind]]
        return self._table.definition.rome if self._kind == actions.ENTER else None

    @property
    def origin(self) -> str | None:
        """Of a step: the Latin name of the market it leaves."""
        return self._table.market(self._table.names.links[self._at[0]][0]) if self._kind == actions.MOVE else None

    @property
    def target(self) -> int | None:
        """The other player it concerns: who is asked, challenged, attacked, divorced or answered."""
        if self._kind in _PLAYER:
            return self._at[0]
        if self._kind == actions.OUST:
            held_by = holder(self._state, self._table.definition, self._at[0])
            return None if held_by == NOBODY else held_by
        if self._answers:
            top = self._state.top
            return self._state.y[top] if self.seat == self._state.x[top] else self._state.x[top]
        return None

    @property
    def child(self) -> str | None:
        """``"son"`` or ``"daughter"``: the child dealt, given away or offered."""
        if self._kind in (actions.CHILD, actions.WED):
            return CHILDREN[self._at[0]]
        return CHILDREN[self._at[1]] if self._kind == actions.PROPOSE else None

    @property
    def price(self) -> int | None:
        """The price of an alliance that is named, or closed with."""
        step = self._table.definition.price_step
        if self._kind == actions.PROPOSE:
            return self._at[2] * step
        if self._kind == actions.COUNTER:
            return self._at[0] * step
        return self._state.z[self._state.top] * step if self._kind == actions.ACCEPT and self._answers else None

    @property
    def gift(self) -> str | None:
        """Of a benefaction: ``"temple"``, ``"games"`` or ``"food"``."""
        return GIFTS[self._at[1]] if self._kind == actions.GIVE else None

    @property
    def band(self) -> int | None:
        """Of a benefaction: the band of the ladder it belongs to, from 1."""
        return self._at[0] + 1 if self._kind == actions.GIVE else None

    @property
    def card(self) -> str | None:
        """Of a drawn fate card: its id."""
        return self._table.names.cards[self._at[0]] if self._kind == actions.CARD else None

    @property
    def pips(self) -> int | None:
        """Of a die: what it shows."""
        return self._at[0] + 1 if self._kind == actions.DIE else None

    @property
    def cost(self) -> int:
        """What the one who makes the move pays for it, at once."""
        s, g = self._state, self._table.definition
        if self._kind == actions.OUST:
            # OUST-5: who cannot raise the cost pays nothing, and loses.
            return g.oust_cost if means(s, g, self.seat) >= g.oust_cost else 0
        if self._kind == actions.ACCEPT:
            return (self.price or 0) if self._answers and self.seat == s.x[s.top] else 0
        if self._kind == actions.PAY:
            return g.card_amount[card_in_play(s)]
        if self._kind == actions.GIVE:
            return give_cost(s, g, self._at[0])
        return {actions.WED: g.local_cost, actions.BUILD: g.build_cost, actions.DESTROY: g.destroy_cost}.get(
            self._kind, 0
        )

    @property
    def prestige_cost(self) -> int:
        """How many points of prestige the loan for the cost would take (DEBT-1, DEBT-4)."""
        s, g, cost = self._state, self._table.definition, self.cost
        if cost == 0 or cost <= s.money[self.seat] or cost > means(s, g, self.seat):
            return 0
        return price_of_paying(s, g, self.seat, cost)

    @property
    def needs(self) -> int | None:
        """The least that a die must show for it to succeed; None where no die decides."""
        s, g = self._state, self._table.definition
        if self._kind == actions.ENTER:
            return g.enter_roll
        if self._kind == actions.OUST:
            return roll_to_oust(s, g, self.seat, self._at[0]) if self.cost or not g.oust_cost else None
        if self._kind == actions.DESTROY:
            return roll_to_destroy(s, g, self.seat, self._at[0], self._at[1])
        return due.roll_needed(s, g) if self._kind == actions.DIE else None

    @property
    def odds(self) -> float | None:
        """The probability that the die is good enough; None where no die decides."""
        needs = self.needs
        return None if needs is None or self._kind == actions.DIE else due.odds(needs)

    @property
    def clause(self) -> str:
        """The clause of the rules that the move follows."""
        task = self._state.task[self._state.top]
        if self._kind == actions.OUST and self.needs is None:
            return "OUST-5"
        if self._kind == actions.DIE:
            return due.clause(task)
        if task > tasks.BARGAIN and self._kind in (actions.END, actions.DIVORCE, actions.WED, actions.PROPOSE):
            return "FATE-1"
        return _CLAUSES[self._kind]

    @property
    def _answers(self) -> bool:
        """Is it an answer in a bargain?"""
        in_bargain = self._state.task[self._state.top] == tasks.BARGAIN
        return in_bargain and self._kind in (actions.ACCEPT, actions.REFUSE, actions.COUNTER)

    def describe(self) -> str:
        """The move as a sentence in plain English, without a full stop.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3, names=["Ada", "Ben", "Cleo"])
        >>> for roll in ("d6", "d1", "d2"):
        ...     game.play(roll)
        >>> game.move("Roma>Luna").describe()
        'Move the agent from Roma to Luna'
        """
        return sentences.describe(self, self._table, self._state)

    def as_dict(self) -> dict[str, Any]:
        """The move as plain data, for JSON."""
        facts = ("id", "kind", "seat", "market", "origin", "target", "child", "price", "gift", "band", "card", "pips")
        sums = ("cost", "prestige_cost", "needs", "odds", "clause")
        return {
            "notation": str(self),
            "text": self.describe(),
            **{name: getattr(self, name) for name in (*facts, *sums)},
        }

    def __str__(self) -> str:
        return write(self.id, self._table.names, self._table.definition)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)
