"""SETUP-1 to SETUP-4: the table is laid, hands are dealt, dice decide who begins."""

from __future__ import annotations

from forvm.engine import events, tasks
from forvm.engine.clauses import SETUP_2, SETUP_4
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS, BANDS, FRAMES, GIFTS, MARKETS, PLAYERS
from forvm.engine.rules.stack import pop, push
from forvm.engine.state import NOBODY, NOWHERE, PAIRS, State
from forvm.engine.twin.rule import rule


@rule
def lay_table(s: State, g: Definition) -> None:
    """SETUP-1: start a new game on a state whose fields are all 0."""
    for p in range(PLAYERS):
        s.flood[p] = NOWHERE
        for slot in range(AGENTS):
            s.agent[p * AGENTS + slot] = NOWHERE
    for p in range(g.players):
        s.money[p] = g.start_money
        s.prestige[p] = g.start_prestige
        s.marks[p] = 0 if g.start_money < 0 else g.start_money // g.mark
        for slot in range(g.start_agents):
            s.agent[p * AGENTS + slot] = g.rome
    for i in range(PAIRS):
        s.ally_payer[i] = NOBODY
    for m in range(MARKETS):
        s.local[m] = NOBODY
    for i in range(BANDS * GIFTS):
        s.given[i] = NOBODY
    for i in range(FRAMES):
        s.actor[i] = NOBODY
    shuffle(s, g)
    s.first = NOBODY
    s.top = -1
    begin_family(s, g)


@rule
def shuffle(s: State, g: Definition) -> None:
    """SETUP-3: all fate cards are in the deck again."""
    for card in range(g.cards):
        s.fate_left[card] = g.card_copies[card]


@rule
def begin_family(s: State, g: Definition) -> None:
    """SETUP-2: children lie open, or a hand is dealt, seat by seat."""
    if g.family_open == 1:
        for p in range(g.players):
            s.child[p * 2] = g.family_start[0]
            s.child[p * 2 + 1] = g.family_start[1]
    else:
        s.family_left[0] = g.family_deck[0]
        s.family_left[1] = g.family_deck[1]
        if g.family_cards > 0:
            push(s, tasks.DEAL, 0)
            return
    begin_rolls(s, g)


@rule
def take_family_card(s: State, p: int, sex: int) -> None:
    """A family card goes from the deck into a hand."""
    s.family_left[sex] -= 1
    s.child[p * 2 + sex] += 1
    note(s, events.CHILD_GAINED, p, sex, SETUP_2, NOWHERE)


@rule
def deal(s: State, g: Definition, sex: int) -> None:
    """One card of the deal; after the last, the dice."""
    p = s.actor[0]
    take_family_card(s, p, sex)
    if s.child[p * 2] + s.child[p * 2 + 1] < g.family_cards:
        return
    if p + 1 < g.players:
        s.actor[0] = p + 1
        return
    pop(s)
    begin_rolls(s, g)


@rule
def begin_rolls(s: State, g: Definition) -> None:
    """SETUP-4: everyone rolls."""
    push(s, tasks.FIRST_ROLL, 0)
    s.rolling = (1 << g.players) - 1


@rule
def first_roll(s: State, g: Definition, pips: int) -> bool:
    """One die of SETUP-4; those who tie for highest roll again. True once it is known who begins."""
    p = s.actor[0]
    note(s, events.ROLLED, p, pips, SETUP_4, NOWHERE)
    if pips > s.best_roll:
        s.best_roll = pips
        s.best_rollers = 0
    if pips == s.best_roll:
        s.best_rollers |= 1 << p
    following = next_bit(s.rolling, p + 1)
    if following < 0:
        tied = s.best_rollers
        following = next_bit(tied, 0)
        s.best_roll = 0
        s.best_rollers = 0
        if tied == 1 << following:
            s.rolling = 0
            s.first = following
            return True
        s.rolling = tied
    s.actor[0] = following
    return False


@rule
def next_bit(bits: int, start: int) -> int:
    """The lowest player at or after ``start`` among the bits, or -1."""
    for p in range(start, PLAYERS):
        if (bits >> p) & 1 == 1:
            return p
    return -1
