"""The engine's front: start, legal moves, why not, chance, play.

A driver keeps a state, a definition and a buffer of ids. After ``start`` or ``play`` either chance is due, or the
buffer holds the legal moves of the player to act, or the game is over (TURN-3: nobody is asked where there is only
one answer, except in a bargain, where being asked must tell nothing).
"""

from __future__ import annotations

from forvm.engine.actions import (
    ACCEPT_0,
    BUILD_0,
    CARD_0,
    CHILD_0,
    COUNTER_0,
    DESTROY_0,
    DIE_0,
    DIVORCE_0,
    END_0,
    ENTER_0,
    GIVE_0,
    MOVE_0,
    OUST_0,
    PART_0,
    PAY_0,
    PROPOSE_0,
    REFUSE_0,
    WED_0,
    YIELD_0,
)
from forvm.engine.clauses import ALLY_2, FATE_1, OK, SETUP_2, SETUP_3, TURN_1
from forvm.engine.definition import Definition
from forvm.engine.limits import MARKETS, PRICES
from forvm.engine.rule import rule
from forvm.engine.rules.alliance import (
    accept,
    counter,
    list_answers,
    may_accept,
    may_counter,
    may_propose,
    propose,
    refuse,
)
from forvm.engine.rules.build import build, list_builds, may_build
from forvm.engine.rules.destroy import destroy, destroy_roll, list_destructions, may_destroy
from forvm.engine.rules.divorce import divorce, may_divorce
from forvm.engine.rules.fate_choices import (
    birth_card,
    birth_roll,
    card_in_play,
    election_roll,
    give_in,
    list_matches,
    list_patronage,
    list_separations,
    may_pay_patron,
    may_yield,
    pay_patron,
    settle_matchmaking,
    take_offer,
    yield_agent,
)
from forvm.engine.rules.give import give, list_gifts, may_give
from forvm.engine.rules.intrigue import list_intrigues, may_end_intrigue, may_intrigue
from forvm.engine.rules.local import may_part, may_wed, part, wed
from forvm.engine.rules.move import enter, enter_roll, list_moves, may_end_move, may_enter, may_move, move
from forvm.engine.rules.oust import may_oust, oust, oust_roll
from forvm.engine.rules.setup import deal, first_roll, lay_table
from forvm.engine.rules.stack import pop
from forvm.engine.scratch import Scratch
from forvm.engine.state import (
    BARGAIN,
    BIRTH_CARD,
    BIRTH_ROLL,
    BUILDING,
    DEAL,
    DESTROY_ROLL,
    DRAW,
    ELECTION_ROLL,
    ENTER_ROLL,
    FIRST_AUTOMATIC,
    FIRST_DECISION,
    FIRST_ROLL,
    INTRIGUE,
    MATCHMAKING,
    MOVING,
    OFFER,
    OUST_ROLL,
    OVER,
    PATRONAGE,
    SEPARATION,
    State,
)
from forvm.engine.turn import begin_turn, draw, end_of_players_phase, run_automatic_phase


@rule
def start(s: State, g: Definition) -> None:
    """Lay the table on a fresh state; chance is due next, always."""
    lay_table(s, g)


@rule
def chance_due(s: State) -> bool:
    """Does the game wait for a die or a card?"""
    return s.task[s.top] < FIRST_DECISION


@rule
def legal(s: State, g: Definition, w: Scratch) -> int:
    """Write the legal moves of the player to act into ``w``; returns how many (0 if nobody is to act)."""
    task = s.task[s.top]
    p = s.actor[s.top]
    n = 0
    if task == MOVING:
        n = list_moves(s, g, p, w, n)
        if may_end_move(s, g, p) == OK:
            w.ids[n] = END_0
            n += 1
    elif task == INTRIGUE:
        n = list_intrigues(s, g, p, w, n)
        if may_end_intrigue(s, g, p) == OK:
            w.ids[n] = END_0
            n += 1
    elif task == BUILDING:
        n = list_builds(s, g, p, w, n)
        n = list_destructions(s, g, p, w, n)
        n = list_gifts(s, g, p, w, n)
        w.ids[n] = END_0
        n += 1
    elif task == BARGAIN:
        n = list_answers(s, g, w, n)
    elif task == OFFER:
        w.ids[0] = PAY_0
        w.ids[1] = END_0
        n = 2
    elif task == PATRONAGE:
        n = list_patronage(s, g, p, w, n)
    elif task == MATCHMAKING:
        n = list_matches(s, g, p, w, n)
    elif task == SEPARATION:
        n = list_separations(s, g, p, w, n)
    return n


