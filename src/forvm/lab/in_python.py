"""Plays a game between any bots move by move in Python: slower than compiled code, with the same dice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from forvm.bots import Bot
from forvm.bots.common_dice import CommonDice, common_chance, start_dice
from forvm.bots.entry_points import MOST_DECISIONS
from forvm.bots.recipes import told_with_place
from forvm.content import Rules
from forvm.engine.scratch import Scratch
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.notation import SEATS
from forvm.notation.phases import CHANCE


class PythonGame(NamedTuple):
    """A finished or abandoned game, with the number of decisions and the seconds of thinking of each seat."""

    game: Game
    decisions: list[int]
    thinking: list[float]


def play_in_python(
    rules: Rules, names: Sequence[str], bots: Sequence[Bot], seed: int, number: int, called: str
) -> PythonGame:
    """Play a game with the dice of its number; ``called`` is what a message calls it, as in “seed block 3”."""
    game = Game(rules, len(bots))
    dice, dice_rng = CommonDice(), Scratch()
    start_dice(dice, seed, number)
    decisions, thinking = [0] * len(bots), [0.0] * len(bots)
    while (seat := game.to_act) is not None and sum(decisions) < MOST_DECISIONS:
        if seat == CHANCE:
            game.play(common_chance(game.state, game.definition, dice, dice_rng))
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
    return PythonGame(game, decisions, thinking)


def _failed(names: Sequence[str], bot: Bot, called: str, seat: int, game: Game, error: BaseException) -> ForvmError:
    """The error for a bot that crashes or chooses an illegal move."""
    where = f"as seat {SEATS[seat]} of “{','.join(names)}”, {called}, turn {game.turn} ({game.phase})"
    if isinstance(error, ForvmError):
        return ForvmError(f"The bot “{names[seat]}” cannot go on, {where}: {error}")
    if error.__traceback__ is not None and error.__traceback__.tb_next is None:
        # No code of the bot ran: it has no method that can be called.
        return ForvmError(
            f"The bot “{names[seat]}” cannot be asked, {where}: {error}. It needs a method choose(self, game, seat)."
        )
    told = told_with_place(error, names[seat].partition(":")[0], type(bot).__module__)
    return ForvmError(f"The bot “{names[seat]}” broke down, {where}: {told}.")
