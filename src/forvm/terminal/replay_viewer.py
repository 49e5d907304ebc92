"""Stepping through a record."""

from __future__ import annotations

from rich.text import Text

from forvm.game import Game
from forvm.terminal import board_tables, character_map, narrator, panels
from forvm.terminal.screen import Screen
from forvm.terminal.terminal_text import say


def tell_all(game: Game, screen: Screen) -> None:
    """Every move of a game in words, without stopping."""
    _title(game, screen)
    again = Game(game.rules, len(game.names), game.names)
    teller = narrator.Narrator(screen, again, ends=True)
    for played in game.history:
        again.play(played.id)
        teller.tell(None)
    _end(game, screen)


class ReplayViewer:
    """A record, and the move at which one looks."""

    def __init__(self, game: Game, screen: Screen) -> None:
        self.whole = game
        self.screen = screen
        self.at = Game(game.rules, len(game.names), game.names)
        self.narrator = narrator.Narrator(screen, self.at, ends=True)

    def run(self) -> None:
        """Step through the record until the user quits."""
        _title(self.whole, self.screen)
        self._show()
        while True:
            typed = self.screen.ask(Text(say("replay.prompt"), "bold"))
            if typed is None or typed.casefold() in ("q", "quit"):
                return
            self._step(typed.casefold())

    def _step(self, typed: str) -> None:
        count = len(self.at.history)
        last = max(played.turn for played in self.whole.history) if self.whole.history else 0
        if typed == "":
            self._forward()
        elif typed == "b":
            self._go_to(max(count - 1, 0))
        elif typed == "end":
            self._go_to(len(self.whole.history))
        elif typed == "map" and self.screen.width >= character_map.NARROWEST:
            self.screen.show(
                character_map.draw(self.at.rules, self.at.view(None), self.screen.width), board_tables.legend()
            )
        elif typed in ("map", "markets"):
            self.screen.show(board_tables.all_markets(self.at.rules, self.at.view(None)))
        elif not typed.isdigit():
            self.screen.line(say("replay.unknown", word=typed), "red")
        elif not 1 <= int(typed) <= last:
            self.screen.line(say("replay.no_turn", number=int(typed), last=last), "red")
        else:
            turn = int(typed)
            self._go_to(next(i for i, played in enumerate(self.whole.history) if played.turn >= turn))

    def _forward(self) -> None:
        count = len(self.at.history)
        if count == len(self.whole.history):
            _end(self.whole, self.screen)
            return
        phase = (self.at.turn, self.at.phase)
        self.at.play(self.whole.history[count].id)
        self.narrator.tell(None)
        if (self.at.turn, self.at.phase) != phase:
            self._show()
        else:
            self.screen.line(self._place(), "dim")

    def _go_to(self, number: int) -> None:
        count = len(self.at.history)
        if number < count:
            self.at.undo(count - number)
        for played in self.whole.history[count:number]:
            self.at.play(played.id)
        self.narrator.skip()
        self._show()

    def _show(self) -> None:
        view = self.at.view(None)
        self.screen.show(panels.header(view), panels.players(self.at.rules, view))
        self.screen.show(panels.ladders(self.at.rules, view, self.screen.width))
        self.screen.line(f"{self._place()} · {self.at.prompt}", "dim")

    def _place(self) -> str:
        number, count = len(self.at.history), len(self.whole.history)
        return say("replay.step", number=number, count=count) if number else say("replay.begin")


def _title(game: Game, screen: Screen) -> None:
    date = game.record().partition("\ndate: ")[2].partition("\n")[0]
    screen.line(say("replay.title", name=game.rules.name, players=", ".join(game.names), date=date), "bold")


def _end(game: Game, screen: Screen) -> None:
    outcome = game.outcome
    if outcome is None:
        screen.line(say("replay.unfinished"))
    else:
        screen.line(say("replay.finished"), "dim")
        screen.line(f"{outcome.reason}  ({outcome.clause})", "bold")
