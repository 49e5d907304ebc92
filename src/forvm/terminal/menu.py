"""The moves on offer, numbered and in words; the many prices of a proposal are one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rich.table import Table
from rich.text import Text

from forvm.engine.limits import PLAYERS
from forvm.game import Game, Move
from forvm.game.kinds import MATCH
from forvm.terminal import piece_symbols
from forvm.terminal.terminal_text import entry, say

View = Mapping[str, Any]


@dataclass(frozen=True)
class MenuItem:
    """A line of the menu: one move, or one for each price that may be named."""

    title: str
    words: str
    note: str
    moves: tuple[Move, ...]

    @property
    def prices(self) -> list[int]:
        """The prices to choose from; empty if there is just one move."""
        return [move.price or 0 for move in self.moves] if len(self.moves) > 1 else []

    def at(self, price: int) -> Move | None:
        """The move that names this price."""
        return next((move for move in self.moves if move.price == price), None)

    @property
    def notation(self) -> str:
        """How the move is written; of many prices, up to the price."""
        token = str(self.moves[0])
        return f"{token.rpartition(':')[0]}:…" if self.prices else token


def choices(game: Game, view: View) -> list[MenuItem]:
    """Every legal move, in an order in which one looks for them."""
    made = []
    for _, group in groupby(game.legal(), key=_line):
        made.append(_choice(game, view, tuple(group)))
    ends = [choice for choice in made if choice.moves[0].kind == "end"]
    return [choice for choice in made if choice not in ends] + ends


def shown(made: list[MenuItem], seat: int) -> Table:
    """The menu."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(style="dim")
    table.add_column(style="dim", no_wrap=True)
    title = ""
    for number, choice in enumerate(made, 1):
        if choice.title != title:
            title = choice.title
            table.add_row("", Text(title, "dim italic"))
        table.add_row(Text(str(number), piece_symbols.colour(seat)), choice.words, choice.note, choice.notation)
    return table


def _line(move: Move) -> tuple[str, int]:
    """Moves with the same key share a line of the menu."""
    if not move.description.is_priced:
        return "", move.id
    return move.kind, (move.target or 0) * 2 + (move.child == "daughter")


def _choice(game: Game, view: View, moves: tuple[Move, ...]) -> MenuItem:
    move = moves[0]
    title = say("menu.agent", market=move.origin or "") if move.kind == "move" else entry("menu.groups")[move.kind]
    words = _step(view, move) if move.kind == "move" else move.describe()
    if len(moves) > 1:
        named = [m.price or 0 for m in moves]
        child = move.child or "son"
        other = view["players"][move.target]["name"] if move.target is not None else ""
        words = say(f"menu.{move.kind}", other=other, child=child, match=MATCH[child], low=min(named), high=max(named))
    note = about_market(game, view, move) if move.description.shows_market else ""
    return MenuItem(title, words, note, moves)


def _step(view: View, move: Move) -> str:
    """A step as a sentence, under a title that names the agent's market."""
    holder = view["markets"][move.market_number]["holder"]
    key = "menu.step" if holder in (None, move.seat) else "menu.intrude"
    return say(key, market=move.market or "", other="" if holder is None else view["players"][holder]["name"])


def about_market(game: Game, view: View, move: Move) -> str:
    """What one wants to know of the market that a move is about."""
    number = move.market_number or 0
    market, row = game.rules.board.markets[number], view["markets"][number]
    facts = [entry("about.kinds")[market.kind]]
    if market.kind != "rome":
        facts.append(say("about.distance", distance=market.distance))
    owners = row["owners"]
    if move.seat in owners:
        paid = next((line["amount"] for line in row["pays"] if line["seat"] == move.seat), 0)
        facts.append(say("about.yours", amount=paid))
    elif len(owners) < PLAYERS:
        count = len(owners) + 1
        key = "about.worth" if count == 1 else "about.worth_shared"
        facts.append(say(key, amount=piece_symbols.worth(game.rules, number, count), owners=count))
    if others := [game.players[seat].letter for seat in owners if seat != move.seat]:
        facts.append(say("about.owners", owners="".join(others)))
    if standing := [game.players[agent["seat"]].letter for agent in row["agents"] if agent["seat"] != move.seat]:
        facts.append(say("about.agents", agents="".join(standing)))
    if row["local_marriage"] is not None:
        facts.append(say("about.local", player=game.players[row["local_marriage"]].letter))
    if move.kind == "build" and _first_in_region(game, move.seat, market.region):
        region = next(r.name for r in game.rules.board.regions if r.id == market.region)
        facts.append(say("about.first", region=region))
    return ", ".join(facts)


def _first_in_region(game: Game, seat: int, region: str | None) -> bool:
    """Would a horreum there be the player's first in its region (BUILD-2)?"""
    return region is not None and not game.players[seat].milestones[region]["first"]
