"""Before an online game: links, seats, names, colours, who is ready, and the beginning."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from forvm.server.people.accounts import let_watch
from forvm.server.store.schema import open_file
from forvm.server.store.stored_people import give_pass
from tests.server.friends import AGREEMENT, Friend, OnlineServer, Table, wait_until


def sit(friend: Friend, table: Table, **wish: object) -> object:
    return friend.post(f"/api/gatherings/{table.id}/sit", wish)


def test_a_link_for_everyone_lets_each_choose_a_seat_a_name_and_a_colour(online: OnlineServer):
    table = Table(online, people=3, bots=1, begin=False)
    assert table.gathering["you"] == 0
    assert table.gathering["host"]
    assert [place["kind"] for place in table.gathering["seats"]] == ["person", "open", "open", "bot"]
    ben, cleo = Friend(online), Friend(online)
    for friend in (ben, cleo):
        assert friend.join(table.links["everyone"]) == {
            "game": table.id,
            "started": False,
            "role": "player",
            "seat": None,
        }
    seen = ben.post(f"/api/gatherings/{table.id}/sit", {"name": "Ben", "seat": 2, "colour": 5})
    assert (seen["you"], seen["host"], seen["free"]) == (2, False, [1])
    seen = cleo.post(f"/api/gatherings/{table.id}/sit", {"name": "Cleo"})
    assert (seen["you"], seen["free"]) == (1, [])
    assert [(place["name"], place["colour"]) for place in seen["seats"]] == [
        ("Ada", 0),
        ("Cleo", 1),
        ("Ben", 5),
        ("Tiro", 3),
    ]


def test_what_somebody_else_has_cannot_be_taken(online: OnlineServer):
    table = Table(online, people=3, bots=0, begin=False)
    ben = Friend(online)
    ben.join(table.links["seats"][1])
    here = f"/api/gatherings/{table.id}/sit"
    assert ben.refused(here, {"name": "Ben", "seat": 2}) == "taken"  # the link was for seat 1
    assert ben.refused(here, {"name": "Ben", "seat": 0}) == "taken"
    assert ben.refused(here, {"name": "ADA "}) == "taken"
    assert ben.refused(here, {"name": "Ben", "colour": 0}) == "taken"
    for name in ("", "  ", "x" * 41, "Ben\u202e", "a\nb"):
        assert ben.refused(here, {"name": name}) == "malformed"
    for colour in (-1, 6):
        assert ben.refused(here, {"name": "Ben", "colour": colour}) == "malformed"
    assert ben.refused(f"/api/gatherings/{table.id}/ready", {"ready": True}) == "not_your_seat"
    assert ben.ask("GET", f"/api/gatherings/{table.id}").body["you"] is None


def test_bots_wear_what_people_leave_them(online: OnlineServer):
    table = Table(online, people=2, bots=2, begin=False)
    ben = Friend(online)
    ben.join(table.links["everyone"])
    seen = ben.post(f"/api/gatherings/{table.id}/sit", {"name": "Ben", "colour": 2})
    assert len({place["colour"] for place in seen["seats"]}) == 4
    assert [place["name"] for place in seen["seats"]][2:] == ["Tiro", "Tiro 2"]


def test_it_begins_when_all_are_ready_and_the_host_says_so(online: OnlineServer):
    table = Table(online, people=2, bots=1, begin=False)
    host, here = table.friends[0], f"/api/gatherings/{table.id}"
    assert host.refused(f"{here}/start") == "not_ready"
    ben = Friend(online)
    ben.join(table.links["everyone"])
    seen = ben.post(f"{here}/sit", {"name": "Ben"})
    assert (seen["can_start"], seen["why_not"]) == (False, "Not ready yet: Ben.")
    assert host.refused(f"{here}/start") == "not_ready"
    assert ben.refused(f"{here}/start") == "not_your_seat"
    assert ben.post(f"{here}/ready", {"ready": True})["can_start"]
    # Another agreement is one that nobody has agreed to yet.
    changed = host.post(f"{here}/agreement", {**AGREEMENT, "hints": True})
    assert changed["agreement"]["hints"]
    assert [place["ready"] for place in changed["seats"]] == [False, False, True]
    ben.post(f"{here}/ready", {"ready": True})
    started = host.post(f"{here}/start")
    assert started["started"]
    assert host.refused(f"{here}/start") == "not_ready"
    assert ben.refused(f"{here}/sit", {"name": "Benedict"}) == "not_ready"
    for friend, seat in ((host, 0), (ben, 1)):
        (line,) = friend.ask("GET", "/api/games").body
        assert (line["id"], line["state"], line["role"]) == (table.id, "running", "player")
        assert [place["here"] for place in line["seats"]] == [seat == 0, seat == 1, False]
        assert line["your_move"] == (line["to_act"] == seat)


def test_the_host_gives_seats_to_bots_and_back(online: OnlineServer):
    table = Table(online, people=3, bots=0, begin=False)
    host, here = table.friends[0], f"/api/gatherings/{table.id}"
    ben = Friend(online)
    ben.join(table.links["everyone"])
    ben.post(f"{here}/sit", {"name": "Ben", "seat": 1})
    ben.post(f"{here}/ready", {"ready": True})
    seen = host.post(f"{here}/seat", {"seat": 2, "bot": "quaestor"})
    assert (seen["seats"][2]["kind"], seen["seats"][2]["name"]) == ("bot", "Quaestor")
    assert not seen["seats"][1]["ready"]
    assert host.refused(f"{here}/seat", {"seat": 0, "bot": "tiro"}) == "taken"
    assert host.refused(f"{here}/seat", {"seat": 9, "bot": "tiro"}) == "malformed"
    assert host.refused(f"{here}/seat", {"seat": 1, "bot": "nobody"}) == "unknown"
    assert ben.refused(f"{here}/seat", {"seat": 2, "bot": None}) == "not_your_seat"
    assert host.post(f"{here}/seat", {"seat": 1})["seats"][1]["kind"] == "open"
    assert ben.ask("GET", here).body["you"] is None


def test_getting_up_frees_the_seat(online: OnlineServer):
    table = Table(online, people=2, bots=1, begin=False)
    here = f"/api/gatherings/{table.id}"
    ben = Friend(online)
    ben.join(table.links["everyone"])
    ben.post(f"{here}/sit", {"name": "Ben"})
    assert ben.post(f"{here}/leave")["seats"][1]["kind"] == "open"
    assert ben.refused(f"{here}/leave") == "not_your_seat"
    assert table.friends[0].refused(f"{here}/leave") == "not_ready"


def test_new_links_void_the_old_ones(online: OnlineServer):
    table = Table(online, begin=False)
    host = table.friends[0]
    new = host.post(f"/api/gatherings/{table.id}/links")
    stranger = Friend(online)
    for old in (table.links["everyone"], table.links["seats"][1], table.links["spectators"]):
        assert stranger.refused("/api/join", {"secret": old}) == "not_invited"
    assert stranger.join(new["everyone"])["game"] == table.id
    assert stranger.refused(f"/api/gatherings/{table.id}/links") == "not_your_seat"


@pytest.mark.parametrize("secret", ["", "x", "x" * 43, "x" * 400, "' OR 1=1 --"])
def test_a_link_that_nobody_gave_leads_nowhere(online: OnlineServer, secret: str):
    assert Friend(online).refused("/api/join", {"secret": secret}) == "not_invited"
    assert Friend(online).refused("/api/join", {"secret": secret + "x" * 5000}) == "malformed"


def test_who_was_not_invited_learns_nothing(online: OnlineServer):
    table = Table(online)
    insider = Friend(online)
    insider.join(Table(online).links["spectators"])
    for stranger in (Friend(online), Friend(online, cookie="forged"), insider):
        for path in ("", "/board", "/rulebook", "/record", "/replay", "/frames", "/dice"):
            assert stranger.refused(f"/api/games/{table.id}{path}", method="GET") == "not_invited"
        for path in ("sit", "leave", "ready", "agreement", "seat", "links", "start", "open", "call-off"):
            assert stranger.refused(f"/api/gatherings/{table.id}/{path}", {}) == "not_invited"
        for path in ("again", "seats/0/link", "spectators/link"):
            assert stranger.refused(f"/api/games/{table.id}/{path}") == "not_invited"
        assert stranger.refused(f"/api/games/{table.id}", method="DELETE") == "not_invited"
        assert table.id not in str(stranger.ask("GET", "/api/games").body)
        with stranger.page(table.id, greet=False) as page:
            page.send("hello")
            assert page.wait("problem")["code"] == "not_invited"
            with pytest.raises(ConnectionClosed):
                page.receive()


def test_a_gathering_can_be_called_off_by_its_host(online: OnlineServer):
    table = Table(online, begin=False)
    ben = Friend(online)
    ben.join(table.links["everyone"])
    here = f"/api/gatherings/{table.id}"
    assert ben.refused(here, method="DELETE") == "not_your_seat"
    with ben.page(table.id, greet=False) as page:
        page.send("hello")
        page.wait("gathering")
        assert table.friends[0].ask("DELETE", here).status == 204
        assert page.wait("problem")["code"] == "unknown"
    assert ben.refused(here, method="GET") == "unknown"
    assert ben.ask("GET", "/api/games").body == []


def test_everyone_sees_who_comes_and_the_game_begins_on_the_same_socket(online: OnlineServer):
    table = Table(online, people=2, bots=1, begin=False)
    host, here = table.friends[0], f"/api/gatherings/{table.id}"
    ben = Friend(online)
    ben.join(table.links["everyone"])
    with host.page(table.id, greet=False) as page, ben.page(table.id, greet=False) as other:
        page.send("hello")
        assert page.wait("gathering")["seats"][0]["here"]
        other.send("hello")
        assert wait_until(page, "gathering", spectators=1)
        page.send("say", text="too early", ref="1")
        assert page.wait("problem")["code"] == "not_ready"
        ben.post(f"{here}/sit", {"name": "Ben"})
        assert page.wait("gathering", lambda seen: seen["seats"][1]["here"])["seats"][1]["name"] == "Ben"
        ben.post(f"{here}/ready", {"ready": True})
        host.post(f"{here}/start")
        assert page.wait("gathering", lambda seen: seen["started"])
        for screen, seat in ((page, 0), (other, 1)):
            welcome = screen.wait("welcome")
            assert [place["here"] for place in welcome["seats"]] == [seat == 0, seat == 1, False]
            assert welcome["agreement"] == AGREEMENT
            assert screen.wait("snapshot")["view"]["seat"] == seat


def test_who_came_too_late_for_a_seat_may_watch(online: OnlineServer):
    table = Table(online, people=2, bots=1, begin=False)
    here = f"/api/gatherings/{table.id}"
    late = Friend(online)
    late.join(table.links["everyone"])
    table.begin()
    assert late.ask("GET", "/api/games").body[0]["role"] == "spectator"
    after = Friend(online)
    assert after.join(table.links["everyone"]) == {
        "game": table.id,
        "started": True,
        "role": "spectator",
        "seat": None,
    }
    assert after.refused(f"{here}/sit", {"name": "Eva"}) == "not_ready"
    alone = Table(online, spectators=False)
    assert alone.links["spectators"] is None
    assert late.refused("/api/join", {"secret": alone.links["everyone"]}) == "not_ready"
    assert alone.friends[0].refused(f"/api/games/{alone.id}/spectators/link") == "not_agreed"


def test_a_seat_is_taken_to_another_device_by_its_own_link_which_works_once(online: OnlineServer):
    table = Table(online)
    ben = table.friends[1]
    assert ben.refused(f"/api/games/{table.id}/seats/0/link") == "not_your_seat"
    link = ben.post(f"/api/games/{table.id}/seats/1/link")
    phone = Friend(online)
    assert phone.join(link["secret"])["seat"] == 1
    assert Friend(online).refused("/api/join", {"secret": link["secret"]}) == "not_invited"
    with ben.page(table.id) as page, phone.page(table.id) as other:
        assert page.snapshot["view"]["seat"] == other.snapshot["view"]["seat"] == 1


def test_a_rematch_gathers_the_same_people_wherever_they_are(online: OnlineServer):
    table = Table(online, people=2, bots=1, changes={"win.turn_limit": 1}, clock=5, cover_after=0)
    host, ben = table.friends
    phone = Friend(online)
    phone.join(ben.post(f"/api/games/{table.id}/seats/1/link")["secret"])
    watching = table.spectator()
    assert ben.refused(f"/api/games/{table.id}/again") == "not_ready"
    with host.page(table.id) as page:
        # Ben is away, and covered at once; Ada lets her time run out only if she has to choose.
        while not page.wait_for_turn()["view"]["outcome"]:
            page.moved(page.snapshot["choices"][-1]["id"])
        assert watching.refused(f"/api/games/{table.id}/again") == "not_your_seat"
        gathering = phone.post(f"/api/games/{table.id}/again")
        assert (gathering["you"], gathering["host"], gathering["after"]) == (1, True, table.id)
        assert wait_until(page, "rematch")["game"] == gathering["id"]
    assert host.post(f"/api/games/{table.id}/again")["id"] == gathering["id"]
    assert [(place["name"], place["ready"]) for place in gathering["seats"]] == [
        ("Ada", False),
        ("Ben", False),
        ("Tiro", True),
    ]
    assert gathering["commitment"] != table.gathering["commitment"]
    for friend in (host, ben, phone, watching):
        assert friend.ask("GET", f"/api/gatherings/{gathering['id']}").status == 200
    host.post(f"/api/gatherings/{gathering['id']}/ready", {"ready": True})
    phone.post(f"/api/gatherings/{gathering['id']}/start")
    with ben.page(gathering["id"]) as page:
        assert page.snapshot["view"]["seat"] == 1
    # A game that is over can be taken off one's list; the last who does so takes it out of the store.
    for friend in (host, ben, phone, watching):
        assert friend.ask("DELETE", f"/api/games/{table.id}").status == 204
        assert friend.ask("GET", f"/api/games/{table.id}").status in (403, 404)


def test_nobody_leaves_the_others_with_a_running_game(online: OnlineServer):
    table = Table(online)
    assert table.friends[1].refused(f"/api/games/{table.id}", method="DELETE") == "not_ready"
    watching = table.spectator()
    assert watching.ask("DELETE", f"/api/games/{table.id}").status == 204
    assert watching.ask("GET", "/api/games").body == []


@pytest.mark.parametrize(
    "change",
    [
        {"clock": 1},
        {"clock": -5},
        {"clock": 10**9},
        {"cover_after": -1},
        {"cover_bot": "nobody"},
        {"hints": "yes"},
        {"more": 1},
    ],
)
def test_an_agreement_that_cannot_be_kept_is_refused(online: OnlineServer, change: dict[str, object]):
    table = Table(online, begin=False)
    code = table.friends[0].refused(f"/api/gatherings/{table.id}/agreement", {**AGREEMENT, **change})
    assert code in ("malformed", "unknown")


def test_a_gathering_that_the_rules_do_not_allow_is_refused_at_once(online: OnlineServer):
    host = Friend(online)
    wanted = {"agreement": AGREEMENT, "name": "Ada"}
    assert host.refused("/api/gatherings", {**wanted, "seats": [{}]}) == "content"
    assert host.refused("/api/gatherings", {**wanted, "seats": [{"bot": "tiro"}] * 99}) == "malformed"
    assert host.refused("/api/gatherings", {**wanted, "seats": [{"bot": "tiro"}] * 3}) == "malformed"
    assert host.refused("/api/gatherings", {**wanted, "seats": [{}] * 3, "rules": "chess"}) == "unknown"
    assert host.refused("/api/gatherings", {**wanted, "seats": [{}] * 3, "changes": {"oust.cost": "x"}}) == "content"


def test_online_and_at_one_screen_are_kept_apart(online: OnlineServer, server: OnlineServer):
    assert Friend(online).refused("/api/games", {"seats": []}) == "forbidden"
    assert Friend(server).refused("/api/gatherings", {}) == "forbidden"
    assert Friend(server).refused("/api/join", {"secret": "x"}) == "forbidden"
    assert online.ask("GET", "/api/server").body["online"]
    assert not server.ask("GET", "/api/server").body["online"]


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(online: OnlineServer):
    answer = online.ask(
        "POST", "/api/gatherings", {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Ada", "colour": 1}
    )
    cookie = answer.headers["set-cookie"]
    assert re.match(r"forvm=[\w-]{43};", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie


SLOW = """
import asyncio
from forvm.server.http import online_routes
arrival_of = online_routes.arrival_of
async def slowly(request):
    if request.url.path == "/api/join" and "x-slow" in request.headers:
        await asyncio.sleep(3)
    return await arrival_of(request)
