"""Placeholders, conditions and files."""

import pytest

from forvm.text import TextError, Value, card_text, clause_text, fill, holds, load

VALUES: dict[str, Value] = {
    "oust.cost": 200,
    "oust.roll": 4,
    "debt": -50,
    "one": 1,
    "costs": [200, 500, 1000],
    "single": [7],
    "empty": [],
    "bands": [1, 2, 11],
    "repaid": True,
    "limit.kind": "hand",
    "markets": ["Narbo", "Massilia"],
}


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("no placeholder", "no placeholder"),
        ("costs ${oust.cost}", "costs $200"),
        ("{debt} and {debt:$}", "−50 and −$50"),
        ("{oust.roll:die}", "4 or more"),
        ("{one:die}", "any number"),
        ("{oust.cost:die}", "more than a die can show"),
        ("{one:card|cards}, {oust.roll:card|cards}", "1 card, 4 cards"),
        ("{costs}; {costs:$}", "200, 500 and 1000; $200, $500 and $1,000"),
        ("{single}; {empty}", "7; none"),
        ("{bands:bands}; {bands:first}", "1, 2 to 10, 11 and up; 1"),
        ("{single:bands}", "7 and up"),
        ("{repaid}, {limit.kind}", "yes, hand"),
        ("{markets}; {markets:or}", "Narbo and Massilia; Narbo or Massilia"),
    ],
)
def test_placeholders_are_written_as_asked(template, filled):
    assert fill(template, VALUES) == filled


def test_a_six_is_the_only_roll_left():
    assert fill("{roll:die}", {"roll": 6}) == "a 6"


def test_an_unknown_placeholder_suggests_the_nearest():
    with pytest.raises(TextError, match=r"oust\.costs.*did you mean “oust\.cost”"):
        fill("costs ${oust.costs}", VALUES)


@pytest.mark.parametrize("template", ["{limit.kind:die}", "{costs:die}", "{oust.cost:bands}", "{one:or}"])
def test_a_way_of_writing_that_does_not_fit_is_an_error(template):
    with pytest.raises(TextError, match="way of writing"):
        fill(template, VALUES)


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("oust.cost = 200", True),
        ("oust.cost != 200", False),
        ("oust.cost > 199", True),
        ("oust.cost < 200", False),
        ("oust.cost >= 200", True),
        ("oust.cost <= 199", False),
        ("debt = -50", True),
        ("repaid = true", True),
        ("repaid = false", False),
        ("limit.kind = hand", True),
        ("limit.kind = open", False),
        ("oust.roll < oust.cost", True),
        ("repaid = true and oust.roll = 5", False),
        ("repaid = true and oust.roll = 4", True),
    ],
)
def test_conditions(condition, true):
    assert holds(condition, VALUES) is true


@pytest.mark.parametrize(
    ("condition", "complaint"),
    [
        ("oust.cost", "cannot be read"),
        ("oust.cost == 200", "cannot be read"),
        ("oust.price = 200", r"“oust\.price”"),
        ("oust.cost = oust.price", r"“oust\.price”"),
        ("limit.kind > 3", "only whole numbers"),
    ],
)
def test_a_bad_condition_is_explained(condition, complaint):
    with pytest.raises(TextError, match=complaint):
        holds(condition, VALUES)


def test_files_are_read_once():
    assert load("clauses") is load("clauses")


def test_missing_texts_are_explained():
    with pytest.raises(TextError, match="did you mean “clauses”"):
        load("clause")
    with pytest.raises(TextError, match="language “xx”"):
        load("clauses", "xx")
    with pytest.raises(TextError, match="OUST-9"):
        clause_text("OUST-9", VALUES)
    with pytest.raises(TextError, match="did you mean “plague”"):
        card_text("plage", VALUES)
