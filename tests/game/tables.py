"""Random games for tests: every kind of move gets its turn."""

import random
from collections.abc import Iterator

import forvm
from forvm import content
from forvm.content import Rules

EDITIONS = ("short", "horrea", "forvm")
TABLES = [(edition, players) for edition in EDITIONS for players in (3, 4)]
NAMES = ("Ada", "Ben", "Cleo", "Dido")


def new_game(rules: str | Rules, players: int) -> forvm.Game:
    return forvm.Game(rules, players, NAMES[:players])


def steps(game: forvm.Game, seed: int, most: int = 10_000) -> Iterator[forvm.Move]:
    """Play at random, kinds of move evenly; yields each move just before it is played."""
    choose, dice = random.Random(seed), forvm.Dice(seed)
    for _ in range(most):
        if game.to_act is None:
            return
        if game.to_act == forvm.CHANCE:
            trial = game.copy()
            move = game.move(trial.roll(dice).id)
        else:
            by_kind: dict[str, list[forvm.Move]] = {}
            for offered in game.legal():
                by_kind.setdefault(offered.kind, []).append(offered)
            move = choose.choice(by_kind[choose.choice(sorted(by_kind))])
        yield move
        game.play(move)


def random_game(rules: str | Rules, players: int, seed: int, most: int = 10_000) -> forvm.Game:
    game = new_game(rules, players)
    for _ in steps(game, seed, most):
        pass
    return game


def short_game(edition: str, turns: int) -> Rules:
    """An edition that ends after so many turns."""
    return content.from_overrides(edition, {"win.turn_limit": turns})
