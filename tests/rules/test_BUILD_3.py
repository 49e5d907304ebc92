"""BUILD-3: S: build, destroy or give, one of them. H, F: build or destroy at most once, and then give at most once."""

import pytest

from tests.rules.table import every_edition, many_intrigues, table


def rich(edition, house=None):
    """Seat 0 could build, destroy and give."""
    t = table(edition, house=house)
    t.money[0] = 3000
    t.prestige[0] = 3
    t.agent(0, "Luna")
    t.horreum(3, "Rome", "Luna")
    t.begin("build")
    assert t.kinds() == {"build", "destroy", "give", "end"}
    return t


def work(t, kind):
    if kind == "build":
        t.play("build", "Luna")
    elif kind == "destroy":
        t.play("destroy", 3, "Rome")
        t.roll(1)
    else:
        t.play("give", 1, "temple")


@pytest.mark.parametrize("kind", ["build", "destroy", "give"])
def test_short_one_of_the_three(kind):
    t = rich("short")
    work(t, kind)
    assert t.question == ("build", 1)


@many_intrigues
@pytest.mark.parametrize("kind", ["build", "destroy"])
def test_elsewhere_then_a_benefaction(edition, kind):
    t = rich(edition)
    work(t, kind)
    assert t.question == ("build", 0)
    assert t.kinds() == {"give", "end"}
    assert t.why_not("build", "Rome") == "BUILD-3"
    assert t.why_not("destroy", 3, "Luna") == "BUILD-3"
    t.play("give", 1, "food")
    assert t.question == ("build", 1)


@many_intrigues
def test_giving_alone_is_allowed_and_ends_the_phase(edition):
    t = rich(edition)
    t.play("give", 1, "games")
    assert t.question == ("build", 1)
    assert t.horrea(0) == []


@every_edition
def test_nothing_at_all_is_allowed(edition):
    t = rich(edition)
    t.end()
    assert t.question == ("build", 1)


@many_intrigues
def test_the_band_is_that_after_building(edition):
    # The first horreum in a region lifts the builder from 5 to 6, into the second band.
    t = rich(edition)
    t.prestige[0] = 5
    t.play("build", "Luna")
    assert t.prestige[0] == 6
    assert t.why_not("give", 1, "temple") == "GIVE-2"
    t.play("give", 2, "temple")


def test_a_house_rule_may_change_it():
    t = rich("short", {"build.then_give": True})
    t.play("build", "Luna")
    t.play("give", 1, "temple")
    t = rich("forvm", {"build.then_give": False})
    t.play("build", "Luna")
    assert t.question == ("build", 1)


@every_edition
def test_next_turn_everything_is_open_again(edition):
    t = rich(edition)
    t.play("build", "Luna")
    t.begin("build")
    t.play("build", "Rome")
    assert t.horrea(0) == ["Rome", "Luna"]
