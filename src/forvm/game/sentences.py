"""Moves and prompts in plain English; the words are in ``text/en/moves.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forvm import text
from forvm.engine import tasks
from forvm.engine.definition import LOAN_LADDER
from forvm.engine.state import NOBODY, State
from forvm.game import due
from forvm.game.kinds import DESCRIPTIONS, Situation, Values, child_words, name_of
from forvm.notation.phases import task_name

if TYPE_CHECKING:
    from forvm.game.table import Table


def describe(at: Situation, prestige_cost: int) -> str:
    """A move as a sentence, without a full stop."""
    kind = DESCRIPTIONS[at.decoded[0]]
    actor = at.state.actor[at.state.top]
    market, origin, other, sex = kind.market(at), kind.origin(at), kind.other(at), at.maybe("sex")
    cost = kind.cost(at)
    values: Values = {
        "player": at.table.seat(actor) if actor != NOBODY else "",
        "market": "" if market is None else at.table.market(market),
        "origin": "" if origin is None else at.table.market(origin),
        "other": "" if other is None else at.table.seat(other),
        "price": kind.price(at) or 0,
        "cost": cost,
        "loan": loan(at, cost, prestige_cost),
    }
    if sex is not None:
        values |= child_words(sex)
    variant = kind.variant(at, values)
    return text.fill(text.load("moves")[name_of(kind)][variant], values)


def prompt(table: Table, s: State) -> str:
    """What the game waits for, as a sentence."""
    task, actor = s.task[s.top], s.actor[s.top]
    values: Values = {"player": table.seat(actor) if actor != NOBODY else ""}
    where = due.market(s, table.definition)
    values["market"] = "" if where is None else table.market(where)
    against = due.other(s, table.definition)
    values["other"] = "" if against is None else table.seat(against)
    values["card"] = table.card_names[s.card] if task > tasks.BARGAIN and actor != NOBODY else ""
    if task == tasks.BARGAIN:
        values["other"] = table.seat(s.other if actor == s.proposer else s.proposer)
        values["price"] = s.price * table.definition.price_step
    return text.fill(text.load("moves")["prompts"][task_name(task)], values)


def loan(at: Situation, cost: int, lost: int) -> str:
    """How what is missing would be raised, as a part of a sentence; empty if no prestige is lost by it."""
    if not lost:
        return ""
    g = at.definition
    parts = text.load("moves")["parts"]
    if g.loan == LOAN_LADDER:
        return text.fill(parts["ladder"], {"debt": cost - at.state.money[at.seat], "lost": lost})
    return text.fill(parts["sold"], {"borrowed": lost * g.loan_rate, "lost": lost})
