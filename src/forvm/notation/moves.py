"""The notation of moves: one short token for every action and every outcome of chance.

``docs/notation.md`` shows each of them. Writing gives one canonical token; reading forgives case, printed names in
place of Latin ones, and names that are only begun.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from forvm.content.parameters import did_you_mean
from forvm.engine import actions
from forvm.engine.actions import KINDS, decode, encode
from forvm.engine.definition import Definition
from forvm.engine.limits import PRICES
from forvm.errors import AmbiguousMove, IllegalMove, MalformedMove
from forvm.notation.names import CHILDREN, GIFTS, SEATS, Names

# How each kind of move is written, for error messages and the documentation.
FORMS = {
    "die": "d5",
    "child": "son",
    "card": "card:great_fire",
    "end": "end",
    "enter": "enter",
    "move": "Roma>Luna",
    "oust": "oust@Luna",
    "wed": "wed:son@Luna",
    "propose": "propose:B:son:300",
    "accept": "accept",
    "refuse": "refuse",
    "counter": "counter:350",
    "divorce": "divorce:B",
    "part": "part@Luna",
    "build": "build@Luna",
    "destroy": "destroy:B@Luna",
    "give": "give:temple.1",
    "pay": "pay",
    "yield": "yield@Luna",
}
_BARE = {KINDS[kind].name: kind for kind in range(len(KINDS)) if not KINDS[kind].dimensions}
_KINDS = {kind.name: number for number, kind in enumerate(KINDS)}
_LONGEST = 200  # signs; nobody means a move by more


def write(action: int, names: Names, g: Definition) -> str:
    """The canonical token of an action id.

    >>> from forvm import content
    >>> from forvm.notation.names import names_of
    >>> rules = content.load("forvm")
    >>> write(encode(actions.BUILD, 11), names_of(rules), rules.definition(4))
    'build@Carthago_Nova'
    """
    kind, at = decode(action)
    if not at:
        return KINDS[kind].name
    return _WRITERS[kind](at, names, g)


_Writer = Callable[[tuple[int, ...], Names, Definition], str]


def _at_market(verb: str) -> _Writer:
    return lambda at, names, g: f"{verb}@{names.markets[at[0]]}"


_WRITERS: dict[int, _Writer] = {
    actions.DIE: lambda at, names, g: f"d{at[0] + 1}",
    actions.CHILD: lambda at, names, g: CHILDREN[at[0]],
    actions.CARD: lambda at, names, g: f"card:{names.cards[at[0]]}",
    actions.MOVE: lambda at, names, g: ">".join(names.markets[end] for end in names.links[at[0]]),
    actions.OUST: _at_market("oust"),
    actions.WED: lambda at, names, g: f"wed:{CHILDREN[at[0]]}@{names.markets[at[1]]}",
    actions.PROPOSE: lambda at, names, g: f"propose:{SEATS[at[0]]}:{CHILDREN[at[1]]}:{at[2] * g.price_step}",
    actions.COUNTER: lambda at, names, g: f"counter:{at[0] * g.price_step}",
    actions.DIVORCE: lambda at, names, g: f"divorce:{SEATS[at[0]]}",
    actions.PART: _at_market("part"),
    actions.BUILD: _at_market("build"),
    actions.DESTROY: lambda at, names, g: f"destroy:{SEATS[at[0]]}@{names.markets[at[1]]}",
    actions.GIVE: lambda at, names, g: f"give:{GIFTS[at[1]]}.{at[0] + 1}",
    actions.YIELD: _at_market("yield"),
}


def exists(action: int, names: Names, g: Definition) -> bool:
    """Does an id name something of this game: a market, link, card, seat and band that it has?"""
    if not 0 <= action < actions.ACTIONS:
        return False
    kind, at = decode(action)
    sizes = {
        "market": g.markets,
        "link": len(names.links),
        "card": g.cards,
        "player": g.players,
        "band": g.bands,
        "price": min(PRICES, g.price_highest // g.price_step + 1),
    }
    return all(value < sizes.get(name, size) for value, (name, size) in zip(at, KINDS[kind].dimensions, strict=True))


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
    if folded in _BARE:
        return [encode(_BARE[folded])]
    if folded in CHILDREN:
        return [encode(actions.CHILD, CHILDREN.index(folded))]
    if re.fullmatch(r"d\d+", folded):
        return [_die(folded)]
    if ">" in word:
        return _steps(word, names)
    found = re.match(r"\s*([^\W\d_]+)\s*(?=[:@])", word)
    kind = _KINDS.get(found[1].casefold()) if found else None
    if found is None or kind not in _READERS:
        raise MalformedMove(f"“{word}” is not a move.{_hint(word)} {_forms()}")
    return _READERS[kind](word[found.end() :].strip(), names, g)


def _die(folded: str) -> int:
    if folded not in ("d1", "d2", "d3", "d4", "d5", "d6"):
        raise MalformedMove(f"A die shows 1 to 6, written d1 to d6, not {folded}.")
    return encode(actions.DIE, int(folded[1:]) - 1)


def _steps(word: str, names: Names) -> list[int]:
    ends = word.split(">")
    if len(ends) != 2:
        raise MalformedMove(f"“{word}” is not a move: one step at a time, as in {FORMS['move']}.")
    starts, targets = (names.market(end) for end in ends)
    links = [link for start in starts for to in targets if (link := names.link(start, to)) is not None]
    if not links:
        start = starts[0]
        near = ", ".join(names.latin[to] for to in names.neighbours(start))
        message = f"No link leads from {names.latin[start]} to {names.latin[targets[0]]}."
        raise IllegalMove(f"{message} From {names.latin[start]} one can go to {near}.", "MOVE-2")
    return [encode(actions.MOVE, link) for link in links]


_Reader = Callable[[str, Names, Definition], list[int]]


def _read_at_market(kind: int) -> _Reader:
    def read(rest: str, names: Names, g: Definition) -> list[int]:
        if not rest.startswith("@"):
            raise _wrong_form(kind, rest)
        return [encode(kind, market) for market in names.market(rest[1:])]

    return read


def _read_card(rest: str, names: Names, g: Definition) -> list[int]:
    return [encode(actions.CARD, names.card(rest.removeprefix(":").strip()))]


def _read_wed(rest: str, names: Names, g: Definition) -> list[int]:
    found = re.fullmatch(r":\s*(\w+)\s*@(.*)", rest)
    if found is None:
        raise _wrong_form(actions.WED, rest)
    child = _child(found[1])
    return [encode(actions.WED, child, market) for market in names.market(found[2])]


def _read_propose(rest: str, names: Names, g: Definition) -> list[int]:
    found = re.fullmatch(r":\s*(\w+)\s*:\s*(\w+)\s*:\s*\$?(\d+)", rest)
    if found is None:
        raise _wrong_form(actions.PROPOSE, rest)
    return [encode(actions.PROPOSE, _seat(found[1], g), _child(found[2]), _price(found[3], g))]


def _read_counter(rest: str, names: Names, g: Definition) -> list[int]:
    found = re.fullmatch(r":\s*\$?(\d+)", rest)
    if found is None:
        raise _wrong_form(actions.COUNTER, rest)
    return [encode(actions.COUNTER, _price(found[1], g))]


def _read_divorce(rest: str, names: Names, g: Definition) -> list[int]:
    found = re.fullmatch(r":\s*(\w+)", rest)
    if found is None:
        raise _wrong_form(actions.DIVORCE, rest)
    return [encode(actions.DIVORCE, _seat(found[1], g))]


def _read_destroy(rest: str, names: Names, g: Definition) -> list[int]:
    found = re.fullmatch(r":\s*(\w+)\s*@(.*)", rest)
    if found is None:
        raise _wrong_form(actions.DESTROY, rest)
    victim = _seat(found[1], g)
    return [encode(actions.DESTROY, victim, market) for market in names.market(found[2])]


def _read_give(rest: str, names: Names, g: Definition) -> list[int]:
    found = re.fullmatch(r":\s*([^\W\d_]+)\s*\.\s*(\d{1,3})", rest)
    if found is None:
        raise _wrong_form(actions.GIVE, rest)
    gift, band = found[1].casefold(), int(found[2])
    if gift not in GIFTS:
        raise MalformedMove(f"There is no gift “{found[1]}”.{did_you_mean(gift, GIFTS)}")
    if not 1 <= band <= g.bands:
        raise MalformedMove(f"The ladder has bands 1 to {g.bands}, not {band}.")
    return [encode(actions.GIVE, band - 1, GIFTS.index(gift))]


_READERS: dict[int, _Reader] = {
    actions.CARD: _read_card,
    actions.WED: _read_wed,
    actions.PROPOSE: _read_propose,
    actions.COUNTER: _read_counter,
    actions.DIVORCE: _read_divorce,
    actions.DESTROY: _read_destroy,
    actions.GIVE: _read_give,
} | {kind: _read_at_market(kind) for kind in (actions.OUST, actions.PART, actions.BUILD, actions.YIELD)}


def _seat(word: str, g: Definition) -> int:
    letter = word.upper()
    seats = SEATS[: g.players]
    if len(letter) != 1 or letter not in seats:
        raise MalformedMove(f"There is no seat “{word}”: players are named by {', '.join(seats)}.")
    return seats.index(letter)


def _child(word: str) -> int:
    if word.casefold() not in CHILDREN:
        raise MalformedMove(f"A child is a son or a daughter, not “{word}”.")
    return CHILDREN.index(word.casefold())


def _price(word: str, g: Definition) -> int:
    price = int(word) if len(word) < 10 else -1
    if price < 0 or price > g.price_highest or price % g.price_step:
        raise MalformedMove(
            f"Prices go from $0 to ${g.price_highest} in steps of ${g.price_step} (ALLY-1): ${word} is none of them."
        )
    return price // g.price_step


def _wrong_form(kind: int, rest: str) -> MalformedMove:
    name = KINDS[kind].name
    return MalformedMove(f"“{name}{rest}” is not complete or not in order: write it as in {FORMS[name]}.")


def _hint(word: str) -> str:
    verb = re.split(r"[:@]", word)[0]
    hint = did_you_mean(verb, [*_KINDS, *CHILDREN])
    return hint if hint.startswith(" Did") else ""


def _forms() -> str:
    return f"Moves look like {', '.join(FORMS[name] for name in ('enter', 'move', 'build', 'propose', 'end'))}."
