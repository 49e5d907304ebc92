"""MOVE-1 to MOVE-6: new agents enter on Rome, agents walk along the links."""

from __future__ import annotations

from forvm.engine import actions, events, reasons, tasks
from forvm.engine.clauses import MOVE_1
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS
from forvm.engine.reasons import OK
from forvm.engine.rules.pieces import agent_on, agents_on_rome, lift_agent, place_agent, standing_of
from forvm.engine.rules.stack import pop, push
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def may_enter(s: State, g: Definition, p: int) -> int:
    """MOVE-1: an agent in the supply, no roll yet, nobody moved; and a way off Rome if it gets crowded (MOVE-3)."""
    if s.phase_used == 1:
        return reasons.ROLLED
    if agent_on(s, g, p, NOWHERE) < 0:
        return reasons.NO_SUPPLY
    if agents_on_rome(s, g, p) > 0 and not way_off_rome(s, g, p, s.agents_moved, NOWHERE, NOWHERE):
        return reasons.STUCK_ON_ROME
    return OK


@rule
def enter(s: State, p: int) -> None:
    """The roll of MOVE-1 is used."""
    s.phase_used = 1
    push(s, tasks.ENTER_ROLL, p)


@rule
def enter_roll(s: State, g: Definition, pips: int) -> None:
    """The die of MOVE-1 has fallen."""
    p = s.actor[s.top]
    pop(s)
    note(s, events.ROLLED, p, pips, MOVE_1, g.rome)
    if pips >= g.enter_roll:
        place_agent(s, g, p, agent_on(s, g, p, NOWHERE), g.rome)
        note(s, events.AGENT_ENTERS, p, 1, MOVE_1, g.rome)


@rule
def way_off_rome(s: State, g: Definition, p: int, moved: int, vacated: int, filled: int) -> bool:
    """Could an agent still leave Rome, if need be after others of its owner have stepped out of the way?

    ``vacated`` and ``filled`` are the two ends of a move under consideration, ``moved`` the agents that have moved by
    then. On the printed board the answer is always yes; on small boards Rome can be blocked (MOVE-3).
    """
    reached = 1 << g.rome  # Rome, and the markets whose agents could make room by stepping on
    growing = True
    while growing:
        growing = False
        for m in range(g.markets):
            if (reached >> m) & 1 == 0:
                continue
            for link in range(g.first_link[m], g.first_link[m + 1]):
                to = g.link_to[link]
                if (reached >> to) & 1 == 1 or to == filled:
                    continue
                slot = agent_on(s, g, p, to)
                if slot < 0 or to == vacated:
                    return True
                if (moved >> slot) & 1 == 0:
                    reached |= 1 << to
                    growing = True
    return False


@rule
def has_moved(s: State, slot: int) -> bool:
    """Has the acting player's agent moved in this phase?"""
    return (s.agents_moved >> slot) & 1 == 1


@rule
def mover(s: State, g: Definition, p: int, m: int) -> int:
    """The slot of a player's agent on a market that has not moved yet, or -1 (MOVE-2)."""
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] == m and not has_moved(s, slot):
            return slot
    return -1


@rule
def may_move(s: State, g: Definition, p: int, link: int) -> int:
    """MOVE-2 to MOVE-4: an agent that has not moved may step along a link, but not onto another of its owner's."""
    if link >= g.first_link[g.markets]:
        return reasons.NO_LINK
    start = g.link_from[link]
    if mover(s, g, p, start) < 0:
        return reasons.HAS_MOVED if agent_on(s, g, p, start) >= 0 else reasons.NO_AGENT_TO_MOVE
    return may_step(s, g, p, start, g.link_to[link], standing_of(s, g, p), agents_on_rome(s, g, p) > 1)


@rule
def may_step(s: State, g: Definition, p: int, start: int, to: int, standing: int, crowded: bool) -> int:
    """May the agent that stands on ``start`` and has not moved step to its neighbour ``to``?

    ``standing`` are the markets of all the player's agents, as bits; ``crowded`` says that two are on Rome.
    """
    if (standing >> to) & 1 == 1:
        return reasons.ROME_TAKEN if to == g.rome else reasons.MARKET_TAKEN
    if crowded and start != g.rome:
        moved = s.agents_moved | (1 << mover(s, g, p, start))
        if not way_off_rome(s, g, p, moved, start, to):
            return reasons.STUCK_ON_ROME
    return OK


@rule
def may_end_move(s: State, g: Definition, p: int) -> int:
    """MOVE-3: not with two agents on Rome."""
    return reasons.CROWDED_ROME if agents_on_rome(s, g, p) > 1 else OK


@rule
def list_moves(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer the roll and every step."""
    if may_enter(s, g, p) == OK:
        scratch.ids[n] = actions.ENTER_0
        n += 1
    standing = standing_of(s, g, p)
    crowded = agents_on_rome(s, g, p) > 1
    rome_done = False
    for slot in range(g.agents):
        start = s.agent[p * AGENTS + slot]
        if start == NOWHERE or has_moved(s, slot):
            continue
        if start == g.rome:
            if rome_done:
                continue
            rome_done = True
        for link in range(g.first_link[start], g.first_link[start + 1]):
            if may_step(s, g, p, start, g.link_to[link], standing, crowded) == OK:
                scratch.ids[n] = actions.MOVE_0 + link
                n += 1
    return n


@rule
def move(s: State, g: Definition, p: int, link: int) -> None:
    """An agent steps along a link."""
    slot = mover(s, g, p, g.link_from[link])
    lift_agent(s, g, p, slot)
    place_agent(s, g, p, slot, g.link_to[link])
    s.phase_used = 1
    s.agents_moved |= 1 << slot
