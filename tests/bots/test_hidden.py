"""A bot's choice does not depend on what its seat may not see (SETUP-2)."""

from __future__ import annotations

import pytest

from forvm.bots import Bot, make
from forvm.game import Game
from tests.bots.play import moves_of

BOTS = ("greedy", "search:sims=200")


def with_other_hands(game: Game, seat: int) -> Game | None:
    """The same game as this seat sees it, with other hands behind the others' screens; None if there are none."""
    s = game.state
    shown = s.proposer if game.view(seat)["bargain"] else None
    hands = [p for p in range(4) if p not in (seat, shown)]
    for p in hands:
        for sex in range(2):
            if s.child[p * 2 + sex] > 0 and s.family_left[1 - sex] > 0:
                twin = game.copy()
                changed = s.copy()
                changed.child[p * 2 + sex] -= 1
                changed.child[p * 2 + 1 - sex] += 1
                changed.family_left[sex] += 1
                changed.family_left[1 - sex] -= 1
                twin._position = twin._position._replace(state=changed)
                assert twin.view(seat) == game.view(seat)
                return twin
    return None


@pytest.mark.usefixtures("program")
@pytest.mark.parametrize("edition", ["short", "horrea"])
@pytest.mark.parametrize("spec", BOTS)
def test_hidden_hands_change_nothing(edition, spec):
    compared = 0
    game = Game(edition, 4)
    for count, (seat, _) in enumerate(moves_of(game, [make("greedy")] * 4, seed=5)):
        twin = with_other_hands(game, seat) if count % 3 == 0 and compared < 25 else None
        if twin is not None:
            compared += 1
            assert fresh(spec).choose(game, seat) == fresh(spec).choose(twin, seat)
    assert compared == 25


def fresh(spec: str) -> Bot:
    return make(spec, seed=3)


@pytest.mark.parametrize("edition", ["short", "horrea"])
def test_who_names_another_price_has_shown_the_match(edition):
    """ALLY-1: without the matching child one can only refuse. So what the proposer imagines can be accepted."""
    countered = 0
    game = Game(edition, 4)
    for seat, _ in moves_of(game, [make("greedy")] * 4, seed=5):
        for offer in [move for move in game.legal() if move.kind == "propose" and move.price == 0]:
            asked = game.copy()
            asked.play(offer)
            counter = next((move for move in asked.legal() if move.kind == "counter"), None)
            if counter is not None:
                asked.play(counter)
                countered += 1
                seen = asked.seen_by(seat)
                assert min(seen.state.family_left) >= 0
                seen.play("accept")
    assert countered > 20
