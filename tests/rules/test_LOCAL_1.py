"""LOCAL-1: an agent on a market other than Rome, a child and $200: marriage into its aristocracy, +1 prestige."""

import pytest

from tests.rules.own import own_board, own_deck
from tests.rules.table import every_edition, many_intrigues, table


def suitor(edition, **house):
    t = table(edition, house={key.replace("_", "."): value for key, value in house.items()})
    t.children(0, sons=1, daughters=1)
    t.money[0] = 450
    t.agent(0, "Luna")
    t.begin("intrigue")
    return t


@every_edition
@pytest.mark.parametrize("sex", ["son", "daughter"])
def test_it_costs_200_and_a_child_and_brings_1_prestige(edition, sex):
    t = suitor(edition)
    t.play("wed", sex, "Luna")
    assert (t.money[0], t.prestige[0]) == (250, 1)
    assert t.married("Luna") == 0
    assert (t.sons(0), t.daughters(0)) == ((0, 1) if sex == "son" else (1, 0))


@every_edition
def test_rome_has_no_local_aristocracy(edition):
    assert suitor(edition).why_not("wed", "son", "Rome") == "LOCAL-1"


@every_edition
def test_an_own_agent_must_be_there(edition):
    t = suitor(edition)
    t.agent(1, "Narbo")
    t.ally(0, 1)
    assert t.why_not("wed", "son", "Narbo") == "LOCAL-1"


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_any_of_any_players_agents_will_do(edition, seat):
    t = table(edition, first=seat)
    t.nobody_has_children()
    t.children(seat, sons=1, daughters=1)
    t.clear_agents()
    t.agent(seat, "Petra", "Luna", "Rome")
    t.begin("intrigue")
    choices = [(sex, market) for sex in ("daughter", "son") for market in ("Luna", "Petra")]
    assert sorted(t.options("wed")) == choices
    t.play("wed", "daughter", "Petra")
    assert t.married("Petra") == seat
    assert (t.sons(seat), t.daughters(seat)) == (1, 0)
    assert (t.money[seat], t.prestige[seat]) == (0, 1)


@every_edition
def test_on_a_board_where_rome_does_not_come_first(edition, tmp_path):
    board = own_board(tmp_path, "Edge-Rome", "Rome-Coast", Edge="exotic")
    t = table(edition, board=board, deck=own_deck(tmp_path, "candidate"), house={"route.links": 1})
    t.children(0, sons=1)
    t.agent(0, "Edge", "Coast")
    t.begin("intrigue")
    assert t.options("wed") == [("son", "Edge"), ("son", "Coast")]
    assert t.why_not("wed", "son", "Rome") == "LOCAL-1"
    t.play("wed", "son", "Edge")
    assert t.married("Edge") == 0


@every_edition
@pytest.mark.parametrize("married", [0, 1])
def test_not_where_anyone_is_married_now_the_player_too(edition, married):
    t = suitor(edition)
    t.marry_locally(married, "Luna")
    assert t.why_not("wed", "son", "Luna") == "LOCAL-1"


@every_edition
def test_only_with_a_child_of_that_sex(edition):
    t = suitor(edition)
    t.children(0, daughters=1)
    assert t.why_not("wed", "son", "Luna") == "LOCAL-1"
    assert t.why_not("wed", "daughter", "Luna") == "OK"


@every_edition
@pytest.mark.parametrize(
    ("money", "prestige", "allowed"), [(199, 0, False), (200, 0, True), (99, 1, False), (100, 1, True), (0, 2, True)]
)
def test_only_with_the_means(edition, money, prestige, allowed):
    t = suitor(edition)
    t.money[0] = money
    t.prestige[0] = prestige
    assert t.why_not("wed", "son", "Luna") == ("OK" if allowed else "LOCAL-1")


@every_edition
def test_the_loan_comes_before_the_gain(edition):
    t = suitor(edition)
    t.money[0] = 120
    t.prestige[0] = 1
    t.play("wed", "son", "Luna")
    assert (t.money[0], t.prestige[0]) == (20, 1)


@many_intrigues
def test_an_intruder_may_marry_too(edition):
    t = table(edition)
    t.children(0, sons=1)
    t.money[0] = 600
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.play("wed", "son", "Luna")
    t.challenge("Luna")
    t.roll(2)  # enough for one who is married there
    assert t.holder("Luna") == 0


@many_intrigues
def test_several_marriages_on_several_markets(edition):
    t = suitor(edition)
    t.money[0] = 450
    t.agent(0, "Narbo")
    t.play("wed", "son", "Luna")
    t.play("wed", "daughter", "Narbo")
    assert (t.money[0], t.prestige[0]) == (50, 2)
    assert (t.married("Luna"), t.married("Narbo")) == (0, 0)


def test_a_house_rule_may_change_cost_and_prestige():
    t = suitor("forvm", local_cost=50, local_prestige=3)
    t.play("wed", "son", "Luna")
    assert (t.money[0], t.prestige[0]) == (400, 3)
