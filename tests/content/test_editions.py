"""The three editions against the table of parameters in the rulings."""

import pytest

from forvm.content import BY_KEY, load, names

# Parameters whose value is the same in all three editions.
SAME = {
    "players.min": 3,
    "players.max": 4,
    "start.money": 200,
    "start.prestige": 0,
    "start.agents": 1,
    "supply.agents": 4,
    "supply.horrea": 0,
    "enter.roll": 4,
    "oust.cost": 200,
    "oust.roll": 4,
    "oust.roll_if_challenger_local": 2,
    "oust.roll_if_holder_local": 6,
    "local.cost": 200,
    "local.prestige": 1,
    "alliance.prestige": 2,
    "alliance.loss": 2,
    "price.step": 25,
    "price.highest": 1000,
    "price.counter_offers": 3,
    "build.cost": 100,
    "build.first": 1,
    "build.five": 1,
    "build.every": 2,
    "destroy.cost": 200,
    "destroy.roll": 4,
    "destroy.roll_if_attacker_local": 2,
    "destroy.roll_if_victim_local": 6,
    "destroy.needs_agent": True,
    "give.cost": (200, 500, 1000),
    "give.growth": 0,
    "give.prestige": 1,
    "give.bands": (1, 6, 11),
    "loan.kind": "sold",
    "loan.rate": 100,
    "reckon.mark": 1000,
    "reckon.prestige": 1,
    "senate.threshold": 1000,
    "win.prestige": 15,
    "win.turn_limit": 0,
}

# Parameters by edition: short, horrea, forvm. None where the edition's rules do not ask for it.
BY_EDITION = {
    "family.kind": ("hand", "hand", "open"),
    "family.cards": (3, 3, None),
    "family.boys": (12, 12, None),
    "family.girls": (12, 12, None),
    "family.sons": (None, None, 1),
    "family.daughters": (None, None, 1),
    "intrigue.limit": (1, 0, 0),
    "alliance.repaid": (False, True, True),
    "trade.values": ("printed", "formula", "printed"),
    "trade.informed_pays": ("boost", "full", "boost"),
    "trade.informed_needs_rome": (False, True, True),
    "route.links": (0, 5, 5),
    "route.needs_rome": (False, True, True),
    "route.pays": ("boost", "full", "boost"),
    "trade.boost": ((25, 50, 75, 100, 125), None, (25, 50, 75, 100, 125)),
    "trade.full.exotic": (None, 240, None),
    "trade.full.large": (None, 180, None),
    "trade.full.small": (None, 120, None),
    "trade.demand.rome": (None, 240, None),
    "trade.demand.exotic": (None, 240, None),
    "trade.demand.large": (None, 180, None),
    "trade.demand.small": (None, 120, None),
    "trade.distance_cost": (None, (0, 50, 60, 70, 80, 100), None),
    "build.region_lost": (0, 0, 1),
    "build.then_give": (False, True, True),
    "loan.floor": (None, None, None),
}

EDITIONS = ("short", "horrea", "forvm")


def test_there_are_three_editions() -> None:
    assert names() == EDITIONS


def test_the_table_names_every_parameter() -> None:
    assert set(SAME) | set(BY_EDITION) == set(BY_KEY)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_has_the_values_of_the_table(edition: str) -> None:
    column = EDITIONS.index(edition)
    expected = SAME | {k: row[column] for k, row in BY_EDITION.items() if row[column] is not None}
    values = load(edition).values
    assert {key: values[key] for key in expected} == expected
    # 1 == True, but not in a file.
    assert {key: type(values[key]) for key in expected} == {key: type(v) for key, v in expected.items()}


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_gives_every_parameter_in_the_order_of_the_table(edition: str) -> None:
    assert list(load(edition).values) == list(BY_KEY)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_differs_from_itself_in_nothing(edition: str) -> None:
    rules = load(edition)
    assert (rules.id, rules.edition, rules.overrides) == (edition, edition, {})
    assert rules.board.id == "mediterranean"
    assert rules.deck.id == "fate"
    assert rules.description


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_an_edition_does_not_use_is_still_sensible(edition: str) -> None:
    """So that a house rule which turns it on need not say all the rest."""
    values = load(edition).values
    assert values["loan.floor"] == 500
    for key, row in BY_EDITION.items():
        given = {value for value in row if value is not None}
        if None in row and given:
            assert {values[key]} == given
