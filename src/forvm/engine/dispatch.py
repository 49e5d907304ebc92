"""Which rules answer which task. Written by ``dispatch_writer`` from ``decisions``: change those instead."""

from __future__ import annotations

from forvm.engine import actions, reasons, tasks
from forvm.engine.definition import Definition
from forvm.engine.limits import GIFTS, MARKETS, PRICES
from forvm.engine.reasons import OK
from forvm.engine.rules.alliance import (
    accept,
    counter,
    list_answers,
    may_accept,
    may_counter,
    may_propose,
    propose,
    refuse,
    remember_proposal,
)
from forvm.engine.rules.build import build, list_builds, may_build
from forvm.engine.rules.destroy import destroy, destroy_roll, list_destructions, may_destroy
from forvm.engine.rules.divorce import divorce, may_divorce
from forvm.engine.rules.fate_choices import (
    birth_card,
    birth_roll,
    divorce_by_card,
    election_roll,
    give_in,
    list_matches,
    list_patronage,
    list_separations,
    may_pay_patron,
    may_yield,
    part_by_card,
    pay_patron,
    take_offer,
    yield_agent,
)
from forvm.engine.rules.give import give, list_gifts, may_give
from forvm.engine.rules.intrigue import list_intrigues, may_end_intrigue, may_intrigue, use_intrigue
from forvm.engine.rules.local import may_part, may_wed, wed
from forvm.engine.rules.move import enter, enter_roll, list_moves, may_end_move, may_enter, may_move, move
from forvm.engine.rules.oust import may_oust, oust, oust_roll
from forvm.engine.rules.setup import deal
from forvm.engine.rules.stack import pop
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.turn import draw, end_of_players_phase, roll_for_first
from forvm.engine.twin.rule import rule


@rule
def outcome_kind(task: int) -> int:
    """What a task of chance waits for: a die unless it is a card."""
    if task == tasks.DEAL or task == tasks.BIRTH_CARD:
        return actions.CHILD
    if task == tasks.DRAW:
        return actions.CARD
    return actions.DIE


@rule
def apply_chance(s: State, g: Definition, a: int) -> None:
    """A die has fallen or a card was drawn."""
    task = s.task[s.top]
    if task == tasks.DEAL:
        deal(s, g, a - actions.CHILD_0)
    elif task == tasks.FIRST_ROLL:
        roll_for_first(s, g, a - actions.DIE_0 + 1)
    elif task == tasks.ENTER_ROLL:
        enter_roll(s, g, a - actions.DIE_0 + 1)
    elif task == tasks.OUST_ROLL:
        oust_roll(s, g, a - actions.DIE_0 + 1)
    elif task == tasks.DESTROY_ROLL:
        destroy_roll(s, g, a - actions.DIE_0 + 1)
    elif task == tasks.DRAW:
        draw(s, g, a - actions.CARD_0)
    elif task == tasks.BIRTH_CARD:
        birth_card(s, a - actions.CHILD_0)
    elif task == tasks.BIRTH_ROLL:
        birth_roll(s, a - actions.DIE_0 + 1)
    elif task == tasks.ELECTION_ROLL:
        election_roll(s, g, a - actions.DIE_0 + 1)


@rule
def list_choices(s: State, g: Definition, scratch: Scratch) -> int:
    """Write the legal moves of the player to act into ``scratch``; returns how many."""
    task = s.task[s.top]
    p = s.actor[s.top]
    n = 0
    if task == tasks.MOVING:
        n = list_moves(s, g, p, scratch, n)
        if may_end_move(s, g, p) == OK:
            scratch.ids[n] = actions.END_0
            n += 1
    elif task == tasks.INTRIGUE:
        n = list_intrigues(s, g, p, scratch, n)
        if may_end_intrigue(s, g, p) == OK:
            scratch.ids[n] = actions.END_0
            n += 1
    elif task == tasks.BUILDING:
        n = list_builds(s, g, p, scratch, n)
        n = list_destructions(s, g, p, scratch, n)
        n = list_gifts(s, g, p, scratch, n)
        scratch.ids[n] = actions.END_0
        n += 1
    elif task == tasks.BARGAIN:
        n = list_answers(s, g, scratch, n)
    elif task == tasks.OFFER:
        scratch.ids[n] = actions.PAY_0
        n += 1
        scratch.ids[n] = actions.END_0
        n += 1
    elif task == tasks.PATRONAGE:
        n = list_patronage(s, g, p, scratch, n)
    elif task == tasks.MATCHMAKING:
        n = list_matches(s, g, p, scratch, n)
        scratch.ids[n] = actions.END_0
        n += 1
    elif task == tasks.SEPARATION:
        n = list_separations(s, g, p, scratch, n)
    return n


