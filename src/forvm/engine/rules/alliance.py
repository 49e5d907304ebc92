"""ALLY-1 to ALLY-3: proposing a marriage between two houses, and bargaining over its price."""

from __future__ import annotations

from forvm.engine import actions, events, reasons, tasks
from forvm.engine.clauses import ALLY_1, ALLY_2, ALLY_3
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import PRICES
from forvm.engine.reasons import OK
from forvm.engine.rules.money import change_prestige, means, pay, receive
from forvm.engine.rules.pieces import allied, children_of, pair
from forvm.engine.rules.stack import pop, push
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def prices(s: State, g: Definition, proposer: int) -> int:
    """How many prices can be named: 0 and each step that the proposer could raise (ALLY-2)."""
    most = means(s, g, proposer)
    if most > g.price_highest:
        most = g.price_highest
    return 0 if most < 0 else most // g.price_step + 1


@rule
def proposed_to(s: State, p: int) -> int:
    """Whom the player has proposed to, as bits: in this turn's intrigues, or under the card that demands a marriage."""
    return s.asked[p] if s.task[s.top] == tasks.INTRIGUE else s.asked_by_card


@rule
def remember_proposal(s: State, p: int, q: int) -> None:
    """ALLY-1: one proposal to each player."""
    if s.task[s.top] == tasks.INTRIGUE:
        s.asked[p] |= 1 << q
    else:
        s.asked_by_card |= 1 << q


@rule
def may_court(s: State, g: Definition, p: int, q: int, asked: int) -> int:
    """ALLY-1, ALLY-3: may the player propose anything to this one? ``asked``: whom they proposed to already."""
    if q >= g.players:
        return reasons.NOBODY_TO_ASK
    if q == p:
        return reasons.ASKS_ONESELF
    if (asked >> q) & 1 == 1:
        return reasons.ASKED_BEFORE
    if allied(s, p, q):
        return reasons.IS_ALLIED
    return OK if children_of(s, q) > 0 else reasons.OTHER_IS_CHILDLESS


@rule
def may_offer_child(s: State, g: Definition, p: int, q: int, sex: int) -> int:
    """ALLY-1: one's own child, and where children lie open one that the other can match."""
    if s.child[p * 2 + sex] == 0:
        return reasons.NO_CHILD_TO_OFFER
    if g.family_open == 1 and s.child[q * 2 + 1 - sex] == 0:
        return reasons.NO_MATCH
    return OK


@rule
def may_propose(s: State, g: Definition, p: int, q: int, sex: int, price: int) -> int:
    """ALLY-1, ALLY-2: to whom, with which child, at which price."""
    why = may_court(s, g, p, q, proposed_to(s, p))
    if why == OK:
        why = may_offer_child(s, g, p, q, sex)
    if why == OK and price >= prices(s, g, p):
        why = reasons.OWN_PRICE
    return why


@rule
def list_proposals(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer every match at every price."""
    if children_of(s, p) == 0:
        return n
    top = prices(s, g, p)
    asked = proposed_to(s, p)
    for q in range(g.players):
        if may_court(s, g, p, q, asked) == OK:
            for sex in range(2):
                if may_offer_child(s, g, p, q, sex) == OK:
                    base = actions.PROPOSE_0 + (q * 2 + sex) * PRICES
                    for price in range(top):
                        scratch.ids[n + price] = base + price
                    n += top
    return n


@rule
def propose(s: State, g: Definition, p: int, q: int, sex: int, price: int) -> None:
    """The bargaining begins: the other is to answer (ALLY-2)."""
    push(s, tasks.BARGAIN, q)
    s.proposer = p
    s.other = q
    s.offered_child = sex
    s.price = price
    s.counters_left = g.counter_offers
    note(s, events.PROPOSAL, p, q, ALLY_1, NOWHERE)
    note(s, events.PRICE_NAMED, p, price * g.price_step, ALLY_2, NOWHERE)


@rule
def can_match(s: State) -> bool:
    """Does the one who was asked hold the matching child? If not they can only refuse (ALLY-1)."""
    return s.child[s.other * 2 + 1 - s.offered_child] > 0


@rule
def may_accept(s: State) -> int:
    """ALLY-1: not without the matching child."""
    return OK if can_match(s) else reasons.CANNOT_MATCH


@rule
def may_counter(s: State, g: Definition, price: int) -> int:
    """ALLY-2: another price, while counter-offers are left, that the proposer can raise."""
    if not can_match(s):
        return reasons.CANNOT_MATCH
    return may_name(s, price, prices(s, g, s.proposer))


@rule
def may_name(s: State, price: int, count: int) -> int:
    """ALLY-2 without looking for the child; ``count`` is how many prices the proposer can raise."""
    if s.counters_left == 0:
        return reasons.NO_COUNTER_LEFT
    if price == s.price:
        return reasons.SAME_PRICE
    if price >= count:
        return reasons.OWN_PRICE if s.actor[s.top] == s.proposer else reasons.PROPOSERS_PRICE
    return OK


@rule
def list_answers(s: State, g: Definition, scratch: Scratch, n: int) -> int:
    """Offer yes, no, and every other price."""
    scratch.ids[n] = actions.REFUSE_0
    n += 1
    if may_accept(s) != OK:
        return n
    scratch.ids[n] = actions.ACCEPT_0
    n += 1
    count = prices(s, g, s.proposer)
    for price in range(count):
        if may_name(s, price, count) == OK:
            scratch.ids[n] = actions.COUNTER_0 + price
            n += 1
    return n


@rule
def counter(s: State, g: Definition, price: int) -> None:
    """Another price is on the table; the other side is to answer."""
    top = s.top
    speaker = s.actor[top]
    s.price = price
    s.counters_left -= 1
    s.actor[top] = s.other if speaker == s.proposer else s.proposer
    note(s, events.PRICE_NAMED, speaker, price * g.price_step, ALLY_2, NOWHERE)


@rule
def end_bargain(s: State) -> None:
    """The bargain is off the table."""
    pop(s)
    s.proposer = 0
    s.other = 0
    s.offered_child = 0
    s.price = 0
    s.counters_left = 0


@rule
def refuse(s: State) -> None:
    """No marriage."""
    note(s, events.REFUSED, s.actor[s.top], s.proposer, ALLY_2, NOWHERE)
    end_bargain(s)


@rule
def accept(s: State, g: Definition) -> None:
    """ALLY-3: the price is paid, both children are used up, both houses rise."""
    p = s.proposer
    q = s.other
    price = s.price * g.price_step
    sex = s.offered_child
    end_bargain(s)
    pay(s, g, p, price, ALLY_3, NOWHERE)
    receive(s, q, price, ALLY_3, NOWHERE)
    s.child[p * 2 + sex] -= 1
    s.child[q * 2 + 1 - sex] -= 1
    s.ally_payer[pair(p, q)] = p
    s.ally_price[pair(p, q)] = price
    s.newlywed |= (1 << p) | (1 << q)
    note(s, events.ALLIED, p, q, ALLY_3, NOWHERE)
    change_prestige(s, p, g.alliance_prestige, ALLY_3, NOWHERE)
    change_prestige(s, q, g.alliance_prestige, ALLY_3, NOWHERE)
