"""TURN-1, TURN-2, FATE-1: a turn is a list of phases; every player finishes one before the next begins."""

from __future__ import annotations

from forvm.engine import events, tasks
from forvm.engine.clauses import FATE_1, TURN_1, TURN_2
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import PLAYERS
from forvm.engine.rules.fate import befall
from forvm.engine.rules.reckon import crown, is_over, reckon
from forvm.engine.rules.setup import first_roll, shuffle
from forvm.engine.rules.stack import clear_phase, pass_on, pop, push, seat_after
from forvm.engine.rules.trade import trade
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule

PHASES = (tasks.MOVING, tasks.INTRIGUE, tasks.TRADE, tasks.BUILDING, tasks.FATE, tasks.RECKONING)


@rule
def begin_turn(s: State, g: Definition, first: int) -> None:
    """A new turn, with the limits of the last one forgotten."""
    s.turn += 1
    s.first = first
    for p in range(PLAYERS):
        s.asked[p] = 0
    note(s, events.TURN, first, s.turn, TURN_2, NOWHERE)
    begin_phase(s, g, PHASES[0])


@rule
def roll_for_first(s: State, g: Definition, pips: int) -> None:
    """A die of SETUP-4; the first turn begins once it is known who begins."""
    if first_roll(s, g, pips):
        begin_turn(s, g, s.first)


@rule
def begin_phase(s: State, g: Definition, phase: int) -> None:
    """The turn's first player begins the phase; in the fate phase by drawing a card."""
    s.task[0] = phase
    s.actor[0] = s.first
    clear_phase(s)
    note(s, events.PHASE, s.first, phase, TURN_1, NOWHERE)
    if phase == tasks.FATE:
        left = 0
        for card in range(g.cards):
            left += s.fate_left[card]
        if left == 0:
            shuffle(s, g)
        push(s, tasks.DRAW, s.first)


@rule
def next_phase(s: State, g: Definition) -> None:
    """On to the phase after this one (never called in the last)."""
    for i in range(len(PHASES) - 1):
        if PHASES[i] == s.task[0]:
            begin_phase(s, g, PHASES[i + 1])
            return


@rule
def end_of_players_phase(s: State, g: Definition) -> None:
    """A player is done: the next one clockwise, or the next phase."""
    if not pass_on(s, g):
        next_phase(s, g)


@rule
def draw(s: State, g: Definition, card: int) -> None:
    """The card is drawn and discarded; its effects follow, player by player."""
    pop(s)
    s.fate_left[card] -= 1
    s.newlywed = 0
    s.card = card
    note(s, events.CARD_DRAWN, s.first, card, FATE_1, card)


@rule
def go_on_with_fate(s: State, g: Definition) -> None:
    """The card comes to the next player, or the phase is over."""
    done = s.players_done
    if done == g.players:
        next_phase(s, g)
        return
    s.players_done = done + 1
    s.actor[0] = seat_after(g, s.first, done)
    befall(s, g, s.actor[0], s.card)


@rule
def run_automatic_phase(s: State, g: Definition) -> None:
    """What needs no decision happens."""
    if s.task[0] == tasks.TRADE:
        trade(s, g)
        next_phase(s, g)
    elif s.task[0] == tasks.FATE:
        go_on_with_fate(s, g)
    else:
        reckon(s, g)
        if is_over(s, g):
            crown(s, g)
            s.task[0] = tasks.OVER
            s.actor[0] = NOBODY
            clear_phase(s)
        else:
            begin_turn(s, g, seat_after(g, s.first, 1))
