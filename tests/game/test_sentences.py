"""Moves, events and refusals in plain English."""

import json
import re

import pytest

import forvm
from forvm import content, text
from forvm.content import from_overrides
from forvm.engine.actions import KINDS
from forvm.engine.events import EVENTS
from tests.game.tables import TABLES, new_game, steps


def position(*tokens: str, rules: str | content.Rules = "forvm") -> forvm.Game:
    """Ada, Ben and Cleo after some moves; Ada begins."""
    game = new_game(rules, 3)
    for token in ("d6", "d1", "d2", *tokens):
        game.play(token)
    return game


def sentence(game: forvm.Game, token: str) -> str:
    return game.move(token).describe()


def with_state(game: forvm.Game, **changes: object) -> forvm.Game:
    """The same game with some fields of its state set."""
    state = game.state
    for name, value in changes.items():
        field, _, index = name.partition("__")
        if index:
            getattr(state, field)[int(index)] = value
        else:
            setattr(state, field, value)
    return game


BUILDING = ("Roma>Carthago", "Roma>Luna", "end", "end", "end", "end")


def test_the_sentence_of_the_promise():
    game = with_state(position(*BUILDING), money__0=0, prestige__0=1)
    move = game.move("build@Carthago")
    assert move.describe() == "Build a horreum in Carthago for $100, borrowing $100 against 1 prestige"
    assert (move.kind, move.cost, move.prestige_cost, move.market, move.clause) == (
        "build",
        100,
        1,
        "Carthago",
        "BUILD-1",
    )
    assert (move.needs, move.odds, move.target, move.price) == (None, None, None, None)


def test_building_with_money_in_hand_borrows_nothing():
    assert sentence(position(*BUILDING), "build@Carthago") == "Build a horreum in Carthago for $100"


def test_debt_on_the_ladder_is_told():
    game = with_state(
        position(*BUILDING, rules=from_overrides("forvm", {"loan.kind": "ladder"})), money__0=50, prestige__0=3
    )
    assert sentence(game, "build@Carthago") == (
        "Build a horreum in Carthago for $100, going $50 into debt at the price of 1 prestige"
    )


@pytest.mark.parametrize(
    ("tokens", "token", "told"),
    [
        ((), "enter", "Roll for a new agent in Roma: 4 or more succeeds (3 in 6)"),
        ((), "Roma>Luna", "Move the agent from Roma to Luna"),
        (("Roma>Luna",), "Roma>Luna", "Move the agent from Roma to Luna, which Ada holds"),
        (("enter",), "d3", "The die shows 3: no new agent for Ada"),
        (("enter",), "d4", "The die shows 4: Ada's new agent arrives in Roma"),
        ((), "end", "End the move"),
        (("Roma>Luna", "end", "end"), "end", "End the intrigue"),
        (BUILDING, "end", "End the building"),
        (
            ("Roma>Luna", "end", "end"),
            "wed:son@Luna",
            "Marry a son into the aristocracy of Luna for $200, to gain 1 prestige",
        ),
        (("end", "end", "end"), "propose:B:son:150", "Propose to Ben: your son for their daughter, at $150"),
        (
            ("end", "end", "end", "propose:B:son:150"),
            "accept",
            "Accept: your daughter marries Ada's son, and you receive $150",
        ),
        (
            ("end", "end", "end", "propose:B:son:0"),
            "accept",
            "Accept: your daughter marries Ada's son, and nothing is paid",
        ),
        (("end", "end", "end", "propose:B:son:0"), "refuse", "Refuse Ada"),
        (
            ("end", "end", "end", "propose:B:son:0"),
            "counter:75",
            "Answer Ada with a price of $75 in place of $0",
        ),
        (
            ("end", "end", "end", "propose:B:son:0", "counter:75"),
            "accept",
            "Accept: your son marries Ben's daughter, and you pay $75",
        ),
        (
            ("end", "end", "end", "propose:B:son:50", "accept"),
            "divorce:B",
            "Divorce Ben: both lose 2 prestige, and Ben repays $50",
        ),
        (
            ("end", "end", "end", "propose:B:son:50", "accept", "end"),
            "divorce:A",
            "Divorce Ada: both lose 2 prestige, and you repay $50",
        ),
        (
            ("Roma>Luna", "Roma>Luna", "end", "end"),
            "oust@Luna",
            "Challenge Ada for Luna for $200: 4 or more succeeds (3 in 6)",
        ),
        (
            ("Roma>Luna", "Roma>Luna", "end", "wed:son@Luna", "end"),
            "oust@Luna",
            "Challenge Ada for Luna for $200: a 6 succeeds (1 in 6)",
        ),
        (
            ("Roma>Luna", "Roma>Luna", "end", "propose:B:son:0", "accept", "end"),
            "oust@Luna",
            "Challenge Ada for Luna for $200: 4 or more succeeds (3 in 6); it ends the alliance",
        ),
        (
            ("Roma>Luna", "Roma>Luna", "end", "end", "propose:C:son:25", "accept", "propose:A:daughter:0"),
            "accept",
            "Accept: your son marries Ben's daughter, and nothing is paid",
        ),
    ],
)
def test_a_move_is_a_sentence(tokens, token, told):
    assert sentence(position(*tokens), token) == told


