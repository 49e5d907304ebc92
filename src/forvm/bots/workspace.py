"""The workspace of a bot: all records that it thinks with, as one."""

from __future__ import annotations

from typing import Annotated, ClassVar

from forvm.bots.bot_settings import BotSettings
from forvm.bots.chart import YIELDS, Chart, chart_of
from forvm.bots.common_dice import CommonDice
from forvm.bots.nested_layout import Nested, NestedLayout
from forvm.bots.search_tree import CANDIDATES, Tree
from forvm.bots.trial_states import TRIALS, TrialStates
from forvm.bots.weights import FEATURES, REACH_LIMIT
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS, MARKETS, PLAYERS, REGIONS
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.layout import Column, Wide, layout

BONUS_FIRST, BONUS_FIFTH, NO_BONUS = range(3)  # the first in its region, the fifth, any other
BONUSES = 3
SITES = YIELDS * BONUSES

PerPlayer = Annotated[list[int], Column("i4", PLAYERS)]
PerSite = Annotated[list[int], Column("i4", SITES)]
MaskPerPlayer = Annotated[list[int], Column("i8", PLAYERS)]
FloatPerPlayer = Annotated[list[float], Column("f8", PLAYERS)]


@layout
class Workspace(NestedLayout):
    """What a bot writes down while it thinks. A workspace serves one board: its chart and its survey belong to it."""

    # The survey: counts of what stands on the board. It is incremental (see survey.py). Two columns say which board is
    # counted: ``seen`` for everything that depends on horrea, ``wed`` for local marriages.
    surveyed: Wide
    seen: Annotated[list[int], Column("i2", MARKETS)]  # the horrea that are counted
    income: PerPlayer
    routes: PerPlayer  # what complete routes add to it
    boost: PerPlayer
    horrea: PerPlayer
    owned: MaskPerPlayer  # markets with the player's horreum, as bits
    routed: MaskPerPlayer  # exotic markets at the end of a complete route
    routed_for: MaskPerPlayer  # the horrea for which that was found
    allies: PerPlayer  # as bits
    wed: Annotated[list[int], Column("i2", MARKETS)]  # the local marriages that are counted
    locals: PerPlayer
    stands: MaskPerPlayer  # markets with the player's agent
    in_region: Annotated[list[int], Column("i4", PLAYERS * REGIONS)]
    yields: Annotated[list[int], Column("i8", YIELDS)]  # markets by what they would pay the next to build there
    # All classes of sites by what they would be worth, best first: what they pay, and which bonus.
    ranked: Wide
    ranked_pay: Annotated[float, Column("f8")]  # the weights that they are ranked by
    ranked_any: Annotated[float, Column("f8")]
    ranked_first: Annotated[float, Column("f8")]
    ranked_five: Annotated[float, Column("f8")]
    rank_yield: PerSite
    rank_bonus: PerSite
    rank_worth: Annotated[list[float], Column("f8", SITES)]
    bonus: Annotated[list[int], Column("i8", BONUSES)]  # markets by the bonus for the player under consideration
    # Those classes where the player under consideration could build, best first.
    sites: Wide
    site: Annotated[list[int], Column("i8", SITES)]
    site_worth: Annotated[list[float], Column("f8", SITES)]
    open: Annotated[int, Column("i8")]  # all of them together
    aim: Annotated[list[int], Column("i8", AGENTS)]  # where each of the player's agents aims to build, one bit
    aim_worth: Annotated[list[float], Column("f8", AGENTS)]
    steps_ahead: Wide  # agents that may still step this turn, as bits
    builds_ahead: Wide  # 1 while the player may still build this turn
    blocked: Annotated[int, Column("i8")]  # markets where others' agents are in the way

    # The weights at this stage of the game.
    advance: Annotated[float, Column("f8")]  # how near the leader is to winning, 0 to 1
    weight: Annotated[list[float], Column("f8", FEATURES)]
    delay: Annotated[list[float], Column("f8", REACH_LIMIT + 1)]
    crowd: Annotated[float, Column("f8")]

    # The evaluation of a position.
    feature: Annotated[list[float], Column("f8", FEATURES)]
    cost: FloatPerPlayer  # of the challenges that the player must make
    expected: FloatPerPlayer  # money at the next reckoning, as far as known
    heights: FloatPerPlayer  # prestige at the next reckoning
    alone: FloatPerPlayer  # standing, apart from what compares players
    standing: FloatPerPlayer
    reach: FloatPerPlayer  # what the player's agents are about to build
    chance: FloatPerPlayer  # of winning
    # The evaluation that moves are compared with (see ``keep`` in evaluation.py).
    kept_reach: FloatPerPlayer
    kept_alone: FloatPerPlayer
    kept_income: PerPlayer
    kept_expected: FloatPerPlayer
    kept_heights: FloatPerPlayer
    kept_chance: FloatPerPlayer

    # The moves under consideration, and the player's chance of winning after each.
    quick: Wide  # 1: only the best move is wanted
    listed: Wide  # how many legal moves are listed already; 0: they are not
    courting: Wide  # 1: a proposal of marriage is among the legal moves
    candidates: Wide
    action: Annotated[list[int], Column("i4", CANDIDATES)]
    value: Annotated[list[float], Column("f8", CANDIDATES)]
    most: Annotated[list[float], Column("f8", CANDIDATES)]  # where values are the least that a move may be worth

    # Compiled games: which ones to play, and where their next action is logged.
    seed: Annotated[int, Column("i8")]
    first_game: Annotated[int, Column("i8")]
    logged: Annotated[int, Column("i8")]

    # Records inside. Plain rules use only the chart, the trial states, the legal moves and the bots' random numbers.
    chart: Chart
    trial: TrialStates  # the position under consideration, a move tried on it, a bargain that follows
    legal_scratch: Scratch  # the legal moves
    bot_rng: Scratch  # the random numbers of bots
    tree: Tree
    bots: list[BotSettings]  # by seat; the first one decides
    table: list[State]  # the game that is played, and a blank state to start the next one from
    dice: CommonDice
    dice_rng: Scratch  # the random numbers of dice and cards

    nested: ClassVar[dict[str, Nested]] = {
        "chart": Nested(Chart),
        "trial": Nested(State, TRIALS),
        "legal_scratch": Nested(Scratch),
        "bot_rng": Nested(Scratch),
        "tree": Nested(Tree),
        "bots": Nested(BotSettings, PLAYERS),
        "table": Nested(State, 2),
        "dice": Nested(CommonDice),
        "dice_rng": Nested(Scratch),
    }

    def __init__(self, g: Definition) -> None:
        super().__init__()
        self.chart = chart_of(g)
        self.trial = TrialStates()
        self.legal_scratch, self.bot_rng = Scratch(), Scratch()
