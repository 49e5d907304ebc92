"""Screens that are read as text."""

import io
from collections.abc import Callable

from rich.console import Console, RenderableType

from forvm import Dice, Game, Move, play_out
from forvm.terminal.screen import Screen


class RandomBot:
    """Chooses a kind of move at random, then one of that kind: so it does not only bargain over prices."""

    def __init__(self, seed: int) -> None:
        self._dice = Dice(seed, stream=1)

    def choose(self, game: Game, seat: int) -> Move:
        legal = game.legal()
        kinds = sorted({move.kind for move in legal})
        kind = kinds[self._dice.below(len(kinds))]
        among = [move for move in legal if move.kind == kind]
        return among[self._dice.below(len(among))]


def console(width: int = 100) -> Console:
    return Console(file=io.StringIO(), width=width, markup=False, highlight=False, emoji=False)


def screen(width: int = 100) -> Screen:
    return Screen(console(width))


def text_of(shown: Screen) -> str:
    stream = shown.console.file
    assert isinstance(stream, io.StringIO)
    return stream.getvalue()


def rendered(thing: RenderableType, width: int = 100) -> str:
    on = screen(width)
    on.show(thing)
    return text_of(on)


def advanced(game: Game, until: Callable[[Game], bool], seed: int = 5) -> Game:
    """Play at random until something is so, or the game is over."""
    dice, bot = Dice(seed), RandomBot(seed)
    while not until(game) and (seat := game.to_act) is not None:
        if seat < 0:
            game.roll(dice)
        else:
            game.play(bot.choose(game, seat))
    return game


def finished(game: Game, seed: int = 5) -> Game:
    play_out(game, RandomBot(seed), seed)
    return game
