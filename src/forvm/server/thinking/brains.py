"""What bots are asked for, in their own process."""

from __future__ import annotations

from functools import lru_cache

from forvm import bots
from forvm.bots.characters import judgement
from forvm.bots.evaluation import evaluate
from forvm.bots.mind import Mind, chart_of
from forvm.engine.hidden import imagine_hands
from forvm.engine.scratch import Scratch
from forvm.game import CHANCE, Bot, Dice, Game
from forvm.server.thinking.errands import Thought
from forvm.server.thinking.roster import ADVISER


@lru_cache(maxsize=256)
def brain(bot: str, seed: int) -> Bot:
    """The bot of one seat, which keeps what it has thought from move to move."""
    return bots.make(bot, seed)


def explain(game: Game, seat: int) -> list[Thought]:
    """What the adviser would consider, best first."""
    adviser = bots.make(ADVISER, seed=1)
    assert isinstance(adviser, bots.SearchBot)
    return [Thought(found.move.id, found.chance, [found.why]) for found in adviser.explain(game, seat)]


def chances(game: Game, seat: int) -> list[float]:
    """Everyone's chance of winning, as it looks to a seat (-1: a spectator) that does not see hidden hands."""
    outcome, g = game.outcome, game.definition
    if outcome is not None:
        return [float(player in outcome.winners) / len(outcome.winners) for player in range(g.players)]
    seen, mind = game.state.copy(), Mind()
    imagine_hands(seen, g, seat, Scratch(), False)
    evaluate(seen, g, judgement(), chart_of(g), mind)
    return mind.chance[: g.players]


def prepare() -> None:
    """Be ready for the first errand.

    Compiling begins in the background, if it was not done before: until it is done bots think plainly. If it was, what
    was compiled is loaded by thinking once, which may take seconds.
    """
    if bots.compiled() is not None:
        game, dice = Game("forvm", 3), Dice(1)
        while game.to_act == CHANCE:
            game.roll(dice)
        assert game.to_act is not None
        bots.make(ADVISER, seed=1).choose(game.seen_by(game.to_act), game.to_act)
