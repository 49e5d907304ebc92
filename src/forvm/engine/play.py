"""The engine's front: start, legal moves, why not, chance, play.

A driver keeps a state, a definition and a buffer of ids. After ``start`` or ``play`` either chance is due, or the
buffer holds the legal moves of the player to act, or the game is over (TURN-3: nobody is asked where there is only
one answer, except in a bargain, where being asked must tell nothing).
"""

from __future__ import annotations

from forvm.engine import actions, tasks
from forvm.engine.clauses import ALLY_2, FATE_1, OK, SETUP_2, SETUP_3, TURN_1
from forvm.engine.definition import Definition
from forvm.engine.limits import MARKETS, PRICES
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
from forvm.engine.state import State
from forvm.engine.turn import begin_turn, draw, end_of_players_phase, run_automatic_phase
from forvm.engine.twin.rule import rule


@rule
def start(s: State, g: Definition) -> None:
    """Lay the table on a fresh state; chance is due next, always."""
    lay_table(s, g)


@rule
def chance_due(s: State) -> bool:
    """Does the game wait for a die or a card?"""
    return s.task[s.top] < tasks.FIRST_DECISION


@rule
def legal(s: State, g: Definition, w: Scratch) -> int:
    """Write the legal moves of the player to act into ``w``; returns how many (0 if nobody is to act)."""
    task = s.task[s.top]
    p = s.actor[s.top]
    n = 0
    if task == tasks.MOVING:
        n = list_moves(s, g, p, w, n)
        if may_end_move(s, g, p) == OK:
            w.ids[n] = actions.END_0
            n += 1
    elif task == tasks.INTRIGUE:
        n = list_intrigues(s, g, p, w, n)
        if may_end_intrigue(s, g, p) == OK:
            w.ids[n] = actions.END_0
            n += 1
    elif task == tasks.BUILDING:
        n = list_builds(s, g, p, w, n)
        n = list_destructions(s, g, p, w, n)
        n = list_gifts(s, g, p, w, n)
        w.ids[n] = actions.END_0
        n += 1
    elif task == tasks.BARGAIN:
        n = list_answers(s, g, w, n)
    elif task == tasks.OFFER:
        w.ids[0] = actions.PAY_0
        w.ids[1] = actions.END_0
        n = 2
    elif task == tasks.PATRONAGE:
        n = list_patronage(s, g, p, w, n)
    elif task == tasks.MATCHMAKING:
        n = list_matches(s, g, p, w, n)
    elif task == tasks.SEPARATION:
        n = list_separations(s, g, p, w, n)
    return n


@rule
def chance(s: State, g: Definition, w: Scratch) -> int:
    """Write the possible outcomes of the die or card that is due, and their weights; returns how many."""
    task = s.task[s.top]
    n = 0
    if task == tasks.DEAL or task == tasks.BIRTH_CARD:
        for sex in range(2):
            if s.family_left[sex] > 0:
                w.ids[n] = actions.CHILD_0 + sex
                w.weights[n] = s.family_left[sex]
                n += 1
    elif task == tasks.DRAW:
        for card in range(g.cards):
            if s.fate_left[card] > 0:
                w.ids[n] = actions.CARD_0 + card
                w.weights[n] = s.fate_left[card]
                n += 1
    elif task < tasks.FIRST_DECISION:
        for pips in range(6):
            w.ids[pips] = actions.DIE_0 + pips
            w.weights[pips] = 1
        n = 6
    return n


@rule
def why_not_chance(s: State, g: Definition, a: int) -> int:
    """May chance answer with this outcome now?"""
    task = s.task[s.top]
    if task == tasks.DEAL or task == tasks.BIRTH_CARD:
        if actions.CHILD_0 <= a < actions.CARD_0:
            return OK if s.family_left[a - actions.CHILD_0] > 0 else SETUP_2
        return TURN_1
    if task == tasks.DRAW:
        if actions.CARD_0 <= a < actions.END_0 and a - actions.CARD_0 < g.cards:
            return OK if s.fate_left[a - actions.CARD_0] > 0 else SETUP_3
        return TURN_1
    return OK if actions.DIE_0 <= a < actions.CHILD_0 else TURN_1


