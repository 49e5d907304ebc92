"""``forvm rules``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich import box
from rich.table import Table
from rich.text import Text

from forvm import content
from forvm.cli.cli_text import option
from forvm.content.assignments import written
from forvm.content.delta_odd import DESCRIBED, delta_odd
from forvm.content.parameter_words import value
from forvm.content.parameters import why_inert
from forvm.errors import ForvmError
from forvm.terminal import rulebook
from forvm.terminal.screen import Screen
from forvm.terminal.terminal_text import say


def list_rules() -> int:
    """List what is shipped."""

    screen = Screen()
    for title, names in (("rules.editions", content.names()), ("rules.house_rules", content.house_rules())):
        table = Table(title=Text(say(title), "bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column(say("rules.columns.id"), style="cyan", no_wrap=True)
        table.add_column(say("rules.columns.name"), no_wrap=True)
        table.add_column(say("rules.columns.what"))
        for name in names:
            rules = content.load(name)
            words = Text(" ".join(rules.description.split()))
            for key, changed in rules.overrides.items():
                words.append(f"\n{key} = {value(key, changed)}", "dim")
            table.add_row(name, rules.name, words)
        screen.show(table)
    return 0


def show_rules(
    edition: Annotated[str, Parameter(help=option("rules.show", "edition"))],
    clause: Annotated[str | None, Parameter(help=option("rules.show", "clause"))] = None,
    *,
    notes: Annotated[bool, Parameter(help=option("rules.show", "notes"), negative=())] = False,
) -> int:
    """Print rules in our own words."""
    rules = content.load(edition)
    if clause is None:
        Screen().show(*rulebook.whole(rules, notes=notes))
        return 0
    ids = rulebook.clauses_like(clause)
    screen = Screen()
    for id in ids:
        screen.show(*rulebook.clause(rules, id, notes=notes))
    return 0


def parameters_rules(
    edition: Annotated[str, Parameter(help=option("rules.parameters", "edition"))] = "forvm",
    within: Annotated[str | None, Parameter(help=option("rules.parameters", "within"))] = None,
) -> int:
    """List the parameters."""
    rules = content.load(edition)
    screen = Screen()
    keys = rulebook.parameters_like(within)
    screen.show(*rulebook.parameter_list(rules, keys))
    shown = next((key for key in keys if not why_inert(key, rules.values)), keys[0])
    screen.line(say("rules.set_how", edition=edition, assignment=f"{shown}={written(rules.values[shown])}"), "dim")
    return 0


def diff_rules(
    first: Annotated[str, Parameter(help=option("rules.diff", "first"))],
    second: Annotated[str, Parameter(help=option("rules.diff", "second"))],
) -> int:
    """Compare two sets of rules."""
    one, other = content.load(first), content.load(second)
    screen = Screen()
    screen.show(*rulebook.difference(one, other, screen.width))
    return 0


def check_rules(file: Annotated[Path, Parameter(help=option("rules.check", "file"))]) -> int:
    """Check a house-rules file. One error lists everything that is wrong with it."""
    rules = content.load(file)
    base = content.load(rules.edition)
    screen = Screen()
    screen.address(say("rules.ok", file=str(file), name=rules.name, edition=rules.edition), "green")
    if rules.board != base.board:
        screen.line(say("rules.own_board", name=rules.board.name, markets=len(rules.board.markets)))
    if rules.deck != base.deck:
        screen.line(say("rules.own_deck", name=rules.deck.name, cards=rules.deck.size))
    if rules.overrides:
        screen.line(say("rules.changes", count=len(rules.overrides)))
        names = (say("rules.before", edition=rules.edition), say("rules.after"))
        screen.show(rulebook.parameters(rules.overrides, names, (base.values, rules.values)))
    else:
        screen.line(say("rules.changes_nothing"))
    return 0


def odd_rules(
    file: Annotated[str, Parameter(help=option("rules.odd", "file"))],
    *,
    out: Annotated[Path | None, Parameter(help=option("rules.odd", "out"))] = None,
) -> int:
    """Print the delta-ODD of house rules."""
    rules = content.load(file)
    # An edition is described beside the one of docs/odd.md, house rules beside the edition that they change.
    told = delta_odd(rules, content.load(rules.edition if rules.edition != rules.id else DESCRIBED))
    if out is None:
        print(told, end="")
        return 0
    try:
        out.write_text(told, encoding="utf-8")
    except OSError as error:
        raise ForvmError(f"{out} cannot be written: {error.strerror}.") from None
    return 0
