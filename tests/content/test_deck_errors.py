"""What is wrong with a deck is said with its line, its key and what would be right."""

import re

import pytest

from forvm.content import load
from forvm.errors import ContentError


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "message"),
    [
        ("copies = 2", "copies = 0", 7, "cards[1].copies", "whole number from 1 to 30, not 0"),
        ("copies = 2", "copies = true", 7, "cards[1].copies", "whole number from 1 to 30, not true"),
        ("copies = 2\n", "", 5, "cards[1].copies", "copies is missing"),
        ("copies = 2", "copeis = 2\ncopies = 2", 7, "cards[1].copeis", "Unknown key. Did you mean copies?"),
        (
            '"shipwreck"',
            '"shipwrecks"',
            8,
            "cards[1].effect",
            'no effect "shipwrecks". Did you mean shipwreck?',
        ),
        ('effect = "shipwreck"\n', "", 5, "cards[1].effect", "effect is missing. There are: fire, "),
        ("amount = 50\n", "", 5, "cards[1].amount", "amount is missing: a whole number from 1 to 10000"),
        ("amount = 50", "amount = 5.5", 9, "cards[1].amount", "whole number from 1 to 10000, not 5.5"),
        (
            "amount = 50",
            "amount = 50\nroll = 4",
            10,
            "cards[1].roll",
            "no use for roll: it uses amount and markets",
        ),
        (
            '"Delos", "Ath',
            '"Dleos", "Ath',
            10,
            "cards[1].markets[1]",
            'no market "Dleos" .*Did you mean Delos?',
        ),
        ('"Delos", "Ath', '3, "Ath', 10, "cards[1].markets[1]", "no market 3"),
        ('"Athenae"]', '"Athens", "Athenae"]', 10, "cards[1].markets[3]", "Athens is named twice"),
        ('["Delos", "Athenae"]', "[]", 10, "cards[1].markets", "list of 1 to 8 names"),
        ('["Delos", "Athenae"]', str(["Delos"] * 9), 10, "cards[1].markets", "1 to 8 names"),
        ('markets = ["Delos", "Athenae"]\n', "", 5, "cards[1].markets", "1 to 8 names, but is missing"),
        (
            "{Rome}",
            "{Rhome}",
            12,
            "cards[1].text",
            "text names {Rhome}, which is no market .*Did you mean Rome?",
        ),
        ("{Delos}", "{Delios}", 11, "cards[1].name", "name names {Delios}, .*Did you mean Delos?"),
        ("{Rome}", "{points}", 12, "cards[1].text", "{points}, which this card does not have"),
        ('name = "Storm off {Delos}"\n', "", 5, "cards[1]", "storm needs a name and a text of its own"),
        (
            'id = "storm"',
            'id = "census"',
            15,
            "cards[2].id",
            "two cards census: give one of them more copies",
        ),
        ('id = "storm"', 'id = "Storm!"', 6, "cards[1].id", "small letters, digits and _"),
        ('effect = "census"', 'effect = "snub"', 14, "cards[2]", "census needs a name and a text of its own"),
        ("points = 1", "points = -1", 18, "cards[2].points", "whole number from 0 to 20, not -1"),
        (
            'effect = "census"',
            'effect = "elections"\nroll = 7\nname = "E"\ntext = "E"',
            18,
            "cards[2].roll",
            "1 to 6",
        ),
    ],
)
def test_one_thing_wrong(written, small_deck: str, old: str, new: str, line: int, key: str, message: str) -> None:
    assert old in small_deck
    path = written(deck=small_deck.replace(old, new, 1))
    with pytest.raises(ContentError) as caught:
        load(path)
    assert caught.value.file == path.parent / "deck.toml"
    assert (caught.value.line, caught.value.key) == (line, key)
    assert re.search(message.replace("?", r"\?").replace("{", r"\{"), caught.value.message)


def test_a_text_may_name_parameters_and_ways_of_writing(written, small_deck: str) -> None:
    load(written(deck=small_deck.replace("{Rome} is safe", "{markets:or}, {oust.cost:$}")))


HEAD = 'format = 1\nid = "mine"\nname = "Mine"\n'


@pytest.mark.parametrize("cards", ["cards = []", "cards = 3", "", "cards = [3]"])
def test_a_deck_without_cards(written, cards: str) -> None:
    with pytest.raises(ContentError, match="cards"):
        load(written(deck=HEAD + cards))


def cards(count: int) -> str:
    return HEAD + "".join(
        f'[[cards]]\nid = "c{c}"\ncopies = 1\neffect = "news"\nname = "C"\ntext = "C"\n' for c in range(count)
    )


def test_at_most_48_different_cards(written) -> None:
    assert load(written(deck=cards(48))).definition(4).cards == 48
    with pytest.raises(ContentError, match="49 different cards, and a deck has at most 48"):
        load(written(deck=cards(49)))
