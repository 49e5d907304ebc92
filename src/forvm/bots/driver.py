"""Whole games between built-in bots, inside compiled code."""

from __future__ import annotations

from forvm.bots.choices import consider, pick
from forvm.bots.mind import ROLLS, Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.records import CHART, DEFINITION, MIND, PAPER, SCRATCH, SEAT, STATE, TREE, WEIGHTS
from forvm.bots.thinking import elect, think
from forvm.bots.tree import GREEDY_BOT, RANDOM_BOT, SEARCH_BOT, Seat, Tree
from forvm.bots.weights import Weights
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.limits import PLAYERS
from forvm.engine.play import advance, chance_due, play, start
from forvm.engine.random_play import sample_chance
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import Buffer, Numbers, rule

MOST_DECISIONS = 20_000  # a game of that length is given up: bots that never win

# The columns of a game's result; prestige, money and decisions come once for each seat, moves count dice and cards.
WINNERS, TURNS, PRESTIGE, MONEY, DECISIONS, MOVES = 0, 1, 2, 2 + PLAYERS, 2 + 2 * PLAYERS, 2 + 3 * PLAYERS
RESULT = 3 + 3 * PLAYERS


@rule
def forget_rolls(mind: Mind) -> None:
    """Begin to count what is rolled anew, as at every turn."""
    for i in range(ROLLS):
        mind.rolls[i] = 0


@rule
def common_chance(s: State, g: Definition, mind: Mind, dice: Scratch, seed: int, game: int) -> int:
    """Roll or draw what is due, from numbers of this moment's own.

    They depend on the turn, on what is rolled for whom, and on how often it was this turn (which ``mind`` counts); not
    on what else bots have done. So different bots meet the same luck as far as they go the same way.
    """
    if mind.rolls_turn != s.turn:
        mind.rolls_turn = s.turn
        forget_rolls(mind)
    what = s.task[s.top] * (PLAYERS + 1) + s.actor[s.top] + 1
    moment = (s.turn * ROLLS + what) * 64 + mind.rolls[what]
    mind.rolls[what] += 1
    seed_numbers(dice, seed * 1000003 + game, moment)
    return sample_chance(s, g, dice)


@rule
def write_result(s: State, g: Definition, results: Numbers, row: int) -> None:
    """How a game ended."""
    results[row + WINNERS] = s.winners
    results[row + TURNS] = s.turn
    for p in range(g.players):
        results[row + PRESTIGE + p] = s.prestige[p]
        results[row + MONEY + p] = s.money[p]


@rule
def choose(
    s: State,
    pool: Buffer,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    chart: Chart,
    w: Weights,
    judgement: Weights,
    who: Seat,
    mind: Mind,
    paper: Paper,
    ids: Scratch,
    own: Scratch,
) -> int:
    """The move of a bot that thinks; its candidates stay in the mind, a search's votes in the tree."""
    if who.kind == GREEDY_BOT:
        paper.sheet[0] = s
        imagine_hands(paper.sheet[0], g, s.actor[s.top], own, False)
        mind.candidates = consider(paper, g, w, chart, mind, ids)
        return mind.action[pick(mind, mind.candidates, w.whim, own)]
    if tree.thinker != s.actor[s.top]:
        tree.nodes = 0  # what another has thought is not one's own
    tree.thinker = s.actor[s.top]
    tree.curiosity = who.curiosity
    tree.trust = who.trust
    tree.deals = who.deals
    think(s, pool, nodes, edges, tree, g, w, judgement, chart, mind, paper, own, who.simulations)
    return elect(tree)


@rule
def bots_entry(
    pool: Buffer,
    nodes: Buffer,
    edges: Buffer,
    trees: Buffer,
    definition: Buffer,
    charts: Buffer,
    weights: Buffer,
    seats: Buffer,
    minds: Buffer,
    papers: Buffer,
    scratch: Buffer,
    seed: int,
    first: int,
    games: int,
    results: Numbers,
) -> int:
    """The one door into compiled bots, because every door costs seconds to compile.

    Plays games between the bots of ``seats`` (a record a seat) and ``weights`` (two: what the bot goes by, and how its
    search judges positions); every game writes its result, without winners if cut off. With 0 games, the first bot
    decides on the last state of the pool and nothing is played: returns its move. ``scratch`` holds one record for
    dice and one for bots. Room in ``results`` behind the games' rows takes their trails: all moves, dice and cards,
    game after game, as far as it reaches.
    """
    records = pool.view(STATE)
    g = definition.view(DEFINITION)[0]
    chart = charts.view(CHART)[0]
    mind = minds.view(MIND)[0]
    paper = papers.view(PAPER)[0]
    tree = trees.view(TREE)[0]
    dice = scratch.view(SCRATCH)[0]
    own = scratch.view(SCRATCH)[1]
    tastes = weights.view(WEIGHTS)
    who = seats.view(SEAT)
    table = len(records) - 2
    if games == 0:
        table = len(records) - 1
    s = records[table]
    game = -1
    row = -RESULT
    n = 0
    a = 0
    decisions = MOST_DECISIONS
    trail = games * RESULT
    while True:
        if games > 0 and (s.task[s.top] == tasks.OVER or decisions == MOST_DECISIONS):
            if game >= 0:
                write_result(s, g, results, row)
            game += 1
            row += RESULT
            if game == games:
                return 0
            records[table] = records[len(records) - 1]
            seed_numbers(own, seed + 1, first + game)
            start(s, g)
            n = advance(s, g, dice)
            decisions = 0
            mind.rolls_turn = -1
            tree.nodes = 0
        if games > 0 and chance_due(s):
            a = common_chance(s, g, mind, dice, seed, first + game)
        else:
            p = 0 if games == 0 else s.actor[s.top]
            if who[p].kind == RANDOM_BOT:
                a = dice.ids[random_below(own, n)]
            elif who[p].kind == GREEDY_BOT and n == 1 and games > 0:
                a = dice.ids[0]
            else:
                if who[p].kind == SEARCH_BOT and games > 0:
                    tree.candidates = 0
                mind.listed = n
                if games > 0:
                    mind.quick = 1 if tastes[2 * p].whim == 0.0 else 0
                a = choose(
                    s,
                    pool,
                    nodes,
                    edges,
                    tree,
                    g,
                    chart,
                    tastes[2 * p],
                    tastes[2 * p + 1],
                    who[p],
                    mind,
                    paper,
                    dice,
                    own,
                )
            if games == 0:
                return a
            results[row + DECISIONS + p] += 1
            decisions += 1
        if trail < len(results):
            results[trail] = a
        trail += 1
        results[row + MOVES] += 1
        n = play(s, g, a, dice)
