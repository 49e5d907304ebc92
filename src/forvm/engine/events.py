"""What happens, for those who want to tell or count it.

Rules call :func:`note` wherever something happens that a report, a log or an animation would mention. Plain games
keep the notes when asked to; in compiled play the calls vanish.

Every note names a player, an amount, the clause it follows from, and a place: a market, or for FATE-1 a card.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from forvm.engine.state import State
from forvm.engine.twin.rule import plain_only

# What can happen. Type checkers find every place that must know a new one.
EventKind = Literal[
    "turn",
    "phase",
    "money",
    "prestige",
    "borrowed",
    "forgiven",
    "trade_value",
    "trade_flood",
    "trade_promise",
    "agent_enters",
    "agent_lost",
    "market_held",
    "challenge",
    "attack",
    "horreum_built",
    "horreum_lost",
    "wed",
    "parted",
    "proposal",
    "offer",
    "refused",
    "allied",
    "divorced",
    "gave",
    "card",
    "flooded",
    "promised",
    "senate_entered",
    "senate_left",
    "child_gained",
    "rolled",
    "won",
]
Amount = Literal["number", "player", "child", "gift", "phase"]  # gift: band * GIFTS + gift; phase: its task
Place = Literal["market", "card", "none"]  # card: under FATE-1 the card, else a market


class Meaning(NamedTuple):
    """What the numbers of a note mean."""

    kind: EventKind
    amount: Amount
    place: Place


_table: list[Meaning] = []


def _event(kind: EventKind, amount: Amount = "number", place: Place = "market") -> int:
    """Add a kind of event to the table; returns its number."""
    _table.append(Meaning(kind, amount, place))
    return len(_table) - 1


TURN = _event("turn")  # a turn begins; amount: its number
PHASE = _event("phase", amount="phase")  # a phase begins
MONEY = _event("money", place="card")
PRESTIGE = _event("prestige", place="card")
BORROWED = _event("borrowed", place="none")  # amount: prestige given up for money
FORGIVEN = _event("forgiven", place="none")  # amount: what could not be raised
TRADE_VALUE = _event("trade_value")  # what a market paid, and why (the clause): the lines of the trade report
TRADE_FLOOD = _event("trade_flood")
TRADE_PROMISE = _event("trade_promise")
AGENT_ENTERS = _event("agent_enters")
AGENT_LOST = _event("agent_lost")
MARKET_HELD = _event("market_held")  # the player holds the market after a challenge
CHALLENGE = _event("challenge", amount="player")  # the player challenges the holder
ATTACK = _event("attack", amount="player")  # the player attacks a horreum
HORREUM_BUILT = _event("horreum_built")
HORREUM_LOST = _event("horreum_lost")
WED = _event("wed", amount="child")
PARTED = _event("parted")
PROPOSAL = _event("proposal", amount="player")  # to the other player
PRICE_NAMED = _event("offer")  # amount: the price now named
REFUSED = _event("refused", amount="player")
ALLIED = _event("allied", amount="player")
DIVORCED = _event("divorced", amount="player")
GAVE = _event("gave", amount="gift")
CARD_DRAWN = _event("card", place="card")
FLOODED = _event("flooded")
PROMISED = _event("promised", place="card")
SENATE_ENTERED = _event("senate_entered", place="card")
SENATE_LEFT = _event("senate_left", place="card")
CHILD_GAINED = _event("child_gained", amount="child")
ROLLED = _event("rolled", place="card")  # amount: the pips
WON = _event("won")

MEANINGS = tuple(_table)
EVENTS = tuple(meaning.kind for meaning in MEANINGS)


@plain_only
def note(s: State, event: int, player: int, amount: int, clause: int, place: int) -> None:
    """Write down one event, if anyone listens."""
    if s.log is not None:
        s.log.append((event, player, amount, clause, place))
