"""What a person can do now: every legal move with its words, cost, odds and consequences, before it is made."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, assert_never, cast

from msgspec.structs import replace

from forvm import text
from forvm.engine.actions import MoveKind
from forvm.engine.rules.money import price_of_paying
from forvm.game import Game, Move
from forvm.game.forecast import Forecast
from forvm.game.game_events import Event
from forvm.game.kinds import DESCRIPTIONS, MATCH, Undone, name_of
from forvm.notation.names import Child
from forvm.server.protocol.choice_messages import Branch, Choice, Gain, Offer, Price, Sentence

# Moves that are made for what they bring. A step, a challenge or an attack can be worth its cost for other reasons.
_FOR_GAIN = ("build", "wed", "divorce", "give")


def choices(game: Game, legal: Iterable[Move]) -> list[Choice]:
    """Every legal move but those that name a price."""
    moves = list(legal)
    forecaster = game.forecaster()
    found = {move.id: _choice(game, move, forecaster.of(move)) for move in moves if not move.description.is_priced}
    useful = [move for move in moves if move.id not in found or not found[move.id].only_costs]
    return [
        replace(choice, warnings=_warnings(game, useful)) if choice.kind == "end" else choice
        for choice in found.values()
    ]


def offers(game: Game, legal: Iterable[Move]) -> list[Offer]:
    """Every marriage that can be proposed or countered, each with all its prices."""
    priced = [move for move in legal if move.description.is_priced]
    stretches = groupby(priced, key=lambda move: (move.kind, move.target, move.child))
    return [_offer(game, list(stretch)) for _, stretch in stretches]


def no_end(game: Game) -> Sentence | None:
    """Why the player to act cannot end the phase yet."""
    why = game.why_not_end()
    return None if why is None else Sentence(*why)


def _choice(game: Game, move: Move, forecast: Forecast) -> Choice:
    branches = [] if move.kind == "end" and not game.state.top else _branches(forecast)
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
        lines=_lines(forecast.events),
        branches=branches,
        mean=Gain(*forecast.mean),
        prospect=forecast.prospect,
        only_costs=move.kind in _FOR_GAIN and _only_costs(move, forecast),
        warnings=[],
    )


def _branches(forecast: Forecast) -> list[Branch]:
    return [
        Branch(
            branch.when,
            branch.odds,
            Gain(*branch.change),
            _lines(branch.events),
            [Sentence(forced.sentence, forced.clause) for forced in branch.forced],
        )
        for branch in forecast.branches
    ]


def _lines(events: Iterable[Event]) -> list[Sentence]:
    return [Sentence(event.sentence, event.clause) for event in events]


def _only_costs(move: Move, forecast: Forecast) -> bool:
    """Does a move bring its player no money, no prestige and no better trade, however it goes?"""
    changes = [branch.change for branch in forecast.branches]
    if any(change.money > 0 or change.net > 0 or change.income > 0 for change in changes):
        return False
    # A marriage with an aristocracy also protects what stands there.
    worse = (change.net < 0 or (move.kind != "wed" and min(change.money, change.income) < 0) for change in changes)
    return any(worse)


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
        prices=_prices(game, priced),
    )


def _prices(game: Game, priced: list[Move]) -> list[Price]:
    """Every price of one marriage, with what it would change for both sides."""
    s, first = game.state, priced[0]
    payer = first.seat if first.kind == "propose" else s.proposer
    named = [move.price or 0 for move in priced]
    return [
        Price(
            price,
            move.id,
            str(move),
            move.describe(),
            price_of_paying(s, game.definition, payer, price),
            Gain(*own),
            Gain(*theirs),
        )
        for move, price, (own, theirs) in zip(priced, named, game.forecaster().at_prices(first, named), strict=True)
    ]


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
