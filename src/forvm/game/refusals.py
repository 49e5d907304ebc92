"""Why a move cannot be made: the engine names the clause, here it becomes a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from forvm import text
from forvm.engine import actions, tasks
from forvm.engine.actions import KINDS, decode
from forvm.engine.clauses import CLAUSES
from forvm.engine.limits import AGENTS
from forvm.engine.rules.fate_choices import card_in_play
from forvm.engine.rules.give import band_of
from forvm.engine.rules.money import means
from forvm.engine.rules.oust import holder
from forvm.engine.rules.pieces import agent_on, allied, children_of, owns
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.errors import IllegalMove
from forvm.game import due
from forvm.game.move import Move
from forvm.game.sentences import prompt
from forvm.notation.names import CHILDREN, SEATS
from forvm.notation.phases import phase_of

if TYPE_CHECKING:
    from forvm.game.table import Table

_SUGGESTED = 5

Reason = tuple[str, dict[str, text.Value]]


def refuse(table: Table, s: State, action: int, clause: int, legal: Iterable[int]) -> IllegalMove:
    """The error for an action that the engine does not allow here; ``legal`` is what it would allow."""
    key, values = _reason(table, s, action, CLAUSES[clause])
    values.setdefault("prompt", prompt(table, s))
    named = "RECKON-2" if s.task[s.top] == tasks.OVER else CLAUSES[clause]
    why = text.load("moves")["why"]
    parts = [text.fill(why[key], values)]
    tokens = _suggestions(table, s, action, list(legal))
    if tokens:
        parts.append(text.fill(why["legal"], {"moves": tokens}))
    parts.append(text.fill(why["clause"], {"title": text.clause(named).title}))
    return IllegalMove(" ".join(parts), named)


def out_of_turn(table: Table, s: State, seat: int) -> IllegalMove:
    """The error for a move by someone else than the seat to act. It tells nothing of anyone's hand."""
    if s.task[s.top] == tasks.OVER:
        return refuse(table, s, actions.END_0, CLAUSES.index("TURN-1"), ())
    why = text.load("moves")["why"]
    told = text.fill(why["turn"], {"player": table.seat(seat), "prompt": prompt(table, s)})
    return IllegalMove(f"{told} {text.fill(why['clause'], {'title': text.clause('TURN-1').title})}", "TURN-1")


def _suggestions(table: Table, s: State, action: int, legal: list[int]) -> str:
    """A few legal moves, of the same kind first."""
    kind = decode(action)[0]
    legal.sort(key=lambda other: decode(other)[0] != kind)
    tokens = ", ".join(str(Move(table, s, other)) for other in legal[:_SUGGESTED])
    rest = len(legal) - _SUGGESTED
    return text.fill(text.load("moves")["why"]["more"], {"moves": tokens, "rest": rest}) if rest > 0 else tokens


def _reason(table: Table, s: State, action: int, clause: str) -> Reason:
    kind, at = decode(action)
    task = s.task[s.top]
    if task == tasks.OVER:
        return "over", {}
    if task < tasks.FIRST_DECISION:
        return _chance_reason(table, s, kind, at)
    if KINDS[kind].chance:
        return "no_chance", {}
    if task == tasks.BARGAIN and kind not in (actions.ACCEPT, actions.COUNTER):
        return "bargain", {}
    if task > tasks.BARGAIN and clause == "FATE-1" and kind != actions.YIELD:
        return "fate", {"card": table.card_names[card_in_play(s)]}
    if clause == "TURN-1":
        return "phase", {"phase": text.load("moves")["phases"][phase_of(s)]}
    if clause == "INTR-1":
        return "one_intrigue", {}
    if clause == "OUST-6":
        return "challenges_first", {}
    if clause == "BUILD-3":
        return ("worked" if table.definition.build_then_give else "one_work"), {}
    reason = _BY_KIND[kind](table, s, at) if kind in _BY_KIND else None
    return reason or _money_reason(table, s, action) or ("plain", {})


def _chance_reason(table: Table, s: State, kind: int, at: tuple[int, ...]) -> Reason:
    expected = due.kind(s.task[s.top])
    if not KINDS[kind].chance:
        return "chance", {}
    if KINDS[kind].name != expected:
        return "die", {"due": text.load("moves")["due"][expected]}
    if kind == actions.CARD:
        return "no_card", {"card": table.card_names[at[0]]}
    return "no_child", {}


def _money_reason(table: Table, s: State, action: int) -> Reason | None:
    move = Move(table, s, action)
    most = means(s, table.definition, move.seat)
    return ("money", {"cost": move.cost, "means": max(most, 0)}) if move.cost > most else None


def _on(table: Table, market: int) -> dict[str, text.Value]:
    return {"market": table.market(market)}


