"""A game looked back upon: how everyone fared, where their prestige came from, and how their dice fell."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from forvm import text
from forvm.game import Game
from forvm.server.games.log_entries import LogEntry
from forvm.server.protocol.http_messages import ClauseSum, Luck, Summary
from forvm.server.protocol.view_messages import Outcome

# Events whose amount is prestige, and whether it is won or given up.
_PRESTIGE = {"prestige": 1, "borrowed": -1}


def summary(game: Game, standing: Sequence[LogEntry]) -> Summary:
    """The summary of a game; ``standing`` are its moves, dice and cards, without those that were taken back."""
    turns, money, prestige = _by_turn(game)
    outcome = game.outcome
    return Summary(
        turns=turns,
        money=money,
        prestige=prestige,
        prestige_from=_sources(game),
        luck=[_luck(seat, standing) for seat in range(len(game.names))],
        outcome=None if outcome is None else msgspec.convert(outcome.as_dict(), Outcome),
    )


def _by_turn(game: Game) -> tuple[list[int], list[list[int]], list[list[int]]]:
    """Everyone's money and prestige before the first turn and at the end of each; of the last, as it stands."""
    seats = range(len(game.names))
    replayed = Game(game.rules, len(game.names), game.names)
    turns = [0]
    standings = [replayed.state]
    for played in game.history:
        replayed.play(played.id)
        if replayed.turn != turns[-1]:
            turns.append(replayed.turn)
            standings.append(replayed.state)
        standings[-1] = replayed.state
    money = [[state.money[seat] for state in standings] for seat in seats]
    return turns, money, [[state.prestige[seat] for state in standings] for seat in seats]


def _sources(game: Game) -> list[list[ClauseSum]]:
    """For each seat, the prestige that came and went by each clause, the greatest gain first."""
    sums: list[dict[str, int]] = [{} for _ in game.names]
    for played in game.history:
        for event in played.events:
            if event.kind in _PRESTIGE and event.player is not None:
                own = sums[event.player]
                own[event.clause] = own.get(event.clause, 0) + event.amount * _PRESTIGE[event.kind]
    return [
        [ClauseSum(clause, text.clause(clause).title, own[clause]) for clause in sorted(own, key=lambda c: -own[c])]
        for own in sums
    ]


def _luck(seat: int, standing: Sequence[LogEntry]) -> Luck:
    """How a player's dice fell, of those that had to show something."""
    rolls = [done.facts for done in standing if done.facts.needs is not None and done.played.actor == seat]
    odds = [(7 - facts.needs) / 6 for facts in rolls if facts.kind == "die" and facts.needs is not None]
    successes = sum((facts.pips or 0) >= (facts.needs or 0) for facts in rolls if facts.kind == "die")
    return Luck(seat, len(odds), successes, sum(odds), _better_than(odds, successes))


def _better_than(odds: Sequence[float], successes: int) -> float:
    """The chance to succeed less often with these odds, and half of that to do so equally often.

    >>> _better_than([0.5, 0.5], 2)
    0.875
    """
    chances = [1.0]  # of so many successes
    for p in odds:
        chances = [
            (chances[k] * (1 - p) if k < len(chances) else 0.0) + (chances[k - 1] * p if k else 0.0)
            for k in range(len(chances) + 1)
        ]
    return sum(chances[:successes]) + chances[successes] / 2
