"""What a person can do now: every legal move with its words, cost, odds and consequences, before it is made."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, assert_never, cast

from forvm import text
from forvm.engine.actions import MoveKind
from forvm.engine.rules.trade import trade_income
from forvm.engine.state import NOWHERE
from forvm.game import CHANCE, Game, Move
from forvm.game.kinds import DESCRIPTIONS, MATCH, Undone, name_of
from forvm.notation.names import Child
from forvm.server.protocol.choice_messages import Branch, Choice, Line, Offer, Price


def choices(game: Game, legal: Iterable[Move]) -> list[Choice]:
    """Every legal move but those that name a price."""
    moves = list(legal)
    income = _income(game, moves[0].seat) if moves else 0
    return [_choice(game, move, moves, income) for move in moves if not move.description.is_priced]


def offers(game: Game, legal: Iterable[Move]) -> list[Offer]:
    """Every marriage that can be proposed or countered, each with all its prices."""
    priced = [move for move in legal if move.description.is_priced]
    stretches = groupby(priced, key=lambda move: (move.kind, move.target, move.child))
    return [_offer(game, list(stretch)) for _, stretch in stretches]


def _choice(game: Game, move: Move, moves: list[Move], income: int) -> Choice:
    branches, change = ([], 0) if move.kind == "end" else _foresee(game, move, income)
    return Choice(
        id=move.id,
        notation=str(move),
        kind=cast(MoveKind, move.kind),
        group=move.description.group,
        text=move.describe(),
        clause=move.clause,
        market=move.market,
        origin=move.origin,
        other=move.target,
        child=move.child,
        gift=move.gift,
        band=move.band,
        cost=move.cost,
        loan=move.prestige_cost,
        needs=move.needs,
        odds=move.odds,
        income=change,
        branches=branches,
        warnings=_warnings(game, moves) if move.kind == "end" else [],
    )


def _foresee(game: Game, move: Move, income: int) -> tuple[list[Branch], int]:
    """What would come of a move for the one who makes it, and the change of their income if it succeeds."""
    seat = move.seat
    after = game.copy()
    after.play(move)
    if move.needs is None or after.to_act != CHANCE:
        return [Branch("surely", 1.0, _lines(after, seat, 1))], _income(after, seat) - income
    lost = after.copy()
    after.play(f"d{move.needs}")
    branches = [Branch("success", move.odds or 0.0, _lines(after, seat, 2))]
    if move.needs > 1:
        lost.play("d1")
        branches.append(Branch("failure", 1 - (move.odds or 0.0), _lines(lost, seat, 2)))
    return branches, _income(after, seat) - income


def _lines(after: Game, seat: int, steps: int) -> list[Line]:
    """What the last steps did to a seat, up to the end of its phase: what others do then is not foreseen here."""
    lines: list[Line] = []
    for played in after.history[-steps:]:
        for event in played.seen_by(seat)["events"]:
            if event["kind"] in ("phase", "turn"):
                return lines
            if seat in (event["player"], event["other"]) and event["kind"] != "rolled":
                lines.append(Line(event["text"], event["clause"]))
    return lines


def _income(game: Game, seat: int) -> int:
    """What a player's markets pay, whatever fate promised or flooded this once."""
    state = game.state.copy()
    state.promised[seat] = 0
    state.flood[seat] = NOWHERE
    return trade_income(state, game.definition, seat)


def _offer(game: Game, priced: list[Move]) -> Offer:
    """The prices of one marriage."""
    first = priced[0]
    bargain: Any = game.view(first.seat)["bargain"] if first.kind == "counter" else None
    other = first.target or 0
    child: Child = bargain["child"] if bargain else first.child or "son"
    values: dict[str, text.Value] = {"other": game.names[other], "child": child, "match": MATCH[child]}
    if bargain:
        values["price"] = bargain["price"]
    return Offer(
        kind="counter" if bargain else "propose",
        group=first.description.group,
        text=text.fill(text.load("table")["offers"][first.kind], values),
        clause=first.clause,
        other=other,
        child=child,
        match=MATCH[child],
        on_the_table=bargain["price"] if bargain else None,
        gain=game.definition.alliance_prestige,
        prices=[Price(move.price or 0, move.id, str(move), move.describe()) for move in priced],
    )


def _warnings(game: Game, moves: list[Move]) -> list[str]:
    """What would be left undone by ending now; a card that asks for an answer leaves nothing undone."""
    if game.phase == "fate":
        return []
    words = text.load("table")["warnings"]
    told: list[str] = []
    for kind in DESCRIPTIONS.values():
        left = [move for move in moves if move.description is kind]
        if left and kind.undone is not None:
            told.append(text.fill(words[name_of(kind)], _undone(game, kind.undone, left)))
    return told


def _undone(game: Game, undone: Undone, moves: list[Move]) -> dict[str, text.Value]:
    """What a warning says about the moves of a kind."""
    match undone:
        case "markets":
            return {"markets": list(dict.fromkeys(move.market or "" for move in moves))}
        case "players":
            return {"players": list(dict.fromkeys(game.names[move.target or 0] for move in moves))}
        case "agents":
            waiting = list(dict.fromkeys(move.origin or "" for move in moves))
            return {"count": len(waiting), "markets": waiting}
        case "nothing":
            return {}
        case _:
            assert_never(undone)
