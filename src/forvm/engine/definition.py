"""The definition of a game: a board, a fate deck and every parameter, as one record of integers.

Editions and house rules differ in these values alone; no rule ever asks for an edition's name.
"""

from __future__ import annotations

from typing import Annotated

from forvm.engine.limits import (
    BANDS,
    CARD_MARKETS,
    CARDS,
    DIRECTED_LINKS,
    MARKETS,
    PLAYERS,
    REGIONS,
)
from forvm.engine.twin.layout import Column, Layout, Wide, layout

# Kinds of market (BOARD-3).
ROME, SMALL, LARGE, EXOTIC = range(4)
NO_REGION = -1

# What informed trade and complete routes pay (TRADE-2, TRADE-3).
PAYS_BOOST, PAYS_FULL = range(2)

# How a loan works (DEBT-1, DEBT-4).
LOAN_SOLD, LOAN_LADDER = range(2)

BOY, GIRL = range(2)

PerMarket = Annotated[list[int], Column("i4", MARKETS)]
PerCard = Annotated[list[int], Column("i4", CARDS)]
PerBand = Annotated[list[int], Column("i4", BANDS)]


@layout
class Definition(Layout):
    """Board tables and parameters of one game. Flags are 0 or 1."""

    players: Wide

    # The board (BOARD-1 … BOARD-5).
    markets: Wide
    regions: Wide
    rome: Wide
    kind: PerMarket
    region: PerMarket
    distance: PerMarket
    value: Annotated[list[int], Column("i4", MARKETS * PLAYERS)]  # [market * PLAYERS + owners - 1]
    boost: PerMarket  # what distance adds to an informed market
    full: PerMarket  # the undivided value of a market of this kind
    region_size: Annotated[list[int], Column("i4", REGIONS)]
    # Directed links out of market m are first_link[m] … first_link[m + 1] - 1.
    first_link: Annotated[list[int], Column("i4", MARKETS + 1)]
    link_from: Annotated[list[int], Column("i4", DIRECTED_LINKS)]
    link_to: Annotated[list[int], Column("i4", DIRECTED_LINKS)]

    # The fate deck.
    cards: Wide
    card_effect: PerCard
    card_copies: PerCard
    card_amount: PerCard
    card_points: PerCard
    card_roll: PerCard
    card_market: Annotated[list[int], Column("i4", CARDS * CARD_MARKETS)]  # -1 where fewer are named

    # Setting up.
    start_money: Wide
    start_prestige: Wide
    start_agents: Wide
    agents: Wide
    horrea: Wide  # 0: no limit
    family_open: Wide
    family_cards: Wide
    family_deck: Annotated[list[int], Column("i4", 2)]
    family_start: Annotated[list[int], Column("i4", 2)]

    # Move and intrigue.
    enter_roll: Wide
    intrigue_limit: Wide  # 0: no limit
    oust_cost: Wide
    oust_roll: Wide
    oust_roll_if_challenger_local: Wide
    oust_roll_if_holder_local: Wide
    local_cost: Wide
    local_prestige: Wide
    alliance_prestige: Wide
    alliance_loss: Wide
    alliance_repaid: Wide
    price_step: Wide
    price_highest: Wide
    counter_offers: Wide

    # Trade.
    informed_pays: Wide
    informed_needs_rome: Wide
    route_links: Wide  # 0: any number
    route_needs_rome: Wide
    route_pays: Wide

    # Build.
    build_cost: Wide
    build_first: Wide
    build_five: Wide
    build_every: Wide
    region_lost: Wide
    build_then_give: Wide
    destroy_cost: Wide
    destroy_roll: Wide
    destroy_roll_if_attacker_local: Wide
    destroy_roll_if_victim_local: Wide
    destroy_needs_agent: Wide
    bands: Wide
    band_start: PerBand
    band_cost: PerBand
    give_growth: Wide
    give_prestige: Wide

    # Money and the end.
    loan: Wide
    loan_rate: Wide  # 0: no loans
    loan_floor: Wide
    mark: Wide
    mark_prestige: Wide
    senate_threshold: Wide
    win_prestige: Wide
    turn_limit: Wide  # 0: none
