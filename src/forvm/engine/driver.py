"""Random play: the simplest driver, whole games inside compiled code."""

from __future__ import annotations

from forvm.engine.actions import CARD_0, CHILD_0, DIE_0
from forvm.engine.definition import Definition
from forvm.engine.play import advance, chance_due, play, start
from forvm.engine.rng import random_below
from forvm.engine.rule import rule
from forvm.engine.scratch import Scratch
from forvm.engine.state import BIRTH_CARD, DEAL, DRAW, OVER, State


@rule
def sample_chance(s: State, g: Definition, w: Scratch) -> int:
    """Roll or draw what is due."""
    task = s.task[s.top]
    if task == DRAW:
        left = 0
        for card in range(g.cards):
            left += s.fate_left[card]
        pick = random_below(w, left)
        card = 0
        while pick >= s.fate_left[card]:
            pick -= s.fate_left[card]
            card += 1
        return CARD_0 + card
    if task == DEAL or task == BIRTH_CARD:
        pick = random_below(w, s.family_left[0] + s.family_left[1])
        return CHILD_0 if pick < s.family_left[0] else CHILD_0 + 1
    return DIE_0 + random_below(w, 6)


@rule
def settle_chance(s: State, g: Definition, w: Scratch) -> int:
    """Roll and draw until a player is to act or the game is over; returns how many moves they have."""
    n = advance(s, g, w)
    while chance_due(s):
        n = play(s, g, sample_chance(s, g, w), w)
    return n


@rule
def random_game(s: State, g: Definition, w: Scratch, most: int) -> int:
    """Play from here to the end with random moves, or at most so many; returns how many decisions were made."""
    n = settle_chance(s, g, w)
    decisions = 0
    while s.task[s.top] != OVER and decisions < most:
        n = play(s, g, w.ids[random_below(w, n)], w)
        decisions += 1
        while chance_due(s):
            n = play(s, g, sample_chance(s, g, w), w)
    return decisions


@rule
def new_random_game(s: State, g: Definition, w: Scratch, most: int) -> int:
    """A whole random game on a fresh state."""
    start(s, g)
    return random_game(s, g, w, most)
