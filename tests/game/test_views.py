"""A view tells a seat what it may know, and nothing else."""

import json

import pytest

import forvm
from forvm import content
from forvm.engine.state import State
from forvm.game import views
from forvm.game.table import Table
from forvm.notation.position import first_position
from tests.game.tables import TABLES, new_game, random_game, steps


def hand_sizes(state: State, players: int) -> list[int]:
    return [state.child[p * 2] + state.child[p * 2 + 1] for p in range(players)]


def other_deals(state: State, players: int, seat: int | None) -> list[State]:
    """The same position with sons and daughters swapped among the other hands and the deck."""
    places = [("child", p * 2) for p in range(players) if p != seat] + [("family_left", 0)]
    found = []
    for one_field, one in places:
        for two_field, two in places:
            twin = state.copy()
            give, take = getattr(twin, one_field), getattr(twin, two_field)
            if (one_field, one) != (two_field, two) and give[one] > 0 and take[two + 1] > 0:
                give[one] -= 1
                give[one + 1] += 1
                take[two + 1] -= 1
                take[two] += 1
                assert hand_sizes(twin, players) == hand_sizes(state, players)
                found.append(twin)
    return found


@pytest.mark.parametrize("edition", ["short", "horrea"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_view_does_not_depend_on_what_is_hidden(edition, players):
    compared = 0
    for seed in range(3):
        game = new_game(edition, players)
        table = Table(game.rules, players, game.names)
        for number, _ in enumerate(steps(game, seed, most=300)):
            if number % 7:
                continue
            for seat in (*range(players), None):
                known = game.view(seat)
                for twin in other_deals(game.state, players, seat):
                    assert views.view(table, twin, seat) == known
                    compared += 1
    assert compared > 500


def test_the_own_hand_is_seen_by_its_owner_alone():
    game = new_game("horrea", 3)
    for token in ("son", "son", "daughter", "daughter", "daughter", "daughter", "son", "son", "son"):
        game.play(token)
    for seat in range(3):
        hands = [player["children"] for player in game.view(seat)["players"]]
        assert [hand is None for hand in hands] == [p != seat for p in range(3)]
        assert hands[seat] == game.players[seat].children
    assert all(player["children"] is None for player in game.view()["players"])
    assert [player["children_in_all"] for player in game.view()["players"]] == [3, 3, 3]
    assert game.view(0)["family"] == {"open": False, "deck": 15, "unseen": {"son": 10, "daughter": 11}}
    assert game.view()["family"]["unseen"] == {"son": 12, "daughter": 12}


def test_open_families_are_seen_by_all():
    game = new_game("forvm", 3)
    for seat in (0, None):
        assert [p["children"] for p in game.view(seat)["players"]] == [{"son": 1, "daughter": 1}] * 3
    assert game.view()["family"] == {"open": True, "deck": 0, "unseen": None}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_history_hides_the_cards_that_others_were_dealt(seat):
    game = new_game("short", 3)
    for token in ("son", "daughter", "son", "daughter"):
        game.play(token)
    seen = [played.seen_by(seat) for played in game.history]
    for played, known in zip(game.history, seen, strict=True):
        own = played.actor == seat
        assert (known["notation"] == played.notation) == own
        text = json.dumps(known)
        assert ("son" in text or "daughter" in text) == own
    assert json.dumps(game.view(seat))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_views_and_histories_are_plain_data(edition, players):
    game = new_game(edition, players)
    for number, _ in enumerate(steps(game, seed=6, most=400)):
        if number % 10 == 0:
            for seat in (0, None):
                view = game.view(seat)
                assert json.loads(json.dumps(view)) == view
    assert json.dumps([played.seen_by(0) for played in game.history])


@pytest.mark.parametrize("seat", [3, -1, "A", True])
def test_there_is_no_such_seat(seat):
    with pytest.raises(forvm.ForvmError, match="0 to 2"):
        new_game("forvm", 3).view(seat)


def test_a_pending_die_says_what_it_must_show():
    game = new_game("forvm", 3)
    assert game.view()["due"]["kind"] == "die"
    assert game.view()["due"]["needs"] is None
    for token in ("d6", "d1", "d2", "enter"):
        game.play(token)
    assert game.view(2)["due"] == {
        "kind": "die",
        "player": 0,
        "needs": 4,
        "odds": 0.5,
        "market": "Roma",
        "other": None,
        "clause": "MOVE-1",
    }
    assert game.view()["prompt"] == "Ada rolls for a new agent."


def test_a_bargain_is_public():
    game = new_game("forvm", 3)
    for token in ("d6", "d1", "d2", "end", "end", "end", "propose:B:son:50", "counter:125"):
        game.play(token)
    assert game.view()["bargain"] == {
        "proposer": 0,
        "other": 1,
        "answers": 0,
        "child": "son",
        "price": 125,
        "counter_offers_left": 2,
    }
    assert (game.view()["to_act"], game.view()["task"], game.view()["phase"]) == (0, "bargain", "intrigue")
    game.play("accept")
    assert game.view()["alliances"] == [{"seats": [0, 1], "price": 125, "payer": 0}]
    assert game.players[0].allies == [1]


def test_markets_tell_who_is_there_and_what_they_pay():
    game = new_game("forvm", 3)
    for token in ["d6", "d1", "d2", "Roma>Luna", "Roma>Luna", "end", "end"]:
        game.play(token)
    luna = game.view()["markets"][1]
    assert (luna["name"], luna["printed"], luna["holder"], luna["owners"], luna["pays"]) == ("Luna", "Luna", 0, [], [])
    assert luna["agents"] == [{"seat": 0, "rank": 0}, {"seat": 1, "rank": 1}]
    game.play("wed:son@Luna")
    assert game.view()["markets"][1]["local_marriage"] == 1
    game.undo()
    for token in ["oust@Luna", "d1", "end", "end", "build@Luna"]:
        game.play(token)
    luna = game.view()["markets"][1]
    assert luna["agents"] == [{"seat": 0, "rank": 0}]
    assert luna["pays"] == [{"seat": 0, "amount": 75, "clause": "TRADE-1", "flooded": False}]


@pytest.mark.parametrize("edition", ["short", "horrea", "forvm"])
def test_what_markets_would_pay_is_what_the_trade_then_pays(edition):
    game = new_game(edition, 4)
    lines = 0
    for _ in steps(game, seed=3, most=500):
        before = game.view()
        told = {
            (row["seat"], market["name"]): (0 if row["flooded"] else row["amount"], row["clause"])
            for market in before["markets"]
            for row in market["pays"]
        }
        trial = game.copy()
        if str(trial.legal()[-1:]) != "[Move('end')]" or before["phase"] != "intrigue":
            continue
        trial.play("end")
        if trial.phase == "intrigue":
            continue
        report = [line for seat in trial.trade_report() for line in seat if line.market]
        assert {(line.seat, line.market): (line.amount, line.clause) for line in report} == told
        lines += len(report)
    assert lines > 50


def test_the_fate_deck_is_public_as_counts():
    game = random_game("forvm", 3, seed=2, most=120)
    fate = game.view()["fate"]
    drawn = [str(played) for played in game.history if played.notation.startswith("card:")]
    deck = {card.id: card.copies for card in content.load("forvm").deck.cards}
    assert sum(deck.values()) - sum(fate["left"].values()) == len(drawn)
    for card, left in fate["left"].items():
        assert deck[card] - left == drawn.count(f"card:{card}")


def test_benefactions_tell_cost_and_giver():
    rules = content.load("dearer_benefactions")
    table = Table(rules, 3)
    state = first_position(table.definition).state.copy()
    assert [row["cost"] for row in views.benefactions(table, state)] == [200] * 3 + [500] * 3 + [1000] * 3
    state.given[4] = 2
    rows = views.benefactions(table, state)
    assert [row["cost"] for row in rows] == [300] * 3 + [600] * 3 + [1100] * 3
    assert [(row["gift"], row["band"]) for row in rows if row["given_by"] == 2] == [("games", 2)]
