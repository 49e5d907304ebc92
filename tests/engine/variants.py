"""Editions and house rules that the engine's tests run through, so that every parameter is turned at least once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from forvm import content
from forvm.engine.definition import Definition


@dataclass(frozen=True)
class Variant:
    """Rules and a number of players."""

    edition: str
    players: int
    overrides: dict[str, Any] = field(default_factory=dict)

    def rules(self) -> content.Rules:
        return content.from_overrides(self.edition, self.overrides)

    def definition(self) -> Definition:
        return self.rules().definition(self.players)

    def __str__(self) -> str:
        return "-".join([self.edition, str(self.players), *self.overrides])


HOUSE_RULES: list[dict[str, Any]] = [
    {"loan.kind": "ladder"},
    {"loan.rate": 0},
    {"family.kind": "hand", "family.cards": 2, "intrigue.limit": 1},
    {"family.kind": "open", "family.sons": 2, "family.daughters": 1},
    {"destroy.needs_agent": False, "destroy.cost": 50},
    {"route.links": 0, "route.pays": "full", "route.needs_rome": False},
    {"trade.values": "formula", "trade.informed_pays": "full", "trade.informed_needs_rome": False},
    {"supply.agents": 6, "supply.horrea": 8, "enter.roll": 2},
    {"supply.agents": 1, "start.agents": 0, "win.prestige": 8},
    {"price.step": 50, "price.highest": 500, "price.counter_offers": 0},
    {"give.bands": [1, 4, 7, 10, 13], "give.cost": [100, 200, 300, 400, 500], "give.growth": 100},
    {"build.then_give": False, "build.region_lost": 2, "alliance.repaid": True, "alliance.loss": 3},
    {"start.money": 2500, "start.prestige": 3, "reckon.mark": 500, "win.prestige": 25},
    {"win.turn_limit": 12, "win.prestige": 60},
    {"players.min": 2},
    {"oust.cost": 100},
]

VARIANTS: list[Variant] = [
    *(Variant(edition, players) for edition in content.names() for players in (3, 4)),
    *(
        Variant(content.names()[i % 3], 2 if "players.min" in overrides else 3 + i % 2, overrides)
        for i, overrides in enumerate(HOUSE_RULES)
    ),
]
