"""Ratings by openskill's Plackett–Luce model, from the order in which players finish.

openskill rates one game after another, and what comes last weighs most. Our games have no first and last: a line-up
stands where its bots were named. So they are rated in several orders drawn at random, and the mean is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, NamedTuple

from forvm.lab.arena.arena_plan import ArenaPlan, ArenaRow
from forvm.lab.lineups import Lineup

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MOST_ORDERS = 10
FEWEST_ORDERS = 2
GAMES_TO_RATE = 50_000  # in all orders together: some seconds


class Rating(NamedTuple):
    """Strength, and how unsure it is (one standard deviation). Everybody begins at 25 ± 8.3."""

    mu: float
    sigma: float


class Finish(NamedTuple):
    """Who sat in a game, and each one's place."""

    seats: Lineup
    places: list[float]


def places(plan: ArenaPlan, row: ArenaRow) -> list[int]:
    """Each seat's place, 0 for the first; equals share one.

    As at the table: winners, then prestige (what goes beyond victory does not count), then money.
    """
    win = plan.rules.definition(plan.players).win_prestige
    seats = range(plan.players)
    standing = [(seat in row.winners, min(row.prestige[seat], win), row.money[seat]) for seat in seats]
    for seat in row.winners:
        standing[seat] = (True, win, 0)  # a shared victory is shared alike
    return [sum(other > own for other in standing) for own in standing]


def rate(plan: ArenaPlan, rows: Iterable[ArenaRow]) -> dict[str, Rating]:
    """Every bot's rating, whatever the order of games, line-ups and names; how far orders disagree is in its sigma."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    games = _finishes(plan, rows)
    orders = max(FEWEST_ORDERS, min(MOST_ORDERS, GAMES_TO_RATE // max(1, len(games))))
    found = [_rate_in_order(model, plan.bots, _shuffled(games, number)) for number in range(orders)]
    return {bot: _mean([ratings[bot] for ratings in found]) for bot in plan.bots}


def _finishes(plan: ArenaPlan, rows: Iterable[ArenaRow]) -> list[Finish]:
    """The games that say who is stronger, in an order that depends on nothing but who met."""
    told = [row for row in rows if row.winners and len(set(plan.lineups[row.key.lineup])) > 1]
    told.sort(key=lambda row: (plan.lineups[row.key.lineup], row.key.block, row.key.seating))
    return [Finish(plan.seats(row.key), [float(place) for place in places(plan, row)]) for row in told]


def _shuffled(games: Sequence[Finish], number: int) -> list[Finish]:
    return Random(number).sample(games, len(games))


def _rate_in_order(model: PlackettLuce, bots: Iterable[str], games: Iterable[Finish]) -> dict[str, Rating]:
    """Each seat counts as a player. A bot that sits in several is rated in each, and takes the mean of its ratings."""
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for game in games:
        after = model.rate([[ratings[bot]] for bot in game.seats], ranks=game.places)
        found = defaultdict(list)
        for bot, (rating,) in zip(game.seats, after, strict=True):
            found[bot].append(rating)
        for bot, several in found.items():
            mu = fmean(rating.mu for rating in several)
            sigma = fmean(rating.sigma for rating in several)
            ratings[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}


def _mean(ratings: Sequence[Rating]) -> Rating:
    """The mean, as unsure as the ratings are themselves and differ from each other."""
    variance = fmean(rating.sigma**2 for rating in ratings) + pvariance(rating.mu for rating in ratings)
    return Rating(fmean(rating.mu for rating in ratings), variance**0.5)
