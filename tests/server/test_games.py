"""Whole games over the wire, in every edition, with house rules, and what the table tells on the way."""

from __future__ import annotations

import random
from typing import Any

import pytest

import forvm
from tests.server.serving import ALONE, PEOPLE, Server, options

QUICK = {"win.turn_limit": 4}


@pytest.mark.parametrize("edition", ["short", "horrea", "forvm"])
def test_a_person_plays_a_whole_game_against_bots(server: Server, edition: str):
    game = server.begin(rules=edition, changes=QUICK)
    dice = random.Random(1)
    with server.page(game) as page:
        last = page.play_on(dice, lambda snapshot: snapshot["view"]["outcome"] is not None)
        steps = page.welcome["steps"] + [message["step"] for message in page.seen if message["type"] == "happened"]
    assert [step["seq"] for step in steps] == list(range(1, last["seq"] + 1))
    assert last["view"]["outcome"]["clause"] in ("RECKON-2", "RECKON-3")
    assert last["thinking"] is None
    assert last["undo"] == {"allowed": False, "seat": None, "text": "The game is over.", "earlier": []}
    record = server.ask("GET", f"/api/games/{game}/record").body
    finished = forvm.Game.from_record(record)
    assert finished.rules.edition == edition
    assert [step["notation"] for step in steps if step["move"] != "child"] == [
        played.notation for played in finished.history if played.notation not in ("son", "daughter")
    ]
    line = server.ask("GET", f"/api/games/{game}").body
    assert line["over"]
    assert line["outcome"] == last["view"]["outcome"]


def test_bots_think_out_loud_and_move_one_by_one(server: Server):
    game = server.begin(seats=[{"name": "Ada"}, *({"name": f"Bot {n}", "bot": "tiro"} for n in range(3))])
    with server.page(game) as page:
        page.wait_for_turn()
        while not any(message["type"] == "thinking" for message in page.seen):
            page.moved(page.snapshot["choices"][-1]["id"])
            page.wait_for_turn()
        told = [message for message in page.seen if message["type"] in ("thinking", "happened")]
    thinking = [place for place, message in enumerate(told) if message["type"] == "thinking"]
    assert thinking
    for place in thinking:
        assert told[place + 1]["type"] == "happened"
        assert told[place + 1]["step"]["seat"] == told[place]["seat"]
        assert told[place + 1]["seq"] == told[place]["seq"] + 1


def test_house_rules_change_the_game_and_its_rulebook(server: Server):
    game = server.begin(rules="cheap_ousting", changes={"start.money": 950})
    with server.page(game) as page:
        assert page.welcome["rules"] == {"id": "cheap_ousting", "name": "Cheap ousting", "edition": "forvm"}
        assert {player["money"] for player in page.snapshot["view"]["players"]} == {950}
    book = server.ask("GET", f"/api/games/{game}/rulebook").body
    assert book["changes"] == {"oust.cost": 100, "start.money": 950}
    clauses = {clause["id"]: clause for section in book["sections"] for clause in section["clauses"]}
    assert "$100" in clauses["OUST-2"]["text"]
    assert clauses["OUST-2"]["changed"]
    assert not clauses["OUST-1"]["changed"]


def test_a_rematch_has_the_same_rules_and_people(server: Server):
    first = server.begin(rules="twelve_points", changes=QUICK)
    again = server.ask("POST", f"/api/games/{first}/rematch")
    assert again.status == 201
    before = server.ask("GET", f"/api/games/{first}").body
    assert again.body["id"] != first
    assert (again.body["rules"], again.body["seats"]) == (before["rules"], before["seats"])


def test_games_are_listed_newest_first_until_they_are_removed(server: Server):
    older, newer = server.begin(), server.begin()
    listed = [line["id"] for line in server.ask("GET", "/api/games").body]
    assert listed.index(newer) < listed.index(older)
    assert server.ask("DELETE", f"/api/games/{older}").status == 204
    assert older not in [line["id"] for line in server.ask("GET", "/api/games").body]
    assert server.ask("DELETE", f"/api/games/{older}").status == 404
    assert server.ask("GET", f"/api/games/{older}/board").body["code"] == "unknown"


