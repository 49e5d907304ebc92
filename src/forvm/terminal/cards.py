"""Fate cards in full."""

from __future__ import annotations

from rich import box
from rich.panel import Panel
from rich.text import Text

from forvm import text
from forvm.content import Card, Rules


def card_name(card: Card) -> str:
    """What a card is called: by its deck, or by the project's texts."""
    return card.name or str(text.load("cards")[card.id]["name"])


def card_words(rules: Rules, card: Card) -> str:
    """What a card says under these rules."""
    values: dict[str, text.Value] = {name: m.latin for m in rules.board.markets for name in (m.name, m.latin)}
    values |= rules.values
    values |= {"amount": card.amount, "points": card.points, "roll": card.roll}
    values["markets"] = [rules.board.markets[m].latin for m in card.markets]
    return text.fill(card.text, values) if card.text else text.card_text(card.id, values)


def card_note(card: Card) -> str:
    """The history behind a card; cards of people's own have none."""
    return "" if card.text else str(text.load("cards")[card.id].get("note", ""))


def panel(rules: Rules, card: Card, subtitle: str, width: int) -> Panel:
    """Returns the card as it is shown."""
    words = Text(card_words(rules, card))
    if note := card_note(card):
        words.append(f"\n{note}", "dim italic")
    return Panel(
        words,
        title=Text(f" {card_name(card)} ", "bold"),
        subtitle=Text(f" {subtitle} ", "dim"),
        box=box.ROUNDED,
        width=min(width, 84),
        padding=(0, 2),
        style="none",
    )
