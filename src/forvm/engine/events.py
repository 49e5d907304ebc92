"""What happens, for those who want to tell or count it.

Rules call :func:`note` wherever something happens that a report, a log or an animation would mention. Plain games
keep the notes when asked to; in compiled play the calls vanish.

Every note names a player, an amount, the clause it follows from, and a place: a market, or for FATE-1 a card.
"""

from __future__ import annotations

from forvm.engine.state import State
from forvm.engine.twin.rule import plain_only

EVENTS = (
    "turn",  # a turn begins; amount: its number
    "phase",  # a phase begins; amount: its task
    "money",
    "prestige",
    "borrowed",  # amount: prestige given up for money
    "forgiven",  # amount: what could not be raised
    "trade_value",  # what a market paid, and why (the clause): the lines of the trade report
    "trade_flood",
    "trade_promise",
    "agent_enters",
    "agent_lost",
    "market_held",  # the player holds the market after a challenge
    "challenge",  # the player challenges the holder; amount: the holder
    "attack",  # the player attacks a horreum; amount: its owner
    "horreum_built",
    "horreum_lost",
    "wed",
    "parted",
    "proposal",  # amount: to whom
    "offer",  # amount: the price now named
    "refused",
    "allied",  # amount: with whom
    "divorced",  # amount: from whom
    "gave",  # amount: band * GIFTS + gift
    "card",
    "flooded",
    "promised",
    "senate_entered",
    "senate_left",
    "child_gained",
    "rolled",  # amount: the pips
    "won",
)
(
    TURN,
    PHASE,
    MONEY,
    PRESTIGE,
    BORROWED,
    FORGIVEN,
    TRADE_VALUE,
    TRADE_FLOOD,
    TRADE_PROMISE,
    AGENT_ENTERS,
    AGENT_LOST,
    MARKET_HELD,
    CHALLENGE,
    ATTACK,
    HORREUM_BUILT,
    HORREUM_LOST,
    WED,
    PARTED,
    PROPOSAL,
    PRICE_NAMED,
    REFUSED,
    ALLIED,
    DIVORCED,
    GAVE,
    CARD_DRAWN,
    FLOODED,
    PROMISED,
    SENATE_ENTERED,
    SENATE_LEFT,
    CHILD_GAINED,
    ROLLED,
    WON,
) = range(len(EVENTS))


@plain_only
def note(s: State, event: int, player: int, amount: int, clause: int, place: int) -> None:
    """Write down one event, if anyone listens."""
    if s.log is not None:
        s.log.append((event, player, amount, clause, place))
