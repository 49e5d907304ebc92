"""OUST-3: the loser's agent leaves; a winning challenger holds the market, and further intruders challenge them."""

from tests.rules.table import every_edition, table


def three_on_luna(edition, first=0):
    """Seat 1 holds Luna, seat 2 came next, seat 0 last."""
    t = table(edition, first=first)
    t.nobody_has_children()
    for seat in range(4):
        t.money[seat] = 1000
    for seat in (1, 2, 0):
        t.agent(seat, "Luna")
    t.begin("intrigue")
    return t


@every_edition
def test_a_losing_challenger_leaves_for_the_supply(edition):
    t = three_on_luna(edition)
    t.challenge("Luna")
    t.roll(3)
    assert t.agents(0) == ["Rome"]
    assert t.queue("Luna") == [1, 2]


@every_edition
def test_a_losing_holder_leaves_for_the_supply(edition):
    t = three_on_luna(edition)
    t.challenge("Luna")
    t.roll(4)
    assert t.agents(1) == ["Rome"]


@every_edition
def test_the_winner_comes_before_any_earlier_intruder_who_must_challenge_them(edition):
    t = three_on_luna(edition)
    t.challenge("Luna")
    t.roll(4)
    assert t.queue("Luna") == [0, 2]
    assert t.question == ("the die of a challenge", 2)  # nothing else was left to seat 2
    t.roll(6)
    assert t.queue("Luna") == [2]
    assert t.agents(0) == ["Rome"]


@every_edition
def test_the_winner_may_also_hold_against_the_next(edition):
    t = three_on_luna(edition)
    t.challenge("Luna")
    t.roll(4)
    t.roll(1)
    assert t.queue("Luna") == [0]


@every_edition
def test_if_the_earlier_intruder_comes_first_the_later_one_challenges_the_winner(edition):
    t = three_on_luna(edition, first=2)
    assert t.question == ("the die of a challenge", 2)
    t.roll(5)
    assert t.queue("Luna") == [2, 0]
    assert t.question == ("the die of a challenge", 0)
    t.roll(2)
    assert t.queue("Luna") == [2]


@every_edition
def test_a_former_holder_plays_no_further_part(edition):
    t = three_on_luna(edition, first=0)
    t.challenge("Luna")
    t.roll(4)
    t.roll(4)
    assert t.asks == "build"
    assert [seat for seat in range(4) if "Luna" in t.agents(seat)] == [2]


@every_edition
def test_four_on_a_market_leave_one(edition):
    t = table(edition)
    t.nobody_has_children()
    for seat in (3, 2, 1, 0):
        t.agent(seat, "Luna")
    t.begin("intrigue")
    t.roll(4)
    assert t.queue("Luna") == [0, 2, 1]
    t.roll(4)
    assert t.queue("Luna") == [1, 2]
    t.roll(1)
    assert t.queue("Luna") == [1]


@every_edition
def test_a_lost_agent_may_come_back_by_a_roll(edition):
    t = table(edition)
    t.nobody_has_children()
    t.remove_agent(0, "Rome")
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.challenge("Luna")
    t.roll(1)
    assert t.agents(0) == []
    t.begin("move")
    t.play("enter")
    t.roll(4)
    assert t.agents(0) == ["Rome"]
