"""From content to the engine's definition: words become the integers of one record."""

from __future__ import annotations

from collections.abc import Mapping

from forvm.content.board import KINDS, Board, Market
from forvm.content.deck import Deck
from forvm.content.parameters import PARAMETERS, Value, number, numbers
from forvm.engine.definition import NO_REGION, Definition
from forvm.engine.limits import CARD_MARKETS, CARDS, PLAYERS


def define(values: Mapping[str, Value], board: Board, deck: Deck, players: int) -> Definition:
    """The definition of a game by these rules, all of which have been checked."""
    g = Definition()
    _fill_parameters(g, values)
    g.players = players
    _fill_family(g, values)
    _fill_bands(g, values)
    _fill_markets(g, values, board)
    _fill_links(g, board)
    _fill_deck(g, deck)
    return g


def _fill_parameters(g: Definition, values: Mapping[str, Value]) -> None:
    """Every parameter that is one number of the definition; the others are tables, below."""
    for parameter in PARAMETERS:
        field = parameter.fields[0]
        if parameter.kind != "list" and not Definition.columns[field].length:
            setattr(g, field, number(values, parameter.key))


def _fill_family(g: Definition, values: Mapping[str, Value]) -> None:
    """SETUP-2: a hand from a deck, or children for all to see; what the other would need stays 0."""
    if g.family_open:
        g.family_cards = 0
        g.family_start[:] = number(values, "family.sons"), number(values, "family.daughters")
    else:
        g.family_deck[:] = number(values, "family.boys"), number(values, "family.girls")


def _fill_bands(g: Definition, values: Mapping[str, Value]) -> None:
    starts, costs = numbers(values, "give.bands"), numbers(values, "give.cost")
    g.bands = len(starts)
    g.band_start[: g.bands] = starts
    g.band_cost[: g.bands] = costs


def _fill_markets(g: Definition, values: Mapping[str, Value], board: Board) -> None:
    regions = [region.id for region in board.regions]
    g.markets = len(board.markets)
    g.regions = len(regions)
    g.rome = board.rome.index
    boosts = numbers(values, "trade.boost")
    for market in board.markets:
        m = market.index
        g.kind[m] = KINDS.index(market.kind)
        g.region[m] = NO_REGION if market.region is None else regions.index(market.region)
        g.distance[m] = market.distance
        g.value[m * PLAYERS : (m + 1) * PLAYERS] = _values(values, market)
        if market.kind == "rome":
            continue  # never boosted (TRADE-2), and in no region
        # Where nothing pays by distance the list may be shorter than the board is wide.
        g.boost[m] = boosts[market.distance - 1] if market.distance <= len(boosts) else 0
        g.full[m] = number(values, f"trade.full.{market.kind}")
        g.region_size[g.region[m]] += 1


def _values(values: Mapping[str, Value], market: Market) -> tuple[int, ...]:
    """BOARD-4, BOARD-5: what each owner gets when 1, 2, 3, 4 players have a horreum there."""
    if values["trade.values"] == "printed":
        assert market.values is not None, market.name
        return market.values
    demand = number(values, f"trade.demand.{market.kind}")
    cost = numbers(values, "trade.distance_cost")[market.distance]
    return tuple(demand // owners - cost for owners in range(1, PLAYERS + 1))


def _fill_links(g: Definition, board: Board) -> None:
    """Both directions of every link, by the market it leaves and then the one it reaches, in board order."""
    directed = sorted({way for a, b in board.links for way in ((a, b), (b, a))})
    for place, (a, b) in enumerate(directed):
        g.link_from[place] = a
        g.link_to[place] = b
    for m in range(len(g.first_link)):
        g.first_link[m] = sum(a < m for a, _ in directed)


def _fill_deck(g: Definition, deck: Deck) -> None:
    g.cards = len(deck.cards)
    g.card_market[:] = [-1] * (CARDS * CARD_MARKETS)
    for place, card in enumerate(deck.cards):
        g.card_effect[place] = card.effect_number
        g.card_copies[place] = card.copies
        g.card_amount[place] = card.amount
        g.card_points[place] = card.points
        g.card_roll[place] = card.roll
        start = place * CARD_MARKETS
        g.card_market[start : start + len(card.markets)] = card.markets