online_routes.arrival_of = slowly
"""


def test_who_joins_at_the_very_moment_of_the_start_does_not_watch_a_table_without_spectators(tmp_path: Path):
    server = OnlineServer(tmp_path / "games.sqlite3", first=SLOW)
    try:
        table = Table(server, begin=False, spectators=False)
        late = Friend(server)
        with ThreadPoolExecutor(1) as pool:
            body = {"secret": table.links["everyone"]}
            joining = pool.submit(server.ask, "POST", "/api/join", body, {"X-Slow": "1"})
            time.sleep(
                0.5
            )  # it has looked by now whether the game has begun; if it has not, it is refused all the same
            table.begin()
            answer = joining.result()
        late.cookie = answer.headers.get("set-cookie", "").removeprefix("forvm=").partition(";")[0] or None
        assert late.refused(f"/api/games/{table.id}", method="GET") == "not_invited"
        with late.page(table.id, greet=False) as page:
            page.send("hello")
            assert page.receive()["type"] == "problem"
    finally:
        server.kill()


def test_letting_many_guests_watch_takes_no_more_than_twice_as_long_for_twice_as_many(tmp_path: Path):
    def work(count: int) -> int:
        """How many steps of SQLite's it takes to let so many people watch."""
        steps = 0

        def step() -> None:
            nonlocal steps
            steps += 1

        everyone = range(1, count + 1)
        with closing(open_file(tmp_path / f"{count}.sqlite3")) as connection:
            connection.execute("BEGIN")
            people = ((person, str(person)) for person in everyone)
            connection.executemany("INSERT INTO people (id, key, created) VALUES (?, ?, '')", people)
            connection.execute("INSERT INTO gatherings VALUES ('game', '', 1, 0, x'', NULL)")
            for person in everyone:
                give_pass(connection, person, "game", "guest", -1)
            connection.set_progress_handler(step, 10)
            let_watch(connection, everyone, "game")
            connection.set_progress_handler(None, 10)
            watching = connection.execute("SELECT seat FROM passes WHERE kind = 'spectator' ORDER BY person")
            assert [number for (number,) in watching] == list(everyone)
        return steps

    assert work(600) < 3 * work(300)
