"""The HTTP interface: what it tells, and what it says to broken, too large or foreign requests."""

from __future__ import annotations

import random
import socket
from pathlib import Path
from typing import Any

import pytest

from forvm import bots, content
from forvm.bots.characters import CHARACTERS
from tests.server.serving import ALONE, PATIENCE, PEOPLE, Server

HOUSE_RULES = """
format = 1
id = "mine"
name = "Mine"
edition = "forvm"
[oust]
cost = 50
"""


def test_the_catalogue_has_every_edition_parameter_and_bot(server: Server):
    catalogue = server.ask("GET", "/api/editions").body
    assert [edition["id"] for edition in catalogue["editions"]] == list(content.names())
    assert [rules["id"] for rules in catalogue["house_rules"]] == list(content.house_rules())
    keys = [parameter["key"] for parameter in catalogue["parameters"]]
    assert keys == list(content.BY_KEY)
    for edition in catalogue["editions"]:
        assert list(edition["values"]) == keys
    for parameter in catalogue["parameters"]:
        assert parameter["name"]
        assert parameter["help"]
        assert (parameter["kind"] == "choice") == bool(parameter["choices"])
    levels = [bot["id"] for bot in catalogue["bots"] if bot["kind"] == "level"]
    characters = [bot["id"] for bot in catalogue["bots"] if bot["kind"] == "character"]
    assert tuple(levels) == bots.LEVELS
    assert set(characters) == set(CHARACTERS) - {"greedy"}


def test_the_board_has_all_that_stays_the_same(server: Server):
    board = server.ask("GET", "/api/editions/forvm/board").body
    names = [market["name"] for market in board["markets"]]
    assert (len(names), len(board["links"]), len(board["regions"])) == (57, 75, 4)
    assert names[0] == "Roma"
    assert all(end in names for link in board["links"] for end in link)
    assert [(band["low"], band["high"], band["cost"]) for band in board["bands"]] == [
        (1, 5, 200),
        (6, 10, 500),
        (11, None, 1000),
    ]
    assert sum(card["copies"] for card in board["cards"]) == 30
    assert all(card["text"] and card["note"] and "{" not in card["text"] for card in board["cards"])
    assert server.ask("GET", f"/api/games/{server.begin()}/board").body == board


def test_the_rulebook_marks_rulings_and_differences(server: Server):
    book = server.ask("GET", "/api/editions/short/rulebook").body
    clauses = {clause["id"]: clause for section in book["sections"] for clause in section["clauses"]}
    assert len(clauses) > 45
    assert clauses["BOARD-2"]["ruling"]
    assert clauses["BOARD-2"]["ruling_why"]
    assert clauses["BOARD-2"]["differs"] == []
    assert {other["edition"] for other in clauses["SETUP-2"]["differs"]} == {"forvm"}
    assert all(clause["text"] and clause["note"] for clause in clauses.values())


# House rules.


def test_house_rules_of_ones_own_are_checked_and_played(server: Server):
    checked = server.ask("POST", "/api/house-rules/check", {"text": HOUSE_RULES})
    assert (checked.status, checked.body["changes"]) == (200, {"oust.cost": 50})
    game = server.begin(house_rules=HOUSE_RULES, changes={"build.cost": 75})
    book = server.ask("GET", f"/api/games/{game}/rulebook").body
    assert book["rules"]["id"] == "mine"
    assert book["changes"] == {"oust.cost": 50, "build.cost": 75}
    assert server.ask("POST", f"/api/games/{game}/rematch").body["rules"]["id"] == "mine"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HOUSE_RULES.replace("cost = 50", "cots = 50"), 7, "Did you mean"),
        (HOUSE_RULES.replace("cost = 50", "cost = -1"), 7, "whole number from 0"),
        (HOUSE_RULES.replace("format = 1", "format = 99"), 2, "later version"),
        (HOUSE_RULES + "]", 8, "not valid TOML"),
        ("", None, "format"),
        ('format = 1\nid = "a"\nname = "A"\n', None, "edition is missing"),
        ("\x00", None, "TOML"),
    ],
)
def test_broken_house_rules_are_told_with_their_line(server: Server, text: str, line: int | None, said: str):
    for path, sent in (
        ("/api/house-rules/check", {"text": text}),
        ("/api/games", {"seats": PEOPLE, "house_rules": text}),
    ):
        answer = server.ask("POST", path, sent)
        assert (answer.status, answer.body["code"]) == (422, "content")
        assert said in answer.body["message"]
        assert "forvm-" not in answer.body["message"]  # the server's own folders
        if line is not None:
            assert answer.body["where"]["line"] == line


