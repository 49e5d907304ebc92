"""Prints what happened: moves, dice, cards, and where the money of a trade came from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from forvm.engine import actions
from forvm.engine.actions import KINDS, kind_of
from forvm.engine.events import EventKind
from forvm.game import Game, Played, TradeLine
from forvm.game.game_events import trade_lines
from forvm.game.kinds import DESCRIPTIONS, KindOfMove
from forvm.terminal import cards, piece_symbols
from forvm.terminal.screen import Screen
from forvm.terminal.terminal_text import entry, say

Event = Mapping[str, Any]

# What a move's own sentence, the trade report or a card's text has said already.
_TOLD_BY_MOVES = {kind.said_by for kind in DESCRIPTIONS.values() if not KINDS[kind.number].chance}
_TOLD_OTHERWISE: set[EventKind] = {
    "phase",
    "rolled",
    "card",
    "offer",
    "agent_enters",
    "market_held",
    "trade_value",
    "trade_flood",
    "trade_promise",
    "borrowed",
    "won",
}
_SAID = _TOLD_BY_MOVES | _TOLD_OTHERWISE
# A move's sentence tells its cost. What moves under a card or an alliance is not always a cost.
_COSTS = {kind.clause for kind in DESCRIPTIONS.values() if type(kind).cost is not KindOfMove.cost}
_PAID = _COSTS - {"FATE-1", "ALLY-3"} | {"TRADE-5"}


class Narrator:
    """Tells each viewer every move once, in order, as far as they may know it (None: a spectator).

    Moves that somebody has just typed are not told to them again; what came of them is. That a phase is ended is told
    only with ``ends``.
    """

    def __init__(self, screen: Screen, game: Game, typed_by: Collection[int] = (), *, ends: bool = False) -> None:
        self.screen = screen
        self.game = game
        self.typed_by = typed_by
        self.ends = ends
        self._begun = len(game.history)
        self._told: dict[int | None, int] = {}
        self._phase = ""

    def tell(self, viewer: int | None) -> None:
        """Print what was played since this viewer last looked."""
        for played in self.game.history[self._told.get(viewer, self._begun) :]:
            self._tell(played, viewer)
        self._told[viewer] = len(self.game.history)

    def forget(self) -> None:
        """Go by the history as it is now, after moves were taken back."""
        now = len(self.game.history)
        self._begun = min(self._begun, now)
        self._told = {viewer: min(count, now) for viewer, count in self._told.items()}

    def skip(self) -> None:
        """Never print what was played until now."""
        self._begun = len(self.game.history)
        self._told.clear()
        self._phase = ""

    def _tell(self, played: Played, viewer: int | None) -> None:
        seen = played.seen_by(viewer)
        kind = kind_of(played.id)
        if kind == actions.CHILD and played.phase == "deal":
            self._deal(played)
        elif kind == actions.CARD:
            self._card(played)
        elif kind == actions.DIE:
            self._heading(played.phase)
            self._line(played.actor, seen["text"], str(int(played.notation[1:])))
        elif played.seat not in (*self.typed_by, viewer) and (self.ends or not _ends_phase(played)):
            self._heading(played.phase)
            self._line(played.actor, seen["text"])
        for event in seen["events"]:
            if not (event["kind"] == "child_gained" and played.phase == "deal"):
                self._event(event, played)

    def _deal(self, played: Played) -> None:
        if self._phase != "deal":
            self._phase = "deal"
            self.screen.line(say("game.dealt", cards=self.game.definition.family_cards), "dim")

    def _card(self, played: Played) -> None:
        self._heading("fate")
        card = self.game.rules.deck.find(played.notation.partition(":")[2])
        assert card is not None
        who = say("report.card", player=self.game.names[played.actor])
        self.screen.show(cards.panel(self.game.rules, card, who, self.screen.width))
        told = [event.kind for event in played.events]
        if "phase" in told and not any(kind not in _SAID for kind in told[: told.index("phase")]):
            self.screen.line(f"      {say('report.nothing')}", "dim")

    def _heading(self, phase: str) -> None:
        if phase != self._phase:
            self._phase = phase
            self.screen.show(Text(say(f"phases.{phase}"), "dim italic"))

    def _line(self, seat: int, words: str, die: str = "") -> None:
        line = Text.assemble("  ", piece_symbols.agent(seat), " ")
        line.append(f"{self.game.names[seat]}: " if not die else "", piece_symbols.colour(seat))
        if die:
            line.append(f" {die} ", "bold reverse")
            line.append(" ")
        line.append(words)
        self.screen.show(line)

    def _event(self, event: Event, played: Played) -> None:
        kind, clause = event["kind"], event["clause"]
        if kind == "turn":
            self._phase = ""
            self.screen.show(turn_rule(self.game, event["amount"], event["player"]))
        elif kind == "phase" and event["detail"] == "build":
            self._phase = "trade"
            self.screen.show(trade(self.game, trade_lines(played.table, played.notes)))
        elif (
            kind in _SAID or (kind == "money" and clause in _PAID) or (kind == "horreum_lost" and clause == "DESTROY-1")
        ):
            return
        else:
            if clause.startswith("RECKON"):
                self._heading("reckoning")
            line = Text(f"      {event['text']}")
            line.append(f"  {clause}", "dim")
            self.screen.show(line)


def _ends_phase(played: Played) -> bool:
    return played.notation == "end" and played.phase != "fate"


def turn_rule(game: Game, turn: int, first: int | None) -> Rule:
    """The line at which a turn begins."""
    player = "" if first is None else game.names[first]
    return Rule(Text(say("report.turn", turn=turn, player=player), "bold"), style="dim", characters="─")


def trade(game: Game, report: Sequence[Sequence[TradeLine]]) -> RenderableType:
    """A trade: for each player the sum, and where it came from, clause by clause."""
    if not any(report):
        return Text(f"{say('report.trade')}: {say('report.trade_nothing')}", "dim italic")
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    table.add_column(say("report.trade"), no_wrap=True)
    table.add_column(say("report.total"), justify="right", no_wrap=True)
    table.add_column(say("report.sources"))
    for seat, lines in enumerate(report):
        total = sum(line.amount for line in lines)
        style = "bold green" if total > 0 else "bold red" if total < 0 else "dim"
        name = Text(f"{piece_symbols.SHAPES[seat]} {game.names[seat]}", piece_symbols.colour(seat))
        table.add_row(name, Text(piece_symbols.signed(total), style), _sources(lines))
    return table


def _sources(lines: Sequence[TradeLine]) -> Text:
    words = entry("report.clauses")
    told = Text()
    for clause in dict.fromkeys(line.clause for line in lines):
        if told.plain:
            told.append("\n")
        told.append(f"{words.get(clause, '')} {clause}: ".lstrip(), "dim")
        told.append(", ".join(_source(line) for line in lines if line.clause == clause))
    return told if lines else Text(piece_symbols.NOTHING, "dim")


def _source(line: TradeLine) -> str:
    if line.market is None:
        return piece_symbols.money(line.amount)
    # A market without an amount is flooded, or worth nothing to so many owners; the line says which.
    why = f" ({line.why})" if line.amount == 0 and line.clause == "TRADE-5" else ""
    return f"{line.market} {piece_symbols.money(line.amount)}{why}"
