"""Warns of parameters that were set and cannot matter."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from forvm import text
from forvm.content import Rules
from forvm.content.parameters import why_inert


def warn_without_effect(rules: Rules, keys: Iterable[str], console: Console) -> None:
    """Say which of these parameters change nothing under these rules, and why."""
    for reason in filter(None, (why_inert(key, rules.values) for key in keys)):
        console.print(text.fill(text.load("simulate")["report"]["no_effect"], {"reason": reason}))
