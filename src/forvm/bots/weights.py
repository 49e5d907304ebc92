"""What a bot looks at in a position, and how much each thing counts: the table behind the rule-of-thumb bots.

A player's standing is the sum of features, each times a weight that slides from ``early`` to ``late`` as the leader
nears the winning prestige. Standings turn into chances of winning by softmax, so one unit multiplies a player's odds
by e. Characters differ from the plain bot in these numbers alone.
"""

from __future__ import annotations

from typing import Annotated

from forvm.engine.twin.layout import Column, Layout, Wide, layout

# The features of a player, in the order of the table.
(
    PRESTIGE,  # prestige, as a part of what wins
    SUMMIT,  # its square, money marks to come included: the last points count most
    MARKS,  # money marks that the next reckoning would add
    MONEY,  # thousands of denarii, the coming trade included
    PURSE,  # up to 300, as a part of 300: enough to act next turn
    CHEST,  # up to 1000, as a part of 1000
    INCOME,  # hundreds that every trade brings without agents, complete routes included
    BOOST,  # hundreds that agents and allies add to it
    HORREA,  # tens of horrea
    STEPS,  # the way to the next five horrea, summed over regions
    AGENTS_ON_BOARD,  # agents on the board
    PAIR,  # agents on the board up to two
    REACH,  # what agents are about to build, worth and distance
    CHILDREN,  # children to give away
    MATCHES,  # alliances that they could make now
    ALLIES,  # alliances that stand
    LOCALS,  # local marriages that stand
    GIVEN,  # benefactions given
    GIFT,  # a benefaction of the own band is free and affordable
    SENATE,  # in the Senate
    CENSUS,  # +1 rich enough to enter it, −1 too poor to stay
    PERIL,  # agents about to be ousted, by chance of it
    OUSTING,  # others' agents that the own ones are about to oust
    LIABILITY,  # prestige that allies could call in by a divorce, as a part of what wins
    POOR,  # cannot even pay for a horreum
    WINNING,  # enough prestige to win at the next reckoning
    CROWN,  # and the richest of those who have
) = range(27)
FEATURES = 27
# fmt: off
NAMES = (
    "prestige", "summit", "marks", "money", "purse", "chest", "income", "boost", "horrea",
    "steps", "agents", "pair", "reach", "children", "matches", "allies", "locals", "given",
    "gift", "senate", "census", "peril", "ousting", "liability", "poor", "winning", "crown",
)
# fmt: on
REACH_LIMIT = 5  # how many links ahead agents look for a place to build

PerFeature = Annotated[list[float], Column("f8", FEATURES)]
Number = Annotated[float, Column("f8")]


@layout
class Weights(Layout):
    """One bot's taste."""

    early: PerFeature
    late: PerFeature
    # What a horreum on a market is worth to an agent on its way there.
    site_value: Number  # for each hundred of what the market would pay
    site_value_late: Number  # the same when the leader has won already
    site_any: Number  # for the horreum itself
    site_first: Number  # if it is the first in its region
    site_five: Number  # if it completes five
    delay: Annotated[list[float], Column("f8", REACH_LIMIT + 1)]  # part that is left after so many turns
    crowd: Number  # part that the next best agent's place counts: only one horreum is built a turn
    # Bargaining.
    reservation: Number  # part of the fair gain from a marriage below which the bot refuses
    aggression: Number  # 0 attacks only in need, more considers every attack and intrusion
    temperature: Number  # of the softmax over moves: 0 always takes the best move, more takes a worse one now and then
    without: Wide  # what the bot leaves alone: bits of restrictions.py
