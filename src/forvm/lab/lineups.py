"""Line-ups (which bots meet) and seatings (who sits where)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial, prod

from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError

Lineup = tuple[str, ...]


def distinct(bots: Sequence[str], players: int) -> list[Lineup]:
    """Every combination of different bots.

    >>> distinct(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    return list(combinations(bots, players))


def challenge(bots: Sequence[str], players: int) -> list[Lineup]:
    """Each bot alone among as many of another as there are seats left.

    >>> challenge(["a", "b"], 3)
    [('a', 'b', 'b'), ('b', 'a', 'a')]
    """
    if players == 2:  # a challenge and its counterpart are the same line-up
        return distinct(bots, 2)
    return [(bot, *[other] * (players - 1)) for bot in bots for other in bots if bot != other]


def every(bots: Sequence[str], players: int) -> list[Lineup]:
    """Every choice of bots, repeated or not, with at least two different ones.

    >>> every(["a", "b"], 3)
    [('a', 'a', 'b'), ('a', 'b', 'b')]
    """
    return [lineup for lineup in combinations_with_replacement(bots, players) if len(set(lineup)) > 1]


FORMS: dict[str, Callable[[Sequence[str], int], list[Lineup]]] = {
    "distinct": distinct,
    "challenge": challenge,
    "all": every,
}


def lineups_of(bots: Sequence[str], players: int, form: str | None, named: Sequence[Lineup]) -> tuple[Lineup, ...]:
    """The line-ups of a form (by default distinct, if there are bots enough for it), and those that were named."""
    bots = list(dict.fromkeys(bots))
    if form is not None and form not in FORMS:
        raise ForvmError(f"There is no form of line-ups “{form}”.{did_you_mean(form, FORMS)}")
    for lineup in named:
        if len(lineup) != players:
            raise ForvmError(
                f"The line-up “{','.join(lineup)}” has {len(lineup)} bots, but the game is for {players} players: "
                "name one for each seat, or say how many with --players."
            )
    if not bots and named:
        if form is not None:
            raise ForvmError(
                f"--lineups {form} says how bots meet that are named one by one, as in: forvm arena greedy random "
                f"--lineups {form}. A --lineup is played as it stands: leave --lineups out, or name bots."
            )
        return _different(named)
    if len(bots) < 2:
        alone = bots[0] if bots else "greedy"
        raise ForvmError(
            "An arena needs at least two different bots, as in: forvm arena greedy random. To study a bot among its "
            f'like, name the line-up: --lineup "{",".join([alone] * players)}".'
        )
    if form == "distinct" and len(bots) < players:
        raise ForvmError(
            f"{players} different bots are needed for distinct line-ups of {players} players, and {len(bots)} are "
            "named: name more, or choose --lineups challenge."
        )
    chosen = FORMS[form or ("distinct" if len(bots) >= players else "challenge")]
    return _different([*chosen(bots, players), *named])


def _different(lineups: Sequence[Lineup]) -> tuple[Lineup, ...]:
    """Each line-up once: whoever meets in another order meets the same, as every seating is played.

    >>> _different([("a", "b", "b"), ("b", "a", "b"), ("a", "a", "b")])
    (('a', 'b', 'b'), ('a', 'a', 'b'))
    """
    found: dict[Lineup, Lineup] = {}
    for lineup in lineups:
        found.setdefault(tuple(sorted(lineup)), lineup)
    return tuple(found.values())


def parse(words: str) -> Lineup:
    """A line-up as it is written; a bot's own options may have commas as well.

    >>> parse("search:sims=50,threads=2, greedy,greedy")
    ('search:sims=50,threads=2', 'greedy', 'greedy')
    """
    bots: list[str] = []
    for word in words.split(","):
        word = word.strip()
        if not word:
            raise ForvmError(f"In the line-up “{words}” a seat is empty: name a bot for each, with commas.")
        if len(word.split()) > 1 or ";" in word:
            raise ForvmError(
                f"In the line-up “{words}” bots are separated by commas, as in greedy,greedy,random,random."
            )
        if bots and "=" in word and ":" not in word:
            bots[-1] += f",{word}"
        else:
            bots.append(word)
    return tuple(bots)


@cache
def seatings(lineup: Lineup) -> tuple[Lineup, ...]:
    """The different ways to seat a line-up, in a deterministic order.

    >>> seatings(("a", "b", "b"))
    (('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a'))
    """
    return tuple(dict.fromkeys(permutations(lineup)))


@cache
def balanced_seatings(lineup: Lineup) -> tuple[Lineup, ...]:
    """All seatings, circular order by circular order: first all rotations of one order, then those of the next.

    Played through once, every bot sits in every seat, and after every other bot, equally often.

    >>> balanced_seatings(("a", "b", "c"))[:4]
    (('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b'), ('a', 'c', 'b'))
    """
    return tuple(dict.fromkeys(rotated for seating in seatings(lineup) for rotated in rotations(seating)))


def rotations(lineup: Lineup) -> list[Lineup]:
    """A line-up moved on by no seat, one seat, two seats, …

    >>> rotations(("a", "b", "b"))
    [('a', 'b', 'b'), ('b', 'b', 'a'), ('b', 'a', 'b')]
    """
    return [lineup[shift:] + lineup[:shift] for shift in range(len(lineup))]


def count_seatings(lineup: Lineup) -> int:
    """How many different seatings a line-up has.

    >>> count_seatings(("a", "a", "b", "b"))
    6
    """
    return factorial(len(lineup)) // prod(factorial(lineup.count(bot)) for bot in set(lineup))
