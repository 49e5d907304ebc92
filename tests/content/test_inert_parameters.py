"""Parameters that cannot matter under some rules: what is said of them is true of games."""

from random import Random

import pytest

from forvm import content
from forvm.content import BY_KEY, Rules
from forvm.content.parameters import MATTERS_ONLY_IF, why_inert
from forvm.game import Game
from forvm.notation.phases import CHANCE

EDITIONS = ("short", "horrea", "forvm")


def log(rules: Rules, seed: int) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """A game of random moves, dice and cards: how everyone stands after each."""
    game, told, chosen = Game(rules, 3), [], Random(seed)
    for _ in range(400):
        if game.to_act is None:
            break
        game.play(chosen.choice([move for move, _ in game.chance()] if game.to_act == CHANCE else game.legal()))
        told.append((game.turn, tuple(game.state.money[:3]), tuple(game.state.prestige[:3])))
    return told


def inert(edition: str) -> list[str]:
    rules = content.load(edition)
    return [key for key in BY_KEY if why_inert(key, rules.values)]


def test_twelve_parameters_are_inert_in_forvm():
    assert inert("forvm") == [
        "family.cards",
        "family.boys",
        "family.girls",
        "trade.full.exotic",
        "trade.full.large",
        "trade.full.small",
        "trade.demand.rome",
        "trade.demand.exotic",
        "trade.demand.large",
        "trade.demand.small",
        "trade.distance_cost",
        "loan.floor",
    ]


def test_the_reason_names_what_it_would_need():
    rules = content.load("forvm")
    assert why_inert("trade.demand.rome", rules.values) == (
        'trade.demand.rome matters only if trade.values is "formula". Here it is "printed".'
    )
    assert why_inert("trade.full.exotic", rules.values) == (
        'trade.full.exotic matters only if trade.informed_pays is "full" or route.pays is "full". '
        "Here none of this holds."
    )
    assert why_inert("oust.cost", rules.values) == ""


def test_conditions_name_parameters_and_their_choices():
    for key, needed in MATTERS_ONLY_IF.items():
        assert key in BY_KEY
        for other, wanted in needed:
            assert wanted in BY_KEY[other].choices


def other_value(rules: Rules, key: str) -> object:
    value = rules.values[key]
    if isinstance(value, tuple):
        return tuple(number + 10 for number in value)
    assert isinstance(value, int)
    return value + 12 if BY_KEY[key].high >= value + 12 else max(value - 1, BY_KEY[key].low)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_parameter_that_is_said_to_be_inert_changes_no_game(edition: str):
    rules = content.load(edition)
    changed = {key: other_value(rules, key) for key in inert(edition)}
    assert changed
    assert any(value != rules.values[key] for key, value in changed.items())
    other = content.from_overrides(edition, changed)
    for seed in range(6):
        assert log(rules, seed) == log(other, seed)
