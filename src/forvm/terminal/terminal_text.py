"""The terminal's texts: ``say("undo.done", move="end", player="Ada")``; the words are in ``text/en/terminal.toml``."""

from __future__ import annotations

from typing import Any

from forvm import text


def entry(key: str) -> Any:
    """Returns the text under a dotted key.

    >>> entry("about.kinds")["large"]
    'large'
    """
    found: Any = text.load("terminal")
    for part in key.split("."):
        found = found[part]
    return found


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in.

    >>> say("header.turn", turn=3)
    'Turn 3'
    """
    return text.fill(entry(key), values)
