"""What bots are asked for, in their own process."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from subprocess import Popen

from forvm import bots
from forvm.bots.characters import judgement
from forvm.bots.evaluation import evaluate
from forvm.bots.workspace import Workspace
from forvm.engine.hidden import imagine_hands
from forvm.engine.twin.compiler import compile_in_background
from forvm.game import CHANCE, Bot, Dice, Game
from forvm.server.games.bot_registry import ADVISER
from forvm.server.workers.bot_worker.bot_protocol import Thought

COUNTING_ENGINE = "forvm.lab.games.tally:tally_program"
_background: list[Popen[bytes]] = []


@lru_cache(maxsize=256)
def playing_bot(bot: str, seed: int) -> Bot:
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
    seen, work = game.state.copy(), Workspace(g)
    imagine_hands(seen, g, seat, work.bot_rng, False)
    evaluate(seen, g, judgement(), work)
    return work.chance[: g.players]


def prepare() -> None:
    """Be ready for the first request.

    Compiling begins in the background, if it was not done before: until it is done bots think plainly. The laboratory's
    engine is compiled beside the bots, so that the first question to it waits no longer than they do. If the bots were
    compiled before, they are loaded by thinking once, which may take seconds.
    """
    if bots.compiled() is None:
        if all(find_spec(name) for name in ("numba", "polars")):
            _background.append(compile_in_background(COUNTING_ENGINE))
    else:
        game, dice = Game("forvm", 3), Dice(1)
        while game.to_act == CHANCE:
            game.roll(dice)
        assert game.to_act is not None
        bots.make(ADVISER, seed=1).choose(game.seen_by(game.to_act), game.to_act)
