"""The opening: everyone has committed to words for the dice before anybody's words are seen."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from forvm.game.dicecheck import verify_record
from forvm.server.people.lobby_plan import LobbyPlan
from tests.server.friends import AGREEMENT, NAMES, Friend, OnlineServer, Table, wait_until
from tests.server.serving import KeptPort, Message
from tests.server.words import Words


class Lobby(Table):
    """Two people and a bot, who have not begun; their words are chosen, and only committed to."""

    def __init__(self, server: OnlineServer, people: int = 2, bots: int = 1, **wanted: object) -> None:
        super().__init__(server, people=people, bots=bots, begin=False, **wanted)
        self.here = f"/api/gatherings/{self.id}"
        self.words = [Words(self.id, seat, f"words of {NAMES[seat]}") for seat in range(people)]
        for seat, friend in enumerate(self.friends[1:], 1):
            friend.join(self.links["seats"][seat])
            friend.post(f"{self.here}/sit", {"name": NAMES[seat], "seat": seat})

    def all_ready(self, round: int = 1) -> None:
        self.words = [Words(self.id, own.seat, own.words, round) for own in self.words]
        for friend, own in zip(self.friends, self.words, strict=True):
            friend.post(f"{self.here}/ready", own.ready)

    def start(self) -> Message:
        started: Message = self.friends[0].post(f"{self.here}/start")
        return started

    def open(self, seat: int) -> Message:
        opened: Message = self.friends[seat].post(f"{self.here}/open", self.words[seat].opening)
        return opened

    def ready(self) -> list[bool]:
        seats: list[Message] = self.friends[0].ask("GET", self.here).body["seats"]
        return [place["ready"] for place in seats if place["kind"] == "person"]


def test_words_are_hidden_until_all_commitments_are_in_and_the_seal_is_out(online: OnlineServer):
    lobby = Lobby(online)
    host, ben = lobby.friends
    lobby.all_ready()
    assert ben.refused(f"{lobby.here}/open", lobby.words[1].opening) == "not_ready"
    with ben.page(lobby.id, greet=False) as page:
        page.send("hello")
        seen = page.wait("gathering")
        assert seen["seal"] is None
        assert [place["words"] for place in seen["seats"]] == [*(own.ready["words"] for own in lobby.words), None]
        started = lobby.start()
        assert (started["opening"], started["started"], started["closed"]) == (True, False, [0, 1])
        seal = wait_until(page, "gathering", opening=True)["seal"]
        assert seal == started["seal"]
        assert (seal["scheme"], seal["game"], seal["round"]) == (2, lobby.id, 1)
        assert seal["commitment"] == lobby.gathering["commitment"]
        assert seal["seats"] == [
            {"name": "Ada", "bot": False},
            {"name": "Ben", "bot": False},
            {"name": "Tiro", "bot": True},
        ]
        assert seal["words"] == [*(own.ready["words"] for own in lobby.words), None]
        assert lobby.open(0)["closed"] == [1]
        assert wait_until(page, "gathering", closed=[1])["seal"]["opened"] == [None, None, None]
        assert lobby.open(1)["started"]
        welcome = page.wait("welcome")
        assert welcome["seal"] == {**seal, "opened": [*(own.opening for own in lobby.words), None]}
    assert host.refused(f"{lobby.here}/open", lobby.words[0].opening) == "not_ready"


def test_nobody_opens_other_words_than_those_committed_to(online: OnlineServer):
    lobby = Lobby(online)
    host, ben = lobby.friends
    for wrong in ("x", "0" * 63, "G" * 64, "0" * 65, "0" * 63 + "\n"):
        assert ben.refused(f"{lobby.here}/ready", {"ready": True, "words": wrong}) == "malformed"
    lobby.all_ready()
    lobby.start()
    salt, words = lobby.words[1].opening["salt"], lobby.words[1].opening["words"]
    wrongs: list[dict[str, object]] = [
        {"salt": salt, "words": "other words"},
        {"salt": "0" * 32, "words": words},
        {"salt": salt, "words": f"{words} "},
        {"salt": salt, "words": ""},
        {"salt": salt, "words": "x" * 65},
        {"salt": salt, "words": "a\nevent 1"},
        {"salt": "", "words": words},
        lobby.words[0].opening,
    ]
    for opening in wrongs:
        assert ben.refused(f"{lobby.here}/open", opening) == "malformed"
    stranger = Friend(online)
    stranger.join(lobby.links["spectators"])
    assert stranger.refused(f"{lobby.here}/open", lobby.words[1].opening) == "not_your_seat"
    assert host.ask("GET", lobby.here).body["closed"] == [0, 1]


def test_a_commitment_of_another_seat_or_round_opens_nothing(online: OnlineServer):
    """Who repeats what somebody else has committed to cannot open it with their words."""
    lobby = Lobby(online)
    host, ben = lobby.friends
    host.post(f"{lobby.here}/ready", lobby.words[0].ready)
    ben.post(f"{lobby.here}/ready", lobby.words[0].ready)
    lobby.start()
    lobby.open(0)
    assert ben.refused(f"{lobby.here}/open", lobby.words[0].opening) == "malformed"
    host.post(f"{lobby.here}/call-off")
    host.post(f"{lobby.here}/ready", lobby.words[0].ready)  # of round 1
    ben.post(f"{lobby.here}/ready", {"ready": True})
    lobby.start()
    assert host.refused(f"{lobby.here}/open", lobby.words[0].opening) == "malformed"


def test_a_game_without_words_begins_at_once(online: OnlineServer):
    lobby = Lobby(online)
    lobby.friends[1].post(f"{lobby.here}/ready", {"ready": True})
    started = lobby.start()
    assert (started["started"], started["opening"]) == (True, False)
    assert started["seal"]["opened"] == [None, None, None]


def test_nothing_changes_once_the_opening_has_begun(online: OnlineServer):
    lobby = Lobby(online)
    host, ben = lobby.friends
    lobby.all_ready()
    seal = lobby.start()["seal"]
    for friend, path, body in (
        (ben, "sit", {"name": "Benedict"}),
        (ben, "sit", {"name": "Ben", "colour": 5}),
        (ben, "leave", None),
        (ben, "ready", {"ready": False}),
        (ben, "ready", Words(lobby.id, 1, "better words").ready),
        (host, "ready", Words(lobby.id, 0, "better words").ready),
        (host, "agreement", {**AGREEMENT, "hints": True}),
        (host, "seat", {"seat": 2, "bot": "quaestor"}),
        (host, "seat", {"seat": 1, "bot": "tiro"}),
        (host, "start", None),
    ):
        assert friend.refused(f"{lobby.here}/{path}", body) == "not_ready"
    assert ben.ask("GET", lobby.here).body["seal"] == seal


def test_who_was_ready_for_something_else_is_asked_again(online: OnlineServer):
    lobby = Lobby(online, people=3)
    host, ben, cleo = lobby.friends

    def change(friend: Friend, path: str, body: object) -> list[bool]:
        lobby.all_ready()
        friend.post(f"{lobby.here}/{path}", body)
        seats = host.ask("GET", lobby.here).body["seats"]
        assert all((place["words"] is not None) == place["ready"] for place in seats if place["kind"] == "person")
        return lobby.ready()

    everyone, nobody = [True, True, True], [False, False, False]
    # A colour is for the eye only.
    assert change(ben, "sit", {"name": "Ben", "colour": 5}) == everyone
    # With whom one plays, by which rules and in which order is what one is ready for.
    assert change(ben, "sit", {"name": "Benedict"}) == nobody
    assert change(host, "sit", {"name": "Ada Prima"}) == nobody
    assert change(host, "agreement", {**AGREEMENT, "hints": True}) == nobody
    assert change(host, "seat", {"seat": 3, "bot": "quaestor"}) == nobody
    # Other words of one's own concern oneself: the others' are hidden, and theirs stand.
    assert change(cleo, "ready", {"ready": False}) == [True, True, False]
    assert change(cleo, "ready", Words(lobby.id, 2, "other words").ready) == everyone
    # A seat that somebody gives up is one that nobody agreed to; the one who then comes was waited for.
    assert change(cleo, "leave", None) == [False, False]
    lobby.friends = [host, ben]
    lobby.words = lobby.words[:2]
    lobby.all_ready()
    cleo.post(f"{lobby.here}/sit", {"name": "Cleo", "seat": 2})
    assert lobby.ready() == [True, True, False]
    assert host.refused(f"{lobby.here}/start") == "not_ready"


def test_moving_to_another_seat_asks_everyone_again(online: OnlineServer):
    table = Table(online, people=3, bots=0, begin=False)
    here, host, ben = f"/api/gatherings/{table.id}", table.friends[0], table.friends[1]
    ben.join(table.links["everyone"])
    ben.post(f"{here}/sit", {"name": "Ben", "seat": 1})
    host.post(f"{here}/ready", Words(table.id, 0, "words").ready)
    ben.post(f"{here}/ready", Words(table.id, 1, "words").ready)
    seen = ben.post(f"{here}/sit", {"name": "Ben", "seat": 2})
    assert [(place["ready"], place["words"]) for place in seen["seats"]] == [(False, None)] * 3


def test_the_host_calls_an_opening_off_and_nobody_can_choose(online: OnlineServer):
    lobby = Lobby(online)
    host, ben = lobby.friends
    assert host.refused(f"{lobby.here}/call-off") == "not_ready"
    lobby.all_ready()
    before = lobby.start()
    lobby.open(0)
    assert ben.refused(f"{lobby.here}/call-off") == "not_your_seat"
    after = host.post(f"{lobby.here}/call-off")
    assert (after["opening"], after["round"], after["called_off"], after["seal"]) == (False, 2, ["Ben"], None)
    assert after["commitment"] != before["commitment"]
    assert lobby.ready() == [False, False]
    assert not after["can_start"]
    # The words of the round that was called off count for nothing.
    lobby.all_ready(round=2)
    again = lobby.start()
    assert (again["seal"]["round"], again["called_off"]) == (2, None)
    assert lobby.open(0)["closed"] == [1]
    assert lobby.open(1)["started"]


def test_an_opening_survives_a_restart_and_waits_for_who_is_away(tmp_path: Path):
    port = KeptPort()
    server = OnlineServer(tmp_path / "games.sqlite3", port.number)
    lobby = Lobby(server, changes={"win.turn_limit": 1})
    lobby.all_ready()
    seal = lobby.start()["seal"]
    lobby.open(0)
    server.stop()
    again = OnlineServer(tmp_path / "games.sqlite3", port.number)
    try:
        ben = lobby.friends[1]
        seen = ben.ask("GET", lobby.here).body
        assert (seen["opening"], seen["closed"], seen["seal"]) == (True, [1], seal)
        assert lobby.open(1)["started"]
        with ben.page(lobby.id) as page:
            assert {**page.welcome["seal"], "opened": [None, None, None]} == seal
    finally:
        again.stop()


def test_a_lobby_of_an_older_store_asks_everyone_again(tmp_path: Path):
    path, port = tmp_path / "games.sqlite3", KeptPort()
    server = OnlineServer(path, port.number)
    lobby = Lobby(server)
    lobby.all_ready()
    server.stop()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        plan = msgspec.json.decode(connection.execute("SELECT plan FROM gatherings").fetchone()[0])
        # As it was written before there were commitments to words.
        for chair in plan["chairs"]:
            del chair["words"], chair["opening"]
            chair["entropy"] = "alea iacta" if chair["bot"] is None else None
        del plan["opening"], plan["missing"]
        plan["dice"] = {"game": lobby.id, "secret": plan["dice"]["secret"], "entropy": []}
        msgspec.convert(plan, LobbyPlan)
        connection.execute("UPDATE gatherings SET plan = ?", (msgspec.json.encode(plan),))
    again = OnlineServer(path, port.number)
    try:
        assert lobby.ready() == [False, False]
        lobby.all_ready()
        assert lobby.start()["seal"]["scheme"] == 2
        lobby.open(0)
        assert lobby.open(1)["started"]
    finally:
        again.stop()


@pytest.mark.parametrize("words", [True, False])
def test_the_record_of_a_game_proves_its_dice_with_the_words(online: OnlineServer, words: bool):
    lobby = Lobby(online, people=1, bots=2, rules="short", changes={"win.turn_limit": 1})
    host = lobby.friends[0]
    if words:
        lobby.all_ready()
    lobby.start()
    if words:
        lobby.open(0)
    with host.page(lobby.id) as page:
        while not page.wait_for_turn()["view"]["outcome"]:
            page.moved(page.snapshot["choices"][-1]["id"])
    record = host.ask("GET", f"/api/games/{lobby.id}/record").body
    verdict = verify_record(record)
    assert verdict.fair, verdict.text
    assert ("words of Ada" in record) == words
    report = host.ask("GET", f"/api/games/{lobby.id}/dice").body
    assert (report["checked"], report["seal"]["scheme"]) == (True, 2)
