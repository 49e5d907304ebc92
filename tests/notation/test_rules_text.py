"""Rules as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from forvm import content
from forvm.content import Rules
from forvm.errors import RecordError
from forvm.game import Game
from forvm.notation import read_rules, write_rules

EDITIONS = [content.load(name) for name in (*content.names(), *content.house_rules())]


def with_own_board_and_deck() -> Rules:
    base = content.load("forvm")
    board = replace(base.board, id="mine", name="Mine")
    deck = replace(base.deck, id="few", cards=base.deck.cards[:4])
    return content.from_overrides("forvm", {"oust.cost": 50}, board=board, deck=deck, id="own", name="Own — “rules”")


@pytest.mark.parametrize("rules", [*EDITIONS, with_own_board_and_deck()], ids=lambda rules: rules.id)
def test_what_is_written_is_read_again(rules: Rules):
    assert read_rules(write_rules(rules)) == rules


@pytest.mark.parametrize("rules", [*EDITIONS, with_own_board_and_deck()], ids=lambda rules: rules.id)
def test_rules_of_records_are_read_too(rules: Rules):
    assert read_rules(Game(rules, 3).record(date="2000-01-01")) == rules


def test_what_was_changed_is_refused():
    written = write_rules(with_own_board_and_deck())
    lines = written.splitlines()
    wrong = [
        written.replace("oust.cost = 50", "oust.cost = 60"),
        written.replace("FORVM rules 1", "FORVM rules 2"),
        "\n".join(lines[:-1]),
        "\n".join(lines[:3]),
        lines[0],
        written.replace("edition: forvm", "edition: mine"),
        "",
    ]
    for text in wrong:
        with pytest.raises(RecordError):
            read_rules(text)
