"""Racing: all candidates play a few games, the better ones twice as many, the best of these twice as many again.

A candidate leaves the race when another is surely no worse in everything that counts: number of changes, price, what is
missed of the goals, aims. After each round half of the others leave too. The best of each number of changes stay
longest, as few changes are what is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from forvm.lab.balance.candidate_rules import CandidateRules
from forvm.lab.balance.targets import Score

Costs = tuple[float, ...]
TINY = 1e-9


def costs(candidate: CandidateRules, shown: Score) -> Costs:
    """What is to be made small."""
    return (candidate.size, candidate.price, shown.missed, *shown.aims)


def dominates(one: Costs, other: Costs) -> bool:
    """Is one nowhere worse than the other, and better somewhere?

    >>> dominates((1, 2), (1, 3)), dominates((1, 3), (2, 2)), dominates((1, 2), (1, 2))
    (True, False, False)
    """
    return all(a <= b + TINY for a, b in zip(one, other, strict=True)) and any(
        a < b - TINY for a, b in zip(one, other, strict=True)
    )


def front_of(points: Sequence[Costs]) -> list[int]:
    """Those that no other dominates.

    >>> front_of([(0, 9), (1, 2), (1, 3), (2, 0)])
    [0, 1, 3]
    """
    return [at for at, point in enumerate(points) if not any(dominates(other, point) for other in points)]


def ranks(points: Sequence[Costs]) -> list[int]:
    """The number of the front that each is in: 0 for the first, 1 for the front of what is left, …

    >>> ranks([(0, 9), (1, 2), (1, 3), (2, 0)])
    [0, 0, 1, 0]
    """
    found = [0] * len(points)
    left, rank = list(range(len(points))), 0
    while left:
        best = {left[at] for at in front_of([points[one] for one in left])}
        for one in best:
            found[one] = rank
        left = [one for one in left if one not in best]
        rank += 1
    return found


def in_order(points: Sequence[Costs]) -> list[int]:
    """Places, best first: the best of each number of changes, then the second best of each, …

    >>> in_order([(1, 1, 5), (1, 1, 6), (2, 2, 1), (2, 2, 2)])
    [2, 0, 3, 1]
    """
    found = ranks(points)
    ranked = sorted(range(len(points)), key=lambda at: (found[at], points[at][2], at))
    seen: dict[float, int] = {}
    place: dict[int, int] = {}
    for at in ranked:
        place[at] = seen.get(points[at][0], 0)
        seen[points[at][0]] = place[at] + 1
    return sorted(ranked, key=lambda at: (place[at], points[at][2], at))


def survivors(
    candidates: Sequence[CandidateRules], shown: Callable[[CandidateRules], Score], fewest: int
) -> list[CandidateRules]:
    """Who stays in the race: at least so many, if there are, and at most half of the rest."""
    scores = [shown(one) for one in candidates]
    alive = [at for at in range(len(candidates)) if not _is_beaten(at, candidates, scores)]
    points = [costs(candidates[at], scores[at]) for at in alive]
    kept = in_order(points)[: max(fewest, (len(candidates) + 1) // 2)]
    return [candidates[alive[at]] for at in sorted(kept)]


def _is_beaten(at: int, candidates: Sequence[CandidateRules], scores: Sequence[Score]) -> bool:
    """Is another surely no worse?"""
    mine, shown = candidates[at], scores[at]
    lucky = (mine.size, mine.price, shown.best, *shown.aims_best)
    for other, told in zip(candidates, scores, strict=True):
        if other is not mine and dominates((other.size, other.price, told.worst, *told.aims_worst), lucky):
            return True
    return False


def race(
    candidates: Sequence[CandidateRules],
    first: int,
    most: int,
    fewest: int,
    play: Callable[[Sequence[CandidateRules], int], Callable[[CandidateRules], Score]],
) -> list[CandidateRules]:
    """Race candidates from ``first`` to ``most`` games; ``play`` plays so many with each and returns their scores."""
    alive, games = list(dict.fromkeys(candidates)), min(first, most)
    while alive:
        shown = play(alive, games)
        if games >= most:
            return [one for one in alive if not _is_beaten(alive.index(one), alive, [shown(each) for each in alive])]
        alive = survivors(alive, shown, fewest)
        games = min(2 * games, most)
    return alive
