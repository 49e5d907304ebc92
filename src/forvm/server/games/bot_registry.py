"""Which bots can take a seat. The server only names them; who thinks is the process next door."""

from __future__ import annotations

from forvm import text
from forvm.server.common.server_errors import ServerError
from forvm.server.protocol.http_messages import BotKind

ADVISER = "consul"  # who gives hints


def bot_kinds() -> list[BotKind]:
    """Every bot that can take a seat: the levels, weakest first, then the characters."""
    bots = text.load("table")["bots"]
    return [BotKind(id, words["name"], words["description"], words["kind"]) for id, words in bots.items()]


def check_bot(bot: str) -> None:
    """Refuse a bot that there is not; a class of somebody's own, which `forvm.bots.make` would import, is none."""
    known = text.load("table")["bots"]
    if bot not in known:
        raise ServerError("unknown", f"There is no bot “{bot[:40]}”. There are: {', '.join(known)}.")
