"""What compiled bots are asked: ``decide`` on one position, and ``play_games`` between built-in bots."""

from __future__ import annotations

from forvm.bots.bot_settings import GREEDY_BOT, RANDOM_BOT, BotSettings
from forvm.bots.candidates import consider, pick
from forvm.bots.common_dice import common_chance, start_dice
from forvm.bots.record_types import DEFINITION, WORKSPACE
from forvm.bots.restrictions import leave_alone
from forvm.bots.tree_search import best_move, search_position
from forvm.bots.workspace import Workspace
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.limits import PLAYERS
from forvm.engine.play import advance, chance_due, play, start
from forvm.engine.rng import BOT_NUMBERS, random_below, seed_moment
from forvm.engine.state import State
from forvm.engine.twin.rule import Buffer, Numbers, rule

MOST_DECISIONS = 20_000  # a longer game is abandoned: its bots never win

# The columns of a game's result. Prestige, money and decisions have one for each seat. Moves count dice and cards too.
WINNERS, TURNS, PRESTIGE, MONEY, DECISIONS, MOVES = 0, 1, 2, 2 + PLAYERS, 2 + 2 * PLAYERS, 2 + 3 * PLAYERS
RESULT = 3 + 3 * PLAYERS


@rule
def decide(
    s: State, states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, bot: BotSettings
) -> int:
    """Returns the move of a bot that thinks.

    A greedy bot leaves its candidates in the workspace, a search the visits of its moves in the tree. The caller says
    how many legal moves are listed (``work.listed``) and whether only the best is wanted (``work.quick``).
    """
    if bot.kind == GREEDY_BOT:
        work.trial[0] = s
        imagine_hands(work.trial[0], g, s.actor[s.top], work.bot_rng, False)
        work.candidates = consider(g, bot.weights, work)
        return work.action[pick(work, work.candidates, bot.weights.temperature)]
    tree = work.tree
    if tree.thinker != s.actor[s.top]:
        tree.nodes = 0  # the tree is another player's
    tree.thinker = s.actor[s.top]
    search_position(s, states, nodes, edges, g, work, bot)
    return best_move(tree)


@rule
def choose(states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, n: int) -> int:
    """Returns the move of the player to act in a game, which has n legal moves."""
    s = work.table[0]
    bot = work.bots[s.actor[s.top]]
    if bot.kind == RANDOM_BOT:
        if bot.weights.without != 0:
            n = leave_alone(s, g, bot.weights.without, work.legal_scratch, n)
        return work.legal_scratch.ids[random_below(work.bot_rng, n)]
    if bot.kind == GREEDY_BOT and n == 1:
        return work.legal_scratch.ids[0]
    work.tree.candidates = 0
    work.listed = n
    work.quick = 1 if bot.weights.temperature == 0.0 else 0
    return decide(s, states, nodes, edges, g, work, bot)


@rule
def log_action(results: Numbers, work: Workspace, row: int, a: int) -> None:
    """Counts a move, die or card, and logs it as far as there is room."""
    if work.logged < len(results):
        results[work.logged] = a
    work.logged += 1
    results[row + MOVES] += 1


@rule
def write_result(s: State, g: Definition, results: Numbers, row: int) -> None:
    """Writes how a game ended; it has no winners if it was abandoned."""
    results[row + WINNERS] = s.winners
    results[row + TURNS] = s.turn
    for p in range(g.players):
        results[row + PRESTIGE + p] = s.prestige[p]
        results[row + MONEY + p] = s.money[p]


@rule
def play_game(
    states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, results: Numbers, row: int
) -> None:
    """Plays a game between the bots of the workspace, and writes its result."""
    work.table[0] = work.table[1]
    work.tree.nodes = 0
    s = work.table[0]
    start(s, g)
    n = advance(s, g, work.legal_scratch)
    decisions = 0
    while s.task[s.top] != tasks.OVER and decisions < MOST_DECISIONS:
        if chance_due(s):
            a = common_chance(s, g, work.dice, work.dice_rng)
        else:
            results[row + DECISIONS + s.actor[s.top]] += 1
            decisions += 1
            a = choose(states, nodes, edges, g, work, n)
        log_action(results, work, row, a)
        n = play(s, g, a, work.legal_scratch)
    write_result(s, g, results, row)


@rule
def play_games(
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    g: Definition,
    work: Workspace,
    games: int,
    results: Numbers,
) -> None:
    """Plays games; ``work.seed`` and ``work.first_game`` say which.

    Every game has a row in ``results``. The room behind the rows takes the actions of all games, one game after the
    other, as far as it reaches: all moves, dice and cards.
    """
    work.logged = games * RESULT
    for i in range(games):
        seed_moment(work.bot_rng, work.seed, work.first_game + i, BOT_NUMBERS)
        start_dice(work.dice, work.seed, work.first_game + i)
        play_game(states, nodes, edges, g, work, results, i * RESULT)


@rule
def bots_entry(
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    definition: Buffer,
    workspace: Buffer,
    games: int,
    results: Numbers,
) -> int:
    """The door to both from Python: ``play_games``, or without games ``decide`` for the first bot on the table.

    An entry point contains all that it calls. A second one would make compiling a third longer (ADR 0011).
    """
    g = definition.view(DEFINITION)[0]
    work = workspace.view(WORKSPACE)[0]
    if games > 0:
        play_games(states, nodes, edges, g, work, games, results)
        return 0
    work.listed = 0
    return decide(work.table[0], states, nodes, edges, g, work, work.bots[0])
