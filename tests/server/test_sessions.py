"""Who loses a seat loses all of it: old cookies, open sockets, requests under way and rematches let nobody back in."""

from __future__ import annotations

import json
import socket
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.friends import AGREEMENT, Friend, OnlineServer, Table
from tests.server.serving import PATIENCE, Message, options
from tests.server.words import Words


def play_out(game: str, friends: list[Friend]) -> None:
    """Let everybody play to the end."""

    def play(friend: Friend) -> None:
        with friend.page(game) as page:
            while not page.wait_for_turn()["view"]["outcome"]:
                page.play(options(page.snapshot)[-1])
                page.snapshot = {**page.snapshot, "to_play": False}

    playing = [threading.Thread(target=play, args=(friend,)) for friend in friends]
    for thread in playing:
        thread.start()
    for thread in playing:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def log_out_other(friend: Friend) -> None:
    (other,) = [device for device in friend.ask("GET", "/api/devices").body if not device["this"]]
    assert friend.ask("DELETE", f"/api/devices/{other['id']}").status == 204


def second_device(table: Table, seat: int) -> Friend:
    link = table.friends[seat].post(f"/api/games/{table.id}/seats/{seat}/link")
    phone = Friend(table.server)
    phone.join(link["secret"])
    return phone


def begin_unready(friends: list[Friend], here: str) -> None:
    """Everybody is ready without words of their own, and the first begins."""
    for friend in friends[1:]:
        friend.post(f"{here}/ready", {"ready": True})
    friends[0].post(f"{here}/start")


# An old cookie.


def test_a_socket_that_was_opened_with_a_planted_cookie_is_closed_when_the_cookie_is_replaced(online: OnlineServer):
    table = Table(online, people=2, bots=1, begin=False)
    mallory = Friend(online)
    mallory.join(table.links["everyone"])
    here = f"/api/gatherings/{table.id}"
    with mallory.page(table.id, greet=False) as spying:
        spying.send("hello")
        spying.wait("gathering")
        ben = Friend(online, mallory.cookie)  # her cookie was planted in his browser
        ben.join(table.links["seats"][1])
        ben.post(f"{here}/sit", {"name": "Ben", "seat": 1})
        with pytest.raises(ConnectionClosed):
            spying.wait("the end")
    host, words = table.friends[0], [Words(table.id, 0, "a"), Words(table.id, 1, "b")]
    for friend, own in zip((host, ben), words, strict=True):
        friend.post(f"{here}/ready", own.ready)
    host.post(f"{here}/start")
    for friend, own in zip((host, ben), words, strict=True):
        friend.post(f"{here}/open", own.opening)
    assert mallory.refused(f"/api/games/{table.id}/board", method="GET") == "not_invited"
    with ben.page(table.id) as page:
        assert page.snapshot["seat"] in (0, 1)


def test_a_page_at_a_table_comes_back_with_the_new_cookie(online: OnlineServer):
    table, other = Table(online), Table(online, begin=False)
    host = table.friends[0]
    with host.page(table.id) as page:
        host.join(other.links["seats"][1])
        host.ask("GET", "/api/games")  # the new cookie comes back
        with pytest.raises(ConnectionClosed):
            page.wait("the end")
    with host.page(table.id) as page:
        assert page.snapshot["seq"] > 0


# A device that was logged out.


def test_a_rematch_does_not_give_the_seat_to_a_device_that_was_logged_out(online: OnlineServer):
    table = Table(online, people=2, bots=1, changes={"win.turn_limit": 1})
    host, ben = table.friends
    phone = second_device(table, 1)
    play_out(table.id, [host, ben])
    second = host.post(f"/api/games/{table.id}/again")["id"]
    begin_unready([host, ben], f"/api/gatherings/{second}")
    log_out_other(ben)
    play_out(second, [host, ben])
    assert ben.ask("DELETE", f"/api/games/{second}").status == 204  # so nobody holds that seat any more
    third: Message = host.post(f"/api/games/{second}/again")
    here = f"/api/gatherings/{third['id']}"
    assert [seat["kind"] for seat in third["seats"]] == ["person", "open", "bot"]
    ben.join(host.post(f"{here}/links")["seats"][1])
    ben.post(f"{here}/sit", {"name": "Ben", "seat": 1})
    begin_unready([host, ben], here)
    assert phone.refused(f"/api/games/{third['id']}/board", method="GET") == "not_invited"


