"""Moves and prompts in plain English; the words are in ``text/en/moves.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forvm import text
from forvm.engine import actions, tasks
from forvm.engine.definition import LOAN_LADDER
from forvm.engine.rules.fate_choices import card_in_play
from forvm.engine.rules.oust import holder
from forvm.engine.rules.pieces import allied, pair
from forvm.engine.state import NOBODY, State
from forvm.game import due
from forvm.notation.names import CHILDREN
from forvm.notation.phases import task_name

if TYPE_CHECKING:
    from forvm.game.move import Move
    from forvm.game.table import Table

_DICE = {
    tasks.ENTER_ROLL: "enter",
    tasks.OUST_ROLL: "oust",
    tasks.DESTROY_ROLL: "destroy",
    tasks.ELECTION_ROLL: "election",
}
_MATCH = {"son": "daughter", "daughter": "son"}


def describe(move: Move, table: Table, s: State) -> str:
    """The move as a sentence, without a full stop."""
    templates = text.load("moves")[move.kind]
    variant, values = _facts(move, table, s)
    return text.fill(templates[variant], values)


def prompt(table: Table, s: State) -> str:
    """What the game waits for, as a sentence."""
    task, actor = s.task[s.top], s.actor[s.top]
    values: dict[str, text.Value] = {"player": table.seat(actor) if actor != NOBODY else ""}
    where = due.market(s, table.definition)
    values["market"] = "" if where is None else table.market(where)
    values["card"] = table.card_names[card_in_play(s)] if task > tasks.BARGAIN and actor != NOBODY else ""
    if task == tasks.BARGAIN:
        top = s.top
        values["other"] = table.seat(s.y[top] if actor == s.x[top] else s.x[top])
        values["price"] = s.z[top] * table.definition.price_step
    return text.fill(text.load("moves")["prompts"][task_name(task)], values)


def _facts(move: Move, table: Table, s: State) -> tuple[str, dict[str, text.Value]]:
    """Which variant of the sentence it is, and what to fill in."""
    g = table.definition
    actor = s.actor[s.top]
    values: dict[str, text.Value] = {
        "player": table.seat(actor) if actor != NOBODY else "",
        "market": move.market or "",
        "other": "" if move.target is None else table.seat(move.target),
        "cost": move.cost,
        "loan": loan(move, table, s),
    }
    child = move.child
    if child is not None:
        values |= {"child": child, "match": _MATCH[child]}
    kind = actions.kind_of(move.id)
    if kind in _SPECIAL:
        return _SPECIAL[kind](move, table, s, values), values
    if kind == actions.CARD:
        values["card"] = table.card_names[move.id - actions.CARD_0]
    elif kind == actions.ENTER:
        values["roll"] = roll(move)
    elif kind == actions.WED:
        values["points"] = g.local_prestige
    elif kind == actions.PROPOSE:
        values["price"] = move.price or 0
    elif kind == actions.COUNTER:
        values |= {"price": move.price or 0, "named": s.z[s.top] * g.price_step}
    elif kind == actions.PART:
        values["points"] = g.card_points[card_in_play(s)]
    elif kind == actions.DESTROY:
        values |= {"roll": roll(move), "breaks": breaks(move, s)}
    return "plain", values


def loan(move: Move, table: Table, s: State) -> str:
    """How what is missing would be raised, as a part of a sentence; empty if nothing is."""
    lost = move.prestige_cost
    g = table.definition
    parts = text.load("moves")["parts"]
    if g.loan == LOAN_LADDER:
        debt = move.cost - s.money[move.seat] if move.cost else 0
        return text.fill(parts["ladder"], {"debt": debt, "lost": lost}) if lost else ""
    return text.fill(parts["sold"], {"borrowed": lost * g.loan_rate, "lost": lost}) if lost else ""


def roll(move: Move) -> str:
    """What a die must show, and how likely that is."""
    needs = move.needs or 1
    return text.fill(text.load("moves")["parts"]["roll"], {"needs": needs, "ways": 7 - needs})


def breaks(move: Move, s: State) -> str:
    """That an attack ends an alliance (ALLY-4), if it does."""
    broken = move.target is not None and allied(s, move.seat, move.target)
    return str(text.load("moves")["parts"]["breaks"]) if broken else ""


def _die(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    task, pips = s.task[s.top], move.pips or 0
    values["pips"] = pips
    where = due.market(s, table.definition)
    values["market"] = "" if where is None else table.market(where)
    values["other"] = table.seat(s.y[s.top]) if task == tasks.DESTROY_ROLL else ""
    if task == tasks.FIRST_ROLL:
        return "begin"
    if task == tasks.BIRTH_ROLL:
        values["child"] = CHILDREN[0 if pips <= 3 else 1]
        return "birth"
    if task in _DICE:
        return f"{_DICE[task]}_{'good' if pips >= (move.needs or 0) else 'bad'}"
    return "plain"


def _end(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    values["points"] = table.definition.card_points[card_in_play(s)]
    name = task_name(s.task[s.top])
    return name if name in text.load("moves")["end"] else "plain"


def _move(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    values["origin"] = move.origin or ""
    held_by = holder(s, table.definition, move.market_number or 0)
    if held_by in (NOBODY, move.seat):
        return "plain"
    values["other"] = table.seat(held_by)
    return "intrude"


def _oust(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    if move.needs is None:
        values["full_cost"] = table.definition.oust_cost
        return "unable"
    values |= {"roll": roll(move), "breaks": breaks(move, s)}
    return "plain"


def _accept(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    child = CHILDREN[s.v[s.top]]
    values |= {"price": move.price or 0, "child": child, "match": _MATCH[child]}
    pays = move.seat == s.x[s.top]
    if move.price == 0:
        values |= {"own": child, "theirs": _MATCH[child]} if pays else {"own": _MATCH[child], "theirs": child}
        return "for_nothing"
    return "pays" if pays else "is_paid"


def _divorce(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    g, other = table.definition, move.target or 0
    values |= {"points": g.alliance_loss, "repays": ""}
    if other != move.seat and g.alliance_repaid == 1:
        alliance = pair(move.seat, other)
        if s.ally_price[alliance] > 0:
            part = "repays_you" if s.ally_payer[alliance] == move.seat else "you_repay"
            told: dict[str, text.Value] = {"other": table.seat(other), "price": s.ally_price[alliance]}
            values["repays"] = text.fill(text.load("moves")["parts"][part], told)
    return "plain"


def _give(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    values |= {"band": move.band or 0, "points": table.definition.give_prestige}
    return move.gift or ""


def _pay(move: Move, table: Table, s: State, values: dict[str, text.Value]) -> str:
    values["points"] = table.definition.card_points[card_in_play(s)]
    return "patron" if s.task[s.top] == tasks.PATRONAGE else "offer"


_SPECIAL = {
    actions.DIE: _die,
    actions.END: _end,
    actions.MOVE: _move,
    actions.OUST: _oust,
    actions.ACCEPT: _accept,
    actions.DIVORCE: _divorce,
    actions.GIVE: _give,
    actions.PAY: _pay,
}
