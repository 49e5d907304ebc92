"""Custom boards and decks inside a record, as TOML, so that the record replays anywhere."""

from __future__ import annotations

import json
from typing import Any

from forvm import content
from forvm.content import Board, Deck
from forvm.content.board import read_board
from forvm.content.deck import read_deck
from forvm.content.document import Document, parse_toml
from forvm.engine.effects import EFFECTS
from forvm.errors import ContentError


def toml_value(value: object) -> str:
    """A value as TOML writes it.

    >>> toml_value([True, "Roma", 2])
    '[true, "Roma", 2]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return repr(value)


def quoted(word: str) -> str:
    """A text in quotation marks, on one line whatever is in it, as TOML and JSON both read it."""
    signs = (sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in json.dumps(word, ensure_ascii=False))
    return "".join(signs)


def board_toml(board: Board) -> list[str]:
    """The lines of a board's file."""
    regions = [_inline({"id": region.id, "name": region.name}) for region in board.regions]
    markets = [_inline(_market(board, number)) for number in range(len(board.markets))]
    links = [toml_value([board.markets[a].name, board.markets[b].name]) for a, b in board.links]
    return [
        *_head(board.id, board.name),
        f"size = {toml_value([board.width, board.height])}",
        *_rows("regions", regions),
        *_rows("markets", markets),
        *_rows("links", links),
    ]


def deck_toml(deck: Deck, board: Board) -> list[str]:
    """The lines of a deck's file."""
    cards = []
    for card in deck.cards:
        facts: dict[str, Any] = {"id": card.id, "copies": card.copies, "effect": card.effect}
        facts |= {key: getattr(card, key) for key in EFFECTS[card.effect]}
        if "markets" in facts:
            facts["markets"] = [board.markets[m].name for m in card.markets]
        facts |= {key: getattr(card, key) for key in ("name", "text") if getattr(card, key)}
        cards.append(_inline(facts))
    return [*_head(deck.id, deck.name), *_rows("cards", cards)]


def board_from_toml(text: str) -> Board:
    """Returns the board that lines of `board_toml` describe."""
    return read_board(_document(text))


def deck_from_toml(text: str, board: Board, edition: str) -> Deck:
    """Returns the deck that lines of `deck_toml` describe."""
    known = {card.id: card.effect for card in content.load(edition).deck.cards}
    return read_deck(_document(text), board, known)


def _document(text: str) -> Document:
    try:
        return Document(parse_toml(text), text=text)
    except ValueError as error:
        raise ContentError(f"It is not valid TOML: {error}.") from None


def _head(id: str, name: str) -> list[str]:
    return ["format = 1", f"id = {toml_value(id)}", f"name = {toml_value(name)}"]


def _inline(facts: dict[str, Any]) -> str:
    return f"{{ {', '.join(f'{key} = {toml_value(value)}' for key, value in facts.items())} }}"


def _rows(key: str, rows: list[str]) -> list[str]:
    return [f"{key} = [", *(f"  {row}," for row in rows), "]"]


def _market(board: Board, number: int) -> dict[str, Any]:
    market = board.markets[number]
    facts: dict[str, Any] = {"name": market.name, "latin": market.latin}
    if market.region is not None:
        facts["region"] = market.region
    facts["kind"] = market.kind
    if market.values is not None:
        facts["values"] = market.values
    return facts | {"lon": market.lon, "lat": market.lat, "x": market.x, "y": market.y}
