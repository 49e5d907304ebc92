"""The counting engine: replays games from their action logs and adds up everything that happens.

A variant of the compiled engine (``overrides``, ``record_subtypes``): where rules note what happens, this one counts
it, in columns behind those of the state. Playing a game again takes a tenth of a millisecond, so every game gets all
statistics, however slowly its bots thought.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

from forvm.engine import actions, clauses, events, tasks
from forvm.engine.actions import BASE, KINDS
from forvm.engine.definition import Definition
from forvm.engine.entries import DEFINITION, SCRATCH
from forvm.engine.limits import AGENTS, CARDS, MARKETS, PLAYERS
from forvm.engine.play import advance, play, start
from forvm.engine.rules.pieces import owns
from forvm.engine.rules.reckon import standing
from forvm.engine.rules.trade import clause_of_payment, market_pays, presence, report_trade
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.compiler import Program
from forvm.engine.twin.layout import Column, Small, layout
from forvm.engine.twin.rule import Buffer, Numbers, rule

# Where money and prestige come from and go to; "other" stays at 0 unless the engine learns a clause that is not here.
SOURCES = (
    "trade",
    "alliances",
    "fate",
    "loans",
    "building",
    "destroying",
    "benefactions",
    "local_marriages",
    "ousting",
    "wealth",
    "milestones",
    "other",
)
_SOURCE_OF_CLAUSE = {
    clauses.TRADE_5: "trade",
    clauses.ALLY_3: "alliances",
    clauses.ALLY_4: "alliances",
    clauses.FATE_1: "fate",
    clauses.DEBT_1: "loans",
    clauses.DEBT_4: "loans",
    clauses.BUILD_1: "building",
    clauses.DESTROY_1: "destroying",
    clauses.GIVE_2: "benefactions",
    clauses.LOCAL_1: "local_marriages",
    clauses.OUST_2: "ousting",
    clauses.RECKON_1: "wealth",
    clauses.BUILD_2: "milestones",
}
SOURCE = tuple(SOURCES.index(_SOURCE_OF_CLAUSE.get(clause, "other")) for clause in range(len(clauses.CLAUSES)))
SOURCE_COUNT = len(SOURCES)
EVENT_COUNT = len(events.EVENTS)
KIND_COUNT = len(KINDS)

# What decided a game.
DECIDED = ("nobody", "alone", "money", "benefactions", "shared")
NOT_OVER, ALONE, BY_MONEY, BY_BENEFACTIONS, SHARED = range(len(DECIDED))

PerSource = Annotated[list[int], Column("i4", PLAYERS * SOURCE_COUNT)]  # [player * SOURCE_COUNT + source]
PerEvent = Annotated[list[int], Column("i4", PLAYERS * EVENT_COUNT)]  # [player * EVENT_COUNT + event]
PerSeat = Annotated[list[int], Column("i4", PLAYERS)]
PerMarket = Annotated[list[int], Column("i4", MARKETS)]
PerCard = Annotated[list[int], Column("i4", CARDS)]


@layout
class GameTally(State):
    """A state, and behind it what has happened so far."""

    starter: Small
    over: Small
    decided: Small

    money_in: PerSource
    money_out: PerSource
    prestige_won: PerSource
    prestige_lost: PerSource
    happened: PerEvent
    suffered: PerEvent  # what others did to the player, or with them
    promised_sum: PerSeat
    forgiven_sum: PerSeat
    decisions: PerSeat
    moved: Annotated[list[int], Column("i4", PLAYERS * KIND_COUNT)]  # [player * KIND_COUNT + kind]

    drawn: PerCard
    card_money: PerCard
    card_prestige: PerCard
    card_pieces: PerCard

    built: PerMarket
    lost: PerMarket
    owned: PerMarket
    income: PerMarket
    informed: PerMarket
    routed: PerMarket
    visits: PerMarket
    present: PerMarket
    challenges: PerMarket
    held: PerMarket
    weddings: PerMarket

    # The standing when the last turn began.
    turn_money: PerSeat
    turn_prestige: PerSeat


TALLY = GameTally.dtype()
TURN_ROW = 2 * PLAYERS  # everyone's prestige, then everyone's money


@rule
def count_change(s: GameTally, event: int, p: int, amount: int, clause: int, place: int) -> None:
    """Money or prestige comes or goes."""
    at = p * SOURCE_COUNT + SOURCE[clause]
    size = amount if amount > 0 else -amount
    if event == events.MONEY:
        if amount > 0:
            s.money_in[at] += size
        else:
            s.money_out[at] += size
        if clause == clauses.FATE_1:
            s.card_money[place] += size
    else:
        if amount > 0:
            s.prestige_won[at] += size
        else:
            s.prestige_lost[at] += size
        if clause == clauses.FATE_1:
            s.card_prestige[place] += size


@rule
def count_pieces(s: GameTally, event: int, clause: int, m: int) -> None:
    """What happens to agents and horrea on a market."""
    if event == events.HORREUM_BUILT:
        s.built[m] += 1
    elif event == events.HORREUM_LOST:
        s.lost[m] += 1
    elif event == events.AGENT_ENTERS:
        s.visits[m] += 1
    elif event == events.CHALLENGE:
        s.challenges[m] += 1
    elif event == events.MARKET_HELD:
        s.held[m] += 1
    elif event == events.WED:
        s.weddings[m] += 1
    if clause == clauses.FATE_1 and (event == events.HORREUM_LOST or event == events.AGENT_LOST):
        s.card_pieces[s.card] += 1


@rule
def count_turn(s: GameTally, p: int) -> None:
    """A turn begins: how everyone stands."""
    if s.turn == 1:
        s.starter = p
    for q in range(PLAYERS):
        s.turn_money[q] = s.money[q]
        s.turn_prestige[q] = s.prestige[q]


@rule
def count_note(s: GameTally, event: int, player: int, amount: int, clause: int, place: int) -> None:
    """Count an event instead of writing it down."""
    s.happened[player * EVENT_COUNT + event] += 1
    if event == events.MONEY or event == events.PRESTIGE:
        count_change(s, event, player, amount, clause, place)
    elif event == events.BORROWED:
        s.prestige_lost[player * SOURCE_COUNT + SOURCE[clause]] += amount
    elif event == events.FORGIVEN:
        s.forgiven_sum[player] += amount
    elif event == events.PROMISED:
        s.promised_sum[player] += amount
    elif event == events.CARD_DRAWN:
        s.drawn[place] += 1
    elif event == events.TURN:
        count_turn(s, player)
    elif event == events.ALLIED or event == events.DIVORCED:
        s.suffered[amount * EVENT_COUNT + event] += 1
    else:
        if event == events.CHALLENGE or event == events.ATTACK:
            s.suffered[amount * EVENT_COUNT + event] += 1
        if place != NOWHERE:
            count_pieces(s, event, clause, place)


@rule
def count_trade(s: GameTally, g: Definition, p: int) -> None:
    """What each market pays a player, and where their agents stand meanwhile."""
    seen = presence(s, g, p)
    for m in range(g.markets):
        if owns(s, p, m):
            s.owned[m] += 1
            if s.flood[p] != m:
                s.income[m] += market_pays(s, g, p, m, seen)
                why = clause_of_payment(s, g, p, m, seen)
                if why == clauses.TRADE_2:
                    s.informed[m] += 1
                elif why == clauses.TRADE_3:
                    s.routed[m] += 1
    for slot in range(g.agents):
        m = s.agent[p * AGENTS + slot]
        if m != NOWHERE:
            s.present[m] += 1


@rule
def count_move(s: GameTally, g: Definition, a: int) -> None:
    """A player decides."""
    p = s.actor[s.top]
    s.decisions[p] += 1
    kind = 0
    while a >= BASE[kind + 1]:
        kind += 1
    s.moved[p * KIND_COUNT + kind] += 1
    if actions.MOVE_0 <= a < actions.OUST_0:
        s.visits[g.link_to[a - actions.MOVE_0]] += 1


@rule
def who_decided(s: GameTally, g: Definition) -> int:
    """By what the winners stood before all others: RECKON-2's prestige, money, benefactions; or they share."""
    first = -1
    count = 0
    for p in range(g.players):
        if (s.winners >> p) & 1 == 1:
            first = p
            count += 1
    if count != 1:
        return SHARED
    level = 0
    equal = 0
    for p in range(g.players):
        if standing(s, g, p) == standing(s, g, first):
            level += 1
            if s.money[p] == s.money[first]:
                equal += 1
    if level == 1:
        return ALONE
    return BY_MONEY if equal == 1 else BY_BENEFACTIONS


