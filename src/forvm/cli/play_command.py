"""``forvm play``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich import box
from rich.table import Table

from forvm import content
from forvm.cli.browser import browser_option, play_in_browser
from forvm.cli.cli_text import option
from forvm.content import Rules
from forvm.content.assignments import with_assignments
from forvm.errors import ForvmError
from forvm.game import Dice, Game
from forvm.terminal import game_loop, saves
from forvm.terminal.screen import Screen
from forvm.terminal.seats import YOU, default_seats, seats_for
from forvm.terminal.session import Session
from forvm.terminal.terminal_text import entry, say


def play(
    *,
    terminal: Annotated[bool, Parameter(help=option("play", "terminal"), negative=())] = False,
    edition: Annotated[str | None, Parameter(help=option("play", "edition"))] = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", help=option("play", "set"), negative=())] = None,
    players: Annotated[int | None, Parameter(help=option("play", "players"))] = None,
    seats: Annotated[str | None, Parameter(help=option("play", "seats"))] = None,
    seed: Annotated[int | None, Parameter(help=option("play", "seed"))] = None,
    resume: Annotated[str | None, Parameter(help=option("play", "resume"))] = None,
    host: Annotated[str | None, Parameter(help=browser_option("host"))] = None,
    port: Annotated[int | None, Parameter(help=browser_option("port"))] = None,
    store: Annotated[Path | None, Parameter(help=browser_option("store"))] = None,
    browser: Annotated[bool, Parameter(help=browser_option("browser"), negative="--no-browser")] = True,
) -> int:
    """Start the table at which people play: in the browser, or in the terminal where its options are used."""
    if not terminal and set_ is None and {edition, players, seats, seed, resume} == {None}:
        return play_in_browser(host=host, port=port, store=store, browser=browser)
    if {host, port, store} != {None} or not browser:
        raise ForvmError("--host, --port, --store and --no-browser are for the table in the browser, not the terminal.")
    if resume == "list":
        return _list_unfinished()
    if resume is None:
        session = _begun(with_assignments(content.load(edition or "forvm"), set_ or ()), players, seats, seed)
    elif edition is not None or players is not None or set_:
        raise ForvmError("A saved game has its rules and players already: leave out --edition, --set and --players.")
    else:
        session = _resumed(resume, seats, seed)
    game_loop.run(session)
    return 0


def _begun(rules: Rules, players: int | None, seats: str | None, seed: int | None) -> Session:
    """A new game."""
    words = seats.split(",") if seats is not None else None
    count = players if players is not None else len(words) if words else min(4, rules.player_counts[-1])
    rules.definition(count)  # refuses a number of players that the rules are not for
    words = default_seats(count) if words is None else words
    if len(words) != count:
        raise ForvmError(f"--seats names {len(words)}, but the game is for {count} players: name one for each.")
    sitting = seats_for(words, seed)
    game = Game(rules, count, [seat.name for seat in sitting])
    session = Session(game, sitting, Dice(seed))
    if session.screen.interactive and saves.unfinished():
        session.screen.line(say("game.waiting"), "dim")
    return session


def _resumed(word: str, seats: str | None, seed: int | None) -> Session:
    """A game that was saved."""
    path = saves.find(word)
    game = Game.load(path)
    if game.outcome is not None:
        raise ForvmError(f"{path}: this game is over. Look at it with: forvm replay {path}")
    words = seats.split(",") if seats is not None else saves.seats_in(path) or [YOU] * len(game.names)
    if len(words) != len(game.names):
        raise ForvmError(f"--seats names {len(words)}, but the game has {len(game.names)} players: name one for each.")
    sitting = [seat.renamed(name) for seat, name in zip(seats_for(words, seed), game.names, strict=True)]
    # A game that was kept by itself goes on in its file; one that somebody saved under a name stays as it is.
    kept_in = path if path.parent.resolve() == saves.folder().resolve() else None
    return Session(game, sitting, Dice(seed, len(game.history)), kept_in=kept_in)


def _list_unfinished() -> int:
    screen = Screen()
    games = saves.unfinished()
    if not games:
        screen.line(say("saves.none"))
        return 0
    table = Table(title=say("saves.title"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for key, name in entry("saves.columns").items():
        table.add_column(name, overflow="fold", justify="right" if key in ("number", "turn") else "left")
    for number, save in enumerate(games, 1):
        when = f"{save.when:%Y-%m-%d %H:%M}"
        table.add_row(str(number), when, save.rules, save.players, str(save.turn), save.path.name)
    screen.show(table)
    screen.line(say("saves.how"), "dim")
    return 0