@rule
def chance(s: State, g: Definition, w: Scratch) -> int:
    """Write the possible outcomes of the die or card that is due, and their weights; returns how many."""
    task = s.task[s.top]
    n = 0
    if task == DEAL or task == BIRTH_CARD:
        for sex in range(2):
            if s.family_left[sex] > 0:
                w.ids[n] = CHILD_0 + sex
                w.weights[n] = s.family_left[sex]
                n += 1
    elif task == DRAW:
        for card in range(g.cards):
            if s.fate_left[card] > 0:
                w.ids[n] = CARD_0 + card
                w.weights[n] = s.fate_left[card]
                n += 1
    elif task < FIRST_DECISION:
        for pips in range(6):
            w.ids[pips] = DIE_0 + pips
            w.weights[pips] = 1
        n = 6
    return n


@rule
def why_not_chance(s: State, g: Definition, a: int) -> int:
    """May chance answer with this outcome now?"""
    task = s.task[s.top]
    if task == DEAL or task == BIRTH_CARD:
        if CHILD_0 <= a < CARD_0:
            return OK if s.family_left[a - CHILD_0] > 0 else SETUP_2
        return TURN_1
    if task == DRAW:
        if CARD_0 <= a < END_0 and a - CARD_0 < g.cards:
            return OK if s.fate_left[a - CARD_0] > 0 else SETUP_3
        return TURN_1
    return OK if DIE_0 <= a < CHILD_0 else TURN_1