@pytest.mark.parametrize("key", ["board", "deck"])
def test_house_rules_cannot_read_the_servers_files(server: Server, key: str, tmp_path: Path):
    secret = tmp_path / "secret.toml"
    secret.write_text("format = 1\nsecret = 'do not tell'\n")
    text = f'{key} = "{secret.as_posix()}"\n{HOUSE_RULES}'
    answer = server.ask("POST", "/api/house-rules/check", {"text": text})
    assert (answer.status, answer.body["code"], answer.body["where"]["key"]) == (422, "content", key)
    assert "do not tell" not in str(answer.body)
    assert server.ask("GET", f"/api/editions/{str(secret).replace('/', '%2F')}/board").status == 404
    assert server.ask("POST", "/api/games", {"seats": PEOPLE, "rules": str(secret)}).status == 404


# New games.


@pytest.mark.parametrize(
    ("wanted", "status", "said"),
    [
        ({"seats": []}, 422, "3 or 4 players"),
        ({"seats": [*ALONE, *ALONE]}, 422, "3 or 4 players"),
        ({"seats": [{"name": "Ada"}] * 3}, 400, "same name"),
        ({"seats": [{"name": ""}, *PEOPLE[1:]]}, 400, "player's name"),
        ({"seats": [{"name": "x" * 41}, *PEOPLE[1:]]}, 400, "player's name"),
        ({"seats": [{"name": "A\u202e\n"}, *PEOPLE[1:]]}, 400, "player's name"),
        ({"seats": [*PEOPLE[1:], {"name": "Bot", "bot": "hal"}]}, 404, "no bot “hal”"),
        ({"seats": PEOPLE, "rules": "chess"}, 404, "no rules called “chess”"),
        ({"seats": PEOPLE, "changes": {"oust.cost": "dear"}}, 422, "whole number"),
        ({"seats": PEOPLE, "changes": {"oust.price": 5}}, 422, "oust.price"),
        ({"seats": PEOPLE, "seed": -1}, 400, "seed"),
        ({"seats": PEOPLE, "seed": 1 << 60}, 400, "seed"),
        ({"seats": PEOPLE, "sede": 1}, 400, "sede"),
        ({"seats": "Ada"}, 400, "seats"),
        ([], 400, "object"),
        (b"{", 400, "does not have the expected form"),
        (b"\xff", 400, "does not have the expected form"),
        (b"", 400, "does not have the expected form"),
    ],
)
def test_a_game_that_cannot_be_begun_says_why(server: Server, wanted: Any, status: int, said: str):
    before = len(server.ask("GET", "/api/games").body)
    answer = server.ask("POST", "/api/games", wanted)
    assert (answer.status, set(answer.body)) == (status, {"code", "message", "where"})
    assert said in answer.body["message"]
    assert len(server.ask("GET", "/api/games").body) == before


@pytest.mark.parametrize(
    ("path", "size"),
    [("/api/house-rules/check", 200_000), ("/api/replays", 2_100_000), ("/api/games", 200_000)],
)
def test_what_is_too_large_is_refused(server: Server, path: str, size: int):
    answer = server.ask("POST", path, {"text": "x" * size})
    assert (answer.status, answer.body["code"]) == (413, "too_large")


