"""Screens that are read as text."""

import io
from collections.abc import Callable

from rich.console import Console, RenderableType

from forvm import Dice, Game, play_out
from forvm.terminal.screen import Screen
from forvm.terminal.seats import RandomBot


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
