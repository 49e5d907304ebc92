"""OUST-6: in the short edition a turn's challenges use up the one intrigue; all are still fought."""

from tests.rules.table import many_intrigues, table


def two_intrusions(edition):
    t = table(edition)
    t.children(0, sons=1)
    t.money[0] = 1000
    t.agent(1, "Luna", "Narbo")
    t.agent(0, "Luna", "Narbo", "Petra")
    t.begin("intrigue")
    return t


def test_short_all_challenges_are_fought_and_then_the_intrigue_is_over():
    t = two_intrusions("short")
    t.play("oust", "Luna")
    t.roll(6)
    assert t.question == ("the die of a challenge", 0)  # Narbo, the only thing left to do
    t.roll(6)
    assert t.agents(0) == ["Rome", "Luna", "Narbo", "Petra"]
    assert t.to_act == 1


def test_short_no_other_intrigue_in_place_of_the_challenges():
    t = two_intrusions("short")
    assert t.why_not("wed", "son", "Petra") == "OUST-6"
    assert t.why_not("propose", 1, "son", 0) == "OUST-6"


def test_short_one_challenge_is_the_intrigue_too():
    t = table("short")
    t.children(0, sons=1)
    t.money[0] = 1000
    t.agent(1, "Luna")
    t.agent(0, "Luna", "Petra")
    t.begin("intrigue")
    t.challenge("Luna")
    t.roll(6)
    assert t.question == ("intrigue", 1)


@many_intrigues
def test_elsewhere_a_marriage_may_follow(edition):
    t = two_intrusions(edition)
    t.play("oust", "Luna")
    t.roll(6)
    t.play("oust", "Narbo")
    t.roll(6)
    t.play("wed", "son", "Narbo")
    assert t.married("Narbo") == 0