def test_a_challenge_that_cannot_be_paid_is_told_as_it_is():
    game = position("Roma>Luna", "Roma>Luna", "end", "end")
    move = with_state(game, money__1=150, prestige__1=0).move("oust@Luna")
    assert move.describe() == "Give up the agent in Luna: a challenge costs $200, more than Ben can raise"
    assert (move.cost, move.needs, move.odds, move.clause, move.target) == (0, None, None, "OUST-5", 0)


def test_structured_facts_of_a_proposal():
    move = position("end", "end", "end").move("propose:C:daughter:125")
    assert (move.kind, move.seat, move.target, move.child, move.price, move.cost) == (
        "propose",
        0,
        2,
        "daughter",
        125,
        0,
    )


def test_structured_facts_of_a_step():
    move = position().move("Roma>Carthago")
    assert (move.origin, move.market, move.market_number) == ("Roma", "Carthago", 6)


def test_a_move_as_plain_data():
    facts = position("Roma>Luna", "Roma>Luna", "end", "end").move("oust@Luna").as_dict()
    assert json.loads(json.dumps(facts)) == facts
    known = {"notation": "oust@Luna", "kind": "oust", "seat": 1, "target": 0, "market": "Luna", "clause": "OUST-2"}
    assert facts.items() >= (known | {"cost": 200, "prestige_cost": 0, "needs": 4, "odds": 0.5}).items()


def test_moves_are_equal_by_id():
    one, two = position().legal()[:2]
    assert one == position().legal()[0] != two
    assert len({one, position().legal()[0]}) == 1
    assert one != one.id
    assert repr(one) == "Move('enter')"


# Every kind, in random games.


@pytest.fixture(scope="module")
def told() -> dict[str, set[str]]:
    """All sentences of many random games, by kind of move, or of event."""
    found: dict[str, set[str]] = {}
    for edition, players in TABLES:
        for seed in range(6):
            game = new_game(edition, players)
            for move in steps(game, seed):
                found.setdefault(move.kind, set()).add(move.describe())
                assert move.odds is None or move.needs is not None
                assert text.clause(move.clause).title
            for played in game.history:
                for event in played.events:
                    found.setdefault(f"event {event.kind}", set()).add(event.describe())
    return found


def test_every_kind_of_move_and_event_has_sentences(told):
    assert {kind for kind in told if not kind.startswith("event")} == {kind.name for kind in KINDS}
    assert {kind[6:] for kind in told if kind.startswith("event")} == set(EVENTS)


def test_sentences_are_whole(told):
    for kind, sentences in told.items():
        for words in sentences:
            assert words[0].isupper() or words[0].isdigit(), words
            assert words.endswith(".") == kind.startswith("event"), words
            assert "  " not in words, words
            assert not re.search(r"[{}]|None|\$-|“”|''", words), words
            assert not re.search(r"(^| )(in|of|for|to|from)([.,]|$)", words), words


def test_every_trade_line_adds_up():
    compared = 0
    for edition, players in TABLES:
        game = new_game(edition, players)
        for _ in steps(game, seed=2):
            if not any(event.detail == "trade" for event in game.events):
                continue
            report = game.trade_report()
            for seat, lines in enumerate(report):
                total = sum(line.amount for line in lines)
                paid = [
                    event.amount
                    for event in game.events
                    if event.clause == "TRADE-5" and event.kind == "money" and event.player == seat
                ]
                forgiven = sum(e.amount for e in game.events if e.kind == "forgiven" and e.player == seat)
                assert sum(paid) - (forgiven if total < 0 else 0) == total
                assert all(line.why and line.clause.startswith("TRADE") for line in lines)
                compared += 1
    assert compared > 200


