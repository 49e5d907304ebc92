"""What a page may get wrong, and the way back: stale, double and illegal moves, undo, reloading."""

from __future__ import annotations

import random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.serving import PATIENCE, PEOPLE, Page, Server, options


def choice(page: Page, kind: str) -> int:
    found: int = next(choice["id"] for choice in page.snapshot["choices"] if choice["kind"] == kind)
    return found


def test_a_double_click_plays_once(server: Server):
    with server.page(server.begin(seats=PEOPLE)) as page:
        move = choice(page, "move")
        seq = page.snapshot["seq"]
        page.play(move)
        page.play(move)
        problem = page.wait("problem")
        assert problem["code"] == "stale"
        assert "game changed" in problem["message"]
        assert problem["snapshot"]["seq"] == seq + 1
        assert problem["snapshot"]["choices"] == page.snapshot["choices"]


def test_a_page_that_was_left_open_elsewhere_is_told_how_things_stand(server: Server):
    game = server.begin(seats=PEOPLE)
    with server.page(game) as left_open, server.page(game) as page:
        page.moved(choice(page, "move"))
        left_open.play("end")
        problem = left_open.wait("problem")
    assert problem["code"] == "stale"
    assert problem["snapshot"]["seq"] == page.snapshot["seq"]


@pytest.mark.parametrize(
    ("move", "code", "clause"),
    [
        ("build@Luna", "illegal", "TURN-1"),
        ("Roma>Alexandria", "illegal", "MOVE-2"),
        ("d6", "illegal", "TURN-1"),
        ("nonsense", "malformed", None),
        (999_999, "malformed", None),
        (10**12, "malformed", None),
    ],
)
def test_a_move_that_the_rules_forbid_changes_nothing(server: Server, move: int | str, code: str, clause: str | None):
    with server.page(server.begin(seats=PEOPLE)) as page:
        page.play(move)
        problem = page.wait("problem")
        assert (problem["code"], problem["clause"]) == (code, clause)
        assert problem["snapshot"] == page.snapshot


def test_nobody_plays_for_a_bot_for_someone_elsewhere_or_out_of_turn(server: Server):
    with server.page(server.begin()) as page:
        page.wait_for_turn()
        page.play("end", seat=1)
        assert page.wait("problem")["code"] == "not_your_seat"
    game = server.begin(seats=PEOPLE)
    with server.page(game) as everyone:
        acting = everyone.snapshot["seat"]
    others = [seat for seat in range(3) if seat != acting]
    with server.page(game, seats=others) as page:
        assert not page.snapshot["to_play"]
        assert page.snapshot["choices"] == []
        page.play("end", seat=acting)
        assert page.wait("problem")["code"] == "not_your_seat"
        page.play("end", seat=others[0])
        assert page.wait("problem")["code"] == "not_your_turn"
        page.send("ask_hint", seat=others[0])
        assert page.wait("problem")["code"] == "not_your_turn"


def test_a_spectator_may_look_and_nothing_else(server: Server):
    with server.page(server.begin(seats=PEOPLE), seats=[]) as page:
        assert (page.snapshot["seat"], page.snapshot["view"]["seat"]) == (None, None)
        page.play("end", seat=0)
        assert page.wait("problem")["code"] == "not_your_seat"


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "null",
        "[]",
        "{",
        '"hello"',
        "{}",
        '{"type": "steal"}',
        '{"type": "play", "seq": "1", "seat": 0, "move": 1}',
        '{"type": "play", "seq": 1, "seat": 0}',
        '{"type": "play", "seq": 1e400, "seat": 0, "move": 1}',
        '{"type": "settings", "pace": -5}',
        '{"type": "settings", "pace": 1000000}',
        '{"type": "hello"}',
        b"\xff\xfe",
        "[" * 5000,
    ],
)
def test_what_is_no_message_is_refused_and_the_table_goes_on(server: Server, raw: str | bytes):
    with server.page(server.begin(seats=PEOPLE)) as page:
        page.socket.send(raw)
        problem = page.wait("problem")
        assert problem["code"] == "malformed"
        assert len(problem["message"]) > 20
        page.send("ping")
        assert page.wait("pong")["seq"] == page.snapshot["seq"]


def test_hello_comes_first(server: Server):
    with server.page(server.begin(), silent=True) as page:
        assert page.wait("problem")["code"] == "malformed"
        page.hello()
        assert page.snapshot["seq"] > 0


def test_hello_cannot_claim_a_bots_seat(server: Server):
    with server.page(server.begin(), silent=True) as page:
        page.wait("problem")
        page.send("hello", seats=[1])
        assert page.wait("problem")["code"] == "not_your_seat"


def test_an_unknown_game_is_told_and_closed(server: Server):
    with server.page("0123456789abcdef", silent=True) as page:
        page.wait("problem")
        page.send("hello")
        assert page.wait("problem")["code"] == "unknown"
        with pytest.raises(ConnectionClosed):
            page.receive()


