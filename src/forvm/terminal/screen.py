"""The screen and the keyboard. Without a terminal, plain lines are printed."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

PLAIN_WIDTH = 100  # where no terminal says how wide it is


class Screen:
    """Where a game is shown and where people type."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or make_console()
        self.interactive = self.console.is_terminal and sys.stdin.isatty()
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives input() a history and keys for editing)

    @property
    def width(self) -> int:
        """Columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """Lines."""
        return self.console.height

    def show(self, *things: RenderableType) -> None:
        """Print one thing under another."""
        for thing in things:
            self.console.print(thing)

    def line(self, words: str, style: str = "") -> None:
        """Print a line of text."""
        self.console.print(Text(words, style=style))

    def address(self, words: str, style: str = "") -> None:
        """Print a path or a command, never broken into several lines, so that it can be copied."""
        self.console.print(Text(words, style=style), soft_wrap=True)

    def blank(self) -> None:
        """An empty line."""
        self.console.print()

    def clear(self) -> None:
        """Clear the screen, and what can be scrolled back to. Without a terminal, do nothing."""
        if self.interactive:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    def ask(self, prompt: Text) -> str | None:
        """Returns what the user types, or None when the input has ended."""
        if self.interactive:
            try:
                return self.console.input(prompt).strip()
            except EOFError:
                self.blank()
                return None
        self.console.print(prompt, end="")
        answer = sys.stdin.readline()
        # Piped input is not echoed by anyone else, and a transcript without it cannot be followed.
        self.console.print(Text(answer.strip()))
        return answer.strip() if answer else None


class _Console(Console):
    """A console that leaves a broken pipe to the command line."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def make_console(*, stderr: bool = False) -> Console:
    """Returns a console that prints texts as they are, without markup or highlighting."""
    stream: Any = sys.stderr if stderr else sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    width = None if stream.isatty() else PLAIN_WIDTH
    return _Console(markup=False, highlight=False, emoji=False, stderr=stderr, width=width)
