"""Boards, decks, editions and house rules: content that people can read and change, loaded and checked.

``load("forvm")`` gives the `Rules` of an edition, ``load("my-rules.toml")`` those of a house rule of one's
own, and ``rules.definition(players=4)`` the record that the engine plays by. Whatever is wrong with a file is
a `forvm.errors.ContentError` that names the file, the line and the key, and says what would be right.
"""

from forvm.content.board import Board, Market, Region
from forvm.content.deck import Card, Deck
from forvm.content.loading import from_overrides, house_rules, load, loads, names
from forvm.content.parameters import BY_KEY, PARAMETERS, Parameter, Value
from forvm.content.ruleset import Rules

__all__ = [
    "BY_KEY",
    "PARAMETERS",
    "Board",
    "Card",
    "Deck",
    "Market",
    "Parameter",
    "Region",
    "Rules",
    "Value",
    "from_overrides",
    "house_rules",
    "load",
    "loads",
    "names",
]
