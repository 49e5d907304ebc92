"""Bargaining: what a marriage is worth to each side, and the prices that follow from it (ALLY-1, ALLY-2).

A side's gain is the rise of its chance of winning, as the bot sees it. The fair price makes the two gains equal, as far
as prices go. A bot proposes it, counters with it, and refuses what gives it less than a part of the fair gain (its
reservation). So neither patience nor the last word earns more.
"""

from __future__ import annotations

from forvm.bots.evaluation import evaluate_again
from forvm.bots.weights import Weights
from forvm.bots.workspace import Workspace
from forvm.engine import actions
from forvm.engine.definition import Definition
from forvm.engine.limits import PRICES
from forvm.engine.reasons import OK
from forvm.engine.rules.alliance import accept, can_match, may_court, may_offer_child, prices, propose, proposed_to
from forvm.engine.state import State
from forvm.engine.twin.rule import rule

LEAST_GAIN = 0.002  # a marriage that changes less is not worth a child


@rule
def close_at(g: Definition, work: Workspace, at: int, price: int) -> None:
    """Evaluates the position after the bargain of trial state ``at`` closes at a price."""
    work.trial[at + 1] = work.trial[at]
    after = work.trial[at + 1]
    after.price = price
    who = (1 << after.proposer) | (1 << after.other)
    accept(after, g)
    evaluate_again(after, g, work, who, True)


@rule
def gain_of(work: Workspace, seat: int) -> float:
    """How much a seat's chance of winning has risen since the kept evaluation."""
    return work.chance[seat] - work.kept_chance[seat]


@rule
def fair_price(g: Definition, work: Workspace, at: int, p: int, q: int) -> int:
    """Returns the price at which the proposer p gains as much as q, without a loan.

    Gains are nearly straight lines, so two prices are enough. The first is 0, which the caller has evaluated last.
    """
    cheap = gain_of(work, p) - gain_of(work, q)
    s = work.trial[at]
    highest = prices(s, g, p) - 1
    if highest * g.price_step > s.money[p]:
        highest = s.money[p] // g.price_step
    if highest <= 0 or cheap <= 0:
        return 0
    close_at(g, work, at, highest)
    dear = gain_of(work, p) - gain_of(work, q)
    if dear >= 0:
        return highest
    return int(highest * cheap / (cheap - dear))


@rule
def consider_answers(g: Definition, weights: Weights, work: Workspace) -> int:
    """Lists yes, no, and the fair price instead; the position's own evaluation has been kept."""
    s = work.trial[0]
    seat = s.actor[s.top]
    before = work.kept_chance[seat]
    work.action[0] = actions.REFUSE_0
    work.value[0] = before
    if not can_match(s):
        return 1
    close_at(g, work, 0, s.price)
    now = gain_of(work, seat)
    close_at(g, work, 0, 0)
    fair = fair_price(g, work, 0, s.proposer, s.other)
    close_at(g, work, 0, fair)
    best = gain_of(work, seat)
    work.action[1] = actions.ACCEPT_0
    work.value[1] = before + now
    if now < best * weights.reservation or now < LEAST_GAIN:
        work.value[1] = before - LEAST_GAIN + (now if now < 0 else 0.0)
    if s.counters_left == 0 or fair == s.price or best < LEAST_GAIN:
        return 2
    work.action[2] = actions.COUNTER_0 + fair
    # Naming the fair price is better than a bad one that stands, and no better than a good one.
    work.value[2] = before + best * 0.9 if now < best * weights.reservation else before
    return 3


@rule
def consider_proposals(g: Definition, work: Workspace, n: int) -> int:
    """Adds for each other player the match at its fair price, if both gain by it; returns the number of candidates.

    The position's own evaluation has been kept.
    """
    s = work.trial[0]
    p = s.actor[s.top]
    asked = proposed_to(s, p)
    for q in range(g.players):
        if may_court(s, g, p, q, asked) != OK:
            continue
        sex = likelier_child(s, g, p, q)
        if sex < 0:
            continue
        work.trial[1] = s
        propose(work.trial[1], g, p, q, sex, 0)
        close_at(g, work, 1, 0)
        if gain_of(work, p) < LEAST_GAIN:
            continue  # at price 0 the proposer gains most
        price = fair_price(g, work, 1, p, q)
        close_at(g, work, 1, price)
        if gain_of(work, p) > LEAST_GAIN and gain_of(work, q) > LEAST_GAIN:
            work.action[n] = actions.PROPOSE_0 + (q * 2 + sex) * PRICES + price
            work.value[n] = work.kept_chance[p] + gain_of(work, p) * 0.9
            n += 1
    return n


@rule
def likelier_child(s: State, g: Definition, p: int, q: int) -> int:
    """Returns the sex of the child to propose with: q can match it, and the player has more of it; -1 if none."""
    best = -1
    for sex in range(2):
        more = best < 0 or s.child[p * 2 + sex] > s.child[p * 2 + best]
        if more and may_offer_child(s, g, p, q, sex) == OK and s.child[q * 2 + 1 - sex] > 0:
            best = sex
    return best
