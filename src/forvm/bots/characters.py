"""The tastes of the rule-of-thumb bots: one table found by self-play, and characters that bend it.

The columns of the table are what a feature counts when the game begins and when the leader has won; ``weights.py``
says what the features are.
"""

from __future__ import annotations

from collections.abc import Mapping

from forvm.bots.weights import (
    AGENTS,
    ALLIES,
    BOOST,
    CENSUS,
    CHEST,
    CHILDREN,
    CROWN,
    GIFT,
    GIVEN,
    HORREA,
    INCOME,
    LIABILITY,
    LOCALS,
    MARKS,
    MATCHES,
    MONEY,
    OUSTING,
    PAIR,
    PERIL,
    POOR,
    PRESTIGE,
    PURSE,
    REACH,
    SENATE,
    STEPS,
    SUMMIT,
    WINNING,
    Weights,
)

TABLE: Mapping[int, tuple[float, float]] = {
    PRESTIGE: (3.63, 5.29),
    SUMMIT: (-5.41, 5.98),
    MARKS: (0.64, -0.24),
    MONEY: (0.29, 0.24),
    PURSE: (-0.11, -0.03),
    CHEST: (-0.62, 0.32),
    INCOME: (0.18, 0.54),
    BOOST: (-0.60, -0.06),
    HORREA: (1.21, 0.50),
    STEPS: (0.70, 0.19),
    AGENTS: (0.48, 0.02),
    PAIR: (0.01, 0.08),
    REACH: (0.11, 0.75),
    CHILDREN: (0.60, 0.28),
    MATCHES: (-0.20, 0.23),
    ALLIES: (0.33, -1.21),
    LOCALS: (0.17, 0.19),
    GIVEN: (0.14, 0.05),
    GIFT: (0.04, 0.08),
    SENATE: (-0.08, -1.13),
    CENSUS: (-0.14, -0.34),
    PERIL: (-1.09, 0.03),
    OUSTING: (0.14, -0.17),
    LIABILITY: (-2.00, -2.00),
    POOR: (-1.20, 1.06),
    WINNING: (2.00, -1.75),
    CROWN: (2.00, 1.94),
}


def greedy() -> Weights:
    """The plain rule-of-thumb bot."""
    w = Weights()
    for feature, (early, late) in TABLE.items():
        w.early[feature] = early
        w.late[feature] = late
    w.site_value, w.site_value_late = 0.7, 0.1
    w.site_any, w.site_first, w.site_five = 0.2, 1.2, 1.0
    w.delay = [0.95, 0.8, 0.65, 0.55, 0.45, 0.4]
    w.crowd = 0.3
    w.pride = 0.5
    return w


def _bent(more: Mapping[int, float]) -> Weights:
    """The plain table with something added to some features, early and late."""
    w = greedy()
    for feature, amount in more.items():
        w.early[feature] += amount
        w.late[feature] += amount
    return w


def merchant() -> Weights:
    """Builds where markets pay, keeps the money together, and leaves marriages and gifts to others."""
    w = _bent({INCOME: 0.3, BOOST: 0.4, MONEY: 0.6, ALLIES: -0.6, LOCALS: -0.3, GIVEN: -0.3, OUSTING: -0.3})
    w.site_value, w.site_value_late = 1.6, 0.8
    w.pride = 0.7
    return w


def intriguer() -> Weights:
    """Marries into every house and every market, and pays for it."""
    w = _bent({ALLIES: 0.8, LOCALS: 0.9, CHILDREN: -0.2, MONEY: -0.1})
    w.pride = 0.2
    return w


def benefactor() -> Weights:
    """Gives temples, games and food as soon as the purse allows."""
    return _bent({GIVEN: 0.9, GIFT: 0.4, MONEY: -0.1, ALLIES: -0.2})


def warlord() -> Weights:
    """Walks into other people's markets, ousts their agents and burns their horrea."""
    w = _bent({OUSTING: 1.6, PERIL: 0.3, AGENTS: 0.3, HORREA: 0.9, MONEY: -0.2, ALLIES: -0.4})
    w.site_any = 0.5
    w.daring = 1.0
    return w


CHARACTERS = {
    "greedy": greedy,
    "merchant": merchant,
    "intriguer": intriguer,
    "benefactor": benefactor,
    "warlord": warlord,
}
