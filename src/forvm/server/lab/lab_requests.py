"""What somebody wants to compare: checked before anything is played, and turned into a study."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from forvm import text
from forvm.bots.match import can_compile
from forvm.bots.recipes import RECIPES
from forvm.content import Rules
from forvm.errors import ContentError, ForvmError
from forvm.server.common.server_errors import ServerError
from forvm.server.games.bot_registry import bot_kinds
from forvm.server.games.new_games import read_rules, rules_of
from forvm.server.protocol.http_messages import BotKind
from forvm.server.protocol.lab_messages import LabSide, LabStudy, LabWanted

if TYPE_CHECKING:
    from forvm.lab.study import Study

LONGEST_TITLE = 200
NEEDED = ("numba", "polars", "scipy", "jinja2", "matplotlib", "networkx", "tomli_w")
VARIANT = "Variant"


def closed() -> str:
    """Why nothing can be run here; empty if it can."""
    if all(find_spec(name) for name in NEEDED):
        return ""
    return (
        "The laboratory's tools are not installed. Install them with: pip install 'forvm[lab]', and start FORVM again."
    )


def bots() -> list[BotKind]:
    """Every bot that can play an experiment: those who play in compiled code, and two that are for studies only."""
    words = text.load("laboratory")["bots"]
    own = [BotKind(id, told["name"], told["description"], "level") for id, told in words.items()]
    return [*own, *(bot for bot in bot_kinds() if can_compile([RECIPES[bot.id]]))]


def check(wanted: LabWanted, most_games: int) -> Study:
    """The study that is wanted; what cannot be played is refused, with a word on what could."""
    if not 1 <= wanted.games <= most_games:
        raise ServerError("malformed", f"The number of games must be from 1 to {most_games}, not {wanted.games}.")
    if not 0 <= wanted.seed < 2**32:
        raise ServerError("malformed", f"A seed is a whole number from 0 to {2**32 - 1}, not {wanted.seed}.")
    if len(wanted.title) > LONGEST_TITLE:
        raise ServerError("too_large", f"A title has at most {LONGEST_TITLE} characters.")
    for side in _sides(wanted):
        _check_bots(side)
    base, variant = wanted.baseline, wanted.variant
    if variant is not None and (variant.rules, variant.house_rules) != (base.rules, base.house_rules):
        raise ServerError("malformed", "Both sides must start from the same rules. List the differences as changes.")
    if variant is not None and len(variant.bots) != len(base.bots):
        raise ServerError(
            "malformed", f"The sides have {len(base.bots)} and {len(variant.bots)} players. Both need the same number."
        )
    return study_of(wanted)


def study_of(wanted: LabWanted) -> Study:
    """The study of an experiment that was checked."""
    from forvm.lab.study import load

    try:
        return load(_described(wanted))
    except ContentError:
        raise
    except ForvmError as error:
        raise ServerError("malformed", error.message) from None


def study_file(wanted: LabWanted, most_games: int) -> LabStudy:
    """The study of an experiment as a file."""
    study = check(wanted, most_games)
    return LabStudy(f"{study.id}.toml", study.text)


def _described(wanted: LabWanted) -> dict[str, Any]:
    """An experiment as a study's file would tell it."""
    rules = _rules(wanted.baseline)
    title = wanted.title.strip() or f"An experiment with {rules.name}"
    base = {
        "edition": rules.edition,
        "players": len(wanted.baseline.bots),
        "bots": wanted.baseline.bots,
        **rules.overrides,
        **_copies(wanted.baseline),
    }
    told: dict[str, Any] = {"format": 1, "id": _id_of(title), "title": title, "question": title, "seed": wanted.seed}
    if wanted.metrics:
        told["metrics"] = wanted.metrics
    told |= {"baseline": base}
    if wanted.variant is not None:
        changed = _rules(wanted.variant).values
        changes = {key: value for key, value in changed.items() if value != rules.values[key]}
        others = {} if wanted.variant.bots == wanted.baseline.bots else {"bots": wanted.variant.bots}
        told["variants"] = [{"name": VARIANT, **changes, **_copies(wanted.variant), **others}]
    return {**told, "games": {"each": wanted.games}}


def _sides(wanted: LabWanted) -> list[LabSide]:
    return [wanted.baseline] if wanted.variant is None else [wanted.baseline, wanted.variant]


def _rules(side: LabSide) -> Rules:
    text = side.house_rules
    return rules_of(side.rules, side.changes, None if text is None else read_rules(text))


def _copies(side: LabSide) -> dict[str, int]:
    return {f"cards.{card}": count for card, count in side.cards.items()}


def _check_bots(side: LabSide) -> None:
    known = [bot.id for bot in bots()]
    for bot in side.bots:
        if bot not in known:
            raise ServerError("unknown", f"The laboratory has no bot “{bot[:40]}”. It has: {', '.join(known)}.")
    _rules(side).definition(len(side.bots))


def _id_of(title: str) -> str:
    """A title as an id.

    >>> _id_of("What if ousting cost $100?")
    'what_if_ousting_cost_100'
    """
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:40].rstrip("_")
    return plain if plain[:1].isalpha() else f"study_{plain}".rstrip("_")
