"""The shipped fate deck: 26 different cards, 30 in all, and what each says."""

import pytest

from forvm import text
from forvm.content import Deck, load
from forvm.engine import effects
from forvm.engine.effects import EFFECTS

CARDS = {
    # id: (copies, effect, amount, points, roll, markets)
    "great_fire": (1, "fire", 0, 0, 0, "Rome"),
    "amphitheatre": (1, "amphitheatre", 500, 1, 0, ""),
    "floods": (1, "floods", 0, 0, 0, ""),
    "war_on_the_limes": (1, "war", 500, 0, 0, ""),
    "revolt_rhodes_damascus": (1, "agents_lost", 0, 0, 0, "Rhodes, Damascus"),
    "revolt_carthage_alexandria": (1, "agents_lost", 0, 0, 0, "Carthage, Alexandria"),
    "revolt_hispalis_marseille": (1, "agents_lost", 0, 0, 0, "Hispalis, Marseille"),
    "revolt_ephesus_lugdunum": (1, "agents_lost", 0, 0, 0, "Ephesus, Lugdunum"),
    "census": (3, "census", 0, 1, 0, ""),
    "harvest_wine": (2, "harvest", 500, 0, 0, "Narbo, Marseille"),
    "harvest_oil": (1, "harvest", 500, 0, 0, "Hispalis, Toletum"),
    "harvest_luxuries": (1, "harvest", 500, 0, 0, "Ephesus, Perge"),
    "harvest_grain": (1, "harvest", 500, 0, 0, "Alexandria, Memphis"),
    "dispatch": (1, "dispatch", 500, 0, 0, "Ephesus, Lugdunum"),
    "shipwreck": (1, "shipwreck", 200, 0, 0, "Carthage, Alexandria, Rhodes"),
    "greedy_governor": (1, "governor", 0, 0, 0, ""),
    "plague": (2, "agents_lost", 0, 0, 0, "Athens, Delos, Rhodes, Constantinople, Thessalonica"),
    "old_morals": (1, "morals", 0, 1, 0, ""),
    "forced_divorce": (1, "divorce", 0, 1, 0, ""),
    "wrong_candidate": (1, "candidate", 0, 1, 0, ""),
    "joyful_news": (1, "news", 0, 0, 0, ""),
    "snub": (1, "snub", 0, 1, 0, ""),
    "local_elections": (1, "elections", 0, 1, 4, ""),
    "praefectus_annonae": (1, "praefectus", 500, 0, 0, "Alexandria, Hispalis"),
    "vow": (1, "vow", 500, 1, 0, ""),
    "patron": (1, "patron", 500, 0, 0, ""),
}


@pytest.fixture(scope="module")
def deck() -> Deck:
    return load("forvm").deck


def test_26_different_cards_and_30_in_all(deck: Deck) -> None:
    assert (len(deck.cards), deck.size) == (26, 30)


def test_every_card(deck: Deck) -> None:
    names = [market.name for market in load("forvm").board.markets]
    found = {
        c.id: (c.copies, c.effect, c.amount, c.points, c.roll, ", ".join(names[m] for m in c.markets))
        for c in deck.cards
    }
    assert found == CARDS


def test_all_editions_have_the_same_deck(deck: Deck) -> None:
    assert load("short").deck == load("horrea").deck == deck


def test_effects_are_those_of_the_engine_and_each_is_on_a_card(deck: Deck) -> None:
    assert [getattr(effects, effect.upper()) for effect in EFFECTS] == list(range(len(EFFECTS)))
    assert len(EFFECTS) - 1 == effects.PATRON
    assert {card.effect for card in deck.cards} == set(EFFECTS)
    assert deck.cards[0].effect_number == effects.FIRE


def test_every_card_has_its_text(deck: Deck) -> None:
    assert set(text.load("cards")) == {card.id for card in deck.cards}


def test_a_deck_of_ones_own(written) -> None:
    storm, census = load(written()).deck.cards
    assert (storm.copies, storm.amount, storm.markets) == (2, 50, (3, 2))
    assert storm.name == "Storm off {Delos}"
    assert (census.points, census.name, census.text) == (1, "", "")


def test_a_card_is_found_by_its_id(deck: Deck) -> None:
    card = deck.find("vow")
    assert card is not None
    assert card.effect == "vow"
    assert deck.find("vows") is None
