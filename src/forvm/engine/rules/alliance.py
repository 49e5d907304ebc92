"""ALLY-1 to ALLY-3: proposing a marriage between two houses, and bargaining over its price."""

from __future__ import annotations

from forvm.engine import actions, events, tasks
from forvm.engine.clauses import ALLY_1, ALLY_2, ALLY_3, OK
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import PRICES
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
def may_court(s: State, g: Definition, p: int, q: int, asked: int) -> int:
    """ALLY-1, ALLY-3: may the player propose anything to this one? ``asked``: whom they proposed to already."""
    if q == p or q >= g.players or (asked >> q) & 1 == 1:
        return ALLY_1
    if allied(s, p, q):
        return ALLY_3
    return OK if children_of(s, q) > 0 else ALLY_1


@rule
def may_offer_child(s: State, g: Definition, p: int, q: int, sex: int) -> int:
    """ALLY-1: one's own child, and where children lie open one that the other can match."""
    if s.child[p * 2 + sex] == 0:
        return ALLY_1
    if g.family_open == 1 and s.child[q * 2 + 1 - sex] == 0:
        return ALLY_1
    return OK


@rule
def may_propose(s: State, g: Definition, p: int, q: int, sex: int, price: int, asked: int) -> int:
    """ALLY-1, ALLY-2: to whom, with which child, at which price."""
    why = may_court(s, g, p, q, asked)
    if why == OK:
        why = may_offer_child(s, g, p, q, sex)
    if why == OK and price >= prices(s, g, p):
        why = ALLY_2
    return why


@rule
def list_proposals(s: State, g: Definition, p: int, asked: int, w: Scratch, n: int) -> int:
    """Offer every match at every price."""
    if children_of(s, p) == 0:
        return n
    top = prices(s, g, p)
    for q in range(g.players):
        if may_court(s, g, p, q, asked) == OK:
            for sex in range(2):
                if may_offer_child(s, g, p, q, sex) == OK:
                    base = actions.PROPOSE_0 + (q * 2 + sex) * PRICES
                    for price in range(top):
                        w.ids[n + price] = base + price
                    n += top
    return n


@rule
def propose(s: State, g: Definition, p: int, q: int, sex: int, price: int) -> None:
    """The bargaining begins: the other is to answer (ALLY-2)."""
    frame = push(s, tasks.BARGAIN, q)
    s.x[frame] = p
    s.y[frame] = q
    s.z[frame] = price
    s.u[frame] = g.counter_offers
    s.v[frame] = sex
    note(s, events.PROPOSAL, p, q, ALLY_1, NOWHERE)
    note(s, events.PRICE_NAMED, p, price * g.price_step, ALLY_2, NOWHERE)


@rule
def can_match(s: State) -> bool:
    """Does the one who was asked hold the matching child? If not they can only refuse (ALLY-1)."""
    top = s.top
    return s.child[s.y[top] * 2 + 1 - s.v[top]] > 0


@rule
def may_accept(s: State) -> int:
    """ALLY-1: not without the matching child."""
    return OK if can_match(s) else ALLY_1


@rule
def may_counter(s: State, g: Definition, price: int) -> int:
    """ALLY-2: another price, while counter-offers are left, that the proposer can raise."""
    top = s.top
    if not can_match(s):
        return ALLY_1
    if s.u[top] == 0 or price == s.z[top] or price >= prices(s, g, s.x[top]):
        return ALLY_2
    return OK


@rule
def list_answers(s: State, g: Definition, w: Scratch, n: int) -> int:
    """Offer yes, no, and every other price."""
    w.ids[n] = actions.REFUSE_0
    n += 1
    if may_accept(s) != OK:
        return n
    w.ids[n] = actions.ACCEPT_0
    n += 1
    top = s.top
    if s.u[top] > 0:
        for price in range(prices(s, g, s.x[top])):
            if price != s.z[top]:
                w.ids[n] = actions.COUNTER_0 + price
                n += 1
    return n


@rule
def counter(s: State, g: Definition, price: int) -> None:
    """Another price is on the table; the other side is to answer."""
    top = s.top
    speaker = s.actor[top]
    s.z[top] = price
    s.u[top] -= 1
    s.actor[top] = s.y[top] if speaker == s.x[top] else s.x[top]
    note(s, events.PRICE_NAMED, speaker, price * g.price_step, ALLY_2, NOWHERE)


@rule
def refuse(s: State) -> None:
    """No marriage."""
    note(s, events.REFUSED, s.actor[s.top], s.x[s.top], ALLY_2, NOWHERE)
    pop(s)


@rule
def accept(s: State, g: Definition) -> None:
    """ALLY-3: the price is paid, both children are used up, both houses rise."""
    top = s.top
    p = s.x[top]
    q = s.y[top]
    price = s.z[top] * g.price_step
    sex = s.v[top]
    pop(s)
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
