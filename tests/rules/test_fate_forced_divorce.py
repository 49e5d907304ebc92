"""Forced divorce: each who is married must end one marriage of theirs, their choice."""

import pytest

from tests.rules.table import every_edition, table


def married(edition, first=0):
    t = table(edition, first=first)
    t.nobody_has_children()
    t.prestige[:] = [9] * 4
    t.money[:] = [500] * 4
    return t


@pytest.mark.parametrize(("edition", "money"), [("short", [500, 500]), ("horrea", [700, 300]), ("forvm", [700, 300])])
def test_an_alliance_ends_as_at_a_players_wish(edition, money):
    t = married(edition)
    t.ally(0, 1, price=200)
    t.fate("forced_divorce")
    assert not t.allied(0, 1)
    assert t.prestige == [7, 7, 9, 9]
    assert t.money == [*money, 500, 500]


@every_edition
def test_a_local_marriage_ends_for_1_and_the_aristocracy_is_free(edition):
    t = married(edition)
    t.marry_locally(2, "Luna")
    t.fate("forced_divorce")
    assert t.married("Luna") is None
    assert t.prestige == [9, 9, 8, 9]


@every_edition
def test_the_choice_is_the_players_own(edition):
    t = married(edition)
    t.ally(0, 1)
    t.ally(3, 0)
    t.marry_locally(0, "Luna", "Narbo")
    t.marry_locally(2, "Petra", "Athens")
    t.fate("forced_divorce")
    assert t.question == ("forced divorce", 0)
    assert t.options("divorce") == [1, 3]
    assert t.options("part") == ["Luna", "Narbo"]
    assert t.kinds() == {"divorce", "part"}
    assert t.why_not("end") == "FATE-1"
    assert t.why_not("divorce", 2) == "ALLY-4"
    assert t.why_not("part", "Petra") == "LOCAL-2"
    t.play("part", "Narbo")
    # Seat 1 has only the alliance with 0: it ends by itself. Then seat 2 has a choice.
    assert not t.allied(0, 1)
    assert t.question == ("forced divorce", 2)
    t.play("part", "Petra")
    # And seat 3's only marriage ends too.
    assert not t.allied(0, 3)
    assert t.asks == "move"
    assert t.prestige == [9 - 1 - 2 - 2, 7, 8, 7]
    assert (t.married("Luna"), t.married("Athens")) == (0, 2)


@every_edition
def test_whoever_has_no_marriage_left_is_passed_over(edition):
    t = married(edition, first=1)
    t.ally(1, 2)
    t.fate("forced_divorce")
    assert t.prestige == [9, 7, 7, 9]  # once, not twice
    assert t.asks == "move"


@every_edition
def test_a_marriage_that_another_ended_does_not_count_as_ones_own(edition):
    t = married(edition)
    t.ally(0, 1)
    t.marry_locally(1, "Luna")
    t.fate("forced_divorce")
    assert not t.allied(0, 1)
    assert t.married("Luna") is None  # seat 1 still had one to end
    assert t.prestige == [7, 9 - 2 - 1, 9, 9]


@every_edition
def test_a_chain(edition):
    t = married(edition)
    t.ally(0, 1)
    t.ally(1, 2)
    t.ally(2, 3)
    t.fate("forced_divorce")
    # 0 ends 0–1, 1 must end 1–2, 2 must end 2–3, and 3 has none left.
    assert not any(t.allied(one, other) for one, other in [(0, 1), (1, 2), (2, 3)])
    assert t.prestige == [7, 5, 5, 7]


@every_edition
def test_the_unmarried_are_not_concerned(edition):
    t = married(edition)
    t.fate("forced_divorce")
    assert t.prestige == [9] * 4
    assert t.asks == "move"


@pytest.mark.parametrize("edition", ["horrea", "forvm"])
def test_repaying_follows_debt_2(edition):
    t = married(edition)
    t.ally(1, 0, price=800)
    t.prestige[:2] = [3, 9]
    t.fate("forced_divorce")
    assert (t.money[0], t.prestige[0]) == (0, 0)
    assert t.money[1] == 500 + 600


@every_edition
def test_losses_are_cut_at_0(edition):
    t = married(edition)
    t.prestige[:] = [0, 1, 0, 0]
    t.ally(0, 1)
    t.marry_locally(2, "Luna")
    t.fate("forced_divorce")
    assert t.prestige == [0] * 4
