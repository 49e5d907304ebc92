"""Views come whole once, and after that as what has changed; here they are put together, as the page does it."""

from typing import Any

Message = dict[str, Any]
KEYS = {"players": ("seat",), "markets": ("name",), "benefactions": ("gift", "band")}


class LastView:
    """The last view that came over one socket."""

    def __init__(self) -> None:
        self._view: Message | None = None

    def whole(self, message: Message) -> Message:
        """The message with its whole view."""
        if message["type"] in ("happened", "snapshot"):
            return self._whole(message)
        if message["type"] == "problem" and message["snapshot"] is not None:
            return {**message, "snapshot": self._whole(message["snapshot"])}
        return message

    def _whole(self, message: Message) -> Message:
        if message["view"] is not None:
            self._view = message["view"]
        else:
            assert self._view is not None, "a change came before any view"
            self._view = changed(self._view, message["change"] or {})
        return {**message, "view": self._view}


def changed(view: Message, change: Message) -> Message:
    """A view after a change."""
    rows = {name: _replaced(view[name], change[name], key) for name, key in KEYS.items() if name in change}
    return {**view, **change, **rows}


def _replaced(rows: list[Message], changes: list[Message], key: tuple[str, ...]) -> list[Message]:
    by_key = {tuple(row[name] for name in key): row for row in changes}
    assert by_key.keys() <= {tuple(row[name] for name in key) for row in rows}
    return [by_key.get(tuple(row[name] for name in key), row) for row in rows]
