"""Parameters set in words."""

import pytest

from forvm import content
from forvm.content.assignments import read_assignments, with_assignments, written
from forvm.content.parameters import PARAMETERS
from forvm.errors import ContentError


@pytest.mark.parametrize("edition", content.names())
def test_every_value_of_an_edition_can_be_written_and_read_again(edition: str):
    values = content.load(edition).values
    words = [f"{parameter.key}={written(values[parameter.key])}" for parameter in PARAMETERS]
    assert read_assignments(words) == dict(values)


def test_rules_keep_what_they_had_changed():
    rules = with_assignments(content.load("cheap_ousting"), ["win.prestige = 20"])
    assert rules.overrides == {"oust.cost": 100, "win.prestige": 20}
    assert rules.id == "cheap_ousting"
    assert "win.prestige = 20" in rules.name


def test_rules_are_themselves_if_nothing_is_set():
    rules = content.load("forvm")
    assert with_assignments(rules, []) is rules


def test_many_changes_still_have_a_name_that_a_record_can_hold():
    words = [
        f"{parameter.key}=1" for parameter in PARAMETERS if parameter.key.endswith(".cost") and not parameter.longest
    ]
    rules = with_assignments(content.load("forvm"), [*words, "win.turn_limit=100", "build.first=2"])
    assert len(rules.name) <= 60


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        ("oust.costs=1", "There is no parameter oust.costs. The nearest are: oust.cost"),
        ("ousting=1", "There is no parameter ousting."),
        ("oust=1", "oust is a section, not a parameter: it holds oust.cost, oust.roll"),
        ("oust.cost", "A parameter is set as in oust.cost=100, not “oust.cost”."),
        ("=1", "A parameter is set as in oust.cost=100"),
        ("oust.cost=", "A parameter is set as in oust.cost=100"),
        ("oust.cost=cheap", "oust.cost must be a whole number from 0 to 10000, not “cheap”."),
        ("oust.cost=10001", "oust.cost must be a whole number from 0 to 10000, not “10001”."),
        ("oust.cost=" + "9" * 10_000, "oust.cost must be a whole number from 0 to 10000"),
        ("oust.cost=²", "oust.cost must be a whole number"),
        ("alliance.repaid=perhaps", "alliance.repaid must be true or false, not “perhaps”."),
        ("trade.values=guessed", 'trade.values must be "printed" or "formula", not “guessed”.'),
        ("trade.boost=1,x", "trade.boost must be a list of 1 to 64 whole numbers, each from 0 to 10000"),
    ],
)
def test_what_is_wrong_is_named_with_what_would_be_right(word: str, wrong: str):
    with pytest.raises(ContentError) as error:
        read_assignments([word])
    assert wrong in str(error.value)
    assert len(str(error.value)) < 400


def test_a_parameter_is_set_once():
    with pytest.raises(ContentError, match=r"oust\.cost is set twice"):
        read_assignments(["oust.cost=1", "oust.cost=2"])


def test_values_that_do_not_go_together_are_refused():
    with pytest.raises(ContentError, match=r"more than players\.max"):
        with_assignments(content.load("forvm"), ["players.min=4", "players.max=3"])
