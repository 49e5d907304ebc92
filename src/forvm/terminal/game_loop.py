"""Plays a game at the terminal: people are asked, bots choose, chance rolls."""

from __future__ import annotations

from rich.text import Text

from forvm.game import CHANCE
from forvm.terminal import commands, menu, panels, piece_symbols
from forvm.terminal.session import Leave, Session
from forvm.terminal.terminal_text import say


def run(session: Session) -> None:
    """Play until the game is over or a player leaves. The game is saved after every move."""
    session.welcome()
    try:
        while (seat := session.game.to_act) is not None:
            if seat == CHANCE:
                session.game.roll(session.dice)
            elif (bot := session.seats[seat].bot) is not None:
                session.game.play(bot.choose(session.game.seen_by(seat), seat))
            else:
                _decide(session, seat)
            if not session.hides:
                session.narrator.tell(session.viewer)
            session.keep()
    except (Leave, KeyboardInterrupt) as reason:
        session.leave()
        if isinstance(reason, KeyboardInterrupt):
            raise
        return
    session.finish()


def _decide(session: Session, seat: int) -> None:
    """Ask a person until they have made one move or taken one back."""
    session.hand_over(seat)
    if session.hides:
        # The screen was cleared, so each player reads the news when it is their turn to look.
        session.narrator.tell(seat)
    moment = (session.game.turn, session.game.phase, seat)
    view = session.game.view(seat)
    if moment != session.shown:
        session.shown = moment
        session.show_table()
    else:
        session.screen.show(panels.purse(view, seat))
    made = menu.choices(session.game, view)
    session.screen.line(session.game.prompt, "bold")
    session.screen.show(menu.shown(made, seat))
    prompt = Text(say("menu.prompt", player=session.game.names[seat]), piece_symbols.colour(seat))
    done = False
    while not done:
        answer = session.screen.ask(prompt)
        if answer is None:
            raise Leave
        done = commands.answer(session, seat, made, answer)
