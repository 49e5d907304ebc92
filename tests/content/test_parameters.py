"""The table of parameters, and every way in which a value can be wrong."""

import re
from itertools import pairwise

import pytest

from forvm import text
from forvm.content import BY_KEY, PARAMETERS, load
from forvm.engine.definition import Definition
from forvm.errors import ContentError


def test_every_parameter_has_its_explanation() -> None:
    assert set(text.load("parameters")) == set(BY_KEY)


def test_keys_are_unique_and_sections_stand_together() -> None:
    assert len(BY_KEY) == len(PARAMETERS)
    sections = [parameter.section for parameter in PARAMETERS]
    changes = sum(a != b for a, b in pairwise(sections))
    assert changes == len(set(sections)) - 1


def test_every_field_of_the_definition_is_filled_by_a_parameter_the_board_or_the_deck() -> None:
    by_parameters = {field for parameter in PARAMETERS for field in parameter.fields}
    by_board = {"markets", "regions", "rome", "kind", "region", "distance", "region_size"}
    by_links = {"first_link", "link_from", "link_to"}
    by_deck = {field for field in Definition.columns if field.startswith("card")}
    assert by_parameters | by_board | by_links | by_deck == set(Definition.columns)


@pytest.mark.parametrize("key", BY_KEY)
def test_a_value_of_another_type_is_refused(upon, key: str) -> None:
    wrong = "1" if BY_KEY[key].kind == "flag" else "true"
    with pytest.raises(ContentError, match=f"{re.escape(key)} must be .*, not {wrong}") as caught:
        load(upon(f"{key} = {wrong}"))
    assert (caught.value.line, caught.value.key) == (5, key)


@pytest.mark.parametrize("key", [p.key for p in PARAMETERS if p.kind == "number"])
def test_a_number_out_of_bounds_is_refused(upon, key: str) -> None:
    for wrong in (BY_KEY[key].low - 1, BY_KEY[key].high + 1, 10**30):
        with pytest.raises(ContentError, match=f"{re.escape(key)} must be a whole number from"):
            load(upon(f"{key} = {wrong}"))


def test_rolls_are_what_a_die_can_show() -> None:
    rolls = [parameter for parameter in PARAMETERS if parameter.unit == "die"]
    assert len(rolls) == 7
    assert {(roll.low, roll.high) for roll in rolls} == {(1, 6)}


@pytest.mark.parametrize(
    ("lines", "key", "message"),
    [
        ("oust.costs = 100", "oust.costs", "There is no parameter oust.costs. Did you mean oust.cost?"),
        ("[ousts]\ncost = 100", "ousts.cost", "There is no parameter ousts.cost. Did you mean oust.cost?"),
        ("editoin = 1", "editoin", "There is no parameter editoin. Did you mean edition?"),
        ("trade.full.exotics = 1", "trade.full.exotics", "Did you mean trade.full.exotic?"),
        ("oust = 100", "oust", "oust is a section, not a value: it holds oust.cost, oust.roll"),
        ("trade.full = 240", "trade.full", "a section, not a value: it holds trade.full.exotic"),
        ("[oust.cost]\nmuch = 1", "oust.cost", "oust.cost must be a whole number"),
        ("[zzz]", "zzz", "There is no parameter zzz."),
        ('loan.kind = "bank"', "loan.kind", 'must be "sold" or "ladder", not "bank"'),
        ("give.bands = []", "give.bands", "must be a list of 1 to 5 whole numbers"),
        ("give.bands = [1, 2, 3, 4, 5, 6]", "give.bands", "must be a list of 1 to 5 whole numbers"),
        ("give.bands = [1, true]", "give.bands", "must be a list of 1 to 5 whole numbers"),
        ("give.bands = [1, -6]", "give.bands", "each from 0 to 200"),
        ("give.bands = [1, 6, 6]", "give.bands", "Each band must begin above the one before it"),
        ("give.bands = [1, 6]", "give.cost", "give.bands has 2 bands, but give.cost 3 costs"),
        ("players.min = 4\nplayers.max = 3", "players.min", "more than players.max, which is 3"),
        ("price.highest = 990", "price.highest", "990, which is not a multiple of price.step, 25"),
        ("price.highest = 5000", "price.highest", "there are 201 prices, and at most 128"),
        ("win.prestige = 5\nstart.prestige = 5", "win.prestige", "Everyone would have won at once"),
        ("route.links = 4", "route.links", "the nearest exotic market is 5 links from Rome"),
        ("trade.boost = [25, 50]", "trade.boost", "but the board mediterranean reaches distance 5"),
        (
            'trade.values = "formula"\ntrade.distance_cost = [0, 50, 60, 70, 80]',
            "trade.distance_cost",
            "for distances 0 to 4, but the board mediterranean reaches distance 5",
        ),
        (
            'trade.values = "formula"\ntrade.demand.large = 200',
            "trade.demand.large",
            "Values must come out whole, but 200 does not divide by 3 owners",
        ),
        (
            'family.kind = "hand"\nfamily.boys = 4\nfamily.girls = 7',
            "family.cards",
            "3 family cards for each of 4 players are 12, but .* a deck of only 11",
        ),
    ],
)
def test_impossible_and_contradictory_values(upon, lines: str, key: str, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        load(upon(lines))
    assert caught.value.key == key
    assert re.search(message.replace("?", r"\?"), caught.value.message)


@pytest.mark.parametrize(
    "lines",
    [
        "price.highest = 0",
        "price.step = 1\nprice.highest = 127",
        "route.links = 0",
        "[oust]",
        "give.bands = [0]\ngive.cost = [0]",
        'trade.values = "formula"\ntrade.demand.large = 200\nplayers.min = 2\nplayers.max = 2',
        "family.boys = 0\nfamily.girls = 0",  # not used where families are open
        "trade.distance_cost = [0]",  # nor this where values are printed
        'trade.boost = [0]\ntrade.informed_pays = "full"\nroute.pays = "full"',
        'family.kind = "hand"\nfamily.boys = 12\nfamily.girls = 0',
    ],
)
def test_unusual_values_that_are_possible(upon, lines: str) -> None:
    load(upon(lines)).definition(2 if "max = 2" in lines else 3)


def test_all_that_is_wrong_is_told_together(upon) -> None:
    with pytest.raises(ContentError, match="3 things are wrong") as caught:
        load(upon("oust.roll = 9\n\nsenat.threshold = 3\nbuild.then_give = 1"))
    for told in ("line 5, oust.roll: ", "line 7, senat.threshold: ", "line 8, build.then_give: "):
        assert told in str(caught.value)
