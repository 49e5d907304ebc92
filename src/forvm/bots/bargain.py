"""Bargaining with sense: what a marriage is worth to each side, and the prices that follow from it (ALLY-1, ALLY-2).

Both sides' gain is the rise of their chance of winning, as the bot sees it. The fair price makes the two gains equal,
as far as prices reach. A bot proposes it, counters with it, and takes nothing that gives it less than a part of the
fair gain (its pride), so neither patience nor a last word earns more.
"""

from __future__ import annotations

from forvm.bots.evaluation import evaluate_again
from forvm.bots.mind import Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.weights import Weights
from forvm.engine import actions, tasks
from forvm.engine.clauses import OK
from forvm.engine.definition import Definition
from forvm.engine.limits import PRICES
from forvm.engine.rules.alliance import accept, can_match, may_court, may_offer_child, prices, propose
from forvm.engine.state import State
from forvm.engine.twin.rule import rule

LEAST_GAIN = 0.002  # a marriage that changes less is not worth a child


@rule
def gain_from(
    paper: Paper, at: int, g: Definition, w: Weights, chart: Chart, mind: Mind, price: int, seat: int
) -> float:
    """A seat's chance of winning once the bargain on the table of sheet ``at`` closes at a price."""
    paper.sheet[at + 1] = paper.sheet[at]
    after = paper.sheet[at + 1]
    after.z[after.top] = price
    who = (1 << after.x[after.top]) | (1 << after.y[after.top])
    accept(after, g)
    evaluate_again(after, g, w, chart, mind, who, True)
    return mind.chance[seat]


@rule
def fair_price(
    paper: Paper,
    at: int,
    g: Definition,
    w: Weights,
    chart: Chart,
    mind: Mind,
    p: int,
    q: int,
    before_p: float,
    before_q: float,
    cheap: float,
) -> int:
    """The price at which the proposer p gains as much as q, without a loan; gains are nearly straight lines.

    ``cheap``: how much more the proposer gains than q if nothing is paid.
    """
    s = paper.sheet[at]
    highest = prices(s, g, p) - 1
    if highest * g.price_step > s.money[p]:
        highest = s.money[p] // g.price_step
    if highest <= 0 or cheap <= 0:
        return 0
    dear = gain_from(paper, at, g, w, chart, mind, highest, p) - before_p - (mind.chance[q] - before_q)
    if dear >= 0:
        return highest
    return int(highest * cheap / (cheap - dear))


@rule
def consider_answers(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind) -> int:
    """Yes, no, or the fair price instead; ``mind.chance`` holds the evaluation of the position."""
    s = paper.sheet[0]
    top = s.top
    seat = s.actor[top]
    p = s.x[top]
    q = s.y[top]
    before_p = mind.chance[p]
    before_q = mind.chance[q]
    before = mind.chance[seat]
    mind.action[0] = actions.REFUSE_0
    mind.value[0] = before
    if not can_match(s):
        return 1
    now = gain_from(paper, 0, g, w, chart, mind, s.z[top], seat) - before
    cheap = gain_from(paper, 0, g, w, chart, mind, 0, p) - before_p - (mind.chance[q] - before_q)
    fair = fair_price(paper, 0, g, w, chart, mind, p, q, before_p, before_q, cheap)
    best = gain_from(paper, 0, g, w, chart, mind, fair, seat) - before
    mind.action[1] = actions.ACCEPT_0
    mind.value[1] = before + now
    if now < best * w.pride or now < LEAST_GAIN:
        mind.value[1] = before - LEAST_GAIN + (now if now < 0 else 0.0)
    if s.u[top] == 0 or fair == s.z[top] or best < LEAST_GAIN:
        return 2
    mind.action[2] = actions.COUNTER_0 + fair
    # Naming the fair price is better than a bad one that stands, and no better than a good one.
    mind.value[2] = before + best * 0.9 if now < best * w.pride else before
    return 3


@rule
def consider_proposals(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, n: int) -> int:
    """For each other player the match at its fair price, if both gain; ``mind.chance`` as above."""
    s = paper.sheet[0]
    p = s.actor[s.top]
    asked = s.asked[p] if s.task[s.top] == tasks.INTRIGUE else s.x[s.top]
    before_p = mind.chance[p]
    before = [0.0] * 4
    for q in range(g.players):
        before[q] = mind.chance[q]
    for q in range(g.players):
        if may_court(s, g, p, q, asked) != OK:
            continue
        sex = likelier_child(s, g, p, q)
        if sex < 0:
            continue
        paper.sheet[1] = s
        propose(paper.sheet[1], g, p, q, sex, 0)
        # at price 0 the proposer gains most
        most = gain_from(paper, 1, g, w, chart, mind, 0, p) - before_p
        if most < LEAST_GAIN:
            continue
        cheap = most - (mind.chance[q] - before[q])
        price = fair_price(paper, 1, g, w, chart, mind, p, q, before_p, before[q], cheap)
        gain = gain_from(paper, 1, g, w, chart, mind, price, p) - before_p
        if gain > LEAST_GAIN and mind.chance[q] - before[q] > LEAST_GAIN:
            mind.action[n] = actions.PROPOSE_0 + (q * 2 + sex) * PRICES + price
            mind.value[n] = before_p + gain * 0.9
            n += 1
    return n


@rule
def likelier_child(s: State, g: Definition, p: int, q: int) -> int:
    """The child to propose with: one that q can match, and of which the house has more; -1 if none."""
    best = -1
    for sex in range(2):
        more = best < 0 or s.child[p * 2 + sex] > s.child[p * 2 + best]
        if more and may_offer_child(s, g, p, q, sex) == OK and s.child[q * 2 + 1 - sex] > 0:
            best = sex
    return best
