"""Where things stand: small questions about agents, horrea and alliances that several rules ask."""

from __future__ import annotations

from forvm.engine import events
from forvm.engine.clauses import BUILD_2
from forvm.engine.definition import NO_REGION, Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS, PLAYERS, REGIONS
from forvm.engine.rules.money import change_prestige
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def agent_on(s: State, g: Definition, p: int, m: int) -> int:
    """The slot of a player's agent on a market, or -1 (the supply for ``NOWHERE``)."""
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] == m:
            return slot
    return -1


@rule
def standing_of(s: State, g: Definition, p: int) -> int:
    """The markets, as bits, on which a player's agents stand."""
    bits = 0
    for slot in range(g.agents):
        m = s.agent[p * AGENTS + slot]
        if m != NOWHERE:
            bits |= 1 << m
    return bits


@rule
def agents_on_rome(s: State, g: Definition, p: int) -> int:
    """How many of a player's agents stand on Rome (MOVE-3)."""
    count = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] == g.rome:
            count += 1
    return count


@rule
def close_ranks(s: State, g: Definition, m: int, rank: int) -> None:
    """Agents behind one that has left move up (MOVE-5)."""
    for i in range(PLAYERS * AGENTS):
        if s.agent[i] == m and s.rank[i] > rank:
            s.rank[i] -= 1


@rule
def place_agent(s: State, g: Definition, p: int, slot: int, m: int) -> None:
    """Put an agent on a market, behind all who are there already; on Rome nobody ranks (MOVE-5, MOVE-6)."""
    rank = 0
    if m != g.rome:
        for i in range(PLAYERS * AGENTS):
            if s.agent[i] == m:
                rank += 1
    s.agent[p * AGENTS + slot] = m
    s.rank[p * AGENTS + slot] = rank


@rule
def lift_agent(s: State, g: Definition, p: int, slot: int) -> int:
    """Take an agent off the board into its owner's hand; returns where it stood."""
    i = p * AGENTS + slot
    m = s.agent[i]
    rank = s.rank[i]
    s.agent[i] = NOWHERE
    s.rank[i] = 0
    if m != g.rome:
        close_ranks(s, g, m, rank)
    return m


@rule
def lose_agent(s: State, g: Definition, p: int, slot: int, clause: int) -> None:
    """An agent goes back to its owner's supply."""
    m = lift_agent(s, g, p, slot)
    note(s, events.AGENT_LOST, p, 1, clause, m)


@rule
def owns(s: State, p: int, m: int) -> bool:
    """Has the player a horreum there?"""
    return (s.horrea[m] >> p) & 1 == 1


@rule
def owners(s: State, m: int) -> int:
    """How many players have a horreum there."""
    count = 0
    for p in range(PLAYERS):
        count += (s.horrea[m] >> p) & 1
    return count


@rule
def horrea_of(s: State, g: Definition, p: int) -> int:
    """How many horrea a player has on the board."""
    count = 0
    for m in range(g.markets):
        count += (s.horrea[m] >> p) & 1
    return count


@rule
def horrea_in_region(s: State, g: Definition, p: int, region: int) -> int:
    """How many horrea a player has in a region."""
    count = 0
    for m in range(g.markets):
        if g.region[m] == region:
            count += (s.horrea[m] >> p) & 1
    return count


@rule
def lose_horreum(s: State, g: Definition, p: int, m: int, clause: int) -> None:
    """A horreum goes back to the supply; the last one of a region may cost prestige (BUILD-2)."""
    s.horrea[m] -= 1 << p
    note(s, events.HORREUM_LOST, p, 1, clause, m)
    region = g.region[m]
    if g.region_lost > 0 and region != NO_REGION and horrea_in_region(s, g, p, region) == 0:
        s.region_first[p * REGIONS + region] = 0
        change_prestige(s, p, -g.region_lost, BUILD_2, m)


@rule
def married_locally(s: State, g: Definition, p: int) -> bool:
    """Is the player married into any market's aristocracy?"""
    for m in range(g.markets):
        if s.local[m] == p:
            return True
    return False


@rule
def children_of(s: State, p: int) -> int:
    """How many children a player can still give away."""
    return s.child[p * 2] + s.child[p * 2 + 1]


@rule
def pair(p: int, q: int) -> int:
    """The index of two players' possible alliance."""
    low = p if p < q else q
    high = q if p < q else p
    return low * (2 * PLAYERS - 3 - low) // 2 + high - 1


@rule
def allied(s: State, p: int, q: int) -> bool:
    """Have two players an alliance?"""
    return p != q and s.ally_payer[pair(p, q)] != NOBODY


@rule
def has_ally(s: State, g: Definition, p: int) -> bool:
    """Has the player any alliance?"""
    for q in range(g.players):
        if allied(s, p, q):
            return True
    return False