def test_a_request_that_is_under_way_does_not_outlive_logging_out(online: OnlineServer):
    table = Table(online, people=2, bots=1, changes={"win.turn_limit": 1})
    host, ben = table.friends
    phone = second_device(table, 1)
    play_out(table.id, [host, ben])
    again = phone.post(f"/api/games/{table.id}/again")["id"]  # the phone opens it, so it may take any seat
    here = f"/api/gatherings/{again}"
    host.post(f"{here}/leave")
    body = json.dumps({"name": "Eve", "seat": 0}).encode()
    head = f"POST {here}/sit HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: forvm={phone.cookie}\r\n"
    with socket.create_connection(("127.0.0.1", online.port), PATIENCE) as slow:
        slow.sendall(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body[:-1])
        log_out_other(ben)
        slow.sendall(body[-1:])
        answer = b""
        while chunk := slow.recv(4096):
            answer += chunk
    assert b"403" in answer.split(b"\r\n")[0]
    assert phone.refused(here, method="GET") == "not_invited"


def test_a_device_that_was_logged_out_is_out_of_lobbies_where_its_owner_got_up(online: OnlineServer):
    table = Table(online, people=2, bots=1, changes={"win.turn_limit": 1})
    host, ben = table.friends
    phone = second_device(table, 1)
    play_out(table.id, [host, ben])
    again = host.post(f"/api/games/{table.id}/again")["id"]
    ben.post(f"/api/gatherings/{again}/leave")
    log_out_other(ben)
    assert phone.refused(f"/api/gatherings/{again}", method="GET") == "not_invited"
    assert ben.ask("GET", f"/api/gatherings/{again}").status == 200


# A lobby.


def test_a_lobby_is_left_or_dissolved_and_not_taken_off_the_list_by_those_who_sit_there(online: OnlineServer):
    table = Table(online, people=2, bots=1, begin=False)
    host, ben = table.friends
    ben.join(table.links["everyone"])
    ben.post(f"/api/gatherings/{table.id}/sit", {"name": "Ben", "seat": 1})
    for friend in (host, ben):
        assert friend.refused(f"/api/games/{table.id}", method="DELETE") == "not_ready"
    ben.post(f"/api/gatherings/{table.id}/leave")
    assert ben.ask("DELETE", f"/api/games/{table.id}").status == 204
    assert ben.refused(f"/api/gatherings/{table.id}", method="GET") == "not_invited"
    assert host.ask("GET", f"/api/gatherings/{table.id}").status == 200


def test_a_guest_does_not_remove_the_lobby_of_a_host_whose_new_cookie_has_not_come_back(online: OnlineServer):
    known = Table(online, begin=False).friends[0]
    before = known.cookie
    opened = known.post("/api/gatherings", {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Ada"})
    guest = Friend(online)
    guest.join(opened["links"]["everyone"])
    assert known.cookie != before
    assert guest.ask("DELETE", f"/api/games/{opened['gathering']['id']}").status == 204
    assert known.ask("GET", f"/api/gatherings/{opened['gathering']['id']}").status == 200


# Where a request comes from.


def test_a_message_with_too_many_lists_within_each_other_is_refused_in_words(online: OnlineServer):
    table = Table(online)
    with table.friends[0].page(table.id) as page:
        page.socket.send('{"type": "ping", "x": ' + "[" * 20_000 + "]" * 20_000 + "}")
        assert page.wait("problem")["code"] == "malformed"
        page.send("ping")
        page.wait("pong")
    assert "Traceback" not in online.log.read_text()
