"""Files of goals: what they mean, and what is said of wrong ones."""

from pathlib import Path

import pytest

from forvm.errors import ContentError, ForvmError
from forvm.lab.balance.candidate_rules import Catalogue
from forvm.lab.balance.goals_reader import load, names
from tests.lab.balance.goal_files import FACTORS, GOALS, HEAD, LINEUPS, SMALL, write


def test_a_file_says_what_is_wanted(tmp_path: Path):
    plan = load(write(tmp_path))
    assert [lineup.is_searched for lineup in plan.lineups] == [True, False]
    assert [lineup.players for lineup in plan.lineups] == [4, 3]
    order, characters, turns = plan.goals
    assert (order.within, characters.low, turns.aim) == (5.0, 15.0, -1)
    assert plan.budget.pairs == 2


def test_a_price_is_for_each_step_away_from_the_printed_value(tmp_path: Path):
    catalogue = Catalogue(load(write(tmp_path)))
    told = {one.words: one.price for one in catalogue.singles()}
    # 15 is printed: 13 is the next value, 12 the one after.
    assert told == {
        "start.agents = 0": 1.0,
        "win.prestige = 12": 1.0,
        "win.prestige = 13": 0.5,
        "alliance.repaid = false": 1.0,
    }


def test_printed_values_are_no_changes(tmp_path: Path):
    catalogue = Catalogue(load(write(tmp_path)))
    one = catalogue.candidate({"win.prestige": 15, "start.agents": 0})
    assert one is not None
    assert (one.size, one.words) == (1, "start.agents = 0")


def test_changes_that_exclude_each_other_make_no_candidate(tmp_path: Path):
    exclusive = "[factors]\nroute.links = [6]\nroute.needs_rome = [false]\nwin.prestige = [14]\n"
    catalogue = Catalogue(load(write(tmp_path, HEAD + LINEUPS + GOALS + exclusive)))
    assert catalogue.candidate({"route.links": 3}) is None


@pytest.mark.parametrize("name", names())
def test_shipped_goals_are_right(name: str):
    assert load(name).id == name


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('metric = "turns"', 'metric = "turn"', 'line 28, key goals[3].metric: There is no metric "turn". Did you'),
        ('aim = "down"', 'aim = "downwards"', 'aim must be "up" or "down"'),
        ('aim = "down"', 'aim = "down"\nto = 15', "either bounds (within, or from and to) or an aim"),
        ("within = 5", "within = 5\nfrom = 20", "within is the distance from the fair share"),
        ("within = 5", "from = 30\nto = 20", "from is 30, more than to, which is 20: exchange the two."),
        ("within = 5", "within = 5\nunit = 0", "unit must be above 0"),
        ("within = 5", 'within = 5\nlineups = ["greed"]', 'There is no line-up "greed". Did you mean greedy?'),
        ("from = 15", 'from = 15\nlineups = ["greedy"]', "no line-up has different bots"),
        ("start.agents = [0]", "start.agent = [0]", "There is no start.agent. Did you mean start.agents?"),
        ("start.agents = [0]", "start.agents = [2]", "line 32, key factors.start.agents[1]: start.agents must be"),
        ("start.agents = [0]", "start.agents = [1]", "start.agents has no value but the printed one"),
        ("start.agents = [0]", "loan.floor = [0]", "Changing this changes nothing: loan.floor matters only if"),
        ("start.agents = [0]", "players = [3]", "players is no parameter"),
        ("start.agents = [0]", "route.links = [3]", "route.links = 3: No complete route could have 3 links"),
        ("win.prestige = 0.5", "win.prestige = -1", "must be a number above 0, not -1"),
        ("win.prestige = 0.5", "oust.cost = 1", "There is no factor oust.cost, so it has no price."),
        ('use = "confirm"', 'use = "later"', 'use must be "search" or "confirm", not "later"'),
        ('name = "characters"', 'name = "greedy"', 'There are two line-ups "greedy"'),
        ('bots = ["greedy"]', 'bots = ["greedi"]', "greedi"),
        ('bots = ["greedy"]', 'bots = ["search:seconds=1"]', "thinks by the clock"),
        ("players = 3", "players = 5", "players must be a whole number from 3 to 4, not 5"),
        ("games = 48", "games = 1", "games must be a whole number from 24"),
        ("front = 3", "fronts = 3", "Did you mean front?"),
        ("seed = 5", 'seed = 5\nedition = "form"', "edition must be an edition or a shipped house rule"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, was: str, now: str, told: str):
    assert was in SMALL
    with pytest.raises(ContentError) as raised:
        load(write(tmp_path, SMALL.replace(was, now, 1)))
    assert told in str(raised.value)
    assert "line " in str(raised.value)


def test_goals_need_bounds_and_factors(tmp_path: Path):
    aims = '[[goals]]\nmetric = "turns"\naim = "down"\n'
    with pytest.raises(ContentError, match="At least one goal must have bounds"):
        load(write(tmp_path, HEAD + LINEUPS + aims + FACTORS))
    with pytest.raises(ContentError, match="factors is missing"):
        load(write(tmp_path, HEAD + LINEUPS + GOALS))


def test_something_must_be_searched(tmp_path: Path):
    with pytest.raises(ContentError, match="At least one line-up must be for the search"):
        load(write(tmp_path, SMALL.replace("games = 48", 'games = 48\nuse = "confirm"')))


def test_a_wrong_name_gets_the_right_one():
    with pytest.raises(ForvmError, match="Did you mean fair_seats"):
        load("fair_seat")