@rule
def write_turn(s: GameTally, g: Definition, turns: Numbers, row: int, at_end: bool) -> None:
    """How everyone stood when a turn ended, if there is room."""
    if (row + 1) * TURN_ROW <= len(turns):
        for p in range(g.players):
            turns[row * TURN_ROW + p] = s.prestige[p] if at_end else s.turn_prestige[p]
            turns[row * TURN_ROW + PLAYERS + p] = s.money[p] if at_end else s.turn_money[p]


@rule
def count_game(
    s: GameTally, g: Definition, scratch: Scratch, log: Numbers, at: int, end: int, turns: Numbers, row: int
) -> int:
    """Play a game again along its log; returns how many rows of turns there are now."""
    start(s, g)
    advance(s, g, scratch)
    turn = 0
    for i in range(at, end):
        if log[i] >= actions.END_0:
            count_move(s, g, log[i])
        play(s, g, log[i], scratch)
        if s.turn != turn:
            turn = s.turn
            write_turn(s, g, turns, row, False)
            row += 1
    if s.task[s.top] == tasks.OVER:
        s.over = 1
        s.decided = who_decided(s, g)
    write_turn(s, g, turns, row, True)
    return row + 1


@rule
def tally_entry(
    tallies: Buffer, definition: Buffer, scratch_bytes: Buffer, logs: Numbers, lengths: Numbers, turns: Numbers
) -> int:
    """Count games: ``logs`` one after the other, of such ``lengths``, each into a record that is all 0.

    Standings at the ends of turns go into ``turns``, as far as there is room; returns how many there were.
    """
    records = tallies.view(TALLY)
    g = definition.view(DEFINITION)[0]
    scratch = scratch_bytes.view(SCRATCH)[0]
    at = 0
    row = 0
    for i in range(len(lengths)):
        row = count_game(records[i], g, scratch, logs, at, at + lengths[i], turns, row)
        at += lengths[i]
    return row


@cache
def tally_program() -> Program:
    """The engine that counts."""
    return Program(
        "tally",
        [tally_entry],
        "forvm.lab.games.tally:tally_program",
        overrides={events.note: count_note, report_trade: count_trade},
        record_subtypes={State: GameTally},
    )
