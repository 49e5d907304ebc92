"""Every text that people read, one folder per language, as TOML.

``load("clauses")`` is the rulebook, ``load("cards")`` the fate cards, ``load("parameters")`` what a house
rule may change. A text never spells out a number that an edition may set: it names the parameter, and `fill`
puts in the value.

Placeholders stand in braces: ``{oust.cost}``. After a colon one may say how to write the value:

=====================  ==========================  ==============================================
``{key}``              200                         a list: 200, 500 and 1000; a bool: yes or no
``{key:or}``           Narbo or Massilia           a list of names with another last word
``{key:$}``            $200                        a list: $200, $500 and $1,000
``{key:die}``          4 or more                   what a die must show; a 6 is "a 6"
``{key:card|cards}``   1 card, 3 cards             the number with its noun
``{key:bands}``        1 to 5, 6 to 10, 11 and up  a list of the first number of each band
``{key:first}``        1                           the first of a list
=====================  ==========================  ==============================================

A clause or card may have parts, in ``when``, that are appended to its text in order, each if its condition
holds for the rules in play (a part without ``if`` always is): ``{ if = "intrigue.limit = 1", text = "…" }``.
A condition compares a parameter with a value or another parameter by ``=``, ``!=``, ``>``, ``<``, ``>=`` or
``<=``; several are joined by ``and``.
"""

from __future__ import annotations

import difflib
import operator
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from forvm.errors import ForvmError

__all__ = [
    "Clause",
    "Part",
    "TextError",
    "Value",
    "Values",
    "card_text",
    "clause",
    "clause_ids",
    "clause_text",
    "fill",
    "holds",
    "load",
]

Value = int | bool | str | Sequence[int] | Sequence[str]
Values = Mapping[str, Value]


class TextError(ForvmError):
    """A text that is missing, or that names something which the rules in play do not have."""


@dataclass(frozen=True)
class Part:
    """A piece of a text, and the condition under which it belongs there (empty: always)."""

    text: str
    condition: str = ""


@dataclass(frozen=True)
class Clause:
    """One clause of the rulebook, with its placeholders still open; `text` fills them."""

    id: str
    title: str
    section: str
    parts: tuple[Part, ...]
    note: str
    ruling: bool
    ruling_why: str

    def text(self, values: Values) -> str:
        """Returns the text of the rule under these parameter values."""
        return _assemble(self.parts, values)


@cache
def load(name: str, language: str = "en") -> Mapping[str, Any]:
    """All texts of one file, such as ``"clauses"``, in file order. Read once, then kept.

    >>> load("clauses")["OUST-2"]["section"]
    'Intrigue'
    """
    folder = resources.files(__name__) / language
    file = folder / f"{name}.toml"
    if not file.is_file():
        if not folder.is_dir():
            raise TextError(f"There are no texts in the language “{language}”; the texts in “en” are complete.")
        known = sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))
        raise TextError(f"There is no text file “{name}” in “{language}”{_hint(name, known)}.")
    return MappingProxyType(tomllib.loads(file.read_text(encoding="utf-8")))


def fill(template: str, values: Values) -> str:
    """Put values into a template's placeholders; one that `values` lacks is an error.

    >>> fill("A challenge costs {oust.cost:$}: roll {oust.roll:die}.", {"oust.cost": 200, "oust.roll": 4})
    'A challenge costs $200: roll 4 or more.'
    """

    def written(found: re.Match[str]) -> str:
        key, _, style = found[1].partition(":")
        return _write(_value(key, values, f"the text “{template}”"), style, found[0])

    return re.sub(r"\{([^{}]*)\}", written, template)


def holds(condition: str, values: Values) -> bool:
    """Whether a condition, as in a part's ``if``, is true of these values.

    >>> holds("oust.cost >= 200 and alliance.repaid = true", {"oust.cost": 200, "alliance.repaid": False})
    False
    """
    return all(_compare(test, condition, values) for test in condition.split(" and "))


@cache
def clause(id: str, language: str = "en") -> Clause:
    """The clause with this identifier.

    >>> clause("OUST-2").title
    'Cost and die'
    """
    entry = _entry("clauses", id, language)
    return Clause(
        id=id,
        title=entry["title"],
        section=entry["section"],
        parts=_parts(entry),
        note=entry["note"],
        ruling=entry.get("ruling", False),
        ruling_why=entry.get("ruling_why", ""),
    )


def clause_ids(language: str = "en") -> tuple[str, ...]:
    """The identifiers of all clauses, in the order of the rulebook."""
    return tuple(load("clauses", language))


