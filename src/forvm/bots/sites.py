"""Where a player could build next: what each market would be worth, and how near an agent is to it."""

from __future__ import annotations

from forvm.bots.mind import BONUS_FIFTH, BONUS_FIRST, BONUSES, NO_BONUS, SITES, YIELD_TYPICAL, Chart, Mind
from forvm.bots.weights import REACH_LIMIT, Weights
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS, PLAYERS, REGIONS
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def rank_sites(w: Weights, mind: Mind) -> None:
    """Sort the classes of sites by what they would be worth at this stage of the game, ties by their number.

    They are in order already but for a move or two, so each is pushed up from where it was.
    """
    for_pay = w.site_value + (w.site_value_late - w.site_value) * mind.advance
    if mind.ranked == 0:
        mind.ranked = 1
        for i in range(SITES):
            mind.rank_yield[i] = i // BONUSES
            mind.rank_bonus[i] = i % BONUSES
    elif are_ranked(w, mind, for_pay):
        return
    mind.ranked_pay = for_pay
    mind.ranked_any = w.site_any
    mind.ranked_first = w.site_first
    mind.ranked_five = w.site_five
    for i in range(SITES):
        paying = mind.rank_yield[i]
        bonus = mind.rank_bonus[i]
        worth = w.site_any + for_pay * YIELD_TYPICAL[paying]
        if bonus == BONUS_FIRST:
            worth += w.site_first
        elif bonus == BONUS_FIFTH:
            worth += w.site_five
        push_up(mind, i, paying, bonus, worth)


@rule
def are_ranked(w: Weights, mind: Mind, for_pay: float) -> bool:
    """Were the classes of sites ranked by these very weights?"""
    return (
        mind.ranked_pay == for_pay
        and mind.ranked_any == w.site_any
        and mind.ranked_first == w.site_first
        and mind.ranked_five == w.site_five
    )


@rule
def push_up(mind: Mind, i: int, paying: int, bonus: int, worth: float) -> None:
    """Put a class of sites where it belongs among those before the i-th."""
    while i > 0 and (
        mind.rank_worth[i - 1] < worth
        or (
            mind.rank_worth[i - 1] == worth
            and mind.rank_yield[i - 1] * BONUSES + mind.rank_bonus[i - 1] > paying * BONUSES + bonus
        )
    ):
        mind.rank_worth[i] = mind.rank_worth[i - 1]
        mind.rank_yield[i] = mind.rank_yield[i - 1]
        mind.rank_bonus[i] = mind.rank_bonus[i - 1]
        i -= 1
    mind.rank_worth[i] = worth
    mind.rank_yield[i] = paying
    mind.rank_bonus[i] = bonus


@rule
def price_sites(s: State, g: Definition, chart: Chart, mind: Mind, p: int) -> None:
    """List the markets where a player could build, those worth most first."""
    first = 0
    fifth = 0
    for region in range(g.regions):
        i = p * REGIONS + region
        if s.region_first[i] == 0:
            first |= chart.region[region]
        elif mind.in_region[i] % 5 == 4 and mind.in_region[i] // 5 >= s.region_fives[i]:
            fifth |= chart.region[region]
    free = ~mind.owned[p]
    mind.bonus[BONUS_FIRST] = first & free
    mind.bonus[BONUS_FIFTH] = fifth & free
    mind.bonus[NO_BONUS] = ~(first | fifth) & free
    count = 0
    every = 0
    for i in range(SITES):  # without a branch: whether a class is empty cannot be guessed
        markets = mind.yields[mind.rank_yield[i]] & mind.bonus[mind.rank_bonus[i]]
        mind.site[count] = markets
        mind.site_worth[count] = mind.rank_worth[i]
        every |= markets
        count += int(markets != 0)
    mind.sites = count
    mind.open = every


@rule
def seat_order(s: State, g: Definition, p: int) -> int:
    """A player's place in the order of this turn, less those who are done with the phase: 0 is acting."""
    place = p - s.first
    if place < 0:
        place += g.players
    return place - s.x[0]


@rule
def builds_ahead(s: State, g: Definition, p: int) -> bool:
    """Can the player still build this turn?"""
    phase = s.task[0]
    if phase == tasks.BUILDING:
        order = seat_order(s, g, p)
        return order > 0 or (order == 0 and s.y[0] == 0)
    return phase in (tasks.MOVING, tasks.INTRIGUE, tasks.TRADE)


@rule
def look_ahead(s: State, g: Definition, mind: Mind, p: int) -> None:
    """What a player can still do this turn, and where others' agents are in the way."""
    order = seat_order(s, g, p)
    mind.steps_ahead = 0
    if s.task[0] == tasks.MOVING and order >= 0:
        mind.steps_ahead = ~s.z[0] if order == 0 else -1
    mind.builds_ahead = builds_ahead(s, g, p)
    blocked = 0
    for q in range(PLAYERS):
        if q != p:
            blocked |= mind.stands[q]
    mind.blocked = blocked & ~(1 << g.rome)


@rule
def aim(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, slot: int, taken: int) -> None:
    """Where an agent does best to build next (``mind.aim``, one bit, 0 if nowhere), and what that is worth.

    ``taken``: markets that do not count, because another agent of the player's aims at them.
    """
    here = s.agent[p * AGENTS + slot]
    may_step = (mind.steps_ahead >> slot) & 1 == 1
    blocked = taken | mind.blocked
    best = 0.0
    found = 0
    for distance in range(REACH_LIMIT + 1):
        turns = distance
        if may_step:
            turns = distance - 1 if distance > 0 else 0
        elif distance == 0 and not mind.builds_ahead:
            turns = 1
        part = w.delay[turns]
        if mind.site_worth[0] * part <= best:
            break
        ring = chart.ring[here * (REACH_LIMIT + 1) + distance] & mind.open & ~(blocked if distance > 0 else taken)
        if ring == 0:
            continue
        for i in range(mind.sites):
            if mind.site_worth[i] * part <= best:
                break
            if mind.site[i] & ring != 0:
                best = mind.site_worth[i] * part
                found = mind.site[i] & ring
                break
    mind.aim_worth[slot] = best
    mind.aim[slot] = found & -found


@rule
def sum_aims(g: Definition, w: Weights, mind: Mind) -> float:
    """What all agents' aims are worth together: one horreum is built a turn, so the best counts most."""
    total = 0.0
    first = 0.0
    for slot in range(g.agents):
        worth = mind.aim_worth[slot]
        total += worth
        if worth > first:
            first = worth
    return first + (total - first) * w.crowd


@rule
def reach(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """What all agents together are about to build; each aims at a place of its own."""
    look_ahead(s, g, mind, p)
    taken = 0
    for slot in range(g.agents):
        mind.aim[slot] = 0
        mind.aim_worth[slot] = 0.0
        if s.agent[p * AGENTS + slot] != NOWHERE:
            aim(s, g, w, chart, mind, p, slot, taken)
            taken |= mind.aim[slot]
    return sum_aims(g, w, mind)
