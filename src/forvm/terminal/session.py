"""A game at the terminal: who plays it, what is shown of it and where it is saved. `game_loop` plays it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from forvm.game import Dice, Game
from forvm.terminal import board_tables, character_map, narrator, panels, piece_symbols, saves
from forvm.terminal.screen import Screen
from forvm.terminal.seats import TerminalSeat
from forvm.terminal.terminal_text import say


class Leave(Exception):
    """A player wants to leave the game."""


class Session:
    """One game, its seats, the screen that shows it and the file that it is saved in."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[TerminalSeat],
        dice: Dice,
        screen: Screen | None = None,
        kept_in: Path | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.dice = dice
        self.screen = screen or Screen()
        self.kept_in = kept_in or saves.new_path(game)
        people = [number for number, seat in enumerate(seats) if seat.bot is None]
        self.viewer = people[0] if len(people) == 1 else None
        self.hides = game.definition.family_open == 0 and len(people) > 1
        self.narrator = narrator.Narrator(self.screen, game, typed_by=() if self.hides else people)
        self._looking: int | None = self.viewer  # the seat that looks at the screen, where hands are hidden
        self.shown: tuple[object, ...] = ()  # the turn, phase and seat for which the table was shown last
        self._warned = False

    def keep(self) -> None:
        """Save the game. If that fails the players are told once, and the game goes on."""
        try:
            self.kept_in.parent.mkdir(parents=True, exist_ok=True)
            saves.write(self.kept_in, self.game, [seat.kind for seat in self.seats])
        except OSError as error:
            if not self._warned:
                self._warned = True
                reason = error.strerror or str(error)
                self.screen.line(say("game.save_failed", file=str(self.kept_in), reason=reason), "red")
        else:
            self._warned = False

    # What people see.

    def show_table(self) -> None:
        """Show header, players and ladders, and the board too when agents are about to move."""
        view = self.game.view(self._looking)
        self.screen.blank()
        self.screen.show(panels.header(view))
        if view["phase"] == "move":
            self.show_board(whole=False)
        self.screen.show(
            panels.players(self.game.rules, view), panels.ladders(self.game.rules, view, self.screen.width)
        )
        self.screen.blank()

    def show_board(self, *, whole: bool) -> None:
        """Show the map if it fits, else a table of all markets (``whole``) or of those with pieces on them."""
        view = self.game.view(self._looking)
        fits = self.screen.width >= character_map.NARROWEST
        if fits and (whole or self.screen.height >= character_map.LOWEST):
            self.screen.show(character_map.draw(self.game.rules, view, self.screen.width), board_tables.legend())
        elif whole:
            self.screen.line(say("board.narrow", columns=character_map.NARROWEST), "dim")
            self.screen.show(board_tables.all_markets(self.game.rules, view))
        else:
            self.screen.show(board_tables.occupied(self.game.rules, view))

    def show_markets(self) -> None:
        """Show a table of every market."""
        self.screen.show(board_tables.all_markets(self.game.rules, self.game.view(self._looking)))

    def show_market(self, number: int) -> None:
        """Show one market with its links."""
        rules = self.game.rules
        self.screen.show(board_tables.one_market(rules, self.game.view(self._looking), rules.board.markets[number]))

    def show_again(self) -> None:
        """Show the whole table again at the next decision."""
        self.shown = ()

    # Beginning, changing places, end.

    def hand_over(self, seat: int) -> None:
        """Clear the screen before another player looks at it, where hands are hidden (SETUP-2)."""
        if not self.hides:
            self._looking = seat
        elif self._looking != seat:
            self._looking = None
            self.screen.clear()
            self.screen.blank()
            words = Text(say("game.hand_over", player=self.game.names[seat]), piece_symbols.colour(seat))
            if self.screen.ask(words) is None:
                raise Leave
            self.screen.clear()
            self._looking = seat
            self.shown = ()

    def welcome(self) -> None:
        """Say which game this is and who plays."""
        rules, definition = self.game.rules, self.game.definition
        key = "game.welcome_limit" if definition.turn_limit else "game.welcome"
        self.screen.line(
            say(
                key,
                name=rules.name,
                players=definition.players,
                win=definition.win_prestige,
                limit=definition.turn_limit,
            ),
            "bold",
        )
        names = [say("game.bot", name=seat.name, bot=seat.kind) if seat.bot else seat.name for seat in self.seats]
        self.screen.line(say("game.seats", seats=", ".join(names)))
        if self.game.history:
            self.screen.line(say("game.resumed", turn=self.game.turn, moves=len(self.game.history)))
        if any(seat.bot is None for seat in self.seats):
            self.screen.line(say("game.how"), "dim")

    def finish(self) -> None:
        """Show the end of the game and who won."""
        outcome = self.game.outcome
        assert outcome is not None
        view = self.game.view(None)
        self.screen.blank()
        self.screen.show(panels.header(view))
        self.screen.show(
            panels.players(self.game.rules, view), panels.ladders(self.game.rules, view, self.screen.width)
        )
        self.screen.blank()
        self.screen.show(Text(f"{outcome.reason}  ({outcome.clause})", piece_symbols.colour(outcome.winners[0])))
        if not self._warned:
            self.screen.address(say("game.kept", file=str(self.kept_in)), "dim")

    def leave(self) -> None:
        """Save the game and say how to go on with it."""
        self.keep()
        self.screen.blank()
        if self._warned:
            self.screen.line(say("game.not_saved"), "red")
            return
        self.screen.address(say("game.left", file=str(self.kept_in)))
        self.screen.address(say("game.resume", file=shlex.quote(str(self.kept_in))), "bold")
