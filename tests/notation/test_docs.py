"""What docs/notation.md says is so."""

import doctest
import re
from pathlib import Path

import forvm
from forvm import content
from forvm.engine.actions import KINDS, kind_of
from forvm.game.kind_table import kind_table
from forvm.notation import FORMS, names_of, parse, write

DOCS = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
TEXT = DOCS.read_text(encoding="utf-8")


def test_every_kind_of_move_is_documented_by_a_token_of_that_kind():
    rows = re.findall(r"^\| `([^`]+)` \| (\w+) \|", TEXT, re.MULTILINE)
    rules = content.load("forvm")
    names, g = names_of(rules), rules.definition(4)
    assert sorted(kind for _, kind in rows) == sorted(kind.name for kind in KINDS)
    for token, kind in rows:
        action = parse(token, names, g)
        assert KINDS[kind_of(action)].name == kind
        assert write(action, names, g) == token == FORMS[kind]


def test_the_tables_are_those_that_the_descriptions_make():
    assert kind_table(chance=False) in TEXT, "python -m forvm.game.kind_table writes the tables"
    assert kind_table(chance=True) in TEXT, "python -m forvm.game.kind_table writes the tables"


def test_the_examples_run():
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
    assert tried > 8


def test_the_record_shown_replays():
    shown = re.search(r"```text\n(FORVM record.*?)```", TEXT, re.DOTALL)
    assert shown is not None
    game = forvm.Game.from_record(shown[1])
    assert game.outcome is not None
    assert game.outcome.winners == (2,)
