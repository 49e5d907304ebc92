"""What happened, as facts and as sentences; the words are in ``text/en/events.toml``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, assert_never

from forvm import text
from forvm.engine import events as engine
from forvm.engine import tasks
from forvm.engine.clauses import CLAUSES
from forvm.engine.events import Amount, EventKind
from forvm.engine.limits import GIFTS as GIFTS_PER_BAND
from forvm.notation.names import CHILDREN, GIFTS
from forvm.notation.phases import phase_name
from forvm.notation.position import Note

if TYPE_CHECKING:
    from forvm.game.table import Table

_TRADE = (engine.TRADE_VALUE, engine.TRADE_FLOOD, engine.TRADE_PROMISE)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: to whom, how much, where, and by which clause."""

    kind: EventKind
    player: int | None
    amount: int
    clause: str
    market: str | None = None
    card: str | None = None  # a fate card's id
    other: int | None = None  # another player
    detail: str | None = None  # a phase, a child, or a gift and its band
    sentence: str = ""

    def describe(self) -> str:
        """The event as a sentence."""
        return self.sentence

    def as_dict(self) -> dict[str, Any]:
        """The event as plain data, for JSON."""
        return {
            "kind": self.kind,
            "player": self.player,
            "amount": self.amount,
            "clause": self.clause,
            "market": self.market,
            "card": self.card,
            "other": self.other,
            "detail": self.detail,
            "text": self.sentence,
        }


@dataclass(frozen=True, slots=True)
class TradeLine:
    """One line of the trade report: what a market, or a promise, paid to a player, and why."""

    seat: int
    market: str | None
    amount: int
    clause: str
    why: str


def events_of(table: Table, notes: Iterable[Note], seat: int | None = None, *, all_hands: bool = True) -> list[Event]:
    """The engine's notes as events; unless ``all_hands``, only as far as this seat may know them."""
    found = [_event(table, note) for note in notes]
    if all_hands or not table.hidden_hands:
        return found
    return [
        _veiled(table, event) if event.kind == "child_gained" and event.player != seat else event for event in found
    ]


def trade_lines(table: Table, notes: Iterable[Note]) -> list[list[TradeLine]]:
    """The trade report among some notes, by seat; no lines if no trade is among them."""
    report: list[list[TradeLine]] = [[] for _ in table.players]
    why = text.load("events")["trade"]
    for note in notes:
        event, player, amount, clause, place = note
        if event in _TRADE:
            market = None if event == engine.TRADE_PROMISE else table.market(place)
            paid = 0 if event == engine.TRADE_FLOOD else amount
            key = {engine.TRADE_FLOOD: "flood", engine.TRADE_PROMISE: "promise"}.get(event, CLAUSES[clause])
            told = text.fill(why[key], {"amount": amount})
            report[player].append(TradeLine(player, market, paid, CLAUSES[clause], told))
    return report


def has_trade(notes: Iterable[Note]) -> bool:
    """Did everyone trade among these notes?"""
    return any(note[0] == engine.PHASE and note[2] == tasks.BUILDING for note in notes)


def _event(table: Table, note: Note) -> Event:
    number, player, amount, clause_number, place = note
    (kind, amount_is, place_is), clause = engine.MEANINGS[number], CLAUSES[clause_number]
    on_card = place_is == "card" and clause == "FATE-1"
    # A loan's or a forgiven sum's place belongs to the payment beside it, and says nothing by itself.
    placed = place >= 0 and place_is != "none"
    event = Event(
        kind=kind,
        player=player if player >= 0 else None,
        amount=amount,
        clause=clause,
        market=table.market(place) if placed and not on_card else None,
        card=table.names.cards[place] if placed and on_card else None,
        other=amount if amount_is == "player" and amount >= 0 else None,
        detail=_detail(amount_is, amount),
    )
    return replace(event, sentence=_sentence(table, event))


def _detail(meaning: Amount, amount: int) -> str | None:
    match meaning:
        case "phase":
            return phase_name(amount)
        case "child":
            return CHILDREN[amount]
        case "gift":
            return f"{GIFTS[amount % GIFTS_PER_BAND]}.{amount // GIFTS_PER_BAND + 1}"
        case "number" | "player":
            return None
        case _:
            assert_never(meaning)


def _veiled(table: Table, event: Event) -> Event:
    """What the others see of a family card."""
    known = replace(event, amount=1, detail=None)
    told = text.fill(text.load("events")["child_gained"]["hidden"], _values(table, known))
    return replace(known, sentence=told)


def _values(table: Table, event: Event) -> dict[str, text.Value]:
    values: dict[str, text.Value] = {
        "player": "" if event.player is None else table.seat(event.player),
        "amount": abs(event.amount),
        "market": event.market or "",
        "other": "" if event.other is None else table.seat(event.other),
        "card": "" if event.card is None else table.card_names[table.names.card(event.card)],
        "detail": event.detail or "",
    }
    if event.kind == "phase":
        values["detail"] = text.load("moves")["phases"][event.detail]
    elif event.kind == "gave" and event.detail:
        gift, _, band = event.detail.partition(".")
        values |= {"detail": text.load("events")["gifts"][gift], "band": band}
    return values


def _sentence(table: Table, event: Event) -> str:
    templates = text.load("events")[event.kind]
    values = _values(table, event)
    if event.kind in ("money", "prestige"):
        reasons = text.load("events")["reasons"]
        if event.amount < 0:
            reasons = reasons | text.load("events")["reasons_for_losing"]
        values["reason"] = text.fill(reasons.get(event.clause, ""), values)
        return text.fill(templates["gain" if event.amount > 0 else "loss"], values)
    if event.kind == "refused" and event.player == event.other:
        return text.fill(templates["own"], values)  # the proposer refuses what the other asks
    return text.fill(templates.get(event.clause, templates["plain"]), values)