@rule
def why_not_intrigue(s: State, g: Definition, p: int, a: int, asked: int) -> int:
    """The marriages and divorces of an intrigue; the marriages also when old morals demand one."""
    if actions.WED_0 <= a < actions.PROPOSE_0:
        return may_wed(s, g, p, (a - actions.WED_0) // MARKETS, (a - actions.WED_0) % MARKETS)
    if actions.PROPOSE_0 <= a < actions.ACCEPT_0:
        offer = a - actions.PROPOSE_0
        return may_propose(s, g, p, offer // (2 * PRICES), offer // PRICES % 2, offer % PRICES, asked)
    if actions.DIVORCE_0 <= a < actions.PART_0:
        return may_divorce(s, g, p, a - actions.DIVORCE_0)
    return TURN_1


@rule
def why_not_phase(s: State, g: Definition, p: int, a: int) -> int:
    """Moves of the three phases in which players act."""
    task = s.task[s.top]
    if task == tasks.MOVING:
        if a == actions.END_0:
            return may_end_move(s, g, p)
        if a == actions.ENTER_0:
            return may_enter(s, g, p)
        if actions.MOVE_0 <= a < actions.OUST_0:
            return may_move(s, g, p, a - actions.MOVE_0)
    elif task == tasks.INTRIGUE:
        if a == actions.END_0:
            return may_end_intrigue(s, g, p)
        if actions.OUST_0 <= a < actions.WED_0:
            return may_oust(s, g, p, a - actions.OUST_0)
        why = why_not_intrigue(s, g, p, a, s.asked[p])
        return why if why == TURN_1 or may_intrigue(s, g, p) == OK else may_intrigue(s, g, p)
    elif task == tasks.BUILDING:
        if a == actions.END_0:
            return OK
        if actions.BUILD_0 <= a < actions.DESTROY_0:
            return may_build(s, g, p, a - actions.BUILD_0)
        if actions.DESTROY_0 <= a < actions.GIVE_0:
            return may_destroy(s, g, p, (a - actions.DESTROY_0) // MARKETS, (a - actions.DESTROY_0) % MARKETS)
        if actions.GIVE_0 <= a < actions.PAY_0:
            return may_give(s, g, p, a - actions.GIVE_0)
    return TURN_1


@rule
def why_not(s: State, g: Definition, a: int) -> int:
    """OK if this action is legal now, else the clause that forbids it. ``legal`` offers exactly the OK ones."""
    task = s.task[s.top]
    p = s.actor[s.top]
    if task < tasks.FIRST_DECISION:
        return why_not_chance(s, g, a)
    if task >= tasks.FIRST_AUTOMATIC:
        return TURN_1
    if task == tasks.BARGAIN:
        if a == actions.REFUSE_0:
            return OK
        if a == actions.ACCEPT_0:
            return may_accept(s)
        return may_counter(s, g, a - actions.COUNTER_0) if actions.COUNTER_0 <= a < actions.DIVORCE_0 else ALLY_2
    if task == tasks.OFFER:
        return OK if a == actions.PAY_0 or a == actions.END_0 else FATE_1
    if task == tasks.PATRONAGE:
        if a == actions.PAY_0:
            return may_pay_patron(s, g, p)
        return may_yield(s, g, p, a - actions.YIELD_0) if a >= actions.YIELD_0 else FATE_1
    if task == tasks.MATCHMAKING:
        if a == actions.END_0:
            return OK
        return why_not_intrigue(s, g, p, a, s.x[s.top]) if actions.WED_0 <= a < actions.ACCEPT_0 else FATE_1
    if task == tasks.SEPARATION:
        if actions.DIVORCE_0 <= a < actions.PART_0:
            return may_divorce(s, g, p, a - actions.DIVORCE_0)
        return may_part(s, g, p, a - actions.PART_0) if actions.PART_0 <= a < actions.BUILD_0 else FATE_1
    return why_not_phase(s, g, p, a)


@rule
def apply_chance(s: State, g: Definition, a: int) -> None:
    """A die has fallen or a card was drawn."""
    task = s.task[s.top]
    pips = a - actions.DIE_0 + 1
    if task == tasks.DEAL:
        deal(s, g, a - actions.CHILD_0)
    elif task == tasks.FIRST_ROLL:
        if first_roll(s, g, pips):
            begin_turn(s, g, s.first)
    elif task == tasks.ENTER_ROLL:
        enter_roll(s, g, pips)
    elif task == tasks.OUST_ROLL:
        oust_roll(s, g, pips)
    elif task == tasks.DESTROY_ROLL:
        destroy_roll(s, g, pips)
    elif task == tasks.DRAW:
        draw(s, g, a - actions.CARD_0)
    elif task == tasks.BIRTH_CARD:
        birth_card(s, a - actions.CHILD_0)
    elif task == tasks.BIRTH_ROLL:
        birth_roll(s, pips)
    elif task == tasks.ELECTION_ROLL:
        election_roll(s, g, pips)


@rule
def end(s: State, g: Definition, p: int) -> None:
    """A phase, an offer or the search for a match is over for the player."""
    task = s.task[s.top]
    if task == tasks.OFFER:
        pop(s)
    elif task == tasks.MATCHMAKING:
        give_in(s, g, p)
    else:
        end_of_players_phase(s, g)


@rule
def apply_marriage(s: State, g: Definition, p: int, a: int) -> None:
    """Weddings, proposals and the ends of marriages, in an intrigue or under a card."""
    task = s.task[s.top]
    if task == tasks.INTRIGUE:
        s.y[0] = 1
    elif task == tasks.SEPARATION:
        pop(s)
    if a < actions.PROPOSE_0:
        wed(s, g, p, (a - actions.WED_0) // MARKETS, (a - actions.WED_0) % MARKETS)
    elif a < actions.ACCEPT_0:
        offer = a - actions.PROPOSE_0
        q = offer // (2 * PRICES)
        if task == tasks.INTRIGUE:
            s.asked[p] |= 1 << q
        else:
            s.x[s.top] |= 1 << q
        propose(s, g, p, q, offer // PRICES % 2, offer % PRICES)
    elif a < actions.PART_0:
        divorce(s, g, p, a - actions.DIVORCE_0)
    else:
        card = card_in_play(s)
        part(s, p, a - actions.PART_0, g.card_points[card], card)


@rule
def apply(s: State, g: Definition, a: int) -> None:
    """Do one legal action, and nothing beyond it."""
    p = s.actor[s.top]
    if a < actions.END_0:
        apply_chance(s, g, a)
    elif a == actions.END_0:
        end(s, g, p)
    elif a == actions.ENTER_0:
        enter(s, p)
    elif a < actions.OUST_0:
        move(s, g, p, a - actions.MOVE_0)
    elif a < actions.WED_0:
        oust(s, g, p, a - actions.OUST_0)
    elif a < actions.ACCEPT_0:
        apply_marriage(s, g, p, a)
    elif a == actions.ACCEPT_0:
        accept(s, g)
    elif a == actions.REFUSE_0:
        refuse(s)
    elif a < actions.DIVORCE_0:
        counter(s, g, a - actions.COUNTER_0)
    elif a < actions.BUILD_0:
        apply_marriage(s, g, p, a)
    elif a < actions.DESTROY_0:
        build(s, g, p, a - actions.BUILD_0)
    elif a < actions.GIVE_0:
        destroy(s, g, p, (a - actions.DESTROY_0) // MARKETS, (a - actions.DESTROY_0) % MARKETS)
    elif a < actions.PAY_0:
        give(s, g, p, a - actions.GIVE_0)
        end_of_players_phase(s, g)
    elif a == actions.PAY_0:
        if s.task[s.top] == tasks.OFFER:
            take_offer(s, g, p)
        else:
            pay_patron(s, g, p)
    else:
        yield_agent(s, g, p, a - actions.YIELD_0)


@rule
def advance(s: State, g: Definition, w: Scratch) -> int:
    """Let everything happen that asks nobody (TURN-3); returns how many legal moves ``w`` then holds."""
    while True:
        task = s.task[s.top]
        if task < tasks.FIRST_DECISION or task == tasks.OVER:
            return 0
        if task >= tasks.FIRST_AUTOMATIC:
            run_automatic_phase(s, g)
        elif task != tasks.MATCHMAKING or not settle_matchmaking(s):
            n = legal(s, g, w)
            if n > 1 or task == tasks.BARGAIN:
                return n
            apply(s, g, w.ids[0])


@rule
def play(s: State, g: Definition, a: int, w: Scratch) -> int:
    """Do one legal action and everything that follows by itself; returns as ``advance`` does."""
    apply(s, g, a)
    return advance(s, g, w)
