"""GIVE-1, GIVE-2: temples, games and food for the people."""

from __future__ import annotations

from forvm.engine import actions, events, reasons
from forvm.engine.clauses import GIVE_1, GIVE_2
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import BANDS, GIFTS
from forvm.engine.reasons import OK
from forvm.engine.rules.money import change_prestige, means, pay
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def band_of(s: State, g: Definition, p: int) -> int:
    """The band of the ladder that a player's prestige lies in, or -1 before its first space."""
    band = -1
    for i in range(g.bands):
        if s.prestige[p] >= g.band_start[i]:
            band = i
    return band


@rule
def benefactions(s: State) -> int:
    """How many benefactions have been given so far by anyone."""
    count = 0
    for i in range(BANDS * GIFTS):
        if s.given[i] != NOBODY:
            count += 1
    return count


@rule
def benefactions_of(s: State, p: int) -> int:
    """How many benefactions a player has given."""
    count = 0
    for i in range(BANDS * GIFTS):
        if s.given[i] == p:
            count += 1
    return count


@rule
def give_cost(s: State, g: Definition, band: int) -> int:
    """What a benefaction of a band costs now."""
    return g.band_cost[band] + g.give_growth * benefactions(s)


@rule
def may_give(s: State, g: Definition, p: int, band: int, gift: int) -> int:
    """One of the player's own band, not given yet, within their means."""
    if g.build_then_give == 0 and s.phase_used == 1:
        return reasons.ONE_WORK
    own = band_of(s, g, p)
    if own < 0:
        return reasons.NO_BAND
    if band != own:
        return reasons.OTHER_BAND
    if s.given[band * GIFTS + gift] != NOBODY:
        return reasons.GIVEN
    return OK if means(s, g, p) >= give_cost(s, g, band) else reasons.NO_MONEY_TO_GIVE


@rule
def list_gifts(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer what is left in the player's band."""
    band = band_of(s, g, p)
    if band >= 0:
        for gift in range(GIFTS):
            if may_give(s, g, p, band, gift) == OK:
                scratch.ids[n] = actions.GIVE_0 + band * GIFTS + gift
                n += 1
    return n


@rule
def give(s: State, g: Definition, p: int, band: int, gift: int) -> None:
    """The gift is paid for and earns prestige; giving is the last thing in a player's building."""
    pay(s, g, p, give_cost(s, g, band), GIVE_2, NOWHERE)
    s.given[band * GIFTS + gift] = p
    note(s, events.GAVE, p, band * GIFTS + gift, GIVE_1, NOWHERE)
    change_prestige(s, p, g.give_prestige, GIVE_2, NOWHERE)
