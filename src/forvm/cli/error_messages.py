"""Errors as one paragraph on stderr."""

from __future__ import annotations

from collections.abc import Sequence

from cyclopts import CycloptsError, UnknownCommandError
from rich.text import Text

from forvm.cli.app import COMMANDS, GROUPS
from forvm.content.parameters import did_you_mean
from forvm.terminal.screen import make_console
from forvm.terminal.terminal_text import say


def complain(message: str) -> None:
    """Say what is wrong, and nothing else."""
    console = make_console(stderr=True)
    console.print(Text.assemble(("forvm: ", "bold red"), message), soft_wrap=not console.is_terminal)


def in_words(error: CycloptsError, words: Sequence[str]) -> str:
    """What is wrong with the words of the call, and where the right ones are to be found."""
    first = words[0] if words else ""
    within = GROUPS.get(first, ())
    command = " ".join(word for word in words[:2] if word in (*COMMANDS, *GROUPS, *within))
    see = say("cli.see", command=f"{command} " if command else "")
    if isinstance(error, UnknownCommandError) or (words and not command and not first.startswith("-")):
        known = within or (*COMMANDS, *GROUPS)
        wrong = next((word for word in words if word not in (*COMMANDS, *GROUPS)), "")
        return f"{say('cli.wrong_command', word=wrong, hint=did_you_mean(wrong, known))} {see}"
    return f"{' '.join(str(error).split())} {see}"
