"""Why a move: what it changes in the player's position, put into a sentence."""

from __future__ import annotations

from forvm import text
from forvm.bots.evaluation import leads, measure_advance, stand, would_win
from forvm.bots.survey import survey
from forvm.bots.weights import CROWN, FEATURES, LIABILITY, NAMES, PERIL, POOR, STEPS, WINNING, Weights
from forvm.bots.workspace import Workspace
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.play import apply
from forvm.engine.state import State
from forvm.game import Game, Move

BURDENS = {PERIL, LIABILITY, POOR}  # features that are better low
NEVER_LOST = {STEPS}  # falls only where five are complete, which is no loss
LEAST = 0.05  # on the scale of standings: below it a change is not worth a word


def reason(game: Game, seat: int, move: Move, weights: Weights) -> str:
    """A sentence on what speaks for a move, and what against it."""
    words = text.load("bots")
    changes = changes_by(game.state, game.definition, seat, move.id, weights)
    good = [NAMES[i] for i, change in changes if change >= LEAST][:2]
    bad = [NAMES[i] for i, change in reversed(changes) if change <= -LEAST and i not in NEVER_LOST][:1]
    parts = [words["kind"][move.kind]]
    if good:
        parts.append(words["for"].format(" and ".join(words["feature"][name]["more"] for name in good)))
    if bad:
        parts.append(words["against"].format(words["feature"][bad[0]]["less"]))
    return "".join(parts) + "."


def changes_by(s: State, g: Definition, seat: int, action: int, weights: Weights) -> list[tuple[int, float]]:
    """Returns how a move changes each feature of the player's, weighed; best first.

    Some weights make up for others (money counts in five features), so less of a good thing may count for a move. Such
    changes are left out: to name them as a reason would say the opposite of what happens.
    """
    work = Workspace(g)
    before = s.copy()
    imagine_hands(before, g, seat, work.bot_rng, False)
    after = before.copy()
    apply(after, g, action)
    weight, old = features(before, g, seat, weights, work)
    new = features(after, g, seat, weights, work)[1]
    changes = [(i, (new[i] - old[i]) * weight[i]) for i in range(FEATURES) if (weight[i] < 0) == (i in BURDENS)]
    return sorted(changes, key=lambda change: -change[1])


def features(s: State, g: Definition, seat: int, weights: Weights, work: Workspace) -> tuple[list[float], list[float]]:
    """Returns the weights at this stage of the game, and every feature of a player's."""
    measure_advance(s, g, weights, work)
    survey(s, g, work)
    for p in [*range(seat + 1, g.players), *range(seat + 1)]:  # the player comes last, and stays in the workspace
        stand(s, g, work, p)
    work.feature[WINNING] = float(would_win(g, work, seat))
    work.feature[CROWN] = float(would_win(g, work, seat) and leads(g, work, seat))
    return work.weight[:], work.feature[:]
