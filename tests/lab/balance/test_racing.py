"""Races: who leaves, who stays."""

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from forvm.lab.balance.candidate_rules import CandidateRules
from forvm.lab.balance.racing import dominates, front_of, race, ranks
from forvm.lab.balance.targets import Score

POINTS = st.lists(st.tuples(*[st.integers(0, 4).map(float)] * 3), max_size=12)


@given(POINTS)
def test_nothing_beats_the_front_and_something_beats_all_else(points: list[tuple[float, ...]]):
    front = front_of(points)
    for at, point in enumerate(points):
        assert (at not in front) == any(dominates(points[best], point) for best in front)


@given(POINTS)
def test_ranks_are_fronts_of_what_is_left(points: list[tuple[float, ...]]):
    found = ranks(points)
    for rank in set(found):
        left = [at for at, told in enumerate(found) if told >= rank]
        assert [left[one] for one in front_of([points[at] for at in left])] == [
            at for at, told in enumerate(found) if told == rank
        ]


def changed(number: int) -> CandidateRules:
    return CandidateRules((("oust.cost", number),), 1.0)


def played(
    missed: Callable[[CandidateRules], float], error: float
) -> tuple[list[tuple[int, int]], Callable[..., object]]:
    """Rounds that were played (candidates, games), and what plays them."""
    rounds: list[tuple[int, int]] = []

    def play(some: Sequence[CandidateRules], games: int) -> Callable[[CandidateRules], Score]:
        rounds.append((len(some), games))
        margin = error / games**0.5
        return lambda one: Score(missed(one), max(missed(one) - margin, 0), missed(one) + margin, (), (), ())

    return rounds, play


def test_bad_candidates_get_few_games_and_good_ones_all():
    rounds, play = played(lambda one: float(dict(one.changes)["oust.cost"]), 30.0)  # type: ignore[arg-type]
    left = race([changed(number) for number in range(32)], 100, 1600, 2, play)  # type: ignore[arg-type]
    assert [games for _, games in rounds] == [100, 200, 400, 800, 1600]
    assert [some for some, _ in rounds] == sorted((some for some, _ in rounds), reverse=True)
    assert rounds[-1][0] <= 4
    assert changed(0) in left


def test_what_is_surely_beaten_leaves_after_the_first_round():
    rounds, play = played(lambda one: 0.0 if one == changed(3) else 50.0, 1.0)
    assert race([changed(number) for number in range(8)], 100, 200, 6, play) == [changed(3)]  # type: ignore[arg-type]
    assert [some for some, _ in rounds] == [8, 1]


def test_more_changes_are_only_for_those_who_miss_less():
    two = CandidateRules((("oust.cost", 1), ("win.prestige", 12)), 2.0)
    _, play = played(lambda _: 1.0, 0.0)
    assert race([two, changed(1)], 10, 20, 2, play) == [changed(1)]  # type: ignore[arg-type]
