"""War on the limes: each with a complete route to an exotic market receives $500, once."""

import pytest

from tests.rules.table import every_edition, table

ROUTE = ("Luna", "Marseille", "Lugdunum", "Londinium", "Eburacum")
LONG_ROUTE = ("Caralis", "Narbo", "Marseille", "Lugdunum", "Londinium", "Eburacum")


@every_edition
def test_500_at_once(edition):
    t = table(edition)
    t.horreum(1, "Rome", *ROUTE)
    t.horreum(2, "Rome", *ROUTE[:-1])
    t.fate("war_on_the_limes")
    assert t.money == [200, 700, 200, 200]


@every_edition
def test_once_however_many_routes(edition):
    t = table(edition)
    t.horreum(0, "Rome", *ROUTE, "Lugdunum Cananefatium", "Germany")
    t.fate("war_on_the_limes")
    assert t.money[0] == 700


@pytest.mark.parametrize(("edition", "received"), [("short", 500), ("horrea", 0), ("forvm", 0)])
@pytest.mark.parametrize("horrea", [ROUTE, ("Rome", *LONG_ROUTE)])
def test_the_editions_differ_on_rome_and_on_the_number_of_links(edition, received, horrea):
    t = table(edition)
    t.horreum(0, *horrea)
    t.fate("war_on_the_limes")
    assert t.money[0] == 200 + received


@every_edition
def test_being_informed_is_not_enough(edition):
    t = table(edition)
    t.agent(0, "Eburacum")
    t.horreum(0, "Rome", "Eburacum")
    t.fate("war_on_the_limes")
    assert t.money[0] == 200
