"""MOVE-3: at most one own agent on Rome at the end of one's move, and no way into a Rome where one stands."""

import pytest

from tests.rules.own import own_board, own_deck
from tests.rules.table import every_edition, table


def small_table(folder, edition, *links, agents=()):
    """A board of one's own, seat 0 with agents on these markets besides Rome."""
    deck = own_deck(folder, "candidate")
    house = {"route.links": 0, "trade.boost": [25] * 9, "trade.distance_cost": [0] * 9, "supply.agents": 6}
    t = table(edition, board=own_board(folder, *links), deck=deck, house=house)
    t.agent(0, *agents)
    t.begin("move")
    return t


@every_edition
def test_if_the_new_one_makes_two_the_move_cannot_end_until_one_has_left(edition):
    t = table(edition)
    t.play("enter")
    t.roll(4)
    assert t.agents(0) == ["Rome", "Rome"]
    assert t.why_not("end") == "MOVE-3"
    t.play("move", "Rome", "Syracuse")
    assert t.why_not("end") == "OK"


@every_edition
def test_another_agent_may_move_first(edition):
    t = table(edition)
    t.agent(0, "Narbo")
    t.play("enter")
    t.roll(4)
    t.play("move", "Narbo", "Tarraco")
    assert t.why_not("end") == "MOVE-3"
    t.play("move", "Rome", "Luna")
    assert t.agents(0) == ["Rome", "Luna", "Tarraco"]


@every_edition
def test_an_agent_does_not_enter_rome_while_another_of_its_owners_stands_there(edition):
    t = table(edition)
    t.agent(0, "Luna")
    assert t.why_not("move", "Luna", "Rome") == "MOVE-3"
    t.play("move", "Rome", "Puteoli")  # move that one out first
    t.play("move", "Luna", "Rome")
    assert t.agents(0) == ["Rome", "Puteoli"]


@every_edition
def test_others_agents_on_rome_do_not_matter(edition):
    t = table(edition)
    t.remove_agent(0, "Rome")
    t.agent(0, "Luna")
    t.begin("move")
    t.play("move", "Luna", "Rome")
    assert t.agents(0) == ["Rome"]
    assert t.agents(1) == ["Rome"]


@every_edition
def test_no_roll_where_a_new_agent_could_never_leave_a_blocked_rome(edition, tmp_path):
    t = small_table(tmp_path, edition, "Rome-A", "Rome-B", agents=("A", "B"))
    assert t.question == ("move", 1)  # nothing is allowed at all, so the player is passed over
    t.remove_agent(0, "B")
    t.begin("move")
    assert t.why_not("enter") == "OK"


@every_edition
def test_a_new_agent_may_always_come_to_an_empty_rome(edition, tmp_path):
    t = small_table(tmp_path, edition, "Rome-A", "Rome-B", agents=("A", "B"))
    t.remove_agent(0, "Rome")
    t.begin("move")
    t.play("enter")
    t.roll(4)
    assert t.agents(0) == ["Rome", "A", "B"]


@every_edition
def test_a_roll_is_allowed_where_an_agent_in_the_way_can_step_on(edition, tmp_path):
    t = small_table(tmp_path, edition, "Rome-A", "A-B", "B-C", agents=("A", "B"))
    t.play("enter")
    t.roll(4)
    # From now on every step is forced: B to C, A to B, Rome to A.
    assert t.agents(0) == ["Rome", "A", "B", "C"]


@every_edition
def test_a_step_that_would_leave_two_on_rome_with_no_way_out_is_not_allowed(edition, tmp_path):
    t = small_table(tmp_path, edition, "Rome-A", "A-B", "B-C", agents=("B",))
    t.play("enter")
    t.roll(4)
    assert t.question == ("move", 0)
    assert t.why_not("move", "B", "A") == "MOVE-3"
    t.play("move", "Rome", "A")
    assert t.why_not("end") == "OK"
    assert t.options("move") == [("B", "C")]


@every_edition
def test_a_step_into_the_way_is_allowed_where_another_way_is_open(edition, tmp_path):
    t = small_table(tmp_path, edition, "Rome-A", "A-B", "Rome-D", agents=("B",))
    t.play("enter")
    t.roll(4)
    t.play("move", "B", "A")
    assert t.agents(0) == ["Rome", "A", "D"]  # the last way is forced


@every_edition
def test_a_step_may_not_take_the_place_that_another_needs_to_step_out_of_the_way(edition, tmp_path):
    # A must be cleared, and C is the only place to step to from A; D's agent must not go there.
    t = small_table(tmp_path, edition, "Rome-A", "A-C", "C-D", "D-E", agents=("A", "D"))
    t.play("enter")
    t.roll(4)
    assert t.question == ("move", 0)
    assert t.why_not("move", "D", "C") == "MOVE-3"
    t.play("move", "D", "E")
    assert t.agents(0) == ["Rome", "A", "C", "E"]


@every_edition
@pytest.mark.parametrize("others", [1, 2])
def test_others_agents_block_nobody(edition, others, tmp_path):
    t = small_table(tmp_path, edition, "Rome-A", "A-B")
    for seat in range(1, 1 + others):
        t.agent(seat, "A", "B")
    t.begin("move")
    t.play("enter")
    t.roll(4)
    assert t.agents(0) == ["Rome", "A"]
