"""FATE-1: the fate cards that ask a player, or a die, something."""

from __future__ import annotations

from forvm.engine import actions, events, reasons, tasks
from forvm.engine.clauses import FATE_1
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS
from forvm.engine.reasons import OK
from forvm.engine.rules.alliance import list_proposals
from forvm.engine.rules.divorce import divorce, list_divorces
from forvm.engine.rules.local import list_partings, list_weddings, part
from forvm.engine.rules.money import change_prestige, lose, means, pay
from forvm.engine.rules.pieces import agent_on, children_of, has_ally, lose_agent, married_locally
from forvm.engine.rules.setup import take_family_card
from forvm.engine.rules.stack import pop, push
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule

# Amphitheatre, vow: prestige for money.


@rule
def offer(s: State, g: Definition, p: int, card: int) -> None:
    """Nobody is offered a payment that they cannot raise."""
    if means(s, g, p) >= g.card_amount[card]:
        push(s, tasks.OFFER, p)


@rule
def take_offer(s: State, g: Definition, p: int) -> None:
    """The price is paid, loan included, before the prestige comes (DEBT-1)."""
    card = s.card
    pop(s)
    pay(s, g, p, g.card_amount[card], FATE_1, card)
    change_prestige(s, p, g.card_points[card], FATE_1, card)


# Patron: money, or an agent.


@rule
def has_agent_on_board(s: State, g: Definition, p: int) -> bool:
    """Has the player any agent on the board?"""
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            return True
    return False


@rule
def begin_patronage(s: State, g: Definition, p: int, card: int) -> None:
    """A player without an agent to lose pays what they can (DEBT-2)."""
    if has_agent_on_board(s, g, p):
        push(s, tasks.PATRONAGE, p)
    else:
        lose(s, g, p, g.card_amount[card], FATE_1, card)


@rule
def may_pay_patron(s: State, g: Definition, p: int) -> int:
    """Only with the money or a loan."""
    return OK if means(s, g, p) >= g.card_amount[s.card] else reasons.NO_MONEY_FOR_PATRON


@rule
def may_yield(s: State, g: Definition, p: int, m: int) -> int:
    """Only an agent that stands there."""
    return OK if m < g.markets and agent_on(s, g, p, m) >= 0 else reasons.NO_AGENT_TO_YIELD


@rule
def list_patronage(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer the payment and every agent on the board."""
    if may_pay_patron(s, g, p) == OK:
        scratch.ids[n] = actions.PAY_0
        n += 1
    for slot in range(g.agents):
        m = s.agent[p * AGENTS + slot]
        if m != NOWHERE and may_yield(s, g, p, m) == OK:
            scratch.ids[n] = actions.YIELD_0 + m
            n += 1
    return n


@rule
def pay_patron(s: State, g: Definition, p: int) -> None:
    """The patron is paid."""
    card = s.card
    pop(s)
    pay(s, g, p, g.card_amount[card], FATE_1, card)


@rule
def yield_agent(s: State, g: Definition, p: int, m: int) -> None:
    """The patron takes an agent."""
    pop(s)
    lose_agent(s, g, p, agent_on(s, g, p, m), FATE_1)


# Old morals: a marriage, or prestige.


@rule
def begin_matchmaking(s: State, g: Definition, p: int) -> None:
    """The card asks players with an unmarried child who have not already married under it."""
    if children_of(s, p) > 0 and (s.newlywed >> p) & 1 == 0:
        push(s, tasks.MATCHMAKING, p)


@rule
def list_matches(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer every marriage."""
    return list_proposals(s, g, p, scratch, list_weddings(s, g, p, scratch, n))


@rule
def end_matchmaking(s: State) -> None:
    """The card asks the player for nothing more."""
    pop(s)
    s.asked_by_card = 0


@rule
def give_in(s: State, g: Definition, p: int) -> None:
    """No marriage: prestige is lost."""
    card = s.card
    end_matchmaking(s)
    change_prestige(s, p, -g.card_points[card], FATE_1, card)


@rule
def settle_matchmaking(s: State) -> bool:
    """After a marriage nothing more is asked of the player: their frame goes."""
    if (s.newlywed >> s.actor[s.top]) & 1 == 1:
        end_matchmaking(s)
        return True
    return False


# Forced divorce: one marriage ends.


@rule
def begin_separation(s: State, g: Definition, p: int) -> None:
    """A player who has no marriage when their turn comes is passed over."""
    if has_ally(s, g, p) or married_locally(s, g, p):
        push(s, tasks.SEPARATION, p)


@rule
def list_separations(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer the end of every marriage."""
    return list_partings(s, g, p, scratch, list_divorces(s, g, p, scratch, n))


@rule
def divorce_by_card(s: State, g: Definition, p: int, q: int) -> None:
    """The marriage that ends is an alliance."""
    pop(s)
    divorce(s, g, p, q)


@rule
def part_by_card(s: State, g: Definition, p: int, m: int) -> None:
    """The marriage that ends is a local one."""
    pop(s)
    part(s, p, m, g.card_points[s.card], s.card)


# Joyful news, local elections: chance decides.


@rule
def gain_child(s: State, g: Definition, p: int) -> None:
    """A family card, if one is left (SETUP-2), or a die where children lie open."""
    if g.family_open == 1:
        push(s, tasks.BIRTH_ROLL, p)
    elif s.family_left[0] + s.family_left[1] > 0:
        push(s, tasks.BIRTH_CARD, p)


@rule
def birth_card(s: State, sex: int) -> None:
    """A family card comes to the hand."""
    p = s.actor[s.top]
    pop(s)
    take_family_card(s, p, sex)


@rule
def birth_roll(s: State, pips: int) -> None:
    """1 to 3 a son, 4 to 6 a daughter."""
    p = s.actor[s.top]
    pop(s)
    sex = 0 if pips <= 3 else 1
    note(s, events.ROLLED, p, pips, FATE_1, s.card)
    s.child[p * 2 + sex] += 1
    note(s, events.CHILD_GAINED, p, sex, FATE_1, NOWHERE)


@rule
def election_roll(s: State, g: Definition, pips: int) -> None:
    """A good roll brings prestige."""
    p = s.actor[s.top]
    card = s.card
    pop(s)
    note(s, events.ROLLED, p, pips, FATE_1, card)
    if pips >= g.card_roll[card]:
        change_prestige(s, p, g.card_points[card], FATE_1, card)
