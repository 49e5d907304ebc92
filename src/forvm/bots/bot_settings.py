"""A built-in bot as compiled code knows it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from forvm.bots.nested_layout import Nested, NestedLayout
from forvm.bots.weights import Weights
from forvm.engine.twin.layout import Column, Wide, layout

RANDOM_BOT, GREEDY_BOT, SEARCH_BOT = range(3)

C_PUCT = 0.1
PRIOR_TEMPERATURE = 0.5
DETERMINIZATIONS = 4

Number = Annotated[float, Column("f8")]


@layout
class BotSettings(NestedLayout):
    """The kind of a bot, its weights, and how it searches."""

    kind: Wide
    simulations: Wide
    determinizations: Wide  # how many deals of hidden hands a search tries
    c_puct: Number  # how much the search explores moves that it has seldom tried
    prior_temperature: Number  # how evenly priors spread over moves: near 0, the best one move ahead takes all
    weights: Weights  # what it seeks, one move ahead
    judgement: Weights  # how its search evaluates positions

    nested: ClassVar[dict[str, Nested]] = {"weights": Nested(Weights), "judgement": Nested(Weights)}


def random_settings(without: int = 0) -> BotSettings:
    """Returns the settings of a bot that plays any legal move, or any that it does not leave alone."""
    settings = BotSettings()
    settings.kind = RANDOM_BOT
    settings.weights = settings.judgement = Weights()
    settings.weights.without = without
    return settings


def greedy_settings(weights: Weights) -> BotSettings:
    """Returns the settings of a bot that looks one move ahead."""
    settings = BotSettings()
    settings.kind = GREEDY_BOT
    settings.weights = settings.judgement = weights
    return settings


def search_settings(weights: Weights, judgement: Weights, simulations: int) -> BotSettings:
    """Returns the settings of a bot that searches."""
    settings = BotSettings()
    settings.kind = SEARCH_BOT
    settings.simulations = simulations
    settings.determinizations = DETERMINIZATIONS
    settings.c_puct, settings.prior_temperature = C_PUCT, PRIOR_TEMPERATURE
    settings.weights, settings.judgement = weights, judgement
    return settings