@rule
def why_not_moving(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.MOVING``."""
    if a == actions.END_0:
        return may_end_move(s, g, p)
    if a == actions.ENTER_0:
        return may_enter(s, g, p)
    if actions.MOVE_0 <= a < actions.OUST_0:
        return may_move(s, g, p, a - actions.MOVE_0)
    return reasons.OTHER_PHASE


@rule
def apply_moving(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.MOVING``."""
    if a == actions.END_0:
        end_of_players_phase(s, g)
    elif a == actions.ENTER_0:
        enter(s, p)
    elif actions.MOVE_0 <= a < actions.OUST_0:
        move(s, g, p, a - actions.MOVE_0)


@rule
def why_not_intrigue(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.INTRIGUE``."""
    if a == actions.END_0:
        return may_end_intrigue(s, g, p)
    if actions.OUST_0 <= a < actions.WED_0:
        return may_oust(s, g, p, a - actions.OUST_0)
    if actions.WED_0 <= a < actions.PROPOSE_0:
        at = a - actions.WED_0
        why = may_intrigue(s, g, p)
        if why != OK:
            return why
        return may_wed(s, g, p, at // MARKETS, at % MARKETS)
    if actions.PROPOSE_0 <= a < actions.ACCEPT_0:
        at = a - actions.PROPOSE_0
        why = may_intrigue(s, g, p)
        if why != OK:
            return why
        return may_propose(s, g, p, at // (2 * PRICES), at // PRICES % 2, at % PRICES)
    if actions.DIVORCE_0 <= a < actions.PART_0:
        why = may_intrigue(s, g, p)
        if why != OK:
            return why
        return may_divorce(s, g, p, a - actions.DIVORCE_0)
    return reasons.OTHER_PHASE


@rule
def apply_intrigue(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.INTRIGUE``."""
    if a == actions.END_0:
        end_of_players_phase(s, g)
    elif actions.OUST_0 <= a < actions.WED_0:
        oust(s, g, p, a - actions.OUST_0)
    elif actions.WED_0 <= a < actions.PROPOSE_0:
        at = a - actions.WED_0
        use_intrigue(s)
        wed(s, g, p, at // MARKETS, at % MARKETS)
    elif actions.PROPOSE_0 <= a < actions.ACCEPT_0:
        at = a - actions.PROPOSE_0
        use_intrigue(s)
        remember_proposal(s, p, at // (2 * PRICES))
        propose(s, g, p, at // (2 * PRICES), at // PRICES % 2, at % PRICES)
    elif actions.DIVORCE_0 <= a < actions.PART_0:
        use_intrigue(s)
        divorce(s, g, p, a - actions.DIVORCE_0)


@rule
def why_not_building(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.BUILDING``."""
    if a == actions.END_0:
        return OK
    if actions.BUILD_0 <= a < actions.DESTROY_0:
        return may_build(s, g, p, a - actions.BUILD_0)
    if actions.DESTROY_0 <= a < actions.GIVE_0:
        at = a - actions.DESTROY_0
        return may_destroy(s, g, p, at // MARKETS, at % MARKETS)
    if actions.GIVE_0 <= a < actions.PAY_0:
        at = a - actions.GIVE_0
        return may_give(s, g, p, at // GIFTS, at % GIFTS)
    return reasons.OTHER_PHASE


@rule
def apply_building(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.BUILDING``."""
    if a == actions.END_0:
        end_of_players_phase(s, g)
    elif actions.BUILD_0 <= a < actions.DESTROY_0:
        build(s, g, p, a - actions.BUILD_0)
    elif actions.DESTROY_0 <= a < actions.GIVE_0:
        at = a - actions.DESTROY_0
        destroy(s, g, p, at // MARKETS, at % MARKETS)
    elif actions.GIVE_0 <= a < actions.PAY_0:
        at = a - actions.GIVE_0
        give(s, g, p, at // GIFTS, at % GIFTS)
        end_of_players_phase(s, g)


@rule
def why_not_bargain(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.BARGAIN``."""
    if a == actions.ACCEPT_0:
        return may_accept(s)
    if a == actions.REFUSE_0:
        return OK
    if actions.COUNTER_0 <= a < actions.DIVORCE_0:
        return may_counter(s, g, a - actions.COUNTER_0)
    return reasons.ANSWER_PROPOSAL


@rule
def apply_bargain(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.BARGAIN``."""
    if a == actions.ACCEPT_0:
        accept(s, g)
    elif a == actions.REFUSE_0:
        refuse(s)
    elif actions.COUNTER_0 <= a < actions.DIVORCE_0:
        counter(s, g, a - actions.COUNTER_0)


@rule
def why_not_offer(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.OFFER``."""
    if a == actions.END_0:
        return OK
    if a == actions.PAY_0:
        return OK
    return reasons.ANSWER_CARD


@rule
def apply_offer(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.OFFER``."""
    if a == actions.END_0:
        pop(s)
    elif a == actions.PAY_0:
        take_offer(s, g, p)


@rule
def why_not_patronage(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.PATRONAGE``."""
    if a == actions.PAY_0:
        return may_pay_patron(s, g, p)
    if actions.YIELD_0 <= a < actions.ACTIONS:
        return may_yield(s, g, p, a - actions.YIELD_0)
    return reasons.ANSWER_CARD


@rule
def apply_patronage(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.PATRONAGE``."""
    if a == actions.PAY_0:
        pay_patron(s, g, p)
    elif actions.YIELD_0 <= a < actions.ACTIONS:
        yield_agent(s, g, p, a - actions.YIELD_0)


@rule
def why_not_matchmaking(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.MATCHMAKING``."""
    if a == actions.END_0:
        return OK
    if actions.WED_0 <= a < actions.PROPOSE_0:
        at = a - actions.WED_0
        return may_wed(s, g, p, at // MARKETS, at % MARKETS)
    if actions.PROPOSE_0 <= a < actions.ACCEPT_0:
        at = a - actions.PROPOSE_0
        return may_propose(s, g, p, at // (2 * PRICES), at // PRICES % 2, at % PRICES)
    return reasons.ANSWER_CARD


@rule
def apply_matchmaking(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.MATCHMAKING``."""
    if a == actions.END_0:
        give_in(s, g, p)
    elif actions.WED_0 <= a < actions.PROPOSE_0:
        at = a - actions.WED_0
        wed(s, g, p, at // MARKETS, at % MARKETS)
    elif actions.PROPOSE_0 <= a < actions.ACCEPT_0:
        at = a - actions.PROPOSE_0
        remember_proposal(s, p, at // (2 * PRICES))
        propose(s, g, p, at // (2 * PRICES), at // PRICES % 2, at % PRICES)


@rule
def why_not_separation(s: State, g: Definition, p: int, a: int) -> int:
    """Why a move does not answer ``tasks.SEPARATION``."""
    if actions.DIVORCE_0 <= a < actions.PART_0:
        return may_divorce(s, g, p, a - actions.DIVORCE_0)
    if actions.PART_0 <= a < actions.BUILD_0:
        return may_part(s, g, p, a - actions.PART_0)
    return reasons.ANSWER_CARD


@rule
def apply_separation(s: State, g: Definition, p: int, a: int) -> None:
    """Do a legal move that answers ``tasks.SEPARATION``."""
    if actions.DIVORCE_0 <= a < actions.PART_0:
        divorce_by_card(s, g, p, a - actions.DIVORCE_0)
    elif actions.PART_0 <= a < actions.BUILD_0:
        part_by_card(s, g, p, a - actions.PART_0)


@rule
def why_not_choice(s: State, g: Definition, a: int) -> int:
    """OK if this move answers what is asked of the player, else the reason."""
    task = s.task[s.top]
    p = s.actor[s.top]
    if task == tasks.MOVING:
        return why_not_moving(s, g, p, a)
    if task == tasks.INTRIGUE:
        return why_not_intrigue(s, g, p, a)
    if task == tasks.BUILDING:
        return why_not_building(s, g, p, a)
    if task == tasks.BARGAIN:
        return why_not_bargain(s, g, p, a)
    if task == tasks.OFFER:
        return why_not_offer(s, g, p, a)
    if task == tasks.PATRONAGE:
        return why_not_patronage(s, g, p, a)
    if task == tasks.MATCHMAKING:
        return why_not_matchmaking(s, g, p, a)
    if task == tasks.SEPARATION:
        return why_not_separation(s, g, p, a)
    return reasons.OVER


@rule
def apply_choice(s: State, g: Definition, a: int) -> None:
    """Do one legal move of the player to act."""
    task = s.task[s.top]
    p = s.actor[s.top]
    if task == tasks.MOVING:
        apply_moving(s, g, p, a)
    elif task == tasks.INTRIGUE:
        apply_intrigue(s, g, p, a)
    elif task == tasks.BUILDING:
        apply_building(s, g, p, a)
    elif task == tasks.BARGAIN:
        apply_bargain(s, g, p, a)
    elif task == tasks.OFFER:
        apply_offer(s, g, p, a)
    elif task == tasks.PATRONAGE:
        apply_patronage(s, g, p, a)
    elif task == tasks.MATCHMAKING:
        apply_matchmaking(s, g, p, a)
    elif task == tasks.SEPARATION:
        apply_separation(s, g, p, a)
