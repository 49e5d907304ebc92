"""forvm rules."""

from itertools import permutations
from pathlib import Path

import pytest

from forvm import content, text
from forvm.content.assignments import written
from forvm.content.parameters import why_inert
from tests.cli.conftest import Call

ALL = (*content.names(), *content.house_rules())


def squeezed(words: str) -> str:
    return " ".join(words.split())


def test_list_names_everything_that_is_shipped(call: Call):
    told = call("rules", "list")
    assert told.code == 0
    assert all(name in told.out for name in ALL)
    assert "oust.cost = $100" in told.out


@pytest.mark.parametrize("edition", ALL)
def test_show_prints_every_clause_with_this_edition_s_values(call: Call, edition: str):
    told = call("rules", "show", edition)
    assert told.code == 0
    words = squeezed(told.out)
    values = content.load(edition).values
    for id in text.clause_ids():
        assert f"{id} {text.clause(id).title}" in words
        assert squeezed(text.clause_text(id, values)) in words
    assert "{" not in told.out


def test_show_prints_one_clause_or_a_family_of_them(call: Call):
    one = call("rules", "show", "forvm", "oust-2").out
    assert "OUST-2" in one
    assert "OUST-3" not in one
    family = call("rules", "show", "forvm", "OUST").out
    assert all(f"OUST-{number}" in family for number in range(1, 7))


def test_notes_are_shown_when_asked_for(call: Call):
    note = squeezed(text.clause("BOARD-2").note)
    assert note not in squeezed(call("rules", "show", "forvm", "BOARD-2").out)
    told = squeezed(call("rules", "show", "forvm", "BOARD-2", "--notes").out)
    assert note in told
    assert text.clause("BOARD-2").ruling_why in told


@pytest.mark.parametrize("edition", ALL)
def test_parameters_lists_every_key_with_its_value_and_range(call: Call, edition: str):
    told = call("rules", "parameters", edition)
    assert told.code == 0
    words, rules = squeezed(told.out), content.load(edition)
    for key, parameter in content.BY_KEY.items():
        assert f"{key} = {written(rules.values[key])} can be: {parameter.range}" in words
        assert squeezed(text.load("parameters")[key]["help"]) in words
        reason = why_inert(key, rules.values)
        assert (f"No effect here: {key} matters" in words) == bool(reason), key


def test_parameters_lists_one_or_a_section(call: Call):
    told = call("rules", "parameters", "forvm", "trade.full")
    assert "trade.full.exotic" in told.out
    assert "trade.values = " not in told.out
    assert "forvm simulate --edition forvm --set trade.full" in told.out
    wrong = call("rules", "parameters", "forvm", "ousting")
    assert (wrong.code, "There is no parameter ousting. Did you mean" in wrong.err) == (2, True)


@pytest.mark.parametrize(("first", "second"), list(permutations(content.names(), 2)))
def test_diff_names_each_parameter_and_clause_that_differs_and_no_other(call: Call, first: str, second: str):
    told = call("rules", "diff", first, second)
    assert told.code == 0
    one, other = content.load(first).values, content.load(second).values
    shown = set(told.out.split())
    for key in one:
        assert (key in shown) == (one[key] != other[key]), key
    for id in text.clause_ids():
        differs = text.clause_text(id, one) != text.clause_text(id, other)
        assert any(line.strip().startswith(f"{id} ") for line in told.out.splitlines()) == differs, id


def test_diff_of_the_same_says_so(call: Call):
    assert "are the same in every parameter and every clause" in call("rules", "diff", "forvm", "forvm").out


def test_check_tells_what_a_good_file_changes(call: Call, two_turns: Path):
    told = call("rules", "check", two_turns)
    assert told.code == 0
    assert "two_turns.toml has no errors: “Two turns”, based on the edition forvm." in told.out
    assert "win.turn_limit" in told.out


def test_check_tells_all_that_is_wrong(call: Call, data: Path):
    path = data / "mine.toml"
    path.write_text('format = 1\nid = "mine"\nname = "Mine"\nedition = "forvm"\n[oust]\ncosts = 1\nroll = 9\n')
    told = call("rules", "check", path)
    assert (told.code, told.out) == (2, "")
    assert "Did you mean oust.cost?" in told.err
    assert "oust.roll" in told.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show", "forvn"], "Did you mean forvm?"),
        (["show", "forvm", "OUST-9"], "There is no clause OUST-9. Did you mean OUST-"),
        (["diff", "forvm"], "--second"),
        (["diff", "forvm", "shrt"], "Did you mean short?"),
        (["check", "nothing.toml"], "nothing.toml"),
        (["check", "."], "."),
    ],
)
def test_bad_input(call: Call, words: list[str], told: str):
    answer = call("rules", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
