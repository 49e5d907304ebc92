"""What must be true of every position, as a rule of its own: it runs plain and compiled like the game's rules."""

from __future__ import annotations

from forvm.engine import tasks
from forvm.engine.definition import LOAN_LADDER, NO_REGION, Definition
from forvm.engine.limits import AGENTS, BANDS, FRAMES, GIFTS, PLAYERS, REGIONS
from forvm.engine.rules.pieces import agents_on_rome, horrea_in_region, horrea_of
from forvm.engine.state import NOBODY, NOWHERE, PAIRS, State
from forvm.engine.twin.rule import rule

FINE = 0
MONEY, PRESTIGE, AGENT_PLACE, AGENT_CROWD, RANKS, INTRUDER, CHILDREN, HORREA, CARDS, GIFTS_GIVEN, MILESTONES = range(
    1, 12
)
ALLIANCES, STACK, CROWDED_ROME = range(12, 15)


@rule
def broken(s: State, g: Definition) -> int:
    """The first invariant that does not hold, or FINE."""
    for p in range(g.players):
        if s.money[p] < (-g.loan_floor if g.loan == LOAN_LADDER else 0):
            return MONEY
        if s.prestige[p] < 0 or s.marks[p] < 0:
            return PRESTIGE
        if s.child[p * 2] < 0 or s.child[p * 2 + 1] < 0:
            return CHILDREN
        if agents_on_rome(s, g, p) > 1 and not (s.task[0] == tasks.MOVING and s.actor[0] == p):
            return CROWDED_ROME
        if g.horrea > 0 and horrea_of(s, g, p) > g.horrea:
            return HORREA
        if broken_milestone(s, g, p):
            return MILESTONES
    if broken_agents(s, g) != FINE:
        return broken_agents(s, g)
    if broken_supplies(s, g) != FINE:
        return broken_supplies(s, g)
    if not stack_is_clean(s):
        return STACK
    return FINE


@rule
def broken_agents(s: State, g: Definition) -> int:
    """Agents stand on the board or nowhere, not two of one player on a market; ranks count 0, 1, 2 …"""
    settled = (
        s.task[0] == tasks.TRADE
        or s.task[0] == tasks.BUILDING
        or s.task[0] == tasks.FATE
        or s.task[0] == tasks.RECKONING
    )
    for i in range(PLAYERS * AGENTS):
        m = s.agent[i]
        if m < NOWHERE or m >= g.markets or (m != NOWHERE and (i // AGENTS >= g.players or i % AGENTS >= g.agents)):
            return AGENT_PLACE
        if (m == NOWHERE or m == g.rome) and s.rank[i] != 0:
            return RANKS
        if m == NOWHERE or m == g.rome:
            continue
        if settled and s.rank[i] > 0:
            return INTRUDER
        others = 0
        for j in range(PLAYERS * AGENTS):
            if j != i and s.agent[j] == m:
                others += 1
                if j // AGENTS == i // AGENTS:
                    return AGENT_CROWD
                if s.rank[j] == s.rank[i]:
                    return RANKS
        if s.rank[i] < 0 or s.rank[i] > others:
            return RANKS
    return FINE


@rule
def broken_milestone(s: State, g: Definition, p: int) -> bool:
    """Milestones earned agree with the horrea that stand."""
    for region in range(g.regions):
        i = p * REGIONS + region
        count = horrea_in_region(s, g, p, region)
        if count > 0 and s.region_first[i] != 1:
            return True
        if g.region_lost > 0 and count == 0 and s.region_first[i] != 0:
            return True
        if s.region_fives[i] < count // 5 or s.region_fives[i] > g.region_size[region] // 5:
            return True
        if count == g.region_size[region] and s.region_every[i] != 1:
            return True
    return False


@rule
def broken_supplies(s: State, g: Definition) -> int:
    """Horrea, cards, family cards, gifts and alliances are what they can be."""
    for m in range(g.markets):
        if s.horrea[m] < 0 or s.horrea[m] >= 1 << g.players or s.local[m] < NOBODY or s.local[m] >= g.players:
            return HORREA
        if s.local[m] != NOBODY and (m == g.rome or g.region[m] < NO_REGION):
            return HORREA
    for card in range(g.cards):
        if s.fate_left[card] < 0 or s.fate_left[card] > g.card_copies[card]:
            return CARDS
    for sex in range(2):
        held = s.family_left[sex]
        for p in range(g.players):
            held += s.child[p * 2 + sex]
        if s.family_left[sex] < 0 or (g.family_open == 0 and held > g.family_deck[sex]):
            return CHILDREN
    for i in range(BANDS * GIFTS):
        if s.given[i] < NOBODY or s.given[i] >= g.players or (s.given[i] != NOBODY and i // GIFTS >= g.bands):
            return GIFTS_GIVEN
    for i in range(PAIRS):
        if s.ally_payer[i] == NOBODY and s.ally_price[i] != 0:
            return ALLIANCES
    return FINE


@rule
def stack_is_clean(s: State) -> bool:
    """Nothing is left behind above the top frame."""
    if s.top < 0 or s.top >= FRAMES:
        return False
    for frame in range(s.top + 1, FRAMES):
        if s.task[frame] != 0 or s.actor[frame] != NOBODY:
            return False
    return slots_are_clean(s)


@rule
def slots_are_clean(s: State) -> bool:
    """What a frame remembers is 0 while no such frame is pending."""
    task = s.task[s.top]
    phase = s.task[0]
    decides = task == tasks.OUST_ROLL or task == tasks.DESTROY_ROLL
    if not decides and s.market != 0:
        return False
    if task != tasks.BARGAIN and (s.proposer != 0 or s.offered_child != 0 or s.price != 0 or s.counters_left != 0):
        return False
    if task != tasks.BARGAIN and task != tasks.DESTROY_ROLL and s.other != 0:
        return False
    if task != tasks.FIRST_ROLL and (s.rolling != 0 or s.best_roll != 0 or s.best_rollers != 0):
        return False
    if s.asked_by_card != 0 and s.task[1] != tasks.MATCHMAKING:
        return False
    if phase != tasks.FATE and s.card != 0:
        return False
    if phase != tasks.MOVING and s.agents_moved != 0:
        return False
    players_act = phase == tasks.MOVING or phase == tasks.INTRIGUE or phase == tasks.BUILDING
    return players_act or (s.phase_used == 0 and (phase == tasks.FATE or s.players_done == 0))
