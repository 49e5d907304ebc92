"""A move: its id, its notation, and what it would cost, need and do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forvm.engine.actions import ChanceKind, MoveKind
from forvm.engine.rules.money import means, price_of_paying
from forvm.engine.state import State
from forvm.game import due, sentences
from forvm.game.kinds import DESCRIPTIONS, KindOfMove, Situation, name_of
from forvm.notation.moves import write
from forvm.notation.names import CHILDREN, GIFTS, Child, Gift

if TYPE_CHECKING:
    from forvm.game.table import Table


class Move:
    """Something that a player, or chance, can do in one position of one game.

    Two moves are equal if they have the same id. ``str(move)`` is its notation.

    >>> import forvm
    >>> game = forvm.Game("forvm", players=3)
    >>> game.chance()[0][0]
    Move('d1')
    """

    __slots__ = ("_at", "description", "id")

    def __init__(self, table: Table, state: State, id: int) -> None:
        self.id = id
        self._at = Situation(table, state, id)
        self.description: KindOfMove = DESCRIPTIONS[self._at.decoded[0]]

    def belongs_to(self, state: State) -> bool:
        """Was it made for this very position?"""
        return self._at.state is state

    @property
    def kind(self) -> MoveKind | ChanceKind:
        """What kind of move it is: ``"build"``, ``"propose"``, …, as in the action table."""
        return name_of(self.description)

    @property
    def seat(self) -> int:
        """Who would make the move: a seat, or ``CHANCE``."""
        return self._at.seat

    @property
    def market(self) -> str | None:
        """The Latin name of the market it is about; of a step, where it leads."""
        number = self.market_number
        return None if number is None else self._at.table.market(number)

    @property
    def market_number(self) -> int | None:
        """The place of that market in board order."""
        return self.description.market(self._at)

    @property
    def origin(self) -> str | None:
        """Of a step: the Latin name of the market it leaves."""
        number = self.description.origin(self._at)
        return None if number is None else self._at.table.market(number)

    @property
    def target(self) -> int | None:
        """The other player it concerns: who is asked, challenged, attacked, divorced or answered."""
        return self.description.other(self._at)

    @property
    def child(self) -> Child | None:
        """``"son"`` or ``"daughter"``: the child dealt, given away or offered."""
        sex = self._at.maybe("sex")
        return None if sex is None else CHILDREN[sex]

    @property
    def price(self) -> int | None:
        """The price of an alliance that is named, or closed with."""
        return self.description.price(self._at)

    @property
    def gift(self) -> Gift | None:
        """Of a benefaction: ``"temple"``, ``"games"`` or ``"food"``."""
        gift = self._at.maybe("gift")
        return None if gift is None else GIFTS[gift]

    @property
    def band(self) -> int | None:
        """Of a benefaction: the band of the ladder it belongs to, from 1."""
        band = self._at.maybe("band")
        return None if band is None else band + 1

    @property
    def card(self) -> str | None:
        """Of a drawn fate card: its id."""
        card = self._at.maybe("card")
        return None if card is None else self._at.table.names.cards[card]

    @property
    def pips(self) -> int | None:
        """Of a die: what it shows."""
        pips = self._at.maybe("pips")
        return None if pips is None else pips + 1

    @property
    def cost(self) -> int:
        """What the one who makes the move pays for it, at once."""
        return self.description.cost(self._at)

    @property
    def prestige_cost(self) -> int:
        """How many points of prestige the loan for the cost would take (DEBT-1, DEBT-4)."""
        s, g, cost = self._at.state, self._at.definition, self.cost
        if cost == 0 or cost <= s.money[self.seat] or cost > means(s, g, self.seat):
            return 0
        return price_of_paying(s, g, self.seat, cost)

    @property
    def needs(self) -> int | None:
        """The least that a die must show for it to succeed; None where no die decides."""
        return self.description.needs(self._at)

    @property
    def odds(self) -> float | None:
        """The probability that the die is good enough; None where no die decides."""
        needs = self.needs
        return None if needs is None or self.pips is not None else due.odds(needs)

    @property
    def clause(self) -> str:
        """The clause of the rules that the move follows."""
        return self.description.clause_here(self._at)

    def describe(self) -> str:
        """The move as a sentence in plain English, without a full stop.

        >>> import forvm
        >>> game = forvm.Game("forvm", players=3, names=["Ada", "Ben", "Cleo"])
        >>> for roll in ("d6", "d1", "d2"):
        ...     game.play(roll)
        >>> game.move("Roma>Luna").describe()
        'Move the agent from Roma to Luna'
        """
        return sentences.describe(self._at, self.prestige_cost)

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
        return write(self.id, self._at.table.names, self._at.definition)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)
