"""A table for the rule tests: lay out a position, play from it and ask what is allowed, in the words of the rulebook.

Everything that knows how the engine keeps its state is in this file; the tests speak of players, markets and money.
Players are seats 0, 1, 2, …; markets go by their printed names.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from forvm import content
from forvm.content import Rules
from forvm.engine import tasks
from forvm.engine.actions import KINDS, decode
from forvm.engine.clauses import CLAUSES
from forvm.engine.definition import NO_REGION
from forvm.engine.events import EVENTS
from forvm.engine.limits import AGENTS, GIFTS, PLAYERS, REGIONS
from forvm.engine.play import advance, chance, chance_due, legal, play, start, why_not
from forvm.engine.reasons import REASONS
from forvm.engine.rules.oust import holder
from forvm.engine.rules.pieces import allied, horrea_in_region, lift_agent, owns, pair, place_agent
from forvm.engine.rules.stack import pop
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.turn import begin_phase
from tests.rules.words import BENEFACTIONS, SEXES, Words

EDITIONS = ("short", "horrea", "forvm")
every_edition = pytest.mark.parametrize("edition", EDITIONS)
hidden_hands = pytest.mark.parametrize("edition", ["short", "horrea"])
many_intrigues = pytest.mark.parametrize("edition", ["horrea", "forvm"])

PHASES = {
    "move": tasks.MOVING,
    "intrigue": tasks.INTRIGUE,
    "trade": tasks.TRADE,
    "build": tasks.BUILDING,
    "fate": tasks.FATE,
    "reckoning": tasks.RECKONING,
}
# What the table can be waiting for.
QUESTIONS = {
    tasks.DEAL: "a family card",
    tasks.FIRST_ROLL: "who begins",
    tasks.ENTER_ROLL: "the die of a new agent",
    tasks.OUST_ROLL: "the die of a challenge",
    tasks.DESTROY_ROLL: "the die of an attack",
    tasks.DRAW: "a fate card",
    tasks.BIRTH_CARD: "a child's card",
    tasks.BIRTH_ROLL: "a child's die",
    tasks.ELECTION_ROLL: "the die of an election",
    tasks.MOVING: "move",
    tasks.INTRIGUE: "intrigue",
    tasks.BUILDING: "build",
    tasks.BARGAIN: "bargain",
    tasks.OFFER: "offer",
    tasks.PATRONAGE: "patron",
    tasks.MATCHMAKING: "old morals",
    tasks.SEPARATION: "forced divorce",
    tasks.OVER: "over",
}


def new_table(
    edition: str,
    players: int = 4,
    house: Mapping[str, object] | None = None,
    *,
    board: Path | None = None,
    deck: Path | None = None,
) -> Table:
    """A table where nothing has been dealt or rolled yet; ``house`` changes parameters of the edition."""
    return Table(content.from_overrides(edition, house or {}, board=board, deck=deck), players)


def table(
    edition: str,
    players: int = 4,
    house: Mapping[str, object] | None = None,
    *,
    first: int = 0,
    board: Path | None = None,
    deck: Path | None = None,
) -> Table:
    """A table where the first player is about to begin the first turn's move."""
    t = new_table(edition, players, house, board=board, deck=deck)
    dealt = 0
    while t.asks == "a family card":
        t.deal(SEXES[dealt % 2])
        dealt += 1
    for seat in range(players):
        t.roll(6 if seat == first else 1)
    return t


