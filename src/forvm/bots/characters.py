"""The tables of weights: what the rule-of-thumb bots go by, how a search judges, and the characters' tastes.

Columns are what a feature counts when the game begins and when the leader has won; ``weights.py`` says what the
features are, ``docs/bots.md`` how the tables were found.
"""

from __future__ import annotations

from collections.abc import Mapping

from forvm.bots.weights import (
    AGENTS_ON_BOARD,
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

# What to seek, one move ahead.
TABLE: Mapping[int, tuple[float, float]] = {
    PRESTIGE: (3.39, 3.56),
    SUMMIT: (0.11, 4.00),
    MARKS: (0.03, -0.08),
    MONEY: (0.08, 0.59),
    PURSE: (0.06, 0.05),
    CHEST: (-0.37, 0.18),
    INCOME: (0.47, 0.53),
    BOOST: (-0.25, 0.05),
    HORREA: (1.11, 0.70),
    STEPS: (0.57, 0.01),
    AGENTS_ON_BOARD: (0.23, -0.03),
    PAIR: (0.03, 0.16),
    REACH: (0.36, 0.33),
    CHILDREN: (0.40, 0.25),
    MATCHES: (0.17, 0.20),
    ALLIES: (0.10, 0.10),
    LOCALS: (0.01, 0.28),
    GIVEN: (0.03, -0.09),
    GIFT: (-0.26, 0.24),
    SENATE: (-0.12, -0.05),
    CENSUS: (-0.39, -0.33),
    PERIL: (-0.71, -0.11),
    OUSTING: (-0.02, -0.23),
    LIABILITY: (-3.00, -3.00),
    POOR: (-0.36, -0.11),
    WINNING: (1.28, 1.20),
    CROWN: (1.42, 1.30),
}

# Who wins: the search judges positions by it.
JUDGEMENT: Mapping[int, tuple[float, float]] = {
    PRESTIGE: (4.70, 4.55),
    SUMMIT: (-0.99, 4.45),
    MARKS: (0.67, -0.11),
    MONEY: (0.83, 0.24),
    PURSE: (0.15, -0.12),
    CHEST: (0.03, 1.39),
    INCOME: (0.45, 0.19),
    BOOST: (0.00, 0.00),
    HORREA: (1.46, -0.14),
    STEPS: (0.02, 0.16),
    AGENTS_ON_BOARD: (-0.05, -0.03),
    PAIR: (0.10, 0.24),
    REACH: (0.72, 0.96),
    CHILDREN: (0.69, 0.44),
    MATCHES: (0.10, 0.00),
    ALLIES: (0.33, -0.46),
    LOCALS: (0.54, 0.11),
    GIVEN: (0.27, 0.24),
    GIFT: (0.12, 0.03),
    SENATE: (-0.69, -0.71),
    CENSUS: (-0.18, -0.41),
    PERIL: (-0.79, -0.85),
    OUSTING: (-1.13, 1.06),
    LIABILITY: (-3.92, -3.92),
    POOR: (-0.45, 0.41),
    WINNING: (-1.26, -1.26),
    CROWN: (1.37, 1.37),
}


def _weights(table: Mapping[int, tuple[float, float]]) -> Weights:
    """A table, and what all bots have in common: where to build, and how to bargain."""
    weights = Weights()
    for feature, (early, late) in table.items():
        weights.early[feature] = early
        weights.late[feature] = late
    weights.site_value, weights.site_value_late = 1.19, 0.33
    weights.site_any, weights.site_first, weights.site_five = 0.14, 0.52, 0.45
    weights.delay = [0.95, 0.81, 0.64, 0.40, 0.20, 0.20]
    weights.crowd = 0.3
    weights.reservation = 0.45
    return weights


def greedy() -> Weights:
    """The plain rule-of-thumb bot."""
    return _weights(TABLE)


def judgement() -> Weights:
    """How likely positions are won, rather than which of them to seek."""
    return _weights(JUDGEMENT)


def _bent(more: Mapping[int, float]) -> Weights:
    """The plain table with something added to some features, early and late."""
    weights = greedy()
    for feature, amount in more.items():
        weights.early[feature] += amount
        weights.late[feature] += amount
    return weights


def merchant() -> Weights:
    """Builds where markets pay, keeps the money together, and leaves alliances and gifts to others."""
    weights = _bent({INCOME: 0.1, MONEY: 0.4, ALLIES: -0.25, LOCALS: -0.2, GIVEN: -0.3})
    weights.site_value, weights.site_value_late = 1.4, 0.8
    weights.reservation = 0.7
    return weights


def intriguer() -> Weights:
    """Marries into every house and every market, and pays for it."""
    weights = _bent({ALLIES: 0.3, LOCALS: 0.4, CHILDREN: -0.1})
    weights.reservation = 0.25
    return weights


def benefactor() -> Weights:
    """Gives temples, games and food as soon as the purse allows."""
    return _bent({GIVEN: 0.35, GIFT: 0.15})


def warlord() -> Weights:
    """Walks into other people's markets, ousts their agents and burns their horrea."""
    weights = _bent({OUSTING: 0.5, PERIL: 0.2, AGENTS_ON_BOARD: 0.1})
    weights.aggression = 1.0
    return weights


CHARACTERS = {
    "greedy": greedy,
    "merchant": merchant,
    "intriguer": intriguer,
    "benefactor": benefactor,
    "warlord": warlord,
}
