"""How long bots think."""

from __future__ import annotations

from collections.abc import Sequence

from forvm.lab.arena.arena_plan import ArenaPlan, ArenaRow


def milliseconds(plan: ArenaPlan, rows: Sequence[ArenaRow]) -> dict[str, float]:
    """Milliseconds a decision, by bot.

    In games that Python runs every decision is timed. Compiled games are timed as a whole: there the times that
    explain the games best are taken (least squares, none below 0), as bots make different numbers of decisions.
    """
    spent = dict.fromkeys(plan.bots, 0.0)
    made = dict.fromkeys(plan.bots, 0)
    for row in rows:
        if row.thinking is not None:
            for seat, bot in enumerate(plan.seats(row.key)):
                spent[bot] += row.thinking[seat]
                made[bot] += row.decisions[seat]
    told = {bot: 1000 * spent[bot] / made[bot] for bot in plan.bots if made[bot]}
    return {**_fitted(plan, [row for row in rows if row.thinking is None]), **told}


def _fitted(plan: ArenaPlan, rows: Sequence[ArenaRow]) -> dict[str, float]:
    if not rows:
        return {}
    import numpy as np
    from scipy.optimize import nnls

    bots = list(dict.fromkeys(bot for row in rows for bot in plan.seats(row.key)))
    made = np.zeros((len(rows), len(bots)))
    for number, row in enumerate(rows):
        for seat, bot in enumerate(plan.seats(row.key)):
            made[number, bots.index(bot)] += row.decisions[seat]
    seconds = np.array([row.seconds for row in rows])
    # The normal equations have the same solution, and are small however many games there are.
    fit, _ = nnls(made.T @ made, made.T @ seconds)
    return {bot: 1000 * float(each) for bot, each in zip(bots, fit, strict=True)}
