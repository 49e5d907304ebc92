"""What stays the same: editions, parameters, boards, cards and the rulebook, for the page to show."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any

from forvm import content, text
from forvm.content import Rules
from forvm.content.parameters import PARAMETERS
from forvm.engine.limits import PLAYERS
from forvm.notation.names import GIFTS
from forvm.server.games.bot_registry import bot_kinds
from forvm.server.protocol import http_messages
from forvm.server.protocol.view_messages import RulesName, Value


def rules_name(rules: Rules) -> RulesName:
    """What rules are called."""
    return RulesName(rules.id, rules.name, rules.edition)


@lru_cache(maxsize=1)
def catalogue() -> http_messages.Catalogue:
    """All that a new game can be made of."""
    return http_messages.Catalogue(
        editions=[_edition(content.load(name)) for name in content.names()],
        house_rules=[house_rules(content.load(name)) for name in content.house_rules()],
        parameters=_parameters(),
        bots=bot_kinds(),
    )


def house_rules(rules: Rules) -> http_messages.HouseRules:
    """House rules and what they change."""
    return http_messages.HouseRules(
        id=rules.id,
        name=rules.name,
        description=rules.description,
        edition=rules.edition,
        players=list(rules.player_counts),
        changes=_values(rules.overrides),
    )


def _edition(rules: Rules) -> http_messages.Edition:
    return http_messages.Edition(
        rules.id, rules.name, rules.description, list(rules.player_counts), _values(rules.values)
    )


def _values(values: Any) -> dict[str, Value]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _parameters() -> list[http_messages.Parameter]:
    words = text.load("parameters")
    return [
        http_messages.Parameter(
            key=parameter.key,
            name=words[parameter.key]["name"],
            help=words[parameter.key]["help"],
            section=words[parameter.key]["section"],
            clause=words[parameter.key]["clause"],
            kind=parameter.kind,
            unit=words[parameter.key].get("unit", ""),
            low=parameter.low,
            high=parameter.high,
            choices=list(parameter.choices),
            longest=parameter.longest,
        )
        for parameter in PARAMETERS
    ]


@lru_cache(maxsize=64)
def board(rules: Rules) -> http_messages.Board:
    """The board and cards of some rules."""
    g = rules.definition(rules.player_counts[-1])
    own = rules.board
    return http_messages.Board(
        id=own.id,
        name=own.name,
        width=own.width,
        height=own.height,
        rules=rules_name(rules),
        regions=[http_messages.Region(region.id, region.name) for region in own.regions],
        markets=[_market(rules, number) for number in range(len(own.markets))],
        links=[[own.markets[end].latin for end in link] for link in own.links],
        cards=[_card(rules, number) for number in range(len(rules.deck.cards))],
        bands=[
            http_messages.Band(
                band=band + 1,
                low=g.band_start[band],
                high=g.band_start[band + 1] - 1 if band + 1 < g.bands else None,
                cost=g.band_cost[band],
            )
            for band in range(g.bands)
        ],
        gifts=list(GIFTS),
        winning_prestige=g.win_prestige,
        turn_limit=g.turn_limit,
        money_mark=g.mark,
        senate=g.senate_threshold,
    )


def _market(rules: Rules, number: int) -> http_messages.BoardMarket:
    g = rules.definition(rules.player_counts[-1])
    market = rules.board.markets[number]
    kind: Any = market.kind
    return http_messages.BoardMarket(
        index=number,
        name=market.latin,
        printed=market.name,
        region=market.region,
        kind=kind,
        distance=market.distance,
        values=g.value[number * PLAYERS : number * PLAYERS + PLAYERS],
        boost=g.boost[number],
        full=g.full[number],
        lon=market.lon,
        lat=market.lat,
        x=market.x,
        y=market.y,
    )


def _card(rules: Rules, number: int) -> http_messages.Card:
    card = rules.deck.cards[number]
    markets = [rules.board.markets[m].latin for m in card.markets]
    values: dict[str, text.Value] = {
        **rules.values,
        **{name: name for market in rules.board.markets for name in (market.name, market.latin)},
        "amount": card.amount,
        "points": card.points,
        "roll": card.roll,
        "markets": markets,
    }
    words = text.load("cards").get(card.id, {})
    return http_messages.Card(
        id=card.id,
        name=card.name or words["name"],
        text=text.fill(card.text, values) if card.text else text.card_text(card.id, values),
        note="" if card.text else words.get("note", ""),
        copies=card.copies,
        markets=markets,
    )


@lru_cache(maxsize=64)
def rulebook(rules: Rules) -> http_messages.Rulebook:
    """Every clause under these rules, and what it says in other editions."""
    base = content.load(rules.edition)
    others = [content.load(name) for name in content.names() if name != rules.edition]
    clauses = [(text.clause(id).section, _clause(id, rules, base, others)) for id in text.clause_ids()]
    return http_messages.Rulebook(
        rules=rules_name(rules),
        description=rules.description,
        changes=_values(rules.overrides),
        sections=[
            http_messages.Section(title, [clause for _, clause in group])
            for title, group in groupby(clauses, lambda pair: pair[0])
        ],
    )


def _clause(id: str, rules: Rules, base: Rules, others: list[Rules]) -> http_messages.Clause:
    clause = text.clause(id)
    said = clause.text(rules.values)
    return http_messages.Clause(
        id=id,
        title=clause.title,
        text=said,
        note=clause.note,
        ruling=clause.ruling,
        ruling_why=clause.ruling_why,
        changed=said != clause.text(base.values),
        differs=[
            http_messages.Difference(other.id, other.name, clause.text(other.values))
            for other in others
            if clause.text(other.values) != said
        ],
    )
