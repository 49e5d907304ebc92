"""What a study can change, and how one value is read: parameters, edition, board, deck, cards, players, bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from forvm import content
from forvm.bots.restrictions import RESTRICTIONS
from forvm.content import BY_KEY, Rules
from forvm.content.deck import MOST_COPIES
from forvm.content.document import Document, shown
from forvm.content.loading import DATA
from forvm.content.parameters import Parameter, did_you_mean
from forvm.content.toml_positions import KeyPath
from forvm.engine.limits import PLAYERS
from forvm.errors import ForvmError
from forvm.lab.lineups import parse
from forvm.lab.study.model import Level

CONTENT = ("edition", "board", "deck")
WITHOUT = "without"  # what all bots leave alone
NOTHING = "nothing"
SPECIAL = (*CONTENT, "players", "bots", WITHOUT)
CARDS = "cards."  # cards.great_fire is how many copies of that card are in the deck
RANGE = ("from", "to", "step")


def leaves(table: Mapping[str, Any], path: KeyPath) -> Iterator[tuple[KeyPath, str, Any]]:
    """What a section gives values to, by dotted keys: ``oust.cost`` may stand there in one line or in two levels."""
    start = len(path)

    def walk(inner: Mapping[str, Any], here: KeyPath) -> Iterator[tuple[KeyPath, str, Any]]:
        for name, value in inner.items():
            below = (*here, name)
            key = ".".join(map(str, below[start:]))
            if isinstance(value, dict) and value and key not in BY_KEY and not {"from", "to"} & set(value):
                yield from walk(value, below)
            else:
                yield below, key, value

    yield from walk(table, path)


def check_key(document: Document, path: KeyPath, key: str, rules: Rules, also: tuple[str, ...] = ()) -> bool:
    """Whether there is such a thing to change; if not, it is noted."""
    if key in ("players.min", "players.max"):
        document.problem(path, f"{key} is not for a study: the number of players is set by players.")
        return False
    if key in BY_KEY or key in SPECIAL or (key.startswith(CARDS) and len(key) > len(CARDS)):
        return True
    hint = did_you_mean(key, [*BY_KEY, *SPECIAL, *also, *(f"{CARDS}{card.id}" for card in rules.deck.cards)])
    hint = (
        hint or f" A study changes the game's parameters, {', '.join(SPECIAL)}, or copies of cards (cards.great_fire)."
    )
    document.problem(path, f"There is no {key}.{hint}")
    return False


def limits(key: str) -> tuple[int, int] | None:
    """From where to where a number goes; None if the values are no numbers."""
    parameter = BY_KEY.get(key)
    if parameter is not None:
        return (parameter.low, parameter.high) if parameter.kind == "number" else None
    if key.startswith(CARDS):
        return 0, MOST_COPIES
    return (2, PLAYERS) if key == "players" else None


def level(key: str, value: Any, folder: Path) -> Level:
    """One value, as it is used; raises if it is none. Paths begin in the folder that the study's file lies in."""
    parameter = BY_KEY.get(key)
    if parameter is not None:
        return _parameter_level(parameter, value)
    if key == "bots":
        return lineup(value)
    if key == WITHOUT:
        return _restrictions(value)
    if key in CONTENT:
        return _content_level(key, value, folder)
    low, high = limits(key) or (0, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ForvmError(f"{key} must be a whole number from {low} to {high}, not {shown(value)}.")
    return value


def _parameter_level(parameter: Parameter, value: Any) -> Level:
    if wrong := parameter.problem(value):
        raise ForvmError(f"{parameter.key} {wrong}, not {shown(value)}.")
    made: Level = tuple(value) if parameter.kind == "list" else value
    return made


def _content_level(key: str, value: Any, folder: Path) -> str:
    if not isinstance(value, str):
        raise ForvmError(f"{key} must be a name or the path of a TOML file, not {shown(value)}.")
    if key == "edition":
        content.load(locate(value, folder))
    elif not value.endswith(".toml"):
        known = sorted(file.stem for file in (DATA / f"{key}s").glob("*.toml"))
        if value not in known:
            hint = did_you_mean(value, known)
            raise ForvmError(
                f"There is no {key} {shown(value)}.{hint} One of your own is named by its path, as in {value}.toml."
            )
    return value


def _restrictions(value: Any) -> str:
    """What everybody leaves alone, each once and in the order of the table, so that one thing is written one way."""
    words = value.split("+") if isinstance(value, str) else []
    if words != [NOTHING] and (not words or not set(words) <= set(RESTRICTIONS)):
        raise ForvmError(
            f'{WITHOUT} must be "{NOTHING}", or one or more of {", ".join(RESTRICTIONS)} with + between them, not '
            f"{shown(value)}."
        )
    return "+".join(word for word in (NOTHING, *RESTRICTIONS) if word in words)


def locate(name: str, folder: Path) -> str:
    """A name as it is, a path as seen from a folder."""
    return str(folder / name) if name.endswith(".toml") else name


def lineup(value: Any) -> tuple[str, ...]:
    """The bots of a line-up: a list, or words with commas between them."""
    if isinstance(value, str):
        return parse(value)
    if isinstance(value, list | tuple) and value and all(isinstance(bot, str) and bot.strip() for bot in value):
        return tuple(bot.strip() for bot in value)
    raise ForvmError(f'A line-up of bots is written as in ["merchant", "greedy"], not {shown(value)}.')


def example(key: str) -> str:
    """A line that gives a factor some values."""
    parameter = BY_KEY.get(key)
    values: dict[str, str] = {
        "bots": '[["merchant", "greedy"], ["warlord", "greedy"]]',
        "board": '["mediterranean", "mine.toml"]',
        "deck": '["fate", "mine.toml"]',
        "edition": '["short", "forvm"]',
        "players": "[3, 4]",
        WITHOUT: '["nothing", "oust", "local+alliance"]',
    }
    if parameter is None:
        return f"{key} = {values.get(key, '[0, 2]')}"
    kinds = {
        "flag": "[false, true]",
        "choice": f"[{', '.join(map(shown, parameter.choices))}]",
        "list": "[[25, 50, 75], [30, 60, 90]]",
        "number": f"[{parameter.low}, {parameter.high}]",
    }
    return f"{key} = {kinds[parameter.kind]}"
