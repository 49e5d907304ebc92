"""What the command line says about itself; the words are in ``text/en/terminal.toml``."""

from __future__ import annotations

from forvm.terminal.terminal_text import entry, say

__all__ = ["command_help", "option", "say"]


def command_help(command: str) -> str:
    """What a command is for, with an example."""
    texts = entry(f"cli.{command}")
    return f"{texts['help']}\n\n{say('cli.example', command=texts['example'])}"


def option(command: str, name: str) -> str:
    """What an option of a command means."""
    return str(entry(f"cli.{command}")[name])
