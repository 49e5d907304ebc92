"""TRADE-1 to TRADE-5, ALLY-5: what every market pays, to everyone at once."""

from __future__ import annotations

from forvm.engine import events
from forvm.engine.clauses import TRADE_1, TRADE_2, TRADE_3, TRADE_5
from forvm.engine.definition import PAYS_FULL, Definition
from forvm.engine.events import note
from forvm.engine.limits import PLAYERS
from forvm.engine.rules.money import lose, receive
from forvm.engine.rules.pieces import allied, owners, owns, standing_of
from forvm.engine.rules.route import has_route
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import plain_only, rule


@rule
def presence(s: State, g: Definition, p: int) -> int:
    """The markets, as bits, on which an agent of the player's or of an ally's stands (ALLY-5)."""
    bits = 0
    for q in range(g.players):
        if q == p or allied(s, p, q):
            bits |= standing_of(s, g, q)
    return bits


@rule
def informed(s: State, g: Definition, p: int, m: int, present: int) -> bool:
    """TRADE-2: agents on Rome and on the market, a horreum on the market and, where asked for, on Rome."""
    if m == g.rome or (g.informed_needs_rome == 1 and not owns(s, p, g.rome)):
        return False
    return (present >> m) & (present >> g.rome) & 1 == 1


@rule
def better_value(g: Definition, m: int, table: int, pays: int) -> int:
    """What a boosted market pays: its value and the boost for its distance, or its full value instead."""
    return g.full[m] if pays == PAYS_FULL else table + g.boost[m]


@rule
def table_value(s: State, g: Definition, m: int) -> int:
    """TRADE-1: what each owner of a horreum there gets for the number of horrea (at least one)."""
    return g.value[m * PLAYERS + owners(s, m) - 1]


@rule
def market_pays(s: State, g: Definition, p: int, m: int, present: int) -> int:
    """What a market with the player's horreum would pay them now, boosted once at most (TRADE-4).

    ``present`` is the player's ``presence``, which is the same for all markets.
    """
    table = table_value(s, g, m)
    best = table
    by_agents = informed(s, g, p, m, present)
    if by_agents:
        best = better_value(g, m, table, g.informed_pays)
    if has_route(s, g, p, m):
        by_route = better_value(g, m, table, g.route_pays)
        if not by_agents or by_route > best:
            best = by_route
    return best


@rule
def clause_of_payment(s: State, g: Definition, p: int, m: int, present: int) -> int:
    """Which clause set what ``market_pays`` says, for the trade report."""
    paid = market_pays(s, g, p, m, present)
    table = table_value(s, g, m)
    if informed(s, g, p, m, present) and paid == better_value(g, m, table, g.informed_pays):
        return TRADE_2
    return TRADE_3 if has_route(s, g, p, m) else TRADE_1


@rule
def trade_income(s: State, g: Definition, p: int) -> int:
    """TRADE-5: the sum of a player's next trade, as things stand."""
    total = s.promised[p]
    present = presence(s, g, p)
    for m in range(g.markets):
        if owns(s, p, m) and s.flood[p] != m:
            total += market_pays(s, g, p, m, present)
    return total


@rule
def trade(s: State, g: Definition) -> None:
    """Everyone trades at once: one receipt or one payment each."""
    for p in range(g.players):
        report_trade(s, g, p)
        total = trade_income(s, g, p)
        if total < 0:
            lose(s, g, p, -total, TRADE_5, NOWHERE)
        else:
            receive(s, p, total, TRADE_5, NOWHERE)
        s.flood[p] = NOWHERE
        s.promised[p] = s.promised_later[p]
        s.promised_later[p] = 0


@plain_only
def report_trade(s: State, g: Definition, p: int) -> None:
    """The lines of the trade report: what each market pays and by which clause."""
    if s.log is None:
        return
    present = presence(s, g, p)
    for m in range(g.markets):
        if owns(s, p, m):
            pays = market_pays(s, g, p, m, present)
            if s.flood[p] == m:
                note(s, events.TRADE_FLOOD, p, pays, TRADE_5, m)
            else:
                note(s, events.TRADE_VALUE, p, pays, clause_of_payment(s, g, p, m, present), m)
    if s.promised[p] != 0:
        note(s, events.TRADE_PROMISE, p, s.promised[p], TRADE_5, NOWHERE)
