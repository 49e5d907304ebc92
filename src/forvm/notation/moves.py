"""The notation of moves: one short token for every action and every outcome of chance.

``docs/notation.md`` shows each of them. Writing gives one canonical token; reading forgives case, printed names in
place of Latin ones, and names that are only begun.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import product
from string import Formatter
from typing import cast

from forvm.content.parameters import did_you_mean
from forvm.engine import actions
from forvm.engine.actions import KINDS, Dimension, decode, encode
from forvm.engine.definition import Definition
from forvm.errors import AmbiguousMove, MalformedMove
from forvm.notation.coordinates import COORDINATES
from forvm.notation.names import CHILDREN, Names

# Kinds that are written in a way of their own. All others are written as their name and their coordinates.
_OWN_FORMS = {
    actions.DIE: "d{pips}",
    actions.CHILD: "{sex}",
    actions.MOVE: "{link}",
    actions.GIVE: "give:{gift}.{band}",
}
# How the kinds whose form does not begin with their name are told apart.
_SHAPES = ((actions.CHILD, "|".join(CHILDREN)), (actions.DIE, r"d\d+"), (actions.MOVE, r".*>.*"))
_LONGEST = 200  # signs; nobody means a move by more


class _Form:
    """How a kind of move is written: fixed text and coordinates in turn."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.name = KINDS[kind].name
        self.dimensions = [dimension for dimension, _ in KINDS[kind].dimensions]
        template = _OWN_FORMS.get(kind) or self.name + "".join(
            f"{COORDINATES[dimension].mark}{{{dimension}}}" for dimension in self.dimensions
        )
        pieces = [(fixed, cast(Dimension | None, field)) for fixed, field, _, _ in Formatter().parse(template)]
        self.pieces = [(fixed, field) for fixed, field in pieces if field is not None]
        self.bare = template if not self.pieces else ""
        self.example = self.bare or "".join(fixed + COORDINATES[field].example for fixed, field in self.pieces)
        self._pattern = re.compile("".join(map(self._expression, self.pieces)), re.DOTALL)

    def _expression(self, piece: tuple[str, Dimension]) -> str:
        """What a piece looks like after the name, which was read before. A market's name keeps its spaces."""
        fixed, field = piece
        sign = fixed.removeprefix(self.name)
        between = rf"\s*{re.escape(sign)}" + (r"\s*" if sign != "@" else "") if sign in (":", ".", "@") else sign
        return f"{between}({COORDINATES[field].pattern})"

    def write(self, at: tuple[int, ...], names: Names, g: Definition) -> str:
        values = dict(zip(self.dimensions, at, strict=True))
        written = (fixed + COORDINATES[field].write(values[field], names, g) for fixed, field in self.pieces)
        return self.bare or "".join(written)

    def read(self, rest: str, names: Names, g: Definition) -> list[int]:
        """The actions that a token can mean; ``rest`` is what follows the kind's name."""
        found = self._pattern.fullmatch(rest)
        if found is None:
            raise MalformedMove(f"“{self.name}{rest}” is not complete or not in order: write it as in {self.example}.")
        words = zip(self.pieces, found.groups(), strict=True)
        meant = {field: COORDINATES[field].read(word, names, g) for (_, field), word in words}
        return [encode(self.kind, *at) for at in product(*(meant[dimension] for dimension in self.dimensions))]


_BY_KIND = [_Form(kind) for kind in range(len(KINDS))]
_BY_NAME: dict[str, _Form] = {form.name: form for form in _BY_KIND}
# How each kind of move is written, for error messages and the documentation.
FORMS: dict[str, str] = {form.name: form.example for form in _BY_KIND}


def write(action: int, names: Names, g: Definition) -> str:
    """The canonical token of an action id.

    >>> from forvm import content
    >>> from forvm.notation.names import names_of
    >>> rules = content.load("forvm")
    >>> write(encode(actions.BUILD, 11), names_of(rules), rules.definition(4))
    'build@Carthago_Nova'
    """
    kind, at = decode(action)
    return _BY_KIND[kind].write(at, names, g)


def exists(action: int, names: Names, g: Definition) -> bool:
    """Does an id name something of this game: a market, link, card, seat and band that it has?"""
    if not 0 <= action < actions.ACTIONS:
        return False
    kind, at = decode(action)
    return all(
        value < COORDINATES[name].size(names, g) for value, (name, _) in zip(at, KINDS[kind].dimensions, strict=True)
    )


def parse(text: str, names: Names, g: Definition, legal: Collection[int] = ()) -> int:
    """The action id that a token means.

    Where a market's name is only begun and fits several, ``legal`` decides; if it cannot, the move is ambiguous.

    >>> from forvm import content
    >>> from forvm.notation.names import names_of
    >>> rules = content.load("forvm")
    >>> parse("BUILD@carthage", names_of(rules), rules.definition(4)) == encode(actions.BUILD, 6)
    True
    """
    word = text.strip()
    if not word:
        raise MalformedMove(f"No move was given. {_forms()}")
    if len(word) > _LONGEST:
        raise MalformedMove(f"That is too long for a move: “{word[:20]}…”. {_forms()}")
    found = _candidates(word, names, g)
    if len(found) > 1:
        # A name that is only begun: what cannot be played was not meant.
        found = [action for action in found if action in legal] or found
    if len(found) > 1:
        tokens = ", ".join(write(action, names, g) for action in found[:8])
        raise AmbiguousMove(f"“{word}” can mean {len(found)} moves: {tokens}. Write more of the name.")
    return found[0]


def parse_exactly(token: str, names: Names, g: Definition) -> int:
    """The action id of a token that must be canonical, as in a record."""
    action = parse(token, names, g)
    if write(action, names, g) != token:
        raise MalformedMove(f"“{token}” should be written {write(action, names, g)}.")
    return action


def _candidates(word: str, names: Names, g: Definition) -> list[int]:
    folded = word.casefold()
    form = _BY_NAME.get(folded)
    if form is not None and form.bare:
        return [encode(form.kind)]
    for kind, shape in _SHAPES:
        if re.fullmatch(shape, folded, re.DOTALL):
            return _BY_KIND[kind].read(folded if kind != actions.MOVE else word, names, g)
    found = re.match(r"\s*([^\W\d_]+)\s*(?=[:@])", word)
    form = _BY_NAME.get(found[1].casefold()) if found else None
    if found is None or form is None or form.bare or form.kind in dict(_SHAPES):
        raise MalformedMove(f"“{word}” is not a move.{_hint(word)} {_forms()}")
    return form.read(word[found.end() :].strip(), names, g)


def _hint(word: str) -> str:
    verb = re.split(r"[:@]", word)[0]
    hint = did_you_mean(verb, [*FORMS, *CHILDREN])
    return hint if hint.startswith(" Did") else ""


def _forms() -> str:
    return f"Moves look like {', '.join(FORMS[name] for name in ('enter', 'move', 'build', 'propose', 'end'))}."
