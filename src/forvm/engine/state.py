"""The state of a game: a flat record of integers, and the names of its values.

What is pending is a small stack of frames. The lowest frame is the phase; upon it come a card's demand, a bargain, a
die. Whatever lies on top is what the game waits for. The engine never rolls: a frame that waits for chance is
answered by the caller, who runs the game.
"""

from __future__ import annotations

from typing import Annotated

from forvm.engine.limits import (
    AGENTS,
    BANDS,
    CARDS,
    FRAMES,
    GIFTS,
    MARKETS,
    PLAYERS,
    REGIONS,
)
from forvm.engine.twin.layout import Column, Layout, Small, Wide, layout

NOBODY = -1
NOWHERE = -1
PAIRS = PLAYERS * (PLAYERS - 1) // 2

PerPlayer = Annotated[list[int], Column("i2", PLAYERS)]
WidePerPlayer = Annotated[list[int], Column("i4", PLAYERS)]
PerMarket = Annotated[list[int], Column("i2", MARKETS)]
PerPair = Annotated[list[int], Column("i2", PAIRS)]
PerAgent = Annotated[list[int], Column("i2", PLAYERS * AGENTS)]  # [player * AGENTS + slot]
PerPlayerAndRegion = Annotated[list[int], Column("i2", PLAYERS * REGIONS)]  # [player * REGIONS + region]
PerFrame = Annotated[list[int], Column("i2", FRAMES)]


@layout
class State(Layout):
    """Everything that can differ between two moments of a game, and nothing that can be derived."""

    # Sums that house rules can make large. Without a limit of turns, money grows beyond 32 bits.
    money: Annotated[list[int], Column("i8", PLAYERS)]
    promised: WidePerPlayer  # to come with the next trade (TRADE-5)
    promised_later: WidePerPlayer  # and with the one after it
    ally_price: Annotated[list[int], Column("i4", PAIRS)]
    prestige: WidePerPlayer
    marks: WidePerPlayer  # money marks at the last reckoning (RECKON-1)
    turn: Wide
    winners: Wide  # as bits, once the game is over

    first: Small  # the turn's first player
    top: Small  # the frame on top of the stack
    task: PerFrame
    actor: PerFrame

    # What the phase remembers; 0 in the others.
    players_done: Small  # players, in turn order, who have ended the phase or met its fate card
    phase_used: Small  # 1 once the actor has rolled or moved, done an intrigue, built or destroyed
    agents_moved: Small  # the actor's agents that have moved, by slot, as bits (MOVE-2)
    card: Small  # the fate card that was drawn (FATE-1)
    # What the dice for the first player remember (SETUP-4).
    rolling: Small  # who rolls in this round, as bits
    best_roll: Small  # the highest die of this round
    best_rollers: Small  # who rolled it, as bits
    # What the frames upon a phase remember; each of these tasks is pending once at most.
    market: Small  # where the die of a challenge or an attack decides
    other: Small  # whom the frame's actor deals with: attacked, or asked for a marriage
    proposer: Small  # who asked for the marriage (ALLY-1)
    offered_child: Small  # the sex of the proposer's child
    price: Small  # the price named last, in steps of the definition's (ALLY-2)
    counters_left: Small  # counter-offers that can still be made
    asked_by_card: Small  # whom the player has proposed to under old morals, as bits

    senator: PerPlayer
    asked: PerPlayer  # whom the player has proposed to this turn, as bits (ALLY-1)
    flood: PerPlayer  # the market that pays nothing in the next trade
    child: Annotated[list[int], Column("i2", PLAYERS * 2)]  # [player * 2 + sex]
    agent: PerAgent  # where each agent is; NOWHERE is the supply
    rank: PerAgent  # 0 holds the market, 1 is its earliest intruder, … (MOVE-5)
    ally_payer: PerPair  # who paid for the alliance; NOBODY where there is none
    newlywed: Small  # who married since the last fate card was drawn, as bits (old morals)

    horrea: PerMarket  # whose horrea stand there, as bits
    local: PerMarket  # who is married into the aristocracy
    given: Annotated[list[int], Column("i2", BANDS * GIFTS)]  # who gave each benefaction
    region_first: PerPlayerAndRegion  # milestones earned (BUILD-2)
    region_fives: PerPlayerAndRegion
    region_every: PerPlayerAndRegion

    family_left: Annotated[list[int], Column("i2", 2)]
    fate_left: Annotated[list[int], Column("i2", CARDS)]

    # Where plain games write down what happens, if anyone listens; not a part of the state.
    log: list[tuple[int, int, int, int, int]] | None = None