class Table:
    """A game in progress, with everything that a test lays out, plays or looks at."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.g = rules.definition(players)
        self.words = Words(rules, self.g)
        self.s = State()
        self.s.log = []
        self._scratch = Scratch()
        start(self.s, self.g)

    # Laying out a position.

    @property
    def money(self) -> list[int]:
        """Each seat's money, to read and to set."""
        return self.s.money

    @property
    def prestige(self) -> list[int]:
        """Each seat's prestige, to read and to set."""
        return self.s.prestige

    @property
    def marks(self) -> list[int]:
        """Each seat's money marks at the last reckoning, to read and to set."""
        return self.s.marks

    def market(self, name: str) -> int:
        """The engine's number for a market."""
        return self.words.market(name)

    def agent(self, seat: int, *markets: str) -> None:
        """Put agents from the supply on the board, each behind those who stand there already."""
        for name in markets:
            place_agent(self.s, self.g, seat, self._slot(seat, NOWHERE), self.market(name))

    def remove_agent(self, seat: int, *markets: str) -> None:
        """Take agents off the board."""
        for name in markets:
            lift_agent(self.s, self.g, seat, self._slot(seat, self.market(name)))

    def clear_agents(self) -> None:
        """Take everyone's agents off the board."""
        for seat in range(self.players):
            self.remove_agent(seat, *self.agents(seat))

    def children(self, seat: int, sons: int = 0, daughters: int = 0) -> None:
        """The children that a player has, and no others."""
        self.s.child[seat * 2 : seat * 2 + 2] = [sons, daughters]

    def nobody_has_children(self) -> None:
        """Take everyone's children away."""
        for seat in range(self.players):
            self.children(seat)

    def horreum(self, seat: int, *markets: str) -> None:
        """Build horrea for nothing, their milestones counted as earned long ago."""
        for name in markets:
            m = self.market(name)
            self.s.horrea[m] |= 1 << seat
            region = self.g.region[m]
            if region != NO_REGION:
                count = horrea_in_region(self.s, self.g, seat, region)
                self.s.region_first[seat * REGIONS + region] = 1
                self.s.region_fives[seat * REGIONS + region] = count // 5
                self.s.region_every[seat * REGIONS + region] = int(count == self.g.region_size[region])

    def clear_horrea(self) -> None:
        """Take everyone's horrea off the board, as if they had never been there."""
        for field in (self.s.horrea, self.s.region_first, self.s.region_fives, self.s.region_every):
            field[:] = [0] * len(field)

    def marry_locally(self, seat: int, *markets: str) -> None:
        """The player is married into the aristocracy of these markets."""
        for name in markets:
            self.s.local[self.market(name)] = seat

    def ally(self, payer: int, other: int, price: int = 0) -> None:
        """The two are allied, and the first has paid the price to the other."""
        self.s.ally_payer[pair(payer, other)] = payer
        self.s.ally_price[pair(payer, other)] = price

    def given(self, seat: int, band: int, *benefactions: str) -> None:
        """The player has given these benefactions of a band (1, 2, 3) before."""
        for name in benefactions:
            self.s.given[(band - 1) * GIFTS + BENEFACTIONS.index(name)] = seat

    def begin(self, phase: str) -> None:
        """Begin a phase from the position that was laid out; money as at the last reckoning."""
        for seat in range(self.players):
            self.s.marks[seat] = max(0, self.s.money[seat]) // self.g.mark
        self._begin(phase)

    def trade(self) -> list[int]:
        """Hold the trade; returns what each seat's money changed by."""
        before = self.money[: self.players]
        self.begin("trade")
        return [after - sum_before for after, sum_before in zip(self.money, before, strict=False)]

    def fate(self, card: str) -> None:
        """Come to the fate phase and draw this card."""
        self.begin("fate")
        self.draw(card)

    def reckon(self) -> None:
        """Come to the reckoning, with the marks of the last one as they are."""
        self._begin("reckoning")

    # Playing.

    def play(self, kind: str, *words: str | int) -> None:
        """Do what is allowed."""
        action = self.words.action(kind, *words)
        assert self._why(action) == "OK", (kind, *words, self._why(action), self.asks)
        play(self.s, self.g, action, self._scratch)

    def challenge(self, market: str) -> None:
        """Challenge a market's holder; where nothing else can be done it has happened by itself (TURN-3)."""
        if self.asks == "intrigue":
            self.play("oust", market)
        assert self.asks == "the die of a challenge"

    def end(self) -> None:
        """End one's phase, decline an offer, or give in to a card."""
        self.play("end")

    def end_phase(self) -> None:
        """Everyone ends the phase that is on."""
        phase = self.asks
        while self.asks == phase:
            self.end()

    def roll(self, *pips: int) -> None:
        """The dice that are due fall like this, one after the other."""
        for pip in pips:
            self.play("die", pip)

    def draw(self, card: str) -> None:
        """This fate card is drawn."""
        self.play("card", card)

    def deal(self, *sexes: str) -> None:
        """These family cards are dealt."""
        for sex in sexes:
            self.play("child", sex)

    # Looking.

    @property
    def asks(self) -> str:
        """What the table waits for."""
        return QUESTIONS[self.s.task[self.s.top]]

    @property
    def to_act(self) -> int | None:
        """The seat that has to decide or for which chance decides; None when the game is over."""
        seat = self.s.actor[self.s.top]
        return None if seat == NOBODY else seat

    @property
    def chance_due(self) -> bool:
        """Is a die or a card due?"""
        return chance_due(self.s)

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.s.turn

    @property
    def first(self) -> int:
        """The turn's first player, to read and to set."""
        return self.s.first

    @first.setter
    def first(self, seat: int) -> None:
        self.s.first = seat

    @property
    def winners(self) -> list[int]:
        """Who has won."""
        return [seat for seat in range(self.players) if self.s.winners >> seat & 1]

    @property
    def question(self) -> tuple[str, int | None]:
        """What the table waits for, and from whom."""
        return self.asks, self.to_act

    def why_not(self, kind: str, *words: str | int) -> str:
        """The clause that forbids a move, or "OK"."""
        return self._why(self.words.action(kind, *words))

    def options(self, kind: str) -> list[Any]:
        """The legal moves of a kind by their words: a word, or a tuple of several."""
        return [self.words.of(a) for a in self._legal() if KINDS[decode(a)[0]].name == kind]

    def kinds(self) -> set[str]:
        """The kinds of moves that are legal now."""
        return {KINDS[decode(a)[0]].name for a in self._legal()}

    def odds(self) -> dict[Any, int]:
        """What chance may answer, and how heavy each answer weighs."""
        n = chance(self.s, self.g, self._scratch)
        scratch = self._scratch
        return {self.words.of(a): weight for a, weight in zip(scratch.ids[:n], scratch.weights[:n], strict=True)}

    def agents(self, seat: int) -> list[str]:
        """Where a player's agents on the board stand, in board order."""
        places = self.s.agent[seat * AGENTS : seat * AGENTS + self.g.agents]
        return self.words.markets(sorted(m for m in places if m != NOWHERE))

    def holder(self, market: str) -> int | None:
        """Who holds a market."""
        seat = holder(self.s, self.g, self.market(market))
        return None if seat == NOBODY else seat

    def queue(self, market: str) -> list[int]:
        """Who stands on a market: the holder, then the intruders in the order of their claims."""
        here = [i for i in range(PLAYERS * AGENTS) if self.s.agent[i] == self.market(market)]
        return [i // AGENTS for i in sorted(here, key=lambda i: self.s.rank[i])]

    def horrea(self, seat: int) -> list[str]:
        """Where a player's horrea stand, in board order."""
        return self.words.markets(m for m in range(self.g.markets) if owns(self.s, seat, m))

    def married(self, market: str) -> int | None:
        """Who is married into a market's aristocracy."""
        seat = self.s.local[self.market(market)]
        return None if seat == NOBODY else seat

    def sons(self, seat: int) -> int:
        """How many sons a player has to give."""
        return self.s.child[seat * 2]

    def daughters(self, seat: int) -> int:
        """How many daughters a player has to give."""
        return self.s.child[seat * 2 + 1]

    def allied(self, one: int, other: int) -> bool:
        """Are the two allied?"""
        return allied(self.s, one, other)

    def in_senate(self, seat: int) -> bool:
        """Is the player in the Senate?"""
        return self.s.senator[seat] == 1

    def flooded(self, seat: int) -> str | None:
        """The market that will pay the player nothing in the next trade."""
        return None if self.s.flood[seat] == NOWHERE else self.words.markets([self.s.flood[seat]])[0]

    def benefactor(self, band: int, benefaction: str) -> int | None:
        """Who gave a benefaction."""
        seat = self.s.given[(band - 1) * GIFTS + BENEFACTIONS.index(benefaction)]
        return None if seat == NOBODY else seat

    def phase_number(self, phase: str) -> int:
        """The engine's number for a phase, by which the story names it."""
        return PHASES[phase]

    def cards_left(self, card: str) -> int:
        """How many copies of a fate card are left in the deck."""
        return self.s.fate_left[self.words.card(card)]

    def leave_in_deck(self, *cards: str) -> None:
        """Only these fate cards are left in the deck, one copy of each."""
        self.s.fate_left[:] = [0] * len(self.s.fate_left)
        for card in cards:
            self.s.fate_left[self.words.card(card)] = 1

    def family_cards_left(self) -> tuple[int, int]:
        """The boys and girls left in the family deck."""
        return self.s.family_left[0], self.s.family_left[1]

    def story(self, *events: str) -> list[tuple[str, int, int]]:
        """What has happened so far, of these events: (event, player, amount)."""
        assert self.s.log is not None
        return [(EVENTS[e], p, amount) for e, p, amount, _, _ in self.s.log if EVENTS[e] in events]

    def forget(self) -> None:
        """Let the story begin here."""
        self.s.log = []

    # The engine's numbers.

    def _begin(self, phase: str) -> None:
        while self.s.top > 0:
            pop(self.s)
        begin_phase(self.s, self.g, PHASES[phase])
        advance(self.s, self.g, self._scratch)

    def _slot(self, seat: int, m: int) -> int:
        return self.s.agent.index(m, seat * AGENTS, seat * AGENTS + self.g.agents) - seat * AGENTS

    def _legal(self) -> list[int]:
        listed = chance if self.chance_due else legal
        n = listed(self.s, self.g, self._scratch)
        return self._scratch.ids[:n]

    def _why(self, action: int) -> str:
        """Why not; and what is listed must be exactly what is allowed."""
        clause = CLAUSES[REASONS[why_not(self.s, self.g, action)].clause]
        assert (clause == "OK") == (action in self._legal()), (clause, self.words.of(action))
        return clause
