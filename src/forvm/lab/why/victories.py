"""Which of a game's final accounts decide who wins, and what each adds to a change of the winner.

The winner follows from the seats' prestige, their money, the benefactions that they gave, and how the game ended
(RECKON-2, RECKON-3). Of two paired games one can exchange these parts one after the other, all seats at once: first the
prestige by milestones, then that by alliances, and so on, and ask each time who would have won. What a part changes
depends on the order, so each gets its mean over all orders (its Shapley value). In every pair the parts add up to the
change of the winner.

It is an account of final sums. Games with a mixture of both ends could hardly be played, parts hang together (money
becomes prestige by wealth), and a part that changes nothing by itself may have caused another. It names what the
victory went with, not why.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np

from forvm.content.parameters import number
from forvm.lab.why.pairs import Pairs, PairSide
from forvm.lab.why.seat_accounts import ACCOUNTS, Floats

MONEY, BENEFACTIONS, END = "final_money", "benefactions_given", "how_it_ended"
AT_ONCE = 500  # pairs, so that all mixtures of them fit into memory
PRESTIGE = ACCOUNTS[0]


@dataclass(frozen=True)
class Ends:
    """How games ended, seat by seat in order of play: all that the winner depends on."""

    prestige: Floats  # games × seats × sources
    money: Floats  # games × seats
    given: Floats
    needed: Floats  # games: the prestige that wins; infinite in games that were given up

    def part(self, games: slice) -> Ends:
        """Some of the games."""
        return Ends(self.prestige[games], self.money[games], self.given[games], self.needed[games])


def ends_of(side: PairSide) -> Ends:
    """The ends of a side's games."""
    players, rules = side.cell.players, side.cell.rules
    over = side.rows["ending"].to_numpy() != "given_up"
    return Ends(
        side.by_place(PRESTIGE.split(side.rows, rules, players)),
        side.by_place(side.seats("money")),
        side.by_place(side.seats("happened_gave")),
        np.where(over, float(number(rules.values, "win.prestige")), np.inf),
    )


def winners(prestige: Floats, money: Floats, given: Floats, needed: Floats) -> Floats:
    """Each seat's share of the victory: by prestige up to what is needed, then money, then benefactions.

    >>> one = np.array([[15.0, 16.0, 3.0]])
    >>> winners(one, np.array([[500.0, 400.0, 9999.0]]), one * 0, np.array([15.0])).tolist()
    [[1.0, 0.0, 0.0]]
    """
    standing = np.minimum(prestige, needed[:, None])
    left = standing == standing.max(axis=1, keepdims=True)
    for tie in (money, given):
        best = np.where(left, tie, -np.inf).max(axis=1, keepdims=True)
        left &= tie == best
    return np.asarray(left / left.sum(axis=1, keepdims=True) * np.isfinite(needed)[:, None])


def contributions(pairs: Pairs) -> tuple[tuple[str, ...], Floats]:
    """What each part that ever differs adds to the change of the victory: games × places × parts."""
    baseline, variant = ends_of(pairs.baseline), ends_of(pairs.variant)
    names = [*PRESTIGE.parts, MONEY, BENEFACTIONS, END]
    differs = [
        *(bool((baseline.prestige[:, :, i] != variant.prestige[:, :, i]).any()) for i in range(len(PRESTIGE.parts))),
        bool((baseline.money != variant.money).any()),
        bool((baseline.given != variant.given).any()),
        bool((baseline.needed != variant.needed).any()),
    ]
    chosen = [place for place, does in enumerate(differs) if does]
    pieces = [
        _shapley(baseline.part(slice(at, at + AT_ONCE)), variant.part(slice(at, at + AT_ONCE)), chosen)
        for at in range(0, len(pairs.games), AT_ONCE)
    ]
    return tuple(names[place] for place in chosen), np.concatenate(pieces)


def _shapley(baseline: Ends, variant: Ends, chosen: list[int]) -> Floats:
    count = len(chosen)
    sources = len(PRESTIGE.parts)
    worth: list[Floats] = []
    totals = [baseline.prestige.sum(axis=2)]
    for taken in range(1 << count):
        new = [place for bit, place in enumerate(chosen) if taken >> bit & 1]
        if new:  # as without its last part, and that
            last = new[-1]
            gained = variant.prestige[:, :, last] - baseline.prestige[:, :, last] if last < sources else 0.0
            totals.append(totals[taken ^ 1 << chosen.index(last)] + gained)
        prestige = totals[taken]
        money, given, needed = (
            getattr(variant if sources + offset in new else baseline, name)
            for offset, name in enumerate(("money", "given", "needed"))
        )
        worth.append(winners(prestige, money, given, needed))
    found = np.zeros((*baseline.money.shape, count))
    for taken in range(1 << count):
        size = taken.bit_count()
        for bit in range(count):
            if not taken >> bit & 1:
                weight = factorial(size) * factorial(count - size - 1) / factorial(count)
                found[:, :, bit] += weight * (worth[taken | 1 << bit] - worth[taken])
    return found
