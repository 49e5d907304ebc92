"""What no bot at a table says in a bargain: a price that is worse for it than the one that it was offered."""

from __future__ import annotations

from forvm.engine import tasks
from forvm.game import Game, Move


def is_bargaining(game: Game) -> bool:
    """Does the game wait for an answer to a proposal?"""
    return game.state.task[game.state.top] == tasks.BARGAIN


def sensible_answer(game: Game, move: Move) -> Move:
    """The move, or yes where it would answer an offer with a price that is worse for the one who names it.

    Bots that choose at random among good moves do that now and then. Who would take less can take more.
    """
    if move.kind != "counter" or move.price is None:
        return move
    offered = game.state.price * game.definition.price_step
    pays = game.state.proposer == move.seat
    worse = move.price > offered if pays else move.price < offered
    yes = [answer for answer in game.legal() if answer.kind == "accept"]
    return yes[0] if worse and yes else move
