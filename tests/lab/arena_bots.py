"""Bots for the arena's tests, as somebody would write them; tests put this file into a folder of their own."""

import random
import time

import forvm


class Rash:
    """Any move, by its own dice."""

    def __init__(self, seed=None):
        self.dice = forvm.Dice(seed)

    def choose(self, game, seat):
        moves = game.legal()
        return moves[self.dice.below(len(moves))]


class First:
    """The first move, whatever it is; takes no seed."""

    def choose(self, game, seat):
        return game.legal()[0]


class Twin(First):
    """Plays as First does."""


class Slow(Rash):
    """Thinks a little, so that one can stop it."""

    def choose(self, game, seat):
        time.sleep(0.005)
        return super().choose(game, seat)


class Cheat(First):
    """Wants what it may not."""

    def choose(self, game, seat):
        return "build@Roma"


class Broken(First):
    """Divides by zero."""

    def choose(self, game, seat):
        return 1 // 0


class Empty(First):
    """Lets a library fail for it."""

    def choose(self, game, seat):
        return random.choice([])


class Mortal(First):
    """Breaks down in its fourth game."""

    games = 0

    def __init__(self):
        Mortal.games += 1

    def choose(self, game, seat):
        if Mortal.games > 4:  # one was made only to see whether it can be
            raise RuntimeError("I am tired.")
        return super().choose(game, seat)


class Leaver(First):
    """Ends the program."""

    def choose(self, game, seat):
        raise SystemExit(3)


class Asker(First):
    """Wants a person to choose."""

    def choose(self, game, seat):
        return input()


class Debugged(First):
    """Stops for a debugger."""

    def choose(self, game, seat):
        breakpoint()
        return super().choose(game, seat)


class Chatty(First):
    """Says what it does."""

    def __init__(self):
        print("Here I am.")

    def choose(self, game, seat):
        print("I choose the first.")
        return super().choose(game, seat)


class Deaf:
    """Does not want to know where it sits."""

    def choose(self, game):
        return game.legal()[0]


class NoBot:
    """Cannot choose."""