def test_there_is_no_trade_report_before_the_first_trade():
    assert position().trade_report() == [[], [], []]


def test_events_name_what_they_are_about():
    game = position(*BUILDING, "build@Carthago")
    built = next(event for event in game.events if event.kind == "horreum_built")
    assert (built.player, built.market, built.clause) == (0, "Carthago", "BUILD-1")
    assert built.describe() == "Ada builds a horreum in Carthago."
    assert built.as_dict()["text"] == built.describe()
    assert [event.describe() for event in game.events] == [
        "Ada pays $100 for the horreum in Carthago.",
        "Ada builds a horreum in Carthago.",
        "Ada gains 1 prestige for standing in the region of Carthago.",
    ]
    assert game.history[-1].describe() == "Build a horreum in Carthago for $100"


# How games end.


def ended(edition: str = "forvm", **changes: object) -> forvm.Outcome:
    """The end of a game of one turn whose last card changes nothing."""
    rules = from_overrides(edition, {"win.turn_limit": 1})
    game = with_state(position(*BUILDING, "end", "end", "end", rules=rules), **changes)
    assert str(game.view()["due"]["kind"]) == "card"
    game.play("card:war_on_the_limes")
    assert game.outcome is not None
    return game.outcome


@pytest.mark.parametrize(
    ("changes", "winners", "clause", "reason"),
    [
        ({"prestige__1": 15}, (1,), "RECKON-2", "Ben wins with 15 prestige."),
        ({"prestige__1": 3}, (1,), "RECKON-3", "The last turn is over: Ben wins with 3 prestige."),
        (
            {"prestige__0": 15, "prestige__2": 17, "money__0": 300},
            (0,),
            "RECKON-2",
            "Ada and Cleo are equal in prestige; Ada has the most money, $300, and wins.",
        ),
        (
            {"given__0": 2},
            (2,),
            "RECKON-3",
            "Ada, Ben and Cleo are equal in prestige and money; Cleo has given the most benefactions and wins.",
        ),
        (
            {"prestige__0": 0, "money__0": 0},
            (1, 2),
            "RECKON-3",
            "Ben and Cleo are equal in everything and share the victory.",
        ),
    ],
)
def test_the_outcome_says_why(changes, winners, clause, reason):
    outcome = ended(**changes)
    assert (outcome.winners, outcome.clause, outcome.reason) == (winners, clause, reason)
    assert outcome.ranking[0] == winners
    assert sorted(seat for group in outcome.ranking for seat in group) == [0, 1, 2]


# Why a move is refused.


