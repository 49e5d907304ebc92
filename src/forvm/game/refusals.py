"""Why a move cannot be made: the engine names the reason, here it becomes a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from forvm import text
from forvm.engine import actions, reasons, tasks
from forvm.engine.actions import decode
from forvm.engine.clauses import CLAUSES
from forvm.engine.limits import AGENTS
from forvm.engine.reasons import REASONS
from forvm.engine.rules.give import band_of
from forvm.engine.rules.money import means
from forvm.engine.rules.oust import holder, may_challenge
from forvm.engine.state import State
from forvm.errors import IllegalMove
from forvm.game import due
from forvm.game.game_move import Move
from forvm.game.sentences import prompt
from forvm.notation.names import CHILDREN, SEATS
from forvm.notation.phases import phase_of

if TYPE_CHECKING:
    from forvm.game.table import Table

_SUGGESTED = 5

Values = dict[str, text.Value]


def refuse(table: Table, s: State, action: int, reason: int, legal: Iterable[int]) -> IllegalMove:
    """The error for an action that the engine does not allow here; ``legal`` is what it would allow."""
    why = text.load("moves")["why"]
    sentence, clause = reason_for(table, s, action, reason)
    parts = [sentence]
    tokens = _suggestions(table, s, action, list(legal))
    if tokens:
        parts.append(text.fill(why["legal"], {"moves": tokens}))
    parts.append(text.fill(why["clause"], {"title": text.clause(clause).title}))
    return IllegalMove(" ".join(parts), clause)


def reason_for(table: Table, s: State, action: int, reason: int) -> tuple[str, str]:
    """Why the engine does not allow an action here, as a sentence, and the clause it follows from."""
    clause, key = REASONS[reason]
    values: Values = {"prompt": prompt(table, s)}
    if key in _VALUES:
        values |= _VALUES[key](table, s, Move(table, s, action))
    return text.fill(text.load("moves")["why"][key], values), CLAUSES[clause]


def out_of_turn(table: Table, s: State, seat: int) -> IllegalMove:
    """The error for a move by someone else than the seat to act. It tells nothing of anyone's hand."""
    if s.task[s.top] == tasks.OVER:
        return refuse(table, s, 0, reasons.OVER, ())
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


# What the words of a reason need, by their key. Nothing here asks whether a move is allowed.


def _market(table: Table, s: State, move: Move) -> Values:
    return {"market": move.market or ""}


def _origin(table: Table, s: State, move: Move) -> Values:
    return {"market": move.origin or move.market or ""}


def _rome(table: Table, s: State, move: Move) -> Values:
    return {"market": table.market(table.definition.rome)}


def _other(table: Table, s: State, move: Move) -> Values:
    return {"other": _player(table, move.target)}


def _market_and_other(table: Table, s: State, move: Move) -> Values:
    return _market(table, s, move) | _other(table, s, move)


def _player(table: Table, seat: int | None) -> str:
    assert seat is not None
    return table.seat(seat)


def _seat(table: Table, s: State, move: Move) -> Values:
    assert move.target is not None
    return {"seat": SEATS[move.target]}


def _child(table: Table, s: State, move: Move) -> Values:
    return {"child": move.child or ""}


def _match(table: Table, s: State, move: Move) -> Values:
    child = CHILDREN.index(move.child or "")
    return _other(table, s, move) | {"child": CHILDREN[child], "match": CHILDREN[1 - child]}


def _due(table: Table, s: State, move: Move) -> Values:
    return {"due": text.load("moves")["due"][due.kind(s.task[s.top])]}


def _phase(table: Table, s: State, move: Move) -> Values:
    return {"phase": text.load("moves")["phases"][phase_of(s)]}


def _card_due(table: Table, s: State, move: Move) -> Values:
    return {"card": table.card_names[s.card]}


def _card_drawn(table: Table, s: State, move: Move) -> Values:
    return {"card": table.card_names[decode(move.id)[1][0]]}


def _intruder(table: Table, s: State, move: Move) -> Values:
    g, p = table.definition, s.actor[s.top]
    slot = next(slot for slot in range(g.agents) if may_challenge(s, p, slot) == reasons.OK)
    market = s.agent[p * AGENTS + slot]
    return {"market": table.market(market), "other": table.seat(holder(s, g, market))}


def _married(table: Table, s: State, move: Move) -> Values:
    assert move.market_number is not None
    return _market(table, s, move) | {"other": table.seat(s.local[move.market_number])}


def _means(table: Table, s: State, seat: int) -> Values:
    return {"means": max(means(s, table.definition, seat), 0)}


def _money(table: Table, s: State, move: Move) -> Values:
    return {"cost": move.cost} | _means(table, s, move.seat)


def _price(table: Table, s: State, move: Move) -> Values:
    return {"price": move.price or 0}


def _own_price(table: Table, s: State, move: Move) -> Values:
    return _price(table, s, move) | _means(table, s, move.seat)


def _proposers_price(table: Table, s: State, move: Move) -> Values:
    return _price(table, s, move) | _means(table, s, s.proposer) | {"other": table.seat(s.proposer)}


def _prestige(table: Table, s: State, move: Move) -> Values:
    return {"prestige": s.prestige[move.seat]}


def _bands(table: Table, s: State, move: Move) -> Values:
    own = band_of(s, table.definition, move.seat) + 1
    return _prestige(table, s, move) | {"own_band": own, "band": move.band or 0}


def _given(table: Table, s: State, move: Move) -> Values:
    return {"other": table.seat(s.given[move.id - actions.GIVE_0])}


_VALUES: dict[str, Callable[[Table, State, Move], Values]] = {
    "fate": _card_due,
    "phase": _phase,
    "die": _due,
    "no_card": _card_drawn,
    "money": _money,
    "stuck": _rome,
    "no_agent": _origin,
    "moved": _origin,
    "rome_taken": _market,
    "taken": _market,
    "crowded": _rome,
    "intruder": _intruder,
    "no_intruder": _market,
    "no_aristocracy": _market,
    "married": _married,
    "childless": _child,
    "nobody": _seat,
    "asked": _other,
    "allied": _other,
    "no_children": _other,
    "no_match": _match,
    "own_price": _own_price,
    "beyond_price": _proposers_price,
    "same_price": _price,
    "not_allied": _other,
    "not_married": _market,
    "owned": _market,
    "no_horreum": _market_and_other,
    "band": _bands,
    "no_band": _prestige,
    "given": _given,
}
