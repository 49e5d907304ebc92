"""How a game ended: who won, and by which rule (RECKON-2, RECKON-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forvm import text
from forvm.engine.rules.reckon import beats, standing
from forvm.engine.state import State

if TYPE_CHECKING:
    from forvm.game.table import Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. ``ranking`` groups the seats from first to last; equals share a group."""

    winners: tuple[int, ...]
    reason: str
    clause: str
    ranking: tuple[tuple[int, ...], ...]

    def as_dict(self) -> dict[str, Any]:
        """The outcome as plain data, for JSON."""
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "clause": self.clause,
            "ranking": [list(group) for group in self.ranking],
        }


def outcome_of(table: Table, s: State) -> Outcome:
    """The outcome of a game that is over."""
    g = table.definition
    seats = range(g.players)
    by_prestige = any(s.prestige[p] >= g.win_prestige for p in seats)
    places = [sum(beats(s, g, q, p) for q in seats if q != p) for p in seats]
    ranking = tuple(tuple(p for p in seats if places[p] == place) for place in sorted(set(places)))
    winners = ranking[0]
    return Outcome(
        winners=winners,
        reason=_reason(table, s, winners, by_prestige),
        clause="RECKON-2" if by_prestige else "RECKON-3",
        ranking=ranking,
    )


def _reason(table: Table, s: State, winners: tuple[int, ...], by_prestige: bool) -> str:
    g, first = table.definition, winners[0]
    level = [p for p in range(g.players) if standing(s, g, p) == standing(s, g, first)]
    equal = [p for p in level if s.money[p] == s.money[first]]
    if len(winners) > 1:
        key = "shared"
    elif len(level) == 1:
        key = "alone" if by_prestige else "limit"
    else:
        key = "money" if len(equal) == 1 else "gifts"
    values: dict[str, text.Value] = {
        "winner": [table.seat(p) for p in winners],
        "tied": [table.seat(p) for p in (level if key == "money" else equal)],
        "prestige": s.prestige[first],
        "money": s.money[first],
    }
    return text.fill(text.load("events")["outcome"][key], values)
