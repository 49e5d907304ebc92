"""ALLY-4: an alliance ends, by wish, by attack or by fate."""

from __future__ import annotations

from forvm.engine import actions, events, reasons
from forvm.engine.clauses import ALLY_4
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.reasons import OK
from forvm.engine.rules.money import change_prestige, lose, receive
from forvm.engine.rules.pieces import allied, pair
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def may_divorce(s: State, g: Definition, p: int, q: int) -> int:
    """Only an alliance that stands can be dissolved."""
    if q >= g.players:
        return reasons.NOBODY_TO_DIVORCE
    return OK if allied(s, p, q) else reasons.NOT_ALLIED


@rule
def list_divorces(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer the end of every alliance of the player's."""
    for q in range(g.players):
        if may_divorce(s, g, p, q) == OK:
            scratch.ids[n] = actions.DIVORCE_0 + q
            n += 1
    return n


@rule
def divorce(s: State, g: Definition, p: int, q: int) -> None:
    """Both lose prestige. Then the player who was paid repays the price, where the rules say so."""
    alliance = pair(p, q)
    payer = s.ally_payer[alliance]
    price = s.ally_price[alliance]
    s.ally_payer[alliance] = NOBODY
    s.ally_price[alliance] = 0
    note(s, events.DIVORCED, p, q, ALLY_4, NOWHERE)
    change_prestige(s, p, -g.alliance_loss, ALLY_4, NOWHERE)
    change_prestige(s, q, -g.alliance_loss, ALLY_4, NOWHERE)
    if g.alliance_repaid == 1 and price > 0:
        payee = q if payer == p else p
        receive(s, payer, lose(s, g, payee, price, ALLY_4, NOWHERE), ALLY_4, NOWHERE)


@rule
def break_alliance(s: State, g: Definition, attacker: int, victim: int) -> None:
    """An attack on an ally ends the alliance, whatever the die then says."""
    if allied(s, attacker, victim):
        divorce(s, g, attacker, victim)
