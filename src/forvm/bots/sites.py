"""Where a player could build next: what each market would be worth, and how near an agent is to it."""

from __future__ import annotations

from forvm.bots.chart import YIELD_TYPICAL
from forvm.bots.weights import REACH_LIMIT, Weights
from forvm.bots.workspace import BONUS_FIFTH, BONUS_FIRST, BONUSES, NO_BONUS, SITES, Workspace
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS, PLAYERS, REGIONS
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def rank_sites(weights: Weights, work: Workspace) -> None:
    """Sorts the classes of sites by what they would be worth at this stage of the game, ties by their number.

    They are nearly in order already, so each is pushed up from where it was.
    """
    for_pay = weights.site_value + (weights.site_value_late - weights.site_value) * work.advance
    if work.ranked == 0:
        work.ranked = 1
        for i in range(SITES):
            work.rank_yield[i] = i // BONUSES
            work.rank_bonus[i] = i % BONUSES
    elif are_ranked(weights, work, for_pay):
        return
    work.ranked_pay = for_pay
    work.ranked_any = weights.site_any
    work.ranked_first = weights.site_first
    work.ranked_five = weights.site_five
    for i in range(SITES):
        paying = work.rank_yield[i]
        bonus = work.rank_bonus[i]
        worth = weights.site_any + for_pay * YIELD_TYPICAL[paying]
        if bonus == BONUS_FIRST:
            worth += weights.site_first
        elif bonus == BONUS_FIFTH:
            worth += weights.site_five
        push_up(work, i, paying, bonus, worth)


@rule
def are_ranked(weights: Weights, work: Workspace, for_pay: float) -> bool:
    """Were the classes of sites ranked by the same weights?"""
    return (
        work.ranked_pay == for_pay
        and work.ranked_any == weights.site_any
        and work.ranked_first == weights.site_first
        and work.ranked_five == weights.site_five
    )


@rule
def push_up(work: Workspace, i: int, paying: int, bonus: int, worth: float) -> None:
    """Inserts a class of sites where it belongs among those before the i-th."""
    while i > 0 and (
        work.rank_worth[i - 1] < worth
        or (
            work.rank_worth[i - 1] == worth
            and work.rank_yield[i - 1] * BONUSES + work.rank_bonus[i - 1] > paying * BONUSES + bonus
        )
    ):
        work.rank_worth[i] = work.rank_worth[i - 1]
        work.rank_yield[i] = work.rank_yield[i - 1]
        work.rank_bonus[i] = work.rank_bonus[i - 1]
        i -= 1
    work.rank_worth[i] = worth
    work.rank_yield[i] = paying
    work.rank_bonus[i] = bonus


@rule
def price_sites(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Lists the markets where a player could build, those worth most first."""
    first = 0
    fifth = 0
    for region in range(g.regions):
        i = p * REGIONS + region
        if s.region_first[i] == 0:
            first |= work.chart.region[region]
        elif work.in_region[i] % 5 == 4 and work.in_region[i] // 5 >= s.region_fives[i]:
            fifth |= work.chart.region[region]
    free = ~work.owned[p]
    work.bonus[BONUS_FIRST] = first & free
    work.bonus[BONUS_FIFTH] = fifth & free
    work.bonus[NO_BONUS] = ~(first | fifth) & free
    count = 0
    every = 0
    for i in range(SITES):  # without a branch: whether a class is empty cannot be guessed
        markets = work.yields[work.rank_yield[i]] & work.bonus[work.rank_bonus[i]]
        work.site[count] = markets
        work.site_worth[count] = work.rank_worth[i]
        every |= markets
        count += int(markets != 0)
    work.sites = count
    work.open = every


@rule
def seat_order(s: State, g: Definition, p: int) -> int:
    """Returns how many players act before this one in the phase: 0 is acting, below 0 is done."""
    place = p - s.first
    if place < 0:
        place += g.players
    return place - s.players_done


@rule
def builds_ahead(s: State, g: Definition, p: int) -> bool:
    """Can the player still build this turn?"""
    phase = s.task[0]
    if phase == tasks.BUILDING:
        order = seat_order(s, g, p)
        return order > 0 or (order == 0 and s.phase_used == 0)
    return phase in (tasks.MOVING, tasks.INTRIGUE, tasks.TRADE)


@rule
def look_ahead(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Notes what a player can still do this turn, and where others' agents are in the way."""
    order = seat_order(s, g, p)
    work.steps_ahead = 0
    if s.task[0] == tasks.MOVING and order >= 0:
        work.steps_ahead = ~s.agents_moved if order == 0 else -1
    work.builds_ahead = builds_ahead(s, g, p)
    blocked = 0
    for q in range(PLAYERS):
        if q != p:
            blocked |= work.stands[q]
    work.blocked = blocked & ~(1 << g.rome)


@rule
def aim(s: State, g: Definition, work: Workspace, p: int, slot: int, taken: int) -> None:
    """Finds where an agent does best to build next (``work.aim``, one bit, 0 if nowhere), and what that is worth.

    ``taken``: markets that do not count, because another of the player's agents aims at them.
    """
    here = s.agent[p * AGENTS + slot]
    may_step = (work.steps_ahead >> slot) & 1 == 1
    blocked = taken | work.blocked
    best = 0.0
    found = 0
    for distance in range(REACH_LIMIT + 1):
        turns = distance
        if may_step:
            turns = distance - 1 if distance > 0 else 0
        elif distance == 0 and not work.builds_ahead:
            turns = 1
        part = work.delay[turns]
        if work.site_worth[0] * part <= best:
            break
        ring = work.chart.ring[here * (REACH_LIMIT + 1) + distance] & work.open
        ring &= ~(blocked if distance > 0 else taken)
        if ring == 0:
            continue
        for i in range(work.sites):
            if work.site_worth[i] * part <= best:
                break
            if work.site[i] & ring != 0:
                best = work.site_worth[i] * part
                found = work.site[i] & ring
                break
    work.aim_worth[slot] = best
    work.aim[slot] = found & -found


@rule
def sum_aims(g: Definition, work: Workspace) -> float:
    """Returns what all agents' aims are worth together: one horreum is built a turn, so the best counts most."""
    total = 0.0
    first = 0.0
    for slot in range(g.agents):
        worth = work.aim_worth[slot]
        total += worth
        if worth > first:
            first = worth
    return first + (total - first) * work.crowd


@rule
def reach(s: State, g: Definition, work: Workspace, p: int) -> float:
    """Returns what all agents together are about to build; each aims at a place of its own."""
    look_ahead(s, g, work, p)
    taken = 0
    for slot in range(g.agents):
        work.aim[slot] = 0
        work.aim_worth[slot] = 0.0
        if s.agent[p * AGENTS + slot] != NOWHERE:
            aim(s, g, work, p, slot, taken)
            taken |= work.aim[slot]
    return sum_aims(g, work)
