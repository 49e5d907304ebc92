"""What players type: a number, a move in notation, or a command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from forvm import bots
from forvm.content import Board
from forvm.content.board import plain
from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError, MalformedMove
from forvm.game import CHANCE, Move
from forvm.notation import names_of
from forvm.notation.records import FIRST_LINE
from forvm.terminal import narrator, piece_symbols, rulebook, saves
from forvm.terminal.menu import MenuItem
from forvm.terminal.session import Leave, Session
from forvm.terminal.terminal_text import entry, say

LOG_LINES = 20
ADVISER = "consul"
HINTS = 3


def answer(session: Session, seat: int, made: Sequence[MenuItem], typed: str) -> bool:
    """Do what was typed. True if the game has changed: a move was made or taken back."""
    if not typed:
        return False
    word, _, rest = typed.partition(" ")
    command = _command(word)
    try:
        if command is not None:
            return command(session, rest.strip())
        move = meant(session, made, typed)
    except ForvmError as error:
        session.screen.line(str(error), "red")
        return False
    if move is None:
        return False
    session.game.play(move, seat)
    return True


def meant(session: Session, made: Sequence[MenuItem], typed: str) -> Move | None:
    """Returns the legal move that was typed, or None if the player did not name a price after all."""
    if typed.isdigit():
        number = int(typed)
        if not 1 <= number <= len(made):
            raise MalformedMove(say("menu.no_number", number=number, last=len(made)))
        choice = made[number - 1]
        return _priced(session, choice) if choice.prices else choice.moves[0]
    # A word that only begins a move or names its market is enough where it fits one.
    begun = [choice for choice in made if _begins(session.game.rules.board, choice, typed)]
    if len(begun) == 1:
        return _priced(session, begun[0]) if begun[0].prices else begun[0].moves[0]
    if len(begun) > 1:
        names = ", ".join(choice.notation for choice in begun[:6])
        raise MalformedMove(say("menu.several", word=typed, moves=names))
    if typed.isalpha():
        words = [*_COMMANDS, *(choice.notation for choice in made if choice.notation.isalpha())]
        hint = did_you_mean(typed, words)
        raise MalformedMove(say("menu.unknown", word=typed, hint=hint if "mean" in hint else ""))
    return session.game.move(typed)


def _begins(board: Board, choice: MenuItem, typed: str) -> bool:
    word = plain(typed)
    if not typed.replace(" ", "").isalpha() or not word:
        return False
    if choice.notation.isalpha():
        return choice.notation.startswith(word)
    number = choice.moves[0].market_number
    if number is None or len(word) < 2:
        return False
    market = board.markets[number]
    return any(plain(name).startswith(word) for name in (market.latin, market.name))


def _priced(session: Session, choice: MenuItem) -> Move | None:
    """Ask for the price, which has too many values for a menu."""
    prices = choice.prices
    step = session.game.definition.price_step
    while True:
        low, high = min(prices), max(prices)
        word = session.screen.ask(Text(say("menu.price", step=step, low=low, high=high), "bold"))
        if not word:
            return None
        amount = word.removeprefix("$")
        move = choice.at(int(amount)) if amount.isdigit() else None
        if move is not None:
            return move
        session.screen.line(say("menu.no_price", word=word, step=step, low=low, high=high), "red")


# Commands. Each returns whether the game has changed.


def _undo(session: Session, rest: str) -> bool:
    history = session.game.history
    if not history:
        raise MalformedMove(say("undo.nothing"))
    last = history[-1]
    if last.seat == CHANCE:
        raise MalformedMove(say("undo.chance"))
    if session.seats[last.seat].bot is not None:
        raise MalformedMove(say("undo.bot", player=session.game.names[last.seat]))
    session.game.undo()
    session.narrator.forget()
    session.screen.line(say("undo.done", move=last.notation, player=session.game.names[last.seat]))
    session.show_again()
    return True


def _save(session: Session, rest: str) -> bool:
    if not rest:
        raise MalformedMove(say("save.which"))
    path = Path(rest.strip("'\"")).expanduser()
    try:
        if path.exists() and not path.read_text(encoding="utf-8", errors="replace").startswith(FIRST_LINE):
            raise MalformedMove(say("save.exists", file=str(path)))
        saves.write(path, session.game, [seat.kind for seat in session.seats])
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise MalformedMove(say("save.failed", file=str(path), reason=reason)) from None
    session.screen.line(say("save.done", file=str(path)))
    return False


def _log(session: Session, rest: str) -> bool:
    lines = int(rest) if rest.isdigit() else LOG_LINES
    history = session.game.history[-lines:]
    if not history:
        session.screen.line(say("log.empty"))
    table = Table.grid(padding=(0, 1))
    for played in history:
        seen = played.seen_by(session.viewer)
        when = say("log.line", turn=played.turn, phase=say(f"phases.{played.phase}"))
        table.add_row(
            Text(when, "dim"), piece_symbols.agent(played.actor), Text(seen["text"]), Text(seen["notation"], "dim")
        )
    session.screen.show(table)
    return False


def _map(session: Session, rest: str) -> bool:
    session.show_board(whole=True)
    return False


def _markets(session: Session, rest: str) -> bool:
    names = names_of(session.game.rules)
    for number in names.market(rest) if rest else ():
        session.show_market(number)
    if not rest:
        session.show_markets()
    return False


def _table(session: Session, rest: str) -> bool:
    session.show_again()
    return True


def _trade(session: Session, rest: str) -> bool:
    session.screen.show(narrator.trade(session.game, session.game.trade_report()))
    return False


def _rules(session: Session, rest: str) -> bool:
    screen, rules = session.screen, session.game.rules
    if not rest:
        screen.show(rulebook.contents())
        screen.line(say("rules.contents"), "dim")
        return False
    try:
        ids = rulebook.clauses_like(rest)
    except ForvmError:
        ids = rulebook.search(rules, rest)
        screen.line(say("rules.found" if ids else "rules.not_found", word=rest), "dim")
    for id in ids:
        screen.show(*rulebook.clause(rules, id, notes=False))
    return False


def _hint(session: Session, rest: str) -> bool:
    game, seat = session.game, session.game.to_act
    assert seat is not None
    table = Table.grid(padding=(0, 2, 0, 0))
    adviser = bots.make(ADVISER)
    assert isinstance(adviser, bots.SearchBot)
    for candidate in adviser.explain(game, seat)[:HINTS]:
        chance = say("hint.chance", chance=round(candidate.chance * 100))
        table.add_row(candidate.move.describe(), Text(candidate.why, "dim"), chance, Text(str(candidate.move), "dim"))
    session.screen.line(say("hint.told", bot=ADVISER), "dim italic")
    session.screen.show(table)
    return False


def _help(session: Session, rest: str) -> bool:
    table = Table(title=Text(say("help.title"), "bold"), title_justify="left", box=box.SIMPLE, show_header=False)
    for typed, words in entry("help.rows"):
        table.add_row(Text(typed, "cyan"), words)
    session.screen.show(table)
    return False


def _quit(session: Session, rest: str) -> bool:
    raise Leave


_COMMANDS: dict[str, Callable[[Session, str], bool]] = {
    "help": _help,
    "undo": _undo,
    "save": _save,
    "log": _log,
    "map": _map,
    "markets": _markets,
    "table": _table,
    "trade": _trade,
    "rules": _rules,
    "hint": _hint,
    "quit": _quit,
}
_ALSO = {"?": "help", "q": "quit", "exit": "quit", "h": "help", "u": "undo", "m": "map"}


def _command(word: str) -> Callable[[Session, str], bool] | None:
    folded = word.casefold()
    return _COMMANDS.get(_ALSO.get(folded, folded))
