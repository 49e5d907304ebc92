"""Is everything in a store sound? Its file, every game, and every die in each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from forvm.errors import ForvmError
from forvm.game import CHANCE
from forvm.server.common.server_errors import BrokenGame, StoreError
from forvm.server.games import table_dice
from forvm.server.games.game_setup import GameSetup
from forvm.server.games.log_entries import LogEntry, done_again
from forvm.server.games.new_games import game_of, read_rules
from forvm.server.people.lobby_plan import LobbyPlan
from forvm.server.people.undo_consent import StoredUndoRequest
from forvm.server.protocol.session_messages import TalkLine
from forvm.server.store.addresses import StoreAddress
from forvm.server.store.event_chain import Stored, read_events
from forvm.server.store.opening import one_moment
from forvm.server.store.schema import Unsound
from forvm.server.store.transactions import Moment


class _Line(msgspec.Struct):
    """What can be said about a game's line in the list of games, whichever version wrote it."""

    over: bool | None = None


Progress = Callable[[int, int], None]  # games done, games in all


@dataclass(slots=True)
class Health:
    """What a store holds, and what is wrong with it."""

    games: int = 0
    over: int = 0
    events: int = 0
    dice: int = 0  # dice and cards that are as they must be
    problems: list[str] = field(default_factory=list)


def check(store: StoreAddress, progress: Progress | None = None, only: Collection[str] | None = None) -> Health:
    """Look through one moment of a store, of which a server may be writing; ``only``: play no other games again."""
    health = Health()
    try:
        with one_moment(store) as moment:
            look_through(moment, health, progress, only)
    except Unsound as error:
        health.problems.append(error.message)
    return health


def look_through(
    moment: Moment, health: Health, progress: Progress | None = None, only: Collection[str] | None = None
) -> None:
    """Look through a moment of a store; what is found is added to its health."""
    health.problems += moment.damage
    kept = "over" if "over" in moment.columns["games"] else "NULL"
    query = f"SELECT id, setup, line, {kept} FROM games ORDER BY created, id"
    games = [row for row in moment.transaction.execute(query).fetchall() if only is None or row[0] in only]
    for number, (id, setup, line, over) in enumerate(games, 1):
        try:
            ended = _replay(moment, id, setup, health)
            health.problems += _line_problems(id, line, over, ended)
        except BrokenGame as error:
            health.problems.append(error.message)
        except (ForvmError, msgspec.MsgspecError) as error:
            health.problems.append(f"Game {id} cannot be played again: {error}")
        except Exception as error:  # nobody knows what a damaged payload does
            health.problems.append(f"Game {id} cannot be played again: {error!r}")
        health.games += 1
        if progress is not None:
            progress(number, len(games))
    health.problems += _gathering_problems(moment)
    health.problems += _company_problems(moment)


def _line_problems(id: str, raw: bytes, kept: int | None, ended: bool) -> Iterator[str]:
    """What is kept about a game beside its events, for the list of games."""
    state = {True: "over", False: "running"}
    if kept is not None and bool(kept) != ended:
        yield f"Game {id} is kept as one that is {state[bool(kept)]}, but it is {state[ended]}."
    try:
        line = msgspec.json.decode(raw, type=_Line)
    except msgspec.MsgspecError as error:
        yield f"The line of game {id} in the list cannot be read: {error}"
        return
    if line.over is not None and line.over != ended:
        yield f"The line of game {id} in the list says that it is {state[line.over]}, but it is {state[ended]}."


def _gathering_problems(moment: Moment) -> Iterator[str]:
    if "gatherings" not in moment.columns:
        return  # of a FORVM that did not have them yet
    for id, plan in moment.transaction.execute("SELECT id, plan FROM gatherings ORDER BY id"):
        try:
            msgspec.json.decode(plan, type=LobbyPlan)
        except msgspec.MsgspecError as error:
            yield f"The gathering {id} cannot be read: {error}"


def _company_problems(moment: Moment) -> Iterator[str]:
    """What people said, and what they asked to take back."""
    if "talk" not in moment.columns:
        return
    for id, line in moment.transaction.execute("SELECT game, line FROM talk ORDER BY game, number"):
        try:
            msgspec.json.decode(line, type=TalkLine)
        except msgspec.MsgspecError as error:
            yield f"A line of talk in game {id} cannot be read: {error}"
    for id, asked in moment.transaction.execute("SELECT game, payload FROM requests ORDER BY game"):
        try:
            msgspec.json.decode(asked, type=StoredUndoRequest)
        except msgspec.MsgspecError as error:
            yield f"The request to take back in game {id} cannot be read: {error}"


def _replay(moment: Moment, id: str, raw: bytes, health: Health) -> bool:
    """Play a game again as its table does, event by event, and work out each of its dice; says whether it is over."""
    setup = _with_rules_read(msgspec.json.decode(raw, type=GameSetup))
    game = game_of(setup)
    for event in _events(moment, id):
        due = game.move(table_dice.roll(game, setup)) if game.to_act == CHANCE and event.kind == "chance" else None
        done = done_again(game, event)
        if due is not None and isinstance(done, LogEntry):
            if done.played.id != due.id:
                told = f"the store says {done.played.notation}, but by the secret it is {due}"
                raise StoreError(f"die or card {event.seq} was changed: {told}.")
            health.dice += 1
        health.events += 1
    ended = game.outcome is not None
    health.over += ended
    return ended


def _events(moment: Moment, game: str) -> list[Stored]:
    if "hash" in moment.columns["events"]:
        return read_events(moment.transaction, game)
    # Of a FORVM that did not chain events yet.
    query = "SELECT seq, kind, payload FROM events WHERE game = ? ORDER BY seq"
    return [Stored(*row) for row in moment.transaction.execute(query, (game,))]


def _with_rules_read(setup: GameSetup) -> GameSetup:
    """Older versions kept the text of a house-rules file. Here nobody waits while it is read."""
    if setup.house_rules is None:
        return setup
    return replace(setup, house_rules=None, checked_rules=read_rules(setup.house_rules, bounded=False))
