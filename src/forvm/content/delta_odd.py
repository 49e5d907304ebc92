"""What a change of the rules changes in the description of the model (docs/odd.md), section by section: a delta-ODD."""

from __future__ import annotations

from forvm import text
from forvm.content.assignments import written
from forvm.content.parameters import PARAMETERS
from forvm.content.ruleset import Rules

DESCRIBED = "forvm"  # the edition whose numbers docs/odd.md gives
# Where parameters are described besides the submodels (section 7), by the first part of their key or all of it.
_SECTIONS: dict[str, tuple[str, ...]] = {
    "entities": ("players", "supply"),
    "process": ("intrigue.limit", "build.then_give", "win"),
    "chance": (
        "enter.roll",
        "oust.roll",
        "oust.roll_if_challenger_local",
        "oust.roll_if_holder_local",
        "destroy.roll",
        "destroy.roll_if_attacker_local",
        "destroy.roll_if_victim_local",
    ),
    "start": ("start", "family", "supply"),
}


def say(key: str, /, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("delta_odd")[key], values)


def delta_odd(rules: Rules, base: Rules, name: str | None = None) -> str:
    """The delta-ODD of rules as Markdown; whatever it does not name is as in the base."""
    changed = [parameter.key for parameter in PARAMETERS if rules.values[parameter.key] != base.values[parameter.key]]
    sections = [
        ("purpose", [rules.description.strip() if name is None and rules.description else ""]),
        ("entities", [_board(rules, base), *_parameters("entities", changed, rules, base)]),
        ("process", _parameters("process", changed, rules, base)),
        ("design", [_chance(changed, rules, base), _deck_of_chance(rules, base)]),
        ("initialization", [_deck(rules, base), *_parameters("start", changed, rules, base)]),
        ("input", [_input(rules, base)]),
        ("submodels", _submodels(changed, rules, base)),
    ]
    lines = [f"# {say('title', name=name or rules.name)}", "", say("base", base=base.name)]
    for key, paragraphs in sections:
        told = [paragraph for paragraph in paragraphs if paragraph]
        lines += ["", f"## {say(key)}", "", "\n".join(told) if told else say("unchanged")]
    return "\n".join(lines) + "\n"


def _parameters(section: str, changed: list[str], rules: Rules, base: Rules) -> list[str]:
    known = _SECTIONS[section]
    keys = [key for key in changed if key in known or key.partition(".")[0] in known]
    return [_item(key, rules, base) for key in keys]


def _item(key: str, rules: Rules, base: Rules) -> str:
    told = text.load("parameters")[key]
    was, now = written(base.values[key]), written(rules.values[key])
    return say("item", name=told["name"], key=key, was=was, now=now, clause=told["clause"])


def _board(rules: Rules, base: Rules) -> str:
    if rules.board == base.board:
        return ""
    counts = {"markets": len(rules.board.markets), "links": len(rules.board.links)}
    return say("board", name=rules.board.name, was=base.board.name, **counts)


def _deck(rules: Rules, base: Rules) -> str:
    return "" if rules.deck == base.deck else say("deck", cards=rules.deck.size, was=base.deck.size)


def _deck_of_chance(rules: Rules, base: Rules) -> str:
    """Which cards have other numbers of copies, come or go."""
    before = {card.id: card.copies for card in base.deck.cards}
    after = {card.id: card.copies for card in rules.deck.cards}
    told = [
        say("card", card=_card_name(id), was=before.get(id, 0), now=after.get(id, 0))
        for id in dict.fromkeys((*before, *after))
        if before.get(id, 0) != after.get(id, 0)
    ]
    return "\n".join(told)


def _card_name(id: str) -> str:
    cards = text.load("cards")
    return str(cards[id]["name"]) if id in cards else id


def _chance(changed: list[str], rules: Rules, base: Rules) -> str:
    items = _parameters("chance", changed, rules, base)
    return "\n".join([say("odds"), *items]) if items else ""


def _input(rules: Rules, base: Rules) -> str:
    own = [
        say(key)
        for key, differs in (("own_board", rules.board != base.board), ("own_deck", rules.deck != base.deck))
        if differs
    ]
    return "\n".join(own)


def _submodels(changed: list[str], rules: Rules, base: Rules) -> list[str]:
    """Every parameter that differs, and how the clauses then read."""
    told = [_item(key, rules, base) for key in changed]
    clauses = [
        f"> **{id} {text.clause(id).title}**: {now}"
        for id in text.clause_ids()
        if (now := text.clause_text(id, rules.values)) != text.clause_text(id, base.values)
    ]
    if clauses:
        told.append("\n".join(["", say("clauses"), "", "\n>\n".join(clauses)]))
    return told