def test_a_message_that_is_too_large_closes_the_socket_and_nothing_else(server: Server):
    game = server.begin(seats=PEOPLE)
    with server.page(game) as page:
        page.send("play", seq=1, seat=0, move="x" * 100_000)
        with pytest.raises(ConnectionClosed):
            page.wait("problem")
    with server.page(game) as page:
        assert page.snapshot["to_play"]


def test_other_sites_cannot_open_a_socket(server: Server):
    address = f"ws://127.0.0.1:{server.port}/api/games/{server.begin()}/socket"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, additional_headers={"Origin": "http://example.org"}, open_timeout=PATIENCE)


def test_a_removed_game_lets_its_pages_go(server: Server):
    game = server.begin(seats=PEOPLE)
    with server.page(game) as page:
        assert server.ask("DELETE", f"/api/games/{game}").status == 204
        with pytest.raises(ConnectionClosed):
            page.receive()


# Undo.


def test_moves_are_taken_back_one_by_one_to_the_other_players_move(server: Server):
    with server.page(server.begin(seats=PEOPLE, changes={"start.money": 500})) as page:
        page.play_on(random.Random(4), lambda snapshot: snapshot["view"]["phase"] == "intrigue")
        first = page.snapshot
        assert first["undo"]["seat"] != first["seat"]  # the last move is another's
        wed = next((choice for choice in first["choices"] if choice["kind"] == "wed"), None)
        assert wed is not None, "nobody can marry here: choose another seed"
        married = page.moved(wed["id"])
        assert married["undo"]["allowed"]
        assert wed["text"] in married["undo"]["text"]
        page.send("undo", seq=married["seq"], seat=married["undo"]["seat"])
        step = page.wait("happened")["step"]
        assert (step["kind"], step["position"]) == ("undo", first["position"])
        back = page.wait("snapshot")
        assert back["seq"] == first["seq"] + 2
        assert back["view"] == first["view"]
        assert (back["choices"], back["undo"]) == (first["choices"], first["undo"])
        page.send("undo", seq=back["seq"], seat=back["seat"])
        problem = page.wait("problem")
        assert problem["code"] == "no_undo"
        assert problem["snapshot"]["view"] == first["view"]


def test_a_die_cannot_be_taken_back(server: Server):
    with server.page(server.begin(seats=PEOPLE)) as page:
        rolled = page.moved(choice(page, "enter"))
        assert rolled["undo"]["allowed"] is False
        assert "die" in rolled["undo"]["text"]
        page.send("undo", seq=rolled["seq"], seat=rolled["seat"])
        assert page.wait("problem")["code"] == "no_undo"


def test_another_players_move_cannot_be_taken_back(server: Server):
    game = server.begin(seats=PEOPLE)
    with server.page(game) as page:
        moved = page.moved(choice(page, "move"))
        mover = moved["undo"]["seat"]
    others = [seat for seat in range(3) if seat != mover]
    with server.page(game, seats=others) as page:
        assert page.snapshot["undo"]["allowed"] is False
        page.send("undo", seq=page.snapshot["seq"], seat=others[0])
        assert page.wait("problem")["code"] == "no_undo"
        page.send("undo", seq=page.snapshot["seq"], seat=mover)
        assert page.wait("problem")["code"] == "not_your_seat"


def test_a_stale_undo_takes_nothing_back(server: Server):
    with server.page(server.begin(seats=PEOPLE)) as page:
        moved = page.moved(choice(page, "move"))
        page.send("undo", seq=moved["seq"] - 1, seat=moved["undo"]["seat"])
        assert page.wait("problem")["code"] == "stale"
        page.send("undo", seq=moved["seq"], seat=moved["undo"]["seat"])
        page.send("undo", seq=moved["seq"], seat=moved["undo"]["seat"])
        assert page.wait("problem")["code"] == "stale"
        assert page.snapshot["seq"] == moved["seq"] + 1


# Reloading.


def test_a_page_that_comes_back_gets_what_it_missed_once(server: Server):
    game = server.begin(seats=PEOPLE)
    dice = random.Random(6)
    with server.page(game) as page:
        for _ in range(3):
            page.moved(dice.choice(options(page.snapshot)))
        seen = page.snapshot["seq"]
        for _ in range(4):
            page.moved(dice.choice(options(page.snapshot)))
        happened = [message["step"] for message in page.seen if message["type"] == "happened"]
        everything = page.welcome["steps"] + happened
    with server.page(game, last_seq=seen) as back:
        assert back.welcome["afresh"] is False
        assert back.welcome["steps"] == everything[seen:]
        assert back.snapshot == page.snapshot
    with server.page(game) as afresh:
        assert afresh.welcome["afresh"] is True
        assert afresh.welcome["steps"] == everything
    with server.page(game, last_seq=10_000) as from_another_life:
        assert from_another_life.welcome["afresh"] is True
