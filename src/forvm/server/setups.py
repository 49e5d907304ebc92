"""From a wish to a game: which rules, who sits where, and everything checked."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path

from forvm import content
from forvm.content import Rules
from forvm.errors import ContentError, ForvmError
from forvm.game import Game
from forvm.server.chance import SEED_BITS, new_dice, seeded_dice
from forvm.server.errors import ServerError
from forvm.server.messages.http import NewGame
from forvm.server.messages.view import Value
from forvm.server.setup import SeatSetup, Setup
from forvm.server.thinking.roster import check_bot

LARGEST_RULES = 1_000_000  # bytes of a house-rules file


def setup_of(wanted: NewGame, game: str) -> Setup:
    """The setup that a request asks for, checked, for the game of this id."""
    rules = rules_from(wanted.rules, wanted.changes, wanted.house_rules)
    for seat in wanted.seats:
        if seat.bot is not None:
            check_bot(seat.bot)
    if wanted.seed is not None and not 0 <= wanted.seed < 1 << SEED_BITS:
        raise ServerError("malformed", f"A seed is a whole number from 0 to {(1 << SEED_BITS) - 1}.")
    setup = Setup(
        rules=wanted.rules,
        changes=wanted.changes,
        house_rules=wanted.house_rules,
        content=rules.digest(),
        seats=tuple(SeatSetup(seat.name.strip(), seat.bot) for seat in wanted.seats),
        guided=wanted.guided,
        dice=new_dice(game) if wanted.seed is None else seeded_dice(wanted.seed),
    )
    _begin(rules, setup)
    return setup


def game_of(setup: Setup) -> Game:
    """The game at its beginning."""
    rules = rules_from(setup.rules, setup.changes, setup.house_rules)
    if rules.digest() != setup.content:
        raise ServerError(
            "content",
            f"The rules “{rules.name}” have changed since this game was begun, so it cannot be continued. The FORVM "
            "with which it was begun can still open it.",
        )
    return _begin(rules, setup)


def rules_from(name: str, changes: dict[str, Value], text: str | None) -> Rules:
    """An edition or shipped house rules, or those of an uploaded file, with some parameters changed."""
    rules = rules_from_text(text) if text is not None else shipped_rules(name)
    if not changes:
        return rules
    merged = {**rules.overrides, **changes}
    return content.from_overrides(
        rules.edition,
        merged,
        board=rules.board,
        deck=rules.deck,
        id=rules.id if rules.id != rules.edition else "custom",
        name=rules.name,
        description=rules.description if rules.id != rules.edition else "",
    )


def shipped_rules(name: str) -> Rules:
    """The rules of an edition or shipped house rule; a path, which `content.load` would take, is none."""
    if name not in (*content.names(), *content.house_rules()):
        known = ", ".join((*content.names(), *content.house_rules()))
        raise ServerError("unknown", f"There are no rules called “{name[:40]}”. There are: {known}.")
    return content.load(name)


def rules_from_text(text: str) -> Rules:
    """The rules that the text of a house-rules file describes."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST_RULES:
        raise ServerError("too_large", "The file is larger than 1 MB, which no house rules are.")
    _check_own_content(text)
    with tempfile.TemporaryDirectory(prefix="forvm-") as folder:
        file = Path(folder) / "house-rules.toml"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            return content.load(file)
        except ContentError as error:
            # Where the server put the file for a moment is nothing that the page should read.
            raise ContentError(error.message, line=error.line, key=error.key) from None


def _check_own_content(text: str) -> None:
    """An uploaded file may name shipped boards and decks only: the files of this machine are not for the page."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return  # what is wrong is told by whoever reads the file in earnest
    editions = [content.load(name) for name in content.names()]
    shipped = {"board": {rules.board.id for rules in editions}, "deck": {rules.deck.id for rules in editions}}
    for key, known in shipped.items():
        if isinstance(data.get(key), str) and data[key] not in known:
            raise ContentError(
                f"House rules that are uploaded can use the shipped {key} only ({', '.join(sorted(known))}): a file of "
                "one's own lies where the page cannot see it. Start the game from the command line instead.",
                key=key,
            )


def _begin(rules: Rules, setup: Setup) -> Game:
    try:
        return Game(rules, len(setup.seats), [seat.name for seat in setup.seats])
    except ContentError:
        raise
    except ForvmError as error:
        raise ServerError("malformed", error.message) from None