def test_a_body_without_end_is_cut_off(server: Server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(b"POST /api/games/x/rematch HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        line.sendall(b"10\r\n" + b"x" * 16 + b"\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 404")


# Replays.


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    game = server.begin(rules="horrea", changes={"win.turn_limit": 4})
    with server.page(game) as page:
        page.play_on(random.Random(3), lambda snapshot: snapshot["view"]["outcome"] is not None)
    return game


def test_a_finished_game_is_replayed_from_any_seat(server: Server, finished: str):
    replay = server.ask("GET", f"/api/games/{finished}/replay").body
    assert (replay["seats"], replay["all_hands"]) == ([0, 1, 2], True)
    last = len(replay["steps"])
    final = server.ask("GET", f"/api/games/{finished}/frames?first={last}&seat=1").body["views"][0]
    assert final["outcome"] == replay["summary"]["outcome"]
    views = server.ask("GET", f"/api/games/{finished}/frames?first=0&count=64&seat=all").body["views"]
    assert len(views) == min(64, last + 1)
    assert all(player["children"] is not None for player in views[20]["players"])
    for first, count in ((0, 65), (0, 0), (last + 1, 1)):
        answer = server.ask("GET", f"/api/games/{finished}/frames?first={first}&count={count}")
        assert (answer.status, answer.body["code"]) == (400, "malformed")
    assert server.ask("GET", f"/api/games/{finished}/frames?first=x").status == 400


def test_the_summary_adds_up(server: Server, finished: str):
    replay = server.ask("GET", f"/api/games/{finished}/replay").body
    summary = replay["summary"]
    final = server.ask("GET", f"/api/games/{finished}/frames?first={len(replay['steps'])}").body["views"][0]
    assert summary["turns"] == list(range(5))
    for seat, player in enumerate(final["players"]):
        assert summary["money"][seat][-1] == player["money"]
        assert summary["prestige"][seat][-1] == player["prestige"]
        assert sum(source["amount"] for source in summary["prestige_from"][seat]) == player["prestige"]
        dice = [step for step in replay["steps"] if step["needs"] and step["move"] == "die" and step["actor"] == seat]
        luck = summary["luck"][seat]
        assert luck["rolls"] == len(dice)
        assert luck["successes"] == sum(step["pips"] >= step["needs"] for step in dice)
        assert 0 <= luck["better_than"] <= 1


def test_an_uploaded_record_is_replayed(server: Server, finished: str):
    record = server.ask("GET", f"/api/games/{finished}/record")
    assert record.headers["content-disposition"].startswith("attachment; filename=")
    uploaded = server.ask("POST", "/api/replays", {"text": record.body})
    own = server.ask("GET", f"/api/games/{finished}/replay").body
    assert uploaded.status == 201
    assert uploaded.body["names"] == ["Ada", "Rufus", "Livia"]
    assert uploaded.body["summary"] == own["summary"]
    assert [step["notation"] for step in uploaded.body["steps"]] == [step["notation"] for step in own["steps"]]
    replay = uploaded.body["id"]
    assert server.ask("GET", f"/api/replays/{replay}").body == uploaded.body
    assert server.ask("GET", f"/api/replays/{replay}/board").body["rules"]["edition"] == "horrea"
    assert server.ask("GET", f"/api/replays/{replay}/rulebook").body["changes"] == {"win.turn_limit": 4}
    frames = server.ask("GET", f"/api/replays/{replay}/frames?first=12&count=2&seat=all").body
    assert frames == server.ask("GET", f"/api/games/{finished}/frames?first=12&count=2&seat=all").body


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: "", "no record of a game"),
        (lambda record: record[: len(record) // 2], "breaks off"),
        (lambda record: record.replace('A = "Ada"', 'A = "Eve"'), "digest"),
        (lambda record: record.replace("FORVM record 1", "FORVM record 9"), "later version"),
        (lambda record: "\x00" * 50, "no record of a game"),
    ],
)
def test_a_broken_record_is_told(server: Server, finished: str, change: Any, said: str):
    record = server.ask("GET", f"/api/games/{finished}/record").body
    answer = server.ask("POST", "/api/replays", {"text": change(record)})
    assert (answer.status, answer.body["code"]) == (422, "record")
    assert said in answer.body["message"]


def test_an_unknown_replay_says_what_to_do(server: Server):
    answer = server.ask("GET", "/api/replays/nothing")
    assert (answer.status, answer.body["code"]) == (404, "unknown")
    assert "open the record's file again" in answer.body["message"]


# Strangers and wrong turns.


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_other_sites_are_refused(server: Server, headers: dict[str, str]):
    for method, path in (("GET", "/api/games"), ("POST", "/api/games"), ("GET", "/")):
        answer = server.ask(method, path, b"{}" if method == "POST" else None, headers)
        assert (answer.status, answer.body["code"]) == (403, "forbidden")


def test_the_page_itself_is_not_a_stranger(server: Server):
    headers = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert server.ask("POST", "/api/games", {"seats": PEOPLE}, headers).status == 201


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/games/nothing", 404),
        ("GET", "/api/games/nothing/replay", 404),
        ("POST", "/api/games/nothing/rematch", 404),
        ("DELETE", "/api/games/nothing", 404),
        ("PUT", "/api/games", 405),
        ("POST", "/api/editions", 405),
    ],
)
def test_wrong_addresses_are_told_in_json(server: Server, method: str, path: str, status: int):
    answer = server.ask(method, path)
    assert (answer.status, set(answer.body)) == (status, {"code", "message", "where"})


def test_answers_are_safe_to_show(server: Server):
    headers = server.ask("GET", "/api/games").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
