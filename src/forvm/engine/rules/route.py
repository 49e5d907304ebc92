"""TRADE-3: complete routes from Rome to an exotic market."""

from __future__ import annotations

from forvm.engine.definition import EXOTIC, Definition
from forvm.engine.rules.pieces import owns
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def has_route(s: State, g: Definition, p: int, m: int) -> bool:
    """Has the player a complete route to this market?"""
    if g.kind[m] != EXOTIC or not owns(s, p, m):
        return False
    if g.route_needs_rome == 1 and not owns(s, p, g.rome):
        return False
    if g.route_links == 0:
        return connected(s, g, p, m)
    return path_home(s, g, p, m, g.route_links)


@rule
def has_any_route(s: State, g: Definition, p: int) -> bool:
    """Has the player a complete route to any market?"""
    for m in range(g.markets):
        if has_route(s, g, p, m):
            return True
    return False


@rule
def path_home(s: State, g: Definition, p: int, m: int, links: int) -> bool:
    """Is there a way to Rome of exactly so many links over the player's horrea, no market twice?

    A depth-first search without recursion, which compiled code could not keep on disk.
    """
    place = [m] * (links + 1)
    untried = [g.first_link[m]] * (links + 1)
    seen = 1 << m
    depth = 0
    while depth >= 0:
        here = place[depth]
        if untried[depth] == g.first_link[here + 1]:
            seen ^= 1 << here
            depth -= 1
            continue
        to = g.link_to[untried[depth]]
        untried[depth] += 1
        left = links - depth - 1
        if to == g.rome:
            if left == 0:
                return True
        elif g.distance[to] <= left and (seen >> to) & 1 == 0 and owns(s, p, to):
            depth += 1
            place[depth] = to
            untried[depth] = g.first_link[to]
            seen |= 1 << to
    return False


@rule
def connected(s: State, g: Definition, p: int, m: int) -> bool:
    """Is there any way to Rome over the player's horrea? Spreads from ``m`` until nothing is added."""
    reached = 1 << m
    growing = True
    while growing:
        growing = False
        for a in range(g.markets):
            if (reached >> a) & 1 == 0:
                continue
            for link in range(g.first_link[a], g.first_link[a + 1]):
                b = g.link_to[link]
                if b == g.rome:
                    return True
                if (reached >> b) & 1 == 0 and owns(s, p, b):
                    reached |= 1 << b
                    growing = True
    return False
