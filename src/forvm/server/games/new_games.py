"""From a wish to a game: which rules, who sits where, and everything checked."""

from __future__ import annotations

from forvm import content
from forvm.content import Rules
from forvm.errors import ContentError, ForvmError
from forvm.game import Game
from forvm.server.common.server_errors import ServerError, StoreError
from forvm.server.games.bot_registry import check_bot
from forvm.server.games.game_setup import CheckedRules, GameSetup, SeatSetup
from forvm.server.games.player_names import check_names
from forvm.server.games.table_dice import new_dice, seeded_dice
from forvm.server.protocol.http_messages import NewGame
from forvm.server.protocol.view_messages import Value


def setup_of(wanted: NewGame, game: str, checked_rules: CheckedRules | None = None) -> GameSetup:
    """The setup that a request asks for, checked, for the game of this id; ``checked_rules``: what its file says."""
    rules = rules_of(wanted.rules, wanted.changes, checked_rules)
    for seat in wanted.seats:
        if seat.bot is not None:
            check_bot(seat.bot)
    setup = GameSetup(
        rules=wanted.rules,
        changes=wanted.changes,
        house_rules=None,
        content=rules.digest(),
        seats=tuple(SeatSetup(seat.name.strip(), seat.bot) for seat in wanted.seats),
        guided=wanted.guided,
        dice=new_dice(game, rules) if wanted.seed is None else seeded_dice(wanted.seed, rules),
        checked_rules=checked_rules,
    )
    _begin(rules, setup)
    check_names(seat.name for seat in setup.seats)
    return setup


def game_of(setup: GameSetup) -> Game:
    """The game at its beginning."""
    if setup.house_rules is not None:
        # Reading a file may take long. Whoever has such a setup has it read first, where that stops nobody.
        raise StoreError("The house rules of this game have not been read.")
    rules = rules_of(setup.rules, setup.changes, setup.checked_rules)
    if rules.digest() != setup.content:
        raise ServerError(
            "content",
            f"The rules “{rules.name}” have changed since this game started, so it cannot be continued. The version of "
            "FORVM that started it can still open it.",
        )
    return _begin(rules, setup)


def rules_of(name: str, changes: dict[str, Value], checked: CheckedRules | None) -> Rules:
    """An edition or shipped house rules, or those of a file that was read, with some parameters changed."""
    rules = shipped_rules(name) if checked is None else _rules_again(checked)
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


def read_rules(text: str, *, bounded: bool = True) -> CheckedRules:
    """Read the text of a house-rules file. A stranger's text is read in a reader process only."""
    rules = content.loads(text, bounded=bounded)
    base = content.load(rules.edition)
    return CheckedRules(
        edition=rules.edition,
        id=rules.id,
        name=rules.name,
        description=rules.description,
        changes={key: list(value) if isinstance(value, tuple) else value for key, value in rules.overrides.items()},
        board=None if rules.board == base.board else rules.board.id,
        deck=None if rules.deck == base.deck else rules.deck.id,
    )


def _rules_again(checked: CheckedRules) -> Rules:
    return content.from_overrides(
        checked.edition,
        checked.changes,
        board=checked.board,
        deck=checked.deck,
        id=checked.id,
        name=checked.name,
        description=checked.description,
    )


def _begin(rules: Rules, setup: GameSetup) -> Game:
    try:
        return Game(rules, len(setup.seats), [seat.name for seat in setup.seats])
    except ContentError:
        raise
    except ForvmError as error:
        raise ServerError("malformed", error.message) from None
