"""Ratings by openskill's Plackett–Luce model, from the order in which players finish."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from forvm.lab.arena.plan import Plan, Row


class Rating(NamedTuple):
    """Strength, and how unsure it is (one standard deviation). Everybody begins at 25 ± 8.3."""

    mu: float
    sigma: float


def places(plan: Plan, row: Row) -> list[int]:
    """Each seat's place, 0 for the first; equals share one.

    As at the table: winners, then prestige (what goes beyond victory does not count), then money.
    """
    win = plan.rules.definition(plan.players).win_prestige
    seats = range(plan.players)
    standing = [(seat in row.winners, min(row.prestige[seat], win), row.money[seat]) for seat in seats]
    for seat in row.winners:
        standing[seat] = (True, win, 0)  # a shared victory is shared alike
    return [sum(other > own for other in standing) for own in standing]


def rate(plan: Plan, rows: Iterable[Row]) -> dict[str, Rating]:
    """Every bot's rating after the games, in their order.

    Each seat counts as a player. A bot that sits in several is rated in each, and takes the mean of its new ratings.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in plan.bots}
    for row in rows:
        seats = plan.seats(row.key)
        if len(set(seats)) == 1 or not row.winners:
            continue
        ranks = [float(place) for place in places(plan, row)]
        after = model.rate([[ratings[bot]] for bot in seats], ranks=ranks)
        found = defaultdict(list)
        for bot, (rating,) in zip(seats, after, strict=True):
            found[bot].append(rating)
        for bot, several in found.items():
            mu = sum(rating.mu for rating in several) / len(several)
            sigma = sum(rating.sigma for rating in several) / len(several)
            ratings[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}
