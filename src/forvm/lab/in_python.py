"""A game between any bots, move by move in Python: slower than compiled code, with the same dice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from forvm.bots import Bot
from forvm.bots.driver import MOST_DECISIONS, common_chance
from forvm.bots.mind import Mind
from forvm.bots.recipes import told_with_place
from forvm.content import Rules
from forvm.engine.scratch import Scratch
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.notation import SEATS
from forvm.notation.phases import CHANCE


class Outcome(NamedTuple):
    """A game that was played or given up; how often each seat decided, and how many seconds it thought."""

    game: Game
    decisions: list[int]
    thinking: list[float]


def play_in_python(
    rules: Rules, names: Sequence[str], bots: Sequence[Bot], seed: int, number: int, called: str
) -> Outcome:
    """Play a game with the dice of its number; ``called`` is what a message calls it, as in “deal 3”."""
    game = Game(rules, len(bots))
    mind, scratch = Mind(), Scratch()
    decisions, thinking = [0] * len(bots), [0.0] * len(bots)
    while (seat := game.to_act) is not None and sum(decisions) < MOST_DECISIONS:
        if seat == CHANCE:
            game.play(common_chance(game.state, game.definition, mind, scratch, seed, number))
            continue
        seen = game.seen_by(seat)
        asked = time.perf_counter()
        try:
            move = bots[seat].choose(seen, seat)
            thinking[seat] += time.perf_counter() - asked
            game.play(move)
        except (Exception, SystemExit) as error:
            raise _failed(names, bots[seat], called, seat, game, error) from error
        decisions[seat] += 1
    return Outcome(game, decisions, thinking)


def _failed(names: Sequence[str], bot: Bot, called: str, seat: int, game: Game, error: BaseException) -> ForvmError:
    """What is told when a bot breaks down or wants what it may not."""
    where = f"as seat {SEATS[seat]} of “{','.join(names)}”, {called}, turn {game.turn} ({game.phase})"
    if isinstance(error, ForvmError):
        return ForvmError(f"The bot “{names[seat]}” cannot go on, {where}: {error}")
    if error.__traceback__ is not None and error.__traceback__.tb_next is None:
        # Nobody's code was reached: it could not even be called as bots are.
        return ForvmError(
            f"The bot “{names[seat]}” cannot be asked, {where}: {error}. It needs a method choose(self, game, seat)."
        )
    told = told_with_place(error, names[seat].partition(":")[0], type(bot).__module__)
    return ForvmError(f"The bot “{names[seat]}” broke down, {where}: {told}.")
