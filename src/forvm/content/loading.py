"""Finding and loading editions and house rules, the ones that are shipped and people's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from forvm.content.board import Board, read_board
from forvm.content.deck import Deck, read_deck
from forvm.content.document import Document, parse, read, shown
from forvm.content.parameter_checks import check_together, read_values
from forvm.content.parameters import BY_KEY, Value, did_you_mean
from forvm.content.ruleset import Rules
from forvm.errors import ContentError

DATA = Path(__file__).parent / "data"
_DECK_WITH_TEXTS = "fate"

_EDITION_HEADER = ("format", "id", "name", "description", "board", "deck")
_HOUSE_RULE_HEADER = (*_EDITION_HEADER, "edition")


def names() -> tuple[str, ...]:
    """The editions, from the briefest rulebook to the fullest.

    >>> names()
    ('short', 'horrea', 'forvm')
    """
    order = ("short", "horrea", "forvm")
    shipped = _shipped("editions")
    return (*(name for name in order if name in shipped), *(name for name in shipped if name not in order))


def house_rules() -> tuple[str, ...]:
    """The house rules that are shipped as examples."""
    return _shipped("houserules")


def load(name_or_path: str | Path) -> Rules:
    """Returns the rules of an edition, of a shipped house rule, or of a house-rules file.

    >>> load("cheap_ousting").overrides
    {'oust.cost': 100}
    """
    if isinstance(name_or_path, str):
        if name_or_path in names():
            return _edition(name_or_path)
        if name_or_path in house_rules():
            return _house_rule_file(DATA / "houserules" / f"{name_or_path}.toml")
        path = Path(name_or_path)
        if path.suffix != ".toml" and len(path.parts) < 2:
            raise ContentError(_unknown_name(name_or_path))
        return _house_rule_file(path)
    return _house_rule_file(name_or_path)


def loads(text: str, *, bounded: bool = True) -> Rules:
    """The house rules that a text describes, which can name shipped boards and decks only: it has no folder.

    Only a text that was accepted before there were bounds is read without them.
    """
    document = parse(text.removeprefix("\ufeff").replace("\r\n", "\n"), bounded=bounded)
    for key in ("board", "deck"):
        shipped = _shipped(f"{key}s")
        if isinstance(document.data.get(key), str) and document.data[key] not in shipped:
            raise ContentError(
                f"House rules that are uploaded can use the shipped {key} only ({', '.join(shipped)}): your own file "
                "is not here. Start the game from the command line instead.",
                key=key,
            )
    return _house_rule(document, Path())


def from_overrides(
    edition: str,
    overrides: Mapping[str, object],
    *,
    board: str | Path | Board | None = None,
    deck: str | Path | Deck | None = None,
    id: str = "custom",
    name: str = "",
    description: str = "",
) -> Rules:
    """An edition with some parameters changed, without a file: for records, forms and studies.

    >>> from_overrides("short", {"oust.cost": 100}).values["oust.cost"]
    100
    """
    document = Document(overrides)
    return _assemble(
        document,
        base=_known_edition(edition),
        changed=read_values(document),
        board=board,
        deck=deck,
        header=(id, name, description),
    )


@cache
def _shipped(folder: str) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in (DATA / folder).glob("*.toml")))


def _unknown_name(name: str) -> str:
    known = (*names(), *house_rules())
    hint = did_you_mean(name, known)
    return (
        f"There is no edition or house rule {shown(name)}.{hint if 'mean' in hint else ''} "
        f"Editions: {', '.join(names())}. House rules: {', '.join(house_rules())}. "
        f"A file of your own is named by its path, such as ./{name or 'mine'}.toml."
    )


@cache
def _edition(name: str) -> Rules:
    """A shipped edition, which says everything itself."""
    document = read(DATA / "editions" / f"{name}.toml")
    values = read_values(document, _EDITION_HEADER)
    for key in BY_KEY:
        if key not in values and not document.has_problem(tuple(key.split("."))):
            document.problem(tuple(key.split(".")), f"{key} is missing: an edition gives every parameter.")
    header = _header(document)
    document.check()
    board = _board(document.data["board"], DATA)
    deck = _deck(document.data["deck"], DATA, board)
    check_together(document, values, board)
    document.check()
    values = {key: values[key] for key in BY_KEY}
    return Rules(*header, edition=header[0], values=values, overrides={}, board=board, deck=deck)


def _known_edition(edition: object) -> Rules:
    if isinstance(edition, str) and edition in names():
        return _edition(edition)
    hint = did_you_mean(edition, names()) if isinstance(edition, str) else f" There are: {', '.join(names())}."
    raise ContentError(f"There is no edition {shown(edition)}.{hint}")


def _house_rule_file(path: Path) -> Rules:
    return _house_rule(read(path), path.parent)


def _house_rule(document: Document, folder: Path) -> Rules:
    base = _base(document)
    changed = read_values(document, _HOUSE_RULE_HEADER)
    for key in ("board", "deck"):
        if key in document.data and not isinstance(document.data[key], str):
            document.problem((key,), f"{key} must be the path of a TOML file, or a shipped {key}'s name.")
    header = _header(document)
    document.check()
    return _assemble(
        document,
        base=base,
        changed=changed,
        board=document.data.get("board"),
        deck=document.data.get("deck"),
        header=header,
        folder=folder,
    )


def _base(document: Document) -> Rules:
    """The edition that a house rule names; without one nothing else can be judged."""
    if "edition" not in document.data:
        message = f"edition is missing: a house rule names the one it changes: {', '.join(names())}."
        raise ContentError(message, file=document.file, key="edition")
    try:
        return _known_edition(document.data["edition"])
    except ContentError as error:
        line = document.line(("edition",))
        raise ContentError(error.message, file=document.file, line=line, key="edition") from None


def _header(document: Document) -> tuple[str, str, str]:
    return (
        document.name(document.data),
        document.text(document.data, (), "name"),
        document.text(document.data, (), "description", longest=1000) if "description" in document.data else "",
    )


def _assemble(
    document: Document,
    *,
    base: Rules,
    changed: Mapping[str, Value],
    board: str | Path | Board | None,
    deck: str | Path | Deck | None,
    header: tuple[str, str, str],
    folder: Path = Path(),
) -> Rules:
    document.check()
    own_board = base.board if board is None else board if isinstance(board, Board) else _board(board, folder)
    if isinstance(deck, Deck):
        own_deck = deck
    elif deck is None and own_board == base.board:
        own_deck = base.deck
    else:
        # The edition's deck too must fit a board of one's own.
        own_deck = _deck(base.deck.id if deck is None else deck, folder, own_board)
    values = {**base.values, **changed}
    check_together(document, values, own_board)
    document.check()
    own_id, name, description = header
    return Rules(
        own_id,
        name or base.name,
        description,
        edition=base.id,
        values=values,
        overrides={key: value for key, value in values.items() if value != base.values[key]},
        board=own_board,
        deck=own_deck,
    )


def _board(name_or_path: str | Path, folder: Path) -> Board:
    return read_board(read(_content_file("boards", name_or_path, folder)))


def _deck(name_or_path: str | Path, folder: Path, board: Board) -> Deck:
    return read_deck(read(_content_file("decks", name_or_path, folder)), board, _effects_with_texts())


def _content_file(kind: str, name_or_path: str | Path, folder: Path) -> Path:
    """Returns a shipped board or deck by its name, or a file by its path relative to the house-rules file."""
    if name_or_path in _shipped(kind):
        return DATA / kind / f"{name_or_path}.toml"
    return folder / name_or_path


@cache
def _effects_with_texts() -> Mapping[str, str]:
    cards: list[dict[str, Any]] = read(DATA / "decks" / f"{_DECK_WITH_TEXTS}.toml").data["cards"]
    return {card["id"]: card["effect"] for card in cards}
