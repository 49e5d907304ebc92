"""Games between bots, for tests: the compiled bots if they can be had, else the plain ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forvm.game import CHANCE, Bot, Dice, Game, Move


def moves_of(game: Game, seats: Sequence[Bot], seed: int) -> Iterator[tuple[int, Move]]:
    """Play a game to its end, and tell every seat's moves on the way."""
    dice = Dice(seed)
    while (seat := game.to_act) is not None:
        if seat == CHANCE:
            game.roll(dice)
            continue
        move = seats[seat].choose(game, seat)
        yield seat, move
        game.play(move)


def position(rules: str, bot: Bot, seed: int, decisions: int, players: int = 4) -> Game:
    """A game after so many decisions of a bot that plays all seats."""
    game = Game(rules, players)
    for count, _ in enumerate(moves_of(game, [bot] * players, seed)):
        if count == decisions:
            break
    return game