@pytest.mark.parametrize(
    ("tokens", "token", "told", "clause"),
    [
        (("Roma>Luna",), "Luna>Roma", "You have no agent on Luna.", "MOVE-2"),
        (("enter", "d5", "Roma>Luna"), "Luna>Roma", "Your agent on Luna has already moved.", "MOVE-2"),
        (("enter", "d5", "Roma>Luna"), "Roma>Luna", "You already have an agent on Luna.", "MOVE-4"),
        (("enter", "d5"), "end", "You have two agents on Roma", "MOVE-3"),
        (("enter", "d5"), "enter", "once a turn, before any agent moves", "MOVE-1"),
        (("end", "end", "end"), "oust@Luna", "You have no agent on Luna.", "OUST-1"),
        (("Roma>Luna", "end", "end"), "oust@Luna", "Your agent is not an intruder on Luna", "OUST-1"),
        (("Roma>Luna", "Roma>Luna", "end", "end"), "end", "Your agent in Luna must challenge Ada first.", "OUST-1"),
        (("end", "end", "end"), "wed:son@Roma", "Roma has no local aristocracy", "LOCAL-1"),
        (("end", "end", "end"), "wed:son@Luna", "You have no agent on Luna.", "LOCAL-1"),
        (
            ("Roma>Luna", "Roma>Luna", "end", "wed:son@Luna", "end"),
            "wed:son@Luna",
            "Ada is already married into the aristocracy of Luna.",
            "LOCAL-1",
        ),
        (("end", "end", "end"), "propose:A:son:0", "You cannot propose to yourself.", "ALLY-1"),
        (("end", "end", "end", "propose:B:son:0", "refuse"), "propose:B:son:0", "already proposed to Ben", "ALLY-1"),
        (
            ("end", "end", "end", "propose:B:son:0", "accept", "end"),
            "propose:A:son:0",
            "You and Ada are already allied.",
            "ALLY-3",
        ),
        (
            ("end", "end", "end", "propose:B:son:0", "accept"),
            "propose:C:son:0",
            "You have no son to give.",
            "ALLY-1",
        ),
        (
            ("end", "end", "end", "propose:B:son:0", "accept", "end", "end"),
            "propose:B:son:0",
            "Ben has no daughter for your son.",
            "ALLY-1",
        ),
        (("end", "end", "end"), "propose:B:son:225", "You cannot raise $225. The most you can raise is $200", "ALLY-2"),
        (("end", "end", "end", "propose:B:son:0"), "counter:0", "$0 is already the price on the table", "ALLY-2"),
        (("end", "end", "end", "propose:B:son:0"), "counter:225", "Ada cannot raise $225", "ALLY-2"),
        (("end", "end", "end", "propose:B:son:0"), "end", "First the proposal must be answered", "ALLY-2"),
        (
            ("end", "end", "end", "propose:B:son:0", "counter:25", "counter:50", "counter:75"),
            "counter:100",
            "No counter-offer is left",
            "ALLY-2",
        ),
        (("end", "end", "end"), "divorce:B", "You have no alliance with Ben.", "ALLY-4"),
        (BUILDING, "build@Luna", "You have no agent on Luna.", "BUILD-1"),
        (BUILDING, "destroy:A@Carthago", "your own horreum", "DESTROY-1"),
        (BUILDING, "destroy:B@Carthago", "Ben has no horreum in Carthago.", "DESTROY-1"),
        (BUILDING, "destroy:B@Luna", "You have no agent on Luna.", "DESTROY-1"),
        (BUILDING, "give:temple.1", "With 0 prestige you are in no band", "GIVE-2"),
        (BUILDING, "pay", "does not belong to the build phase", "TURN-1"),
        ((*BUILDING, "end", "end", "end"), "end", "A die or a card comes first: Ada draws a fate card.", "TURN-1"),
        ((*BUILDING, "end", "end", "end"), "d4", "A fate card is due now", "TURN-1"),
    ],
)
def test_a_refusal_says_why(tokens, token, told, clause):
    game = position(*tokens)
    with pytest.raises(forvm.IllegalMove) as error:
        game.play(token)
    assert told in str(error.value)
    assert error.value.clause == clause
    assert str(error.value).endswith(f"The rule is “{text.clause(clause).title}” ({clause})")
    assert ("Legal now: " in str(error.value)) == (game.to_act != forvm.CHANCE)


@pytest.mark.parametrize(
    ("changes", "token", "told", "clause"),
    [
        ({"money__0": 50}, "build@Carthago", "It costs $100. You can raise at most $50", "BUILD-1"),
        ({"horrea__6": 1}, "build@Carthago", "You already have a horreum in Carthago.", "BUILD-1"),
        ({"horrea__6": 2, "money__0": 99}, "destroy:B@Carthago", "It costs $200", "DESTROY-1"),
        ({"prestige__0": 7}, "give:temple.1", "prestige of 7 is in band 2, not 1", "GIVE-2"),
        ({"prestige__0": 1, "given__0": 2}, "give:temple.1", "Cleo has already given that.", "GIVE-1"),
        ({"prestige__0": 1, "money__0": 50}, "give:temple.1", "It costs $200. You can raise at most $150", "GIVE-2"),
    ],
)
def test_a_refusal_for_lack_of_something(changes, token, told, clause):
    game = with_state(position(*BUILDING), **changes)
    with pytest.raises(forvm.IllegalMove) as error:
        game.play(token)
    assert told in str(error.value)
    assert error.value.clause == clause


def test_names_fit_into_every_sentence():
    game = forvm.Game("forvm", 3, ["{player}", "$100", "%s \\1"])
    for token in ("d6", "d1", "d2", "end", "end", "end", "propose:B:son:0"):
        game.play(token)
    assert game.prompt == "$100 answers {player}: $0 is on the table."
    assert game.move("refuse").describe() == "Refuse {player}"


def test_a_proposer_who_refuses_a_counter_offer_does_not_refuse_themselves():
    game = position(rules=from_overrides("forvm", {"start.agents": 0}))
    while not any(move.kind == "propose" for move in game.legal()):
        game.play("end")
    game.play(next(move for move in game.legal() if move.kind == "propose"))
    game.play(next(move for move in game.legal() if move.kind == "counter"))
    proposer = game.to_act
    assert proposer is not None
    game.play("refuse")
    assert game.history[-1].events[0].sentence == f"{game.names[proposer]} does not agree to the price."
