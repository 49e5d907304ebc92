"""Values of parameters as people write them."""

from __future__ import annotations

from forvm import text
from forvm.content.parameters import BY_KEY, Value


def value(key: str, given: Value) -> str:
    """A parameter's value as people write it."""
    unit = BY_KEY[key].unit
    if isinstance(given, bool):
        return str(text.load("terminal")["words"]["yes" if given else "no"])
    if isinstance(given, str):
        return given
    style = {"money": ":$", "die": ":die"}.get(unit, "")
    if isinstance(given, tuple):
        return text.fill(f"{{it{style}}}", {"it": list(given)}).replace(" and ", ", ")
    return text.fill(f"{{it{style}}}", {"it": given})
