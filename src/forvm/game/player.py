"""A player as the board shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forvm.engine import tasks
from forvm.engine.limits import AGENTS, BANDS, REGIONS
from forvm.engine.limits import GIFTS as GIFTS_PER_BAND
from forvm.engine.rules.give import band_of
from forvm.engine.rules.money import means
from forvm.engine.rules.pieces import allied, owns
from forvm.engine.rules.route import has_route
from forvm.engine.rules.trade import trade_income
from forvm.engine.state import NOWHERE, State
from forvm.notation.names import CHILDREN, GIFTS, SEATS

if TYPE_CHECKING:
    from forvm.game.table import Table


class Player:
    """One player in one position of a game; markets are given by their Latin names.

    >>> import forvm
    >>> ada = forvm.Game("forvm", players=3, names=["Ada", "Ben", "Cleo"]).players[0]
    >>> ada.money, ada.prestige, ada.agents, ada.children
    (200, 0, ['Roma', None, None, None], {'son': 1, 'daughter': 1})
    """

    __slots__ = ("_state", "_table", "seat")

    def __init__(self, table: Table, state: State, seat: int) -> None:
        self._table = table
        self._state = state
        self.seat = seat

    @property
    def letter(self) -> str:
        """The seat in notation: A, B, C or D."""
        return SEATS[self.seat]

    @property
    def name(self) -> str:
        """The player's name."""
        return self._table.players[self.seat]

    @property
    def money(self) -> int:
        """Money, which only the house rule of DEBT-4 lets fall below 0."""
        return self._state.money[self.seat]

    @property
    def prestige(self) -> int:
        """Prestige."""
        return self._state.prestige[self.seat]

    @property
    def means(self) -> int:
        """The most that the player could pay, loan included (DEBT-1)."""
        return max(means(self._state, self._table.definition, self.seat), 0)

    @property
    def agents(self) -> list[str | None]:
        """The market of each agent; None is the supply."""
        return [None if m == NOWHERE else self._table.market(m) for m in self._places()]

    @property
    def moved(self) -> list[bool]:
        """Which of the agents have moved, in the player's own move phase."""
        s = self._state
        moving = s.task[0] == tasks.MOVING and s.actor[0] == self.seat
        return [moving and bool((s.agents_moved >> slot) & 1) for slot in range(self._table.definition.agents)]

    @property
    def children(self) -> dict[str, int]:
        """How many sons and daughters can still be given away."""
        return {child: self._state.child[self.seat * 2 + sex] for sex, child in enumerate(CHILDREN)}

    @property
    def horrea(self) -> list[str]:
        """The markets with a horreum of the player's, in board order."""
        return [self._table.market(m) for m in self._owned()]

    @property
    def local_marriages(self) -> list[str]:
        """The markets into whose aristocracy the player is married."""
        g = self._table.definition
        return [self._table.market(m) for m in range(g.markets) if self._state.local[m] == self.seat]

    @property
    def allies(self) -> list[int]:
        """The seats of the player's allies."""
        return [q for q in range(self._table.definition.players) if allied(self._state, self.seat, q)]

    @property
    def senator(self) -> bool:
        """Is the player in the Senate?"""
        return self._state.senator[self.seat] == 1

    @property
    def benefactions(self) -> list[str]:
        """What the player has given, as in ``temple.1``."""
        given = self._state.given
        return [
            f"{GIFTS[i % GIFTS_PER_BAND]}.{i // GIFTS_PER_BAND + 1}"
            for i in range(BANDS * GIFTS_PER_BAND)
            if given[i] == self.seat
        ]

    @property
    def band(self) -> int | None:
        """The band of the ladder for this prestige, from 1; None before its first space (GIVE-2)."""
        band = band_of(self._state, self._table.definition, self.seat)
        return None if band < 0 else band + 1

    @property
    def routes(self) -> list[str]:
        """The exotic markets to which the player has a complete route (TRADE-3)."""
        g = self._table.definition
        return [self._table.market(m) for m in self._owned() if has_route(self._state, g, self.seat, m)]

    @property
    def promised(self) -> tuple[int, int]:
        """What fate promised for the next trade, and for the one after it (TRADE-5)."""
        return self._state.promised[self.seat], self._state.promised_later[self.seat]

    @property
    def flooded(self) -> str | None:
        """The market that pays nothing in the next trade."""
        market = self._state.flood[self.seat]
        return None if market == NOWHERE else self._table.market(market)

    @property
    def income(self) -> int:
        """What the next trade would bring if nothing changed (TRADE-5)."""
        return trade_income(self._state, self._table.definition, self.seat)

    @property
    def marks(self) -> int:
        """Money marks at the last reckoning (RECKON-1)."""
        return self._state.marks[self.seat]

    @property
    def asked(self) -> list[int]:
        """The seats that the player has proposed to in this turn's intrigue (ALLY-1)."""
        bits = self._state.asked[self.seat]
        return [q for q in range(self._table.definition.players) if (bits >> q) & 1]

    @property
    def milestones(self) -> dict[str, dict[str, int]]:
        """What has been earned in each region: the first horreum, fives, and every market (BUILD-2)."""
        s = self._state
        return {
            region.id: {
                "first": s.region_first[self.seat * REGIONS + number],
                "fives": s.region_fives[self.seat * REGIONS + number],
                "every": s.region_every[self.seat * REGIONS + number],
            }
            for number, region in enumerate(self._table.rules.board.regions)
        }

    def as_dict(self, *, hand: bool = True) -> dict[str, Any]:
        """The player as plain data, for JSON; without ``hand`` only the number of children."""
        children = self.children
        return {
            "seat": self.seat,
            "letter": self.letter,
            "name": self.name,
            "money": self.money,
            "means": self.means,
            "prestige": self.prestige,
            "band": self.band,
            "agents": self.agents,
            "moved": self.moved,
            "children": children if hand else None,
            "children_in_all": sum(children.values()),
            "horrea": self.horrea,
            "local_marriages": self.local_marriages,
            "allies": self.allies,
            "senator": self.senator,
            "benefactions": self.benefactions,
            "routes": self.routes,
            "promised": list(self.promised),
            "flooded": self.flooded,
            "income": self.income,
            "marks": self.marks,
            "asked": self.asked,
            "milestones": self.milestones,
        }

    def __repr__(self) -> str:
        return f"Player({self.letter}, {self.name!r}, ${self.money}, {self.prestige} prestige)"

    def _places(self) -> list[int]:
        start = self.seat * AGENTS
        return self._state.agent[start : start + self._table.definition.agents]

    def _owned(self) -> list[int]:
        return [m for m in range(self._table.definition.markets) if owns(self._state, self.seat, m)]
