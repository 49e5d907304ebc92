"""The rulebook on the screen: an edition in our own words, one clause, and two editions side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from forvm import text
from forvm.content import BY_KEY, PARAMETERS, Rules
from forvm.content.assignments import written
from forvm.content.parameter_words import value
from forvm.content.parameters import did_you_mean, why_inert
from forvm.errors import ForvmError
from forvm.terminal import cards
from forvm.terminal.terminal_text import say


def clauses_like(word: str) -> list[str]:
    """The clause of this name, or all that begin so; an error if there are none."""
    wanted = word.strip().upper()
    known = text.clause_ids()
    found = [wanted] if wanted in known else [id for id in known if id.startswith(f"{wanted.rstrip('-')}-")]
    if not found:
        families = dict.fromkeys(id.partition("-")[0] for id in known)
        raise ForvmError(say("rules.no_clause", word=word, hint=did_you_mean(wanted, [*known, *families])))
    return found


def clause(rules: Rules, id: str, *, notes: bool) -> Iterator[RenderableType]:
    """A clause under these rules."""
    entry = text.clause(id)
    yield Text.assemble((id, "bold cyan"), "  ", (entry.title, "bold"))
    yield _indented(Text(entry.text(rules.values)))
    if notes and entry.ruling:
        yield _indented(Text(say("rules.ruling", why=entry.ruling_why), "yellow"))
    if notes:
        yield _indented(Text(say("rules.note", note=entry.note), "dim italic"))


def whole(rules: Rules, *, notes: bool) -> Iterator[RenderableType]:
    """All the rules, and the fate cards."""
    yield Text(rules.name, "bold")
    if rules.description:
        yield Text(" ".join(rules.description.split()), "dim")
    section = ""
    for id in text.clause_ids():
        if text.clause(id).section != section:
            section = text.clause(id).section
            yield Rule(Text(section, "bold"), align="left", style="dim")
        yield from clause(rules, id, notes=notes)
    yield Rule(Text(say("rules.fate"), "bold"), align="left", style="dim")
    for card in rules.deck.cards:
        copies = say("rules.copies", copies=card.copies)
        yield Text.assemble((f"{copies} ", "dim"), (cards.card_name(card), "bold"))
        yield _indented(Text(cards.card_words(rules, card)))
        if notes and (note := cards.card_note(card)):
            yield _indented(Text(say("rules.note", note=note), "dim italic"))


def contents() -> Table:
    """Every clause by its title."""
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    section = ""
    line = Text()
    for id in text.clause_ids():
        entry = text.clause(id)
        if entry.section != section:
            if section:
                table.add_row(Text(section, "bold"), line)
            section, line = entry.section, Text()
        line.append(f"{', ' if line.plain else ''}")
        line.append(id, "cyan")
        line.append(f" {entry.title}")
    table.add_row(Text(section, "bold"), line)
    return table


def search(rules: Rules, word: str) -> list[str]:
    """Returns the clauses whose title or text contains a word."""
    wanted = word.casefold()
    return [
        id
        for id in text.clause_ids()
        if wanted in text.clause(id).title.casefold() or wanted in text.clause_text(id, rules.values).casefold()
    ]


def difference(first: Rules, second: Rules, width: int) -> Iterator[RenderableType]:
    """What differs between two sets of rules: parameters, then clauses, side by side."""
    differing = [p.key for p in PARAMETERS if first.values[p.key] != second.values[p.key]]
    read = [id for id in text.clause_ids() if text.clause_text(id, first.values) != text.clause_text(id, second.values)]
    boards, decks = first.board != second.board, first.deck != second.deck
    if not differing and not read and not boards and not decks:
        yield Text(say("rules.same", first=first.name, second=second.name))
        return
    if boards:
        yield Text(say("rules.board_differs", first=first.board.name, second=second.board.name))
    if decks:
        yield Text(say("rules.deck_differs", first=first.deck.name, second=second.deck.name))
    names = (_title(first), _title(second))
    if differing:
        yield Rule(Text(say("rules.parameters"), "bold"), align="left", style="dim")
        yield parameters(differing, names, (first.values, second.values))
    if read:
        yield Rule(Text(say("rules.clauses"), "bold"), align="left", style="dim")
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=True, width=width)
        table.add_column("", no_wrap=True, style="cyan")
        for name in names:
            table.add_column(name, ratio=1)
        for id in read:
            table.add_row(id, text.clause_text(id, first.values), text.clause_text(id, second.values))
        yield table


def parameters(keys: Iterable[str], names: Iterable[str], values: Iterable[Any]) -> Table:
    """Parameters in words, with their values side by side."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("rules.parameter"))
    for name in names:
        table.add_column(name, justify="right")
    columns = list(values)
    for key in keys:
        words = text.load("parameters").get(key, {}).get("name", key)
        label = Text.assemble(words, (f"  {key}", "dim"))
        table.add_row(label, *(value(key, column[key]) for column in columns))
    return table


def parameters_like(word: str | None) -> list[str]:
    """The parameter of this name, or all that begin so, in rulebook order; an error if there are none."""
    keys = [key for key in text.load("parameters") if key in BY_KEY]
    wanted = (word or "").strip().lower().rstrip(".")
    found = [key for key in keys if key == wanted] or [key for key in keys if f"{key}.".startswith(f"{wanted}.")]
    found = keys if not wanted else found
    if not found:
        sections = dict.fromkeys(key.partition(".")[0] for key in keys)
        raise ForvmError(say("rules.no_parameter", word=word or "", hint=did_you_mean(wanted, [*keys, *sections])))
    return found


def parameter_list(rules: Rules, keys: Iterable[str]) -> Iterator[RenderableType]:
    """What each of these parameters is under these rules, what it can be, what it means, and whether it matters."""
    words = text.load("parameters")
    section = ""
    for key in keys:
        about = words[key]
        if about["section"] != section:
            section = about["section"]
            yield Rule(Text(section, "bold"), align="left", style="dim")
        reason = why_inert(key, rules.values)
        shown = Text.assemble((key, "cyan"), " = ", (written(rules.values[key]), "dim" if reason else "bold"))
        yield shown.append(f"   {say('rules.range', range=BY_KEY[key].range, clause=about['clause'])}", "dim")
        yield Padding(Text(f"{about['name']}. {about['help']}"), (0, 2, 0, 2))
        if reason:
            yield Padding(Text(say("rules.inert", reason=reason), "yellow"), (0, 2, 0, 2))
        yield Text()


def _title(rules: Rules) -> str:
    return f"{rules.name} ({rules.id})"


def _indented(words: Text) -> Padding:
    return Padding(words, (0, 2, 1, 2))
