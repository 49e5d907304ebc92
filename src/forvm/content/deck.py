"""The fate deck: cards and what they do, read from TOML and checked against a board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from forvm.content.board import Board
from forvm.content.document import Document, shown
from forvm.content.parameters import BY_KEY, MOST_MONEY, did_you_mean
from forvm.content.toml_positions import KeyPath
from forvm.engine.effects import EFFECTS, Detail
from forvm.engine.limits import CARD_MARKETS, CARDS

DETAILS = get_args(Detail)
MOST_COPIES = 30

_DECK_KEYS = ("format", "id", "name", "description", "cards")
_CARD_KEYS = ("id", "copies", "effect", *DETAILS, "name", "text")


@dataclass(frozen=True, slots=True)
class Card:
    """A fate card. Markets are indices; name and text are empty if the project's texts have them."""

    id: str
    copies: int
    effect: str
    amount: int = 0
    points: int = 0
    roll: int = 0
    markets: tuple[int, ...] = ()
    name: str = ""
    text: str = ""

    @property
    def effect_number(self) -> int:
        """The engine's constant for the effect."""
        return list(EFFECTS).index(self.effect)


@dataclass(frozen=True, slots=True)
class Deck:
    """A fate deck that fits its board."""

    id: str
    name: str
    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        """How many cards there are, copies counted."""
        return sum(card.copies for card in self.cards)

    def find(self, card_id: str) -> Card | None:
        """The card of this id."""
        return next((card for card in self.cards if card.id == card_id), None)


def read_deck(document: Document, board: Board, known_texts: Mapping[str, str]) -> Deck:
    """The deck that a document describes.

    `known_texts` names the cards whose texts the project has, and their effects: all others bring
    their own.
    """
    document.known_keys(document.data, (), _DECK_KEYS)
    deck_id = document.name(document.data)
    name = document.text(document.data, (), "name")
    if "description" in document.data:
        document.text(document.data, (), "description", longest=1000)
    tables = document.tables("cards")
    if len(tables) > CARDS:
        document.problem(("cards",), f"There are {len(tables)} different cards, and a deck has at most {CARDS}.")
    cards: list[Card] = []
    for path, table in tables:
        card = _card(document, path, table, board)
        if card.id and card.id in [other.id for other in cards]:
            document.problem((*path, "id"), f"There are two cards {card.id}: give one of them more copies.")
        _check_texts(document, path, card, board, known_texts)
        cards.append(card)
    document.check()
    return Deck(deck_id, name, tuple(cards))


def _card(document: Document, path: KeyPath, table: Mapping[str, Any], board: Board) -> Card:
    document.known_keys(table, path, _CARD_KEYS)
    effect = table.get("effect")
    if not isinstance(effect, str) or effect not in EFFECTS:
        hint = did_you_mean(effect, EFFECTS) if isinstance(effect, str) else f" There are: {', '.join(EFFECTS)}."
        wrong = f"There is no effect {shown(effect)}." if "effect" in table else "effect is missing."
        document.problem((*path, "effect"), f"{wrong}{hint}")
        effect = ""
    needed = EFFECTS.get(effect, ())
    if effect:
        for key in DETAILS:
            if key in table and key not in needed:
                document.problem(
                    (*path, key), f'effect = "{effect}" has no use for {key}: {_uses(needed)}. Leave it out.'
                )
    return Card(
        id=document.name(table, path),
        copies=document.number(table, path, "copies", 1, MOST_COPIES),
        effect=effect,
        amount=document.number(table, path, "amount", 1, MOST_MONEY) if "amount" in needed else 0,
        points=document.number(table, path, "points", 0, 20) if "points" in needed else 0,
        roll=document.number(table, path, "roll", 1, 6) if "roll" in needed else 0,
        markets=_markets(document, path, table, board) if "markets" in needed else (),
        name=document.text(table, path, "name") if "name" in table else "",
        text=document.text(table, path, "text", longest=1000) if "text" in table else "",
    )


def _uses(needed: tuple[str, ...]) -> str:
    return f"it uses {' and '.join(needed)}" if needed else "it needs nothing more"


def _markets(document: Document, path: KeyPath, table: Mapping[str, Any], board: Board) -> tuple[int, ...]:
    names = table.get("markets")
    if not isinstance(names, list) or not 1 <= len(names) <= CARD_MARKETS:
        wrong = f"not {shown(names)}" if "markets" in table else "but is missing"
        document.problem((*path, "markets"), f"markets must be a list of 1 to {CARD_MARKETS} names, {wrong}.")
        return ()
    found: list[int] = []
    for place, name in enumerate(names):
        market = board.find(name) if isinstance(name, str) else None
        if market is None:
            hint = board.did_you_mean(name) if isinstance(name, str) else ""
            document.problem(
                (*path, "markets", place), f"There is no market {shown(name)} on the board {board.id}.{hint}"
            )
        elif market.index in found:
            document.problem((*path, "markets", place), f"{market.name} is named twice.")
        else:
            found.append(market.index)
    return tuple(found)


def _check_texts(document: Document, path: KeyPath, card: Card, board: Board, known_texts: Mapping[str, str]) -> None:
    if (not card.name or not card.text) and card.id and card.effect and known_texts.get(card.id) != card.effect:
        document.problem(
            path,
            f"The card {card.id} needs a name and a text of its own: the project has none for a card "
            f'of this id with effect = "{card.effect}".',
        )
    for key, words in (("name", card.name), ("text", card.text)):
        for placeholder in re.findall(r"\{([^{}]*)\}", words):
            word = placeholder.partition(":")[0]  # what follows says how to write it
            if word in DETAILS:
                if card.effect and word not in EFFECTS[card.effect]:
                    document.problem((*path, key), f"{key} names {{{word}}}, which this card does not have.")
            elif word not in BY_KEY and board.find(word) is None:
                document.problem(
                    (*path, key),
                    f"{key} names {{{word}}}, which is no market on the board {board.id}.{board.did_you_mean(word)}",
                )