def clause_text(id: str, values: Values, language: str = "en") -> str:
    """What a clause says under these parameter values."""
    return clause(id, language).text(values)


def card_text(id: str, values: Values, language: str = "en") -> str:
    """What a fate card says: `values` holds the parameters and what the deck says of this card."""
    return _assemble(_parts(_entry("cards", id, language)), values)


def _entry(name: str, id: str, language: str) -> Mapping[str, Any]:
    texts = load(name, language)
    if id not in texts:
        raise TextError(f"“{id}” is not in the {name} of the language “{language}”{_hint(id, texts)}.")
    entry: Mapping[str, Any] = texts[id]
    return entry


def _parts(entry: Mapping[str, Any]) -> tuple[Part, ...]:
    conditional = (Part(part["text"], part.get("if", "")) for part in entry.get("when", ()))
    return (Part(entry["text"]), *conditional)


def _assemble(parts: Iterable[Part], values: Values) -> str:
    chosen = (part.text for part in parts if not part.condition or holds(part.condition, values))
    return " ".join(fill(text, values) for text in chosen if text)


def _hint(wrong: str, known: Iterable[str]) -> str:
    known = list(known)
    close = difflib.get_close_matches(wrong, known, n=1)
    return f": did you mean “{close[0]}”?" if close else f"; there are {', '.join(known)}"


def _value(key: str, values: Values, where: str) -> Value:
    if key not in values:
        raise TextError(f"“{key}”, named in {where}, is no known value{_hint(key, values)}.")
    return values[key]


# The two-letter signs come first: "<=" must not be read as "<".
_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
_CONDITION = re.compile(rf"\s*([\w.]+)\s*({'|'.join(_COMPARISONS)})\s*(-?[\w.]+)\s*")


def _compare(test: str, condition: str, values: Values) -> bool:
    found = _CONDITION.fullmatch(test)
    if found is None:
        raise TextError(
            f"The condition “{condition}” cannot be read: write a parameter, one of = != > < >= <=, and a "
            "value, as in “intrigue.limit = 1”; join several by “and”."
        )
    where = f"the condition “{condition}”"
    left = _value(found[1], values, where)
    right = _literal(found[3], values, where)
    if found[2] not in ("=", "!=") and not (isinstance(left, int) and isinstance(right, int)):
        raise TextError(f"In {where} only whole numbers can be compared by “{found[2]}”.")
    return _COMPARISONS[found[2]](left, right)


def _literal(word: str, values: Values, where: str) -> Value:
    if word in ("true", "false"):
        return word == "true"
    if re.fullmatch(r"-?\d+", word):
        return int(word)
    return _value(word, values, where) if "." in word else word


def _write(value: Value, style: str, placeholder: str) -> str:
    if isinstance(value, int):
        written = _write_number(value, style)
    elif isinstance(value, str):
        written = value if style in ("", "or") else None
    else:
        written = _write_list(value, style)
    if written is None:
        raise TextError(
            f"The placeholder “{placeholder}” asks for a way of writing that its value does not have: a "
            "number has $, die and noun|nouns, a list has $, or, bands and first."
        )
    return written


def _write_number(value: int, style: str) -> str | None:
    if style == "":
        return ("yes" if value else "no") if isinstance(value, bool) else _plain(value)
    if style == "$":
        return _money(value)
    if style == "die":
        return _die(value)
    if "|" in style:
        one, _, many = style.partition("|")
        return f"{_plain(value)} {one if value == 1 else many}"
    return None


def _write_list(value: Sequence[int] | Sequence[str], style: str) -> str | None:
    numbers = [item for item in value if isinstance(item, int)]
    if style == "$":
        return _enumerate([_money(item) for item in numbers], "and")
    if style == "bands":
        return _bands(numbers)
    if style in ("", "or", "first"):
        items = [item if isinstance(item, str) else _plain(item) for item in value]
        return items[0] if style == "first" else _enumerate(items, style or "and")
    return None


def _plain(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def _money(value: int) -> str:
    return f"−${-value:,}" if value < 0 else f"${value:,}"


def _die(least: int) -> str:
    if least <= 1:
        return "any number"
    if least > 6:
        return "more than a die can show"
    return "a 6" if least == 6 else f"{least} or more"


def _bands(firsts: Sequence[int]) -> str:
    closed = [f"{first}" if first == after - 1 else f"{first} to {after - 1}" for first, after in pairwise(firsts)]
    return ", ".join([*closed, f"{firsts[-1]} and up"])


def _enumerate(items: Sequence[str], last: str) -> str:
    if len(items) < 2:
        return "".join(items) or "none"
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