def test_the_same_seed_and_moves_give_the_same_dice(server: Server):
    told = []
    for _ in range(2):
        with server.page(server.begin(seats=PEOPLE, seed=99)) as page:
            for _ in range(12):
                page.moved(options(page.snapshot)[0])
            told.append([message["step"] for message in page.seen if message["type"] == "happened"])
    assert told[0] == told[1]
    assert any(step["kind"] == "chance" for step in told[0])


def test_every_choice_tells_its_cost_its_odds_and_what_follows(server: Server):
    game = server.begin(seats=PEOPLE, changes={"start.money": 900})
    dice = random.Random(3)
    kinds: dict[str, Any] = {}
    with server.page(game) as page:
        for _ in range(150):
            snapshot = page.wait_for_turn()
            for choice in snapshot["choices"]:
                kinds.setdefault(choice["kind"], choice)
            page.moved(dice.choice(options(snapshot)))
    entering = kinds["enter"]
    assert (entering["needs"], entering["odds"]) == (4, 0.5)
    assert [branch["when"] for branch in entering["branches"]] == ["success", "failure"]
    building = kinds["build"]
    assert building["cost"] == 100
    (built,) = building["branches"]
    assert any("builds a horreum" in line["text"] and line["clause"] == "BUILD-1" for line in built["lines"])
    assert built["gain"]["money"] == -100
    assert built["gain"]["income"] == building["mean"]["income"] != 0
    assert kinds["end"]["branches"] == []


def test_an_attack_tells_apart_what_each_throw_does(server: Server):
    dice = random.Random(4)
    attack = None
    with server.page(server.begin(seats=PEOPLE, changes={"start.money": 900})) as page:
        while attack is None:
            snapshot = page.wait_for_turn()
            attack = next((choice for choice in snapshot["choices"] if choice["kind"] == "destroy"), None)
            page.moved(dice.choice(options(snapshot)))
    good, bad = attack["branches"]
    assert any("pays $200" in line["text"] for line in attack["lines"])
    assert good["lines"][0]["text"].endswith(f"loses the horreum in {attack['market']}.")
    assert bad["lines"] == []
    assert attack["mean"]["money"] == pytest.approx(-200)


def test_what_only_costs_is_marked_and_not_asked_for(server: Server):
    """A benefaction that takes the money mark which it would have earned."""
    with server.page(server.begin(seats=PEOPLE, changes={"start.money": 1100, "start.prestige": 1})) as page:
        page.play_on(random.Random(5), lambda snapshot: any(c["kind"] == "give" for c in snapshot["choices"]))
        give = next(choice for choice in page.snapshot["choices"] if choice["kind"] == "give")
        me = page.snapshot["view"]["players"][page.snapshot["seat"]]
        ending = next(choice for choice in page.snapshot["choices"] if choice["kind"] == "end")
        costs_a_mark = me["money"] // 1000 > (me["money"] - give["cost"]) // 1000
        (given,) = give["branches"]
        assert (given["gain"]["prestige"], given["gain"]["net"]) == (1, 0 if costs_a_mark else 1)
        assert give["only_costs"] == costs_a_mark
        assert ("You could still give to the people." in ending["warnings"]) != costs_a_mark


def test_a_phase_that_cannot_be_ended_says_why(server: Server):
    with server.page(server.begin(seats=PEOPLE, changes={"enter.roll": 1})) as page:
        assert page.snapshot["no_end"] is None
        entering = next(choice for choice in page.snapshot["choices"] if choice["kind"] == "enter")
        entered = page.moved(entering["id"])
        assert all(choice["kind"] != "end" for choice in entered["choices"])
        told = "You have two agents on Roma. One must leave before you can end the move."
        assert entered["no_end"] == {"text": told, "clause": "MOVE-3"}


