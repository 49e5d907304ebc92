"""Takes a change apart: victories, prestige, money and moves, by part, order of play, bot and turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import polars as pl

from forvm.lab.statistics import Comparison, Kind, Pair, compare, gather
from forvm.lab.why.pairs import Pairs
from forvm.lab.why.seat_accounts import ACCOUNTS, Floats
from forvm.lab.why.victories import contributions

WHOLE = "whole"
VICTORIES = "victories"
Whose = Literal["everyone", "place", "bot"]


@dataclass(frozen=True)
class ChangeLine:
    """How a quantity, or a part of it, changes for everyone, a place in the order of play, or a bot.

    All lines of a decomposition are one family of comparisons. A part of the victories has no value of its own under
    either side: only its change is told.
    """

    what: str
    whose: Whose
    who: str  # the place, from 1, or the bot; empty for everyone
    part: str  # WHOLE, or the part
    baseline: float
    variant: float
    change: Comparison

    @property
    def value(self) -> float:
        """The change."""
        return self.change.alone.value


@dataclass(frozen=True)
class _Raw:
    what: str
    whose: Whose
    who: str
    part: str
    baseline: Floats
    variant: Floats
    kind: Kind = "mean"


def decompose(pairs: Pairs) -> list[ChangeLine]:
    """All lines, wholes before their parts. A whole is the sum of its parts."""
    raw = [*_accounts(pairs), *_victories(pairs)]
    games = pairs.games
    compared = compare([Pair(gather(games, one.variant), gather(games, one.baseline), one.kind) for one in raw])
    return [
        ChangeLine(
            one.what, one.whose, one.who, one.part, float(one.baseline.mean()), float(one.variant.mean()), change
        )
        for one, change in zip(raw, compared, strict=True)
    ]


def _accounts(pairs: Pairs) -> Iterator[_Raw]:
    sides = (pairs.baseline, pairs.variant)
    for account in ACCOUNTS:
        split = [account.split(side.rows, side.cell.rules, pairs.players) for side in sides]
        by_place = [side.by_place(parts) for side, parts in zip(sides, split, strict=True)]
        yield from _parts(account.id, "everyone", "", account.parts, *(parts.mean(axis=1) for parts in split))
        for place in range(pairs.players):
            yield from _parts(account.id, "place", str(place + 1), account.parts, *(p[:, place] for p in by_place))
        if pairs.same_bots:
            bots = pairs.baseline.bots()
            for bot in _different(bots):
                yield from _parts(account.id, "bot", bot, account.parts, *(_of_bot(p, bots == bot) for p in split))


def _parts(
    what: str, whose: Whose, who: str, names: tuple[str, ...], baseline: Floats, variant: Floats
) -> Iterator[_Raw]:
    """A whole and its parts; those that are always 0 are left out."""
    yield _Raw(what, whose, who, WHOLE, baseline.sum(axis=1), variant.sum(axis=1))
    for place, name in enumerate(names):
        one, other = baseline[:, place], variant[:, place]
        if one.any() or other.any():
            yield _Raw(what, whose, who, name, one, other)


def _victories(pairs: Pairs) -> Iterator[_Raw]:
    sides = (pairs.baseline, pairs.variant)
    won = [side.by_place(side.seats("won")) for side in sides]
    names, parts = contributions(pairs)
    seated = [_bots_by_place(side.bots(), side.starters) for side in sides]
    for place in range(pairs.players):
        yield _Raw(VICTORIES, "place", str(place + 1), WHOLE, won[0][:, place], won[1][:, place], "share")
        yield from _shares("place", str(place + 1), names, parts[:, place])
    if (seated[0] == seated[1]).all():
        for bot in _different(seated[0]):
            one, other = (_of_bot(share, seated[0] == bot) for share in won)
            yield _Raw(VICTORIES, "bot", bot, WHOLE, one, other, "share")
            yield from _shares("bot", bot, names, _of_bot(parts, seated[0] == bot))


def _shares(whose: Whose, who: str, names: tuple[str, ...], parts: Floats) -> Iterator[_Raw]:
    for place, name in enumerate(names):
        yield _Raw(VICTORIES, whose, who, name, np.zeros(len(parts)), parts[:, place])


def _different(bots: np.ndarray[tuple[int, ...], np.dtype[np.str_]]) -> list[str]:
    """The bots of a line-up; nothing if all are the same."""
    found = sorted(set(bots.ravel().tolist()))
    return found if len(found) > 1 else []


def _bots_by_place(
    bots: np.ndarray[tuple[int, ...], np.dtype[np.str_]], starters: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
) -> np.ndarray[tuple[int, ...], np.dtype[np.str_]]:
    order = (starters[:, None] + np.arange(bots.shape[1])) % bots.shape[1]
    return np.take_along_axis(bots, order, axis=1)


def _of_bot(values: Floats, seats: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    """The mean over the seats of a bot, which are as many in every game."""
    weights = seats / seats.sum(axis=1, keepdims=True)
    return np.asarray((values * (weights if values.ndim == 2 else weights[:, :, None])).sum(axis=1))


def as_frame(lines: list[ChangeLine]) -> pl.DataFrame:
    """The lines as a table, for programs."""
    return pl.DataFrame(
        [
            {
                "what": line.what,
                "whose": line.whose,
                "who": line.who,
                "part": line.part,
                "baseline": line.baseline,
                "variant": line.variant,
                "difference": line.value,
                "low": line.change.alone.low,
                "high": line.change.alone.high,
                "low_all": line.change.low,
                "high_all": line.change.high,
                "p_holm": line.change.p,
                "stands": line.change.differs,
            }
            for line in lines
        ]
    )
