"""The report on a game's dice."""

import importlib

import pytest

from forvm.game.dicecheck import Draw, draws
from forvm.game.dicereport import chi_square_tail, report
from forvm.game.fairdice import FairDice
from tests.game.test_fairdice import SECRET, fair_game


def rolled(shown: list[int]) -> list[Draw]:
    """A draw for each of these sides of a die."""
    tokens, weights = tuple(f"d{n}" for n in range(1, 7)), (1,) * 6
    return [Draw(event, event, event, 1, 0, "die", tokens, weights, side) for event, side in enumerate(shown)]


def test_every_draw_of_a_game_is_counted_once():
    game = fair_game(FairDice(SECRET, "g"), "short", turns=6)
    lines = report(draws(game))
    assert [line.kind for line in lines] == ["die", "child", "card"]
    assert sum(line.drawn for line in lines) == len(draws(game))
    for line in lines:
        assert sum(count.seen for count in line.counts) == line.drawn
        assert sum(count.expected for count in line.counts) == pytest.approx(line.drawn)


def test_even_dice_are_nothing_strange_and_loaded_ones_are():
    (even,) = report(rolled(list(range(6)) * 6))
    assert even.p == 1
    assert [count.seen for count in even.counts] == [6] * 6
    assert [count.expected for count in even.counts] == pytest.approx([6.0] * 6)
    (loaded,) = report(rolled([5] * 36))
    assert loaded.p is not None
    assert loaded.p < 1e-20


def test_a_die_less_does_for_no_test():
    assert report(rolled([0, 1, 2, 3, 4, 5] * 5))[0].p is not None
    assert report(rolled([0, 1, 2, 3, 4, 5] * 4))[0].p is None


def dealt(*children: int) -> list[Draw]:
    """Children dealt from a deck of ten each, in this order."""
    left, found = [10, 10], []
    for event, child in enumerate(children):
        found.append(Draw(event, event, event, 1, 0, "child", ("son", "daughter"), tuple(left), child))
        left[child] -= 1
    return found


def test_what_is_expected_of_a_deck_follows_what_has_left_it():
    (line,) = report(dealt(0, 0, 1))
    assert line.counts[0].expected == pytest.approx(10 / 20 + 9 / 19 + 8 / 18)
    assert line.p is None
    (even,) = report(dealt(*[0, 1] * 7))
    assert even.p is not None
    assert even.p > 0.8


def test_cards_of_which_there_are_few_are_counted_without_a_test():
    game = fair_game(FairDice(SECRET, "g"), "forvm", turns=6)
    cards = report(draws(game))[-1]
    assert cards.kind == "card"
    assert cards.p is None


@pytest.mark.parametrize("degrees", range(1, 12))
def test_the_tail_of_chi_square_is_the_one_of_the_tables(degrees):
    stats = importlib.import_module("scipy.stats")
    for x in (0.0, 0.3, 1.0, 4.0, 11.07, 30.0, 90.0):
        assert chi_square_tail(x, degrees) == pytest.approx(stats.chi2.sf(x, degrees), rel=1e-9)


def test_nothing_drawn_is_nothing_to_report():
    assert report([]) == []
