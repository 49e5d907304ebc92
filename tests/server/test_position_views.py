"""Views are made once for each position, and sent as what has changed: each seat is told what `Game.view` says."""

import random
from itertools import pairwise

import msgspec
import pytest

from forvm import content
from forvm.game import CHANCE, Dice, Game
from forvm.server.games.position_views import PositionViews, SeatView
from tests.server.last_view import changed

EDITIONS = content.names()
POSITIONS = 120


def positions(edition: str, seed: int) -> list[PositionViews]:
    """A game at random, with the views of each position."""
    game, choose, dice = Game(content.load(edition), 3), random.Random(seed), Dice(seed)
    found = []
    for seq in range(POSITIONS):
        found.append(PositionViews(seq, game.copy()))
        if game.outcome is not None:
            break
        if game.to_act == CHANCE:
            game.roll(dice)
        else:
            game.play(choose.choice(game.legal()))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_view_is_what_the_game_says_whole_or_put_together(edition: str, seat: int | None):
    shown = None
    for views in positions(edition, seed=1):
        seen = views.of(seat)
        true = views._game.view(seat)
        assert msgspec.to_builtins(seen.view) == true
        if shown is not None:
            _, change = seen.since(shown)
            assert change is not None
            assert changed(msgspec.to_builtins(shown.view), msgspec.to_builtins(change)) == true
        shown = seen


def test_a_page_is_sent_a_whole_view_first_and_nothing_twice():
    first, second = positions("forvm", seed=2)[:2]
    view = first.of(0)
    assert view.since(None) == (view.view, None)
    assert view.since(view) == (None, None)
    assert first.of(0) is view
    whole, change = second.of(0).since(view)
    assert whole is None
    assert change is not None


@pytest.mark.parametrize("edition", ["horrea", "short"])
def test_a_screen_that_passes_to_another_seat_is_sent_a_change_that_hides_the_first_hand(edition: str):
    for views in positions(edition, seed=3)[::10]:
        for one, other in ((0, None), (0, 1), (None, 2)):
            assert _after(views.of(one), views.of(other)) == views._game.view(other)


def _after(shown: SeatView, then: SeatView) -> dict[str, object]:
    _, change = then.since(shown)
    return changed(msgspec.to_builtins(shown.view), msgspec.to_builtins(change))


def test_a_change_is_a_small_part_of_the_view():
    every = positions("forvm", seed=4)
    seen = [views.of(0) for views in every]
    whole = sum(len(msgspec.json.encode(one.view)) for one in seen[1:])
    changes = sum(len(msgspec.json.encode(after.since(before)[1])) for before, after in pairwise(seen))
    assert changes < whole / 4
