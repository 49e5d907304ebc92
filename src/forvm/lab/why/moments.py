"""Paired games move by move: where they first differ, and what differs after each turn.

Rows do not say when something happened, so the games are played again and their logs compared. Bots that think long
make that slow: a few hundred pairs are enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from forvm.engine.actions import KINDS, kind_of
from forvm.lab.games.action_logs import ActionLog
from forvm.lab.games.columns import Batch
from forvm.lab.games.game_rows import count_logs
from forvm.lab.games.setting import Setting
from forvm.lab.statistics import Comparison, Pair, compare, gather
from forvm.notation.phases import phase_name


@dataclass(frozen=True)
class Divergence:
    """The first move, die or card at which two paired games differ. What came before is the same in both."""

    game: int
    position: int  # how many moves, dice and cards they have in common
    turn: int
    phase: str
    kinds: tuple[str, str]  # of the move under the baseline and under the variant; empty if the game was over


@dataclass(frozen=True)
class TurnLine:
    """By how much prestige, money or moves of one turn change for each player."""

    what: str
    turn: int
    change: Comparison


def first_difference(one: ActionLog, other: ActionLog) -> int | None:
    """How many actions two logs have in common before the first that differs; nothing if they are the same.

    >>> first_difference(np.array([4, 7, 2]), np.array([4, 7, 3])), first_difference(np.array([4]), np.array([4]))
    (2, None)
    """
    shared = min(len(one), len(other))
    unequal = np.flatnonzero(one[:shared] != other[:shared])
    if len(unequal):
        return int(unequal[0])
    return None if len(one) == len(other) else shared


def divergences(
    baseline: Setting, first: int, logs: Sequence[ActionLog], variant_logs: Sequence[ActionLog]
) -> list[Divergence | None]:
    """Of each pair of games ``first`` … its divergence, or nothing if it was played alike to the end."""
    shared = [first_difference(one, other) for one, other in zip(logs, variant_logs, strict=True)]
    places = [place for place, position in enumerate(shared) if position is not None]
    found: list[Divergence | None] = [None] * len(logs)
    if not places:
        return found
    common = count_logs(baseline, first, [logs[place][: shared[place]] for place in places])
    for row, place in enumerate(places):
        position = shared[place]
        assert position is not None
        turn, task = int(common.tallies["turn"][row]), int(common.tallies["task"][row][0])
        kinds = (_kind(logs[place], position), _kind(variant_logs[place], position))
        found[place] = Divergence(first + place, position, turn, phase_name(task), kinds)
    return found


def _kind(log: ActionLog, position: int) -> str:
    return KINDS[kind_of(int(log[position]))].name if position < len(log) else ""


def usual(found: Sequence[Divergence | None]) -> tuple[Divergence, int] | None:
    """The first game that parts in the most frequent way, and how many do."""
    there = [one for one in found if one is not None]
    if not there:
        return None
    way, count = Counter((one.phase, one.kinds) for one in there).most_common(1)[0]
    return next(one for one in there if (one.phase, one.kinds) == way), count


def after_turn(setting: Setting, first: int, logs: Sequence[ActionLog], turn: int) -> Batch:
    """Games as they stood when a turn was over, all counts included; those that ended before stand as they ended.

    The end of a turn in a log is found by halving: the shortest beginning in which the next turn has begun.
    """
    low = np.zeros(len(logs), np.int64)
    high = np.array([len(log) for log in logs], np.int64)
    while (low < high).any():
        middle = (low + high) // 2
        begun = _cut(setting, first, logs, middle).tallies["turn"] > turn
        low, high = np.where(begun, low, np.minimum(middle + 1, high)), np.where(begun, middle, high)
    return _cut(setting, first, logs, high)


def _cut(setting: Setting, first: int, logs: Sequence[ActionLog], lengths: NDArray[np.int64]) -> Batch:
    return count_logs(setting, first, [log[:length] for log, length in zip(logs, lengths, strict=True)])


def by_turn(
    sides: tuple[Setting, Setting], first: int, logs: tuple[Sequence[ActionLog], Sequence[ActionLog]]
) -> list[TurnLine]:
    """The change of each turn's gain, for each player. Over all turns they add up to the whole change."""
    levels = [_levels(setting, first, played) for setting, played in zip(sides, logs, strict=True)]
    turns = max(len(one) for one in levels)
    games = np.arange(first, first + len(logs[0]))
    keys, pairs = [], []
    for number, what in enumerate(("prestige", "money", "moves")):
        base, variant = (_gains([level[number] for level in one], turns) for one in levels)
        for turn in range(turns):
            keys.append((what, turn))
            pairs.append(Pair(gather(games, variant[turn]), gather(games, base[turn])))
    compared = compare(pairs)
    return [TurnLine(what, turn, change) for (what, turn), change in zip(keys, compared, strict=True)]


Level = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def _levels(setting: Setting, first: int, logs: Sequence[ActionLog]) -> list[Level]:
    """Prestige, money and moves for each player after each turn, from 0 (before the first)."""
    found: list[Level] = []
    players = setting.players
    while True:
        batch = after_turn(setting, first, logs, len(found)).tallies
        money, prestige, moves = (
            batch[name][:, :players].astype(np.float64).mean(axis=1) for name in ("money", "prestige", "decisions")
        )
        found.append((prestige, money, moves))
        if (batch["turn"] <= len(found) - 1).all():
            return found


def _gains(levels: Sequence[NDArray[np.float64]], turns: int) -> list[NDArray[np.float64]]:
    """What each turn adds; the first is what there was before it. Games that are over add nothing."""
    gains = [levels[0], *(after - before for before, after in pairwise(levels))]
    return gains + [np.zeros_like(levels[0])] * (turns - len(gains))