@rule
def why_not_intrigue(s: State, g: Definition, p: int, a: int, asked: int) -> int:
    """The marriages and divorces of an intrigue; the marriages also when old morals demand one."""
    if WED_0 <= a < PROPOSE_0:
        return may_wed(s, g, p, (a - WED_0) // MARKETS, (a - WED_0) % MARKETS)
    if PROPOSE_0 <= a < ACCEPT_0:
        offer = a - PROPOSE_0
        return may_propose(s, g, p, offer // (2 * PRICES), offer // PRICES % 2, offer % PRICES, asked)
    if DIVORCE_0 <= a < PART_0:
        return may_divorce(s, g, p, a - DIVORCE_0)
    return TURN_1


@rule
def why_not_phase(s: State, g: Definition, p: int, a: int) -> int:
    """Moves of the three phases in which players act."""
    task = s.task[s.top]
    if task == MOVING:
        if a == END_0:
            return may_end_move(s, g, p)
        if a == ENTER_0:
            return may_enter(s, g, p)
        if MOVE_0 <= a < OUST_0:
            return may_move(s, g, p, a - MOVE_0)
    elif task == INTRIGUE:
        if a == END_0:
            return may_end_intrigue(s, g, p)
        if OUST_0 <= a < WED_0:
            return may_oust(s, g, p, a - OUST_0)
        why = why_not_intrigue(s, g, p, a, s.asked[p])
        return why if why == TURN_1 or may_intrigue(s, g, p) == OK else may_intrigue(s, g, p)
    elif task == BUILDING:
        if a == END_0:
            return OK
        if BUILD_0 <= a < DESTROY_0:
            return may_build(s, g, p, a - BUILD_0)
        if DESTROY_0 <= a < GIVE_0:
            return may_destroy(s, g, p, (a - DESTROY_0) // MARKETS, (a - DESTROY_0) % MARKETS)
        if GIVE_0 <= a < PAY_0:
            return may_give(s, g, p, a - GIVE_0)
    return TURN_1


@rule
def why_not(s: State, g: Definition, a: int) -> int:
    """OK if this action is legal now, else the clause that forbids it. ``legal`` offers exactly the OK ones."""
    task = s.task[s.top]
    p = s.actor[s.top]
    if task < FIRST_DECISION:
        return why_not_chance(s, g, a)
    if task >= FIRST_AUTOMATIC:
        return TURN_1
    if task == BARGAIN:
        if a == REFUSE_0:
            return OK
        if a == ACCEPT_0:
            return may_accept(s)
        return may_counter(s, g, a - COUNTER_0) if COUNTER_0 <= a < DIVORCE_0 else ALLY_2
    if task == OFFER:
        return OK if a == PAY_0 or a == END_0 else FATE_1
    if task == PATRONAGE:
        if a == PAY_0:
            return may_pay_patron(s, g, p)
        return may_yield(s, g, p, a - YIELD_0) if a >= YIELD_0 else FATE_1
    if task == MATCHMAKING:
        if a == END_0:
            return OK
        return why_not_intrigue(s, g, p, a, s.x[s.top]) if WED_0 <= a < ACCEPT_0 else FATE_1
    if task == SEPARATION:
        if DIVORCE_0 <= a < PART_0:
            return may_divorce(s, g, p, a - DIVORCE_0)
        return may_part(s, g, p, a - PART_0) if PART_0 <= a < BUILD_0 else FATE_1
    return why_not_phase(s, g, p, a)


@rule
def apply_chance(s: State, g: Definition, a: int) -> None:
    """A die has fallen or a card was drawn."""
    task = s.task[s.top]
    pips = a - DIE_0 + 1
    if task == DEAL:
        deal(s, g, a - CHILD_0)
    elif task == FIRST_ROLL:
        if first_roll(s, g, pips):
            begin_turn(s, g, s.first)
    elif task == ENTER_ROLL:
        enter_roll(s, g, pips)
    elif task == OUST_ROLL:
        oust_roll(s, g, pips)
    elif task == DESTROY_ROLL:
        destroy_roll(s, g, pips)
    elif task == DRAW:
        draw(s, g, a - CARD_0)
    elif task == BIRTH_CARD:
        birth_card(s, a - CHILD_0)
    elif task == BIRTH_ROLL:
        birth_roll(s, pips)
    elif task == ELECTION_ROLL:
        election_roll(s, g, pips)


@rule
def end(s: State, g: Definition, p: int) -> None:
    """A phase, an offer or the search for a match is over for the player."""
    task = s.task[s.top]
    if task == OFFER:
        pop(s)
    elif task == MATCHMAKING:
        give_in(s, g, p)
    else:
        end_of_players_phase(s, g)


@rule
def apply_marriage(s: State, g: Definition, p: int, a: int) -> None:
    """Weddings, proposals and the ends of marriages, in an intrigue or under a card."""
    task = s.task[s.top]
    if task == INTRIGUE:
        s.y[0] = 1
    elif task == SEPARATION:
        pop(s)
    if a < PROPOSE_0:
        wed(s, g, p, (a - WED_0) // MARKETS, (a - WED_0) % MARKETS)
    elif a < ACCEPT_0:
        offer = a - PROPOSE_0
        q = offer // (2 * PRICES)
        if task == INTRIGUE:
            s.asked[p] |= 1 << q
        else:
            s.x[s.top] |= 1 << q
        propose(s, g, p, q, offer // PRICES % 2, offer % PRICES)
    elif a < PART_0:
        divorce(s, g, p, a - DIVORCE_0)
    else:
        card = card_in_play(s)
        part(s, p, a - PART_0, g.card_points[card], card)


@rule
def apply(s: State, g: Definition, a: int) -> None:
    """Do one legal action, and nothing beyond it."""
    p = s.actor[s.top]
    if a < END_0:
        apply_chance(s, g, a)
    elif a == END_0:
        end(s, g, p)
    elif a == ENTER_0:
        enter(s, p)
    elif a < OUST_0:
        move(s, g, p, a - MOVE_0)
    elif a < WED_0:
        oust(s, g, p, a - OUST_0)
    elif a < ACCEPT_0:
        apply_marriage(s, g, p, a)
    elif a == ACCEPT_0:
        accept(s, g)
    elif a == REFUSE_0:
        refuse(s)
    elif a < DIVORCE_0:
        counter(s, g, a - COUNTER_0)
    elif a < BUILD_0:
        apply_marriage(s, g, p, a)
    elif a < DESTROY_0:
        build(s, g, p, a - BUILD_0)
    elif a < GIVE_0:
        destroy(s, g, p, (a - DESTROY_0) // MARKETS, (a - DESTROY_0) % MARKETS)
    elif a < PAY_0:
        give(s, g, p, a - GIVE_0)
        end_of_players_phase(s, g)
    elif a == PAY_0:
        if s.task[s.top] == OFFER:
            take_offer(s, g, p)
        else:
            pay_patron(s, g, p)
    else:
        yield_agent(s, g, p, a - YIELD_0)


@rule
def advance(s: State, g: Definition, w: Scratch) -> int:
    """Let everything happen that asks nobody (TURN-3); returns how many legal moves ``w`` then holds."""
    while True:
        task = s.task[s.top]
        if task < FIRST_DECISION or task == OVER:
            return 0
        if task >= FIRST_AUTOMATIC:
            run_automatic_phase(s, g)
        elif task != MATCHMAKING or not settle_matchmaking(s):
            n = legal(s, g, w)
            if n > 1 or task == BARGAIN:
                return n
            apply(s, g, w.ids[0])


@rule
def play(s: State, g: Definition, a: int, w: Scratch) -> int:
    """Do one legal action and everything that follows by itself; returns as ``advance`` does."""
    apply(s, g, a)
    return advance(s, g, w)