def test_each_price_tells_its_loan(server: Server):
    with server.page(server.begin(seats=PEOPLE, changes={"start.money": 50, "start.prestige": 3})) as page:
        page.play_on(random.Random(5), lambda snapshot: bool(snapshot["offers"]))
        me = page.snapshot["view"]["players"][page.snapshot["seat"]]
        prices = {price["price"]: price for price in page.snapshot["offers"][0]["prices"]}
        dear = prices[me["money"] + 25]
        assert prices[0]["loan"] == 0
        assert dear["loan"] == 1
        assert (prices[0]["gain"]["prestige"], dear["gain"]["prestige"]) == (2, 1)


def test_ending_a_phase_says_what_would_be_left_undone(server: Server):
    with server.page(server.begin(seats=PEOPLE)) as page:
        ending = next(choice for choice in page.snapshot["choices"] if choice["kind"] == "end")
        assert ending["warnings"] == ["1 agent has not moved: Roma.", "You have not rolled for a new agent."]


def test_a_marriage_is_bargained_over_with_a_counter_offer(server: Server):
    with server.page(server.begin(seats=PEOPLE, changes={"start.money": 500, "start.agents": 0})) as page:
        page.play_on(random.Random(5), lambda snapshot: bool(snapshot["offers"]))
        offer = page.snapshot["offers"][0]
        assert [price["price"] for price in offer["prices"]][:3] == [0, 25, 50]
        assert offer["gain"] == 2
        proposer = page.snapshot["seat"]
        named = next(price for price in offer["prices"] if price["price"] == 100)
        assert named["text"].endswith("at $100")
        asked = page.moved(named["id"])
        assert asked["seat"] == asked["view"]["bargain"]["answers"] == offer["other"]
        (counter,) = asked["offers"]
        assert (counter["kind"], counter["on_the_table"], counter["other"]) == ("counter", 100, proposer)
        dearer = next(price for price in counter["prices"] if price["price"] == 250)
        answered = page.moved(dearer["id"])
        assert answered["seat"] == proposer
        accept = next(choice for choice in answered["choices"] if choice["kind"] == "accept")
        assert accept["cost"] == 250
        married = page.moved(accept["id"])
        assert {"seats": sorted([proposer, offer["other"]]), "price": 250, "payer": proposer} in married["view"][
            "alliances"
        ]


def test_a_guided_game_says_that_it_is_one(server: Server):
    game = server.begin(seats=ALONE, guided=True)
    with server.page(game) as page:
        assert page.welcome["guided"] is True
    assert server.ask("GET", f"/api/games/{game}").body["guided"] is True


def test_hints_and_chances_come_from_a_bot(server: Server):
    with server.page(server.begin()) as page:
        page.wait_for_turn()
        page.send("ask_hint", seat=0)
        hint = page.wait("hint")
        assert hint["seq"] == page.snapshot["seq"]
        assert {candidate["id"] for candidate in hint["candidates"]} <= set(options(page.snapshot))
        assert hint["candidates"][0]["chance"] == max(candidate["chance"] for candidate in hint["candidates"])
        page.send("ask_chances")
        assert sum(page.wait("chances")["chances"]) == pytest.approx(1)


def test_every_trade_brings_its_report(server: Server):
    with server.page(server.begin(seats=PEOPLE, changes={"start.money": 900})) as page:
        page.play_on(random.Random(2), lambda snapshot: snapshot["view"]["turn"] == 4)
        reports = [
            (message["step"]["turn"], message["step"]["trade"])
            for message in page.seen
            if message["type"] == "happened" and message["step"]["trade"] is not None
        ]
    assert [turn for turn, _ in reports] == [1, 2, 3]
    lines = [line for _, report in reports for own in report for line in own]
    assert lines
    assert all(line["clause"].startswith("TRADE-") and line["why"] for line in lines)