def _enter(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    if s.y[0] == 1:
        return "rolled", {}
    if agent_on(s, table.definition, s.actor[s.top], NOWHERE) < 0:
        return "supply", {}
    return "stuck", _on(table, table.definition.rome)


def _move(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    g, p = table.definition, s.actor[s.top]
    start, to = table.names.links[at[0]]
    standing = [slot for slot in range(g.agents) if s.agent[p * AGENTS + slot] == start]
    if not standing:
        return "no_agent", _on(table, start)
    if all((s.z[0] >> slot) & 1 for slot in standing):
        return "moved", _on(table, start)
    if agent_on(s, g, p, to) >= 0:
        return ("rome_taken" if to == g.rome else "taken"), _on(table, to)
    return "stuck", _on(table, g.rome)


def _end(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    g, p = table.definition, s.actor[s.top]
    for slot in range(g.agents):
        if s.rank[p * AGENTS + slot] > 0:
            market = s.agent[p * AGENTS + slot]
            return "intruder", _on(table, market) | {"other": table.seat(holder(s, g, market))}
    return "crowded", _on(table, g.rome)


def _oust(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    absent = agent_on(s, table.definition, s.actor[s.top], at[0]) < 0
    return ("no_agent" if absent else "no_intruder"), _on(table, at[0])


def _wed(table: Table, s: State, at: tuple[int, ...]) -> Reason | None:
    g, p = table.definition, s.actor[s.top]
    child, market = at
    if market == g.rome:
        return "no_aristocracy", _on(table, market)
    if agent_on(s, g, p, market) < 0:
        return "no_agent", _on(table, market)
    if s.local[market] != NOBODY:
        return "married", _on(table, market) | {"other": table.seat(s.local[market])}
    return ("childless", {"child": CHILDREN[child]}) if s.child[p * 2 + child] == 0 else None


def _propose(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    g, p = table.definition, s.actor[s.top]
    other, child, price = at
    if other >= g.players:
        return "nobody", {"seat": SEATS[other]}
    if other == p:
        return "self", {}
    named: dict[str, text.Value] = {"other": table.seat(other)}
    asked = s.asked[p] if s.top == 0 else s.x[s.top]
    if (asked >> other) & 1:
        return "asked", named
    if allied(s, p, other):
        return "allied", named
    if children_of(s, other) == 0:
        return "no_children", named
    if s.child[p * 2 + child] == 0:
        return "childless", {"child": CHILDREN[child]}
    if g.family_open == 1 and s.child[other * 2 + 1 - child] == 0:
        return "no_match", named | {"child": CHILDREN[child], "match": CHILDREN[1 - child]}
    return "own_price", {"price": price * g.price_step, "means": max(means(s, g, p), 0)}


def _accept(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    return "cannot_match", {}


def _counter(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    g, top = table.definition, s.top
    if s.child[s.y[top] * 2 + 1 - s.v[top]] == 0:
        return "cannot_match", {}
    if s.u[top] == 0:
        return "no_counter", {}
    price = at[0] * g.price_step
    if at[0] == s.z[top]:
        return "same_price", {"price": price}
    proposer = s.x[top]
    values: dict[str, text.Value] = {"price": price, "means": max(means(s, g, proposer), 0)}
    if s.actor[top] == proposer:
        return "own_price", values
    return "beyond_price", values | {"other": table.seat(proposer)}


def _divorce(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    if at[0] >= table.definition.players:
        return "nobody", {"seat": SEATS[at[0]]}
    return "not_allied", {"other": table.seat(at[0])}


def _part(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    return "not_married", _on(table, at[0])


def _build(table: Table, s: State, at: tuple[int, ...]) -> Reason | None:
    g, p, market = table.definition, s.actor[s.top], at[0]
    if agent_on(s, g, p, market) < 0:
        return "no_agent", _on(table, market)
    if owns(s, p, market):
        return "owned", _on(table, market)
    return None if means(s, g, p) < g.build_cost else ("no_horreum_left", {})


def _destroy(table: Table, s: State, at: tuple[int, ...]) -> Reason | None:
    g, p = table.definition, s.actor[s.top]
    victim, market = at
    if victim >= g.players:
        return "nobody", {"seat": SEATS[victim]}
    if victim == p:
        return "own_horreum", {}
    if g.destroy_needs_agent == 1 and agent_on(s, g, p, market) < 0:
        return "no_agent", _on(table, market)
    if not owns(s, victim, market):
        return "no_horreum", _on(table, market) | {"other": table.seat(victim)}
    return None


def _give(table: Table, s: State, at: tuple[int, ...]) -> Reason | None:
    g, p = table.definition, s.actor[s.top]
    band, gift = at
    own = band_of(s, g, p)
    if own < 0:
        return "no_band", {"prestige": s.prestige[p]}
    if own != band:
        return "band", {"prestige": s.prestige[p], "own_band": own + 1, "band": band + 1}
    giver = s.given[actions.encode(actions.GIVE, band, gift) - actions.GIVE_0]
    return None if giver == NOBODY else ("given", {"other": table.seat(giver)})


def _yield(table: Table, s: State, at: tuple[int, ...]) -> Reason:
    return "no_agent", _on(table, at[0])


_BY_KIND: dict[int, Callable[[Table, State, tuple[int, ...]], Reason | None]] = {
    actions.ENTER: _enter,
    actions.MOVE: _move,
    actions.END: _end,
    actions.OUST: _oust,
    actions.WED: _wed,
    actions.PROPOSE: _propose,
    actions.ACCEPT: _accept,
    actions.COUNTER: _counter,
    actions.DIVORCE: _divorce,
    actions.PART: _part,
    actions.BUILD: _build,
    actions.DESTROY: _destroy,
    actions.GIVE: _give,
    actions.YIELD: _yield,
}
