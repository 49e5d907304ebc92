"""Makes the cells of a study: the rules, players and bots that follow from the values of the factors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from forvm import content
from forvm.bots.recipes import restricted
from forvm.content import Deck, Rules
from forvm.content.document import shown
from forvm.content.parameters import did_you_mean
from forvm.errors import ContentError, ForvmError
from forvm.lab.study.levels import CARDS, CONTENT, NOTHING, SPECIAL, WITHOUT, locate
from forvm.lab.study.model import Cell, Level


class Misfit(ForvmError):
    """Values that do not fit together; ``key`` is the one to name in the message, if there is one."""

    def __init__(self, message: str, key: str | None) -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True)
class CellMaker:
    """Makes the cells of a study: the edition and all that is changed in the baseline already, then the factors."""

    edition: str
    base: Mapping[str, Level]  # with players and bots
    folder: Path  # where paths begin

    def cell(self, number: int, values: Mapping[str, Level], name: str = "") -> Cell:
        """The cell with these values of the factors."""
        all_values = {**self.base, **values}
        edition, players, bots = all_values.get("edition", self.edition), all_values["players"], all_values["bots"]
        assert isinstance(edition, str)
        assert isinstance(players, int)
        assert isinstance(bots, tuple)
        rules = self._rules(edition, all_values)
        try:
            rules.definition(players)
        except ContentError as error:
            raise Misfit(error.message, "players" if "players" in values else "edition") from None
        return Cell(
            number,
            name,
            values,
            edition,
            {key: value for key, value in all_values.items() if key not in ("edition", "players", "bots")},
            rules,
            players,
            _restricted(fill_seats(tuple(map(str, bots)), players), str(all_values.get(WITHOUT, NOTHING))),
        )

    def _rules(self, edition: str, values: Mapping[str, Level]) -> Rules:
        content_of = [locate(str(values[key]), self.folder) if key in values else None for key in CONTENT[1:]]
        base = _base(locate(edition, self.folder), *content_of)
        copies = {key.removeprefix(CARDS): value for key, value in values.items() if key.startswith(CARDS)}
        changed = {key: value for key, value in values.items() if key not in SPECIAL and not key.startswith(CARDS)}
        if not changed and not copies:
            return base
        try:
            return content.from_overrides(
                base.edition,
                {**base.overrides, **changed},
                board=base.board,
                deck=_with_copies(base.deck, copies),
                id=base.id,
                name=base.name,
                description=base.description,
            )
        except ContentError as error:
            raise Misfit(error.message, error.key) from None


@cache
def _base(edition: str, board: str | None, deck: str | None) -> Rules:
    """An edition or house rule, perhaps with another board or deck; read once, however many cells have it."""
    rules = content.load(edition)
    if board is None and deck is None:
        return rules
    try:
        return content.from_overrides(
            rules.edition,
            rules.overrides,
            board=rules.board if board is None else board,
            # Without a deck of its own, another board has the edition's deck read anew: a deck must fit its board.
            deck=deck if deck is not None or board is not None else rules.deck,
            id=rules.id,
            name=rules.name,
            description=rules.description,
        )
    except ContentError as error:
        raise Misfit(str(error), "board" if deck is None else "deck") from None


def _with_copies(deck: Deck, copies: Mapping[str, Level]) -> Deck:
    """The deck with other numbers of some cards."""
    known = [card.id for card in deck.cards]
    for card in copies:
        if card not in known:
            hint = did_you_mean(card, known)
            raise Misfit(f"There is no card {shown(card)} in the deck {deck.id}.{hint}", f"{CARDS}{card}")
    numbers = {card.id: copies.get(card.id, card.copies) for card in deck.cards}
    left = tuple(
        replace(card, copies=count) for card in deck.cards if isinstance(count := numbers[card.id], int) and count
    )
    if not left:
        raise Misfit("No card would be left in the fate deck.", f"{CARDS}{next(iter(copies))}")
    return replace(deck, cards=left)


def fill_seats(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A bot for each seat: where fewer are named, the last one takes all seats that are left.

    >>> fill_seats(("merchant", "greedy"), 4)
    ('merchant', 'greedy', 'greedy', 'greedy')
    """
    if len(bots) > players:
        raise Misfit(f"{len(bots)} bots ({', '.join(bots)}) do not fit at a table for {players} players.", "bots")
    return bots + bots[-1:] * (players - len(bots))


def _restricted(bots: tuple[str, ...], without: str) -> tuple[str, ...]:
    if without == NOTHING:
        return bots
    try:
        return tuple(restricted(bot, without) for bot in bots)
    except ForvmError as error:
        raise Misfit(error.message, WITHOUT) from None


def baseline_value(cell: Cell, key: str) -> Level:
    """What the baseline has for a factor that it does not set itself."""
    if key.startswith(CARDS):
        card = cell.rules.deck.find(key.removeprefix(CARDS))
        return card.copies if card else 0
    special: dict[str, Level] = {
        "edition": cell.edition,
        "board": cell.rules.board.id,
        "deck": cell.rules.deck.id,
        "players": cell.players,
        "bots": cell.bots,
        WITHOUT: cell.changes.get(WITHOUT, NOTHING),
    }
    return special[key] if key in special else cell.rules.values[key]
