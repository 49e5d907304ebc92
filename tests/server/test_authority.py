"""Who may do what: every route and every message of a socket, for every person, in every state of a game.

What is expected stands in two tables. A route or message that is in the application and not in its table fails, so a
new one has to say here for whom it is. Whatever is refused changes nothing, and no answer shows a hand that is hidden
from whoever asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from forvm.server.http.application import application
from forvm.server.http.context import ServerContext
from forvm.server.people.access import Access
from forvm.server.protocol.socket_messages import ClientMessage
from tests.server.authority import (
    INSIDERS,
    OK,
    OUTSIDERS,
    SALT,
    SEATS,
    STATES,
    WORDS,
    Rule,
    State,
    World,
    begin_run,
    brought,
    build,
    everyone,
    seats_shown,
)
from tests.server.authority import outcome as outcome_of
from tests.server.friends import AGREEMENT, OnlineServer
from tests.server.serving import PATIENCE, Message, Page

NOWHERE = "0" * 16  # an id that nothing has
HOUSE_RULES = 'format = 1\nid = "h"\nname = "H"\nedition = "forvm"\n[oust]\ncost = 300\n'
NEW = {"seats": [{}, {}, {"bot": "tiro"}], "agreement": AGREEMENT, "name": "Ada"}
NOT_BEGUN = {"rest": "not_ready"}
WAITED_FOR = {"host": "not_ready", "seated": "not_ready", "rest": OK}  # others wait for who sits at a table
HOST = {"host": OK, "rest": "not_your_seat"}
SEATED = {"host": OK, "seated": OK, "rest": "not_your_seat"}
PLAYERS = SEATED
SEAT_0 = {"host": OK, "rest": "not_your_seat"}
SEAT_1 = {"seated": OK, "rest": "not_your_seat"}
NOBODY = {"rest": "not_your_seat"}
FROZEN = {"host": "not_ready", "rest": "not_your_seat"}  # while words are opened the host changes nothing either
BEGUN = "not_ready"  # what belongs to the gathering is over
KNOWN = {"stranger": "not_invited", "forger": "not_invited", "rest": "unknown"}

RULES = [
    # What anybody may ask for.
    everyone("GET /api/server", OK),
    everyone("GET /api/editions", OK),
    everyone("GET /api/editions/{id}/board", OK, path="/api/editions/forvm/board"),
    everyone("GET /api/editions/{id}/rulebook", OK, path="/api/editions/forvm/rulebook"),
    everyone("POST /api/house-rules/check", OK, body={"text": HOUSE_RULES}),
    everyone("GET /api/games", OK),
    everyone("GET /api/devices", OK),
    everyone("POST /api/gatherings", OK, body=NEW, changes=True),
    # Uploaded records and experiments belong to whoever knows their ids.
    everyone("POST /api/replays", "record", body={"text": "FORVM"}),
    *(
        everyone(f"GET /api/replays/{{id}}{what}", outcome, path=f"/api/replays/{id}{what}{query}")
        for id, outcome in (("{replay}", OK), (NOWHERE, "unknown"))
        for what, query in (("", ""), ("/board", ""), ("/rulebook", ""), ("/frames", "?seat=all"), ("/dice", ""))
    ),
    everyone("GET /api/lab", OK),
    everyone("GET /api/lab/questions", OK),
    everyone("POST /api/lab/forecast", OK, body={"bots": ["greedy"] * 4, "changes": {"oust.cost": 100}}),
    everyone("POST /api/lab/runs", "malformed", body={}),
    everyone("POST /api/lab/study", "malformed", body={}),
    everyone("GET /api/lab/runs/{id}", OK, path="/api/lab/runs/{run}"),
    everyone("GET /api/lab/runs/{id}", "unknown", path=f"/api/lab/runs/{NOWHERE[:12]}"),
    everyone("POST /api/lab/runs/{id}/stop", OK, path="/api/lab/runs/{run}/stop"),
    everyone("POST /api/lab/runs/{id}/stop", "unknown", path=f"/api/lab/runs/{NOWHERE[:12]}/stop"),
    everyone("GET /api/lab/runs/{id}/report", "unavailable", path="/api/lab/runs/{run}/report"),  # nothing was found
    everyone("GET /api/lab/runs/{id}/report", "unknown", path=f"/api/lab/runs/{NOWHERE[:12]}/report"),
    # A link lets in whoever has it, as long as no other has taken its place.
    everyone("POST /api/join", OK, body={"secret": "{link}"}, changes=True),
    everyone("POST /api/join", "not_invited", body={"secret": "{void_link}"}),
    everyone("POST /api/join", "not_invited", body={"secret": "x" * 43}),
    # What nobody may.
    everyone("POST /api/games", "forbidden", body={"seats": []}),
    everyone("POST /api/games/{id}/rematch", "forbidden"),
    Rule("DELETE /api/devices/{id}", "unknown", "unknown", "unknown", outsiders=KNOWN, path=f"/api/devices/{NOWHERE}"),
    Rule(
        "DELETE /api/devices/{id}",
        {"host": "not_ready", "rest": "unknown"},
        {"host": "not_ready", "rest": "unknown"},
        {"host": OK, "rest": "unknown"},
        outsiders=KNOWN,
        path="/api/devices/{device}",
        changes=True,
    ),
    # A game.
    Rule("GET /api/games/{id}", OK, OK, OK),
    Rule("DELETE /api/games/{id}", WAITED_FOR, {"rest": "not_ready", "spectator": OK}, OK, changes=True),
    Rule("GET /api/games/{id}/board", NOT_BEGUN, OK, OK),
    Rule("GET /api/games/{id}/rulebook", NOT_BEGUN, OK, OK),
    Rule("GET /api/games/{id}/record", NOT_BEGUN, "hidden", OK),
    Rule("GET /api/games/{id}/dice", NOT_BEGUN, OK, OK),
    Rule("GET /api/games/{id}/replay", NOT_BEGUN, OK, OK),
    Rule("GET /api/games/{id}/frames", NOT_BEGUN, OK, OK, path="/api/games/{id}/frames?seat=none"),
    Rule("GET /api/games/{id}/frames", NOT_BEGUN, "hidden", OK, path="/api/games/{id}/frames?seat=all"),
    Rule(
        "GET /api/games/{id}/frames",
        NOT_BEGUN,
        {"host": OK, "rest": "hidden"},
        OK,
        path="/api/games/{id}/frames?seat=0&first=3",
    ),
    Rule(
        "GET /api/games/{id}/frames",
        NOT_BEGUN,
        {"seated": OK, "rest": "hidden"},
        OK,
        path="/api/games/{id}/frames?seat=1&first=3",
    ),
    Rule("GET /api/games/{id}/frames", NOT_BEGUN, "hidden", OK, path="/api/games/{id}/frames?seat=2"),
    Rule(
        "POST /api/games/{id}/again",
        NOT_BEGUN,
        {"rest": "not_ready", "spectator": "not_your_seat"},
        PLAYERS,
        changes=True,
    ),
    Rule("POST /api/games/{id}/spectators/link", NOT_BEGUN, PLAYERS, PLAYERS, changes=True),
    *(
        Rule(
            "POST /api/games/{id}/seats/{seat}/link",
            NOT_BEGUN,
            allowed,
            allowed,
            path=f"/api/games/{{id}}/seats/{seat}/link",
            changes=True,
        )
        for seat, allowed in enumerate((SEAT_0, SEAT_1, NOBODY, NOBODY))
    ),
    # A gathering.
    Rule("GET /api/gatherings/{id}", OK, OK, OK),
    Rule("DELETE /api/gatherings/{id}", HOST, BEGUN, BEGUN, changes=True),
    Rule(
        "POST /api/gatherings/{id}/sit",
        {"seated": OK, "rest": "taken"},
        BEGUN,
        BEGUN,
        opening="not_ready",
        body={"name": "Otho", "seat": 1},
        changes=True,
    ),
    Rule("POST /api/gatherings/{id}/sit", "taken", BEGUN, BEGUN, "not_ready", body={"name": "Otho", "seat": 2}),
    Rule(
        "POST /api/gatherings/{id}/leave",
        {"host": "not_ready", "seated": OK, "rest": "not_your_seat"},
        BEGUN,
        BEGUN,
        opening="not_ready",
        changes=True,
    ),
    Rule("POST /api/gatherings/{id}/ready", SEATED, BEGUN, BEGUN, "not_ready", body={"ready": True}, changes=True),
    Rule(
        "POST /api/gatherings/{id}/open",
        {"host": "not_ready", "seated": "not_ready", "rest": "not_your_seat"},
        BEGUN,
        BEGUN,
        opening={"host": "not_ready", "seated": OK, "rest": "not_your_seat"},
        body={"salt": SALT, "words": WORDS},
        changes=True,
    ),
    Rule(
        "POST /api/gatherings/{id}/call-off",
        {"host": "not_ready", "rest": "not_your_seat"},
        BEGUN,
        BEGUN,
        opening=HOST,
        changes=True,
    ),
    Rule("POST /api/gatherings/{id}/agreement", HOST, BEGUN, BEGUN, FROZEN, body=AGREEMENT, changes=True),
    Rule("POST /api/gatherings/{id}/seat", HOST, BEGUN, BEGUN, FROZEN, body={"seat": 1, "bot": "tiro"}, changes=True),
    Rule("POST /api/gatherings/{id}/links", HOST, HOST, HOST, changes=True),
    Rule("POST /api/gatherings/{id}/start", {"host": "not_ready", "rest": "not_your_seat"}, BEGUN, BEGUN),
]

# Messages of a game's socket that are about seat 0. In a gathering nothing but Ping is understood.
SOCKETS = {"/api/games/{id}/socket", "/api/lab/runs/{id}/socket"}
MESSAGES: dict[str, tuple[Message, dict[str, str]]] = {
    "lift": ({"seat": 0}, SEAT_0),
    "play": ({"seq": 0, "seat": 0, "move": "end"}, {"host": "stale", "rest": "not_your_seat"}),
    "undo": ({"seq": 0, "seat": 0}, {"host": "stale", "rest": "not_your_seat"}),
    "ask_undo": ({"seq": 0, "seat": 0, "position": 0}, {"host": "stale", "rest": "not_your_seat"}),
    "answer_undo": ({"number": 1, "seat": 0, "agree": True}, {"host": "no_undo", "rest": "not_your_seat"}),
    "ask_hint": ({"seat": 0}, {"host": "not_agreed", "rest": "not_your_seat"}),
    "ask_chances": ({}, {"rest": "not_agreed"}),
    "mute": ({"speaker": "seat 2", "muted": True}, {"rest": "malformed"}),  # who has said nothing
    "settings": ({"pace": 0}, {"rest": OK}),
    "ping": ({}, {"rest": OK}),
    "hello": ({"seats": [0]}, {"rest": "malformed"}),  # a second time; the first is tried below
    "say": ({"text": "Salve", "ref": "1"}, {"rest": OK}),  # the last: it is kept
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    running = OnlineServer(tmp_path_factory.mktemp("authority") / "games.sqlite3")
    yield running
    running.stop()
    assert "Traceback" not in running.log.read_text()


@pytest.fixture(scope="module")
def worlds(server: OnlineServer) -> dict[State, World]:
    """For all that changes nothing."""
    return {state: build(server, state) for state in STATES}


# Every route.


def test_every_route_of_the_application_has_its_rule(tmp_path: Path):
    room = ServerContext.open(tmp_path / "games.sqlite3", access=Access(online=True))
    app = application(room)
    room.store.close()
    routes = [route for route in app.routes if isinstance(route, Route)]
    there = {f"{method} {route.path_format}" for route in routes for method in (route.methods or set()) - {"HEAD"}}
    assert there == {rule.route for rule in RULES}
    sockets = {route.path_format for route in app.routes if isinstance(route, WebSocketRoute)}
    assert sockets == SOCKETS
    # All else is the page, the same for everyone.
    others = [route for route in app.routes if not isinstance(route, Route | WebSocketRoute)]
    assert [(type(route), route.path) for route in others if isinstance(route, Mount)] == [(Mount, "")]
    assert len(others) == 1


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.route} {rule.path}".strip())
def test_everyone_gets_what_is_theirs_and_nothing_else(
    server: OnlineServer, worlds: dict[State, World], rule: Rule, state: State
):
    world = worlds[state]
    granted = OK in rule.of(world).values() and rule.changes
    if granted:
        world = build(server, state)
    # Those who are refused come first: nothing has changed for them.
    for person, expected in sorted(rule.of(world).items(), key=lambda one: one[1] == OK):
        before = world.kept()
        answer = rule.ask(world, person)
        assert outcome_of(answer) == expected, (person, answer.body)
        assert answer.status < 500 or expected == "unavailable"
        if expected != OK or not rule.changes:
            assert world.kept() == before, person
        if state != "over" and "/replays/" not in rule.route:  # in a record everything may be seen
            assert set(seats_shown(answer.body)) <= set(SEATS.get(person, ())), person


def test_hands_are_found_in_answers_where_they_are(worlds: dict[State, World]):
    rule = next(rule for rule in RULES if "seat=0&" in rule.path)
    assert set(seats_shown(rule.ask(worlds["running"], "host").body)) == {0}
    assert len(set(seats_shown(rule.ask(worlds["over"], "spectator").body))) >= 1


def test_each_finds_their_own_games_in_the_list(worlds: dict[State, World]):
    rule = next(rule for rule in RULES if rule.route == "GET /api/games")
    for state, world in worlds.items():
        for person in (*OUTSIDERS, *INSIDERS[state]):
            if person in world.people:
                listed = {line["id"] for line in rule.ask(world, person).body}
                assert (world.game in listed) == (person in INSIDERS[state]), (state, person)


def test_who_had_no_seat_at_the_start_is_a_stranger_where_nobody_watches(server: OnlineServer):
    world = build(server, "running", spectators=False)
    for rule in RULES:
        if rule.outsiders == "not_invited" and "{id}" in rule.route:
            before = world.kept()
            assert outcome_of(rule.ask(world, "past")) == "not_invited", rule.route
            assert world.kept() == before


@pytest.mark.parametrize("state", ["running", "over"])
def test_whoever_comes_late_by_a_link_watches(server: OnlineServer, state: State):
    world = build(server, state)
    rule = next(rule for rule in RULES if rule.body == {"secret": "{link}"})
    for person, seat in (("stranger", None), ("past", None), ("seated", 1)):
        joined = rule.ask(world, person).body
        assert (joined["seat"], joined["role"]) == (seat, "spectator" if seat is None else "player"), person


# Every message.


def test_every_message_of_a_socket_has_its_rule():
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(ClientMessage) if issubclass(kind, msgspec.Struct)}
    assert kinds == set(MESSAGES)


def heard(page: Page) -> str:
    """What came of the last message: the code of the refusal, or that there was none."""
    page.send("ping")
    code = OK
    while (message := page.receive())["type"] != "pong":
        if message["type"] == "problem":
            code = message["code"]
    return code


@pytest.mark.parametrize("state", STATES)
def test_a_page_speaks_for_its_own_seat_only(server: OnlineServer, state: State):
    world = build(server, state)
    for person in INSIDERS[state]:
        with world.people[person].page(world.game, greet=False) as page:
            page.send("hello")
            page.wait("gathering" if state in ("lobby", "opening") else "snapshot")
            for kind, (fields, expected) in MESSAGES.items():
                before = world.kept()
                page.send(kind, **fields)
                told = heard(page) if kind != "ping" else str(page.wait("pong") and OK)
                should = expected.get(person, expected.get("rest"))
                if state in ("lobby", "opening"):
                    should = OK if kind == "ping" else "not_ready"
                assert told == should, (person, kind)
                if told != OK or kind != "say":
                    assert world.kept() == before, (person, kind)
            if state == "running":
                assert set(seats_shown(page.seen)) <= set(SEATS.get(person, ())), person


@pytest.mark.parametrize("state", ["running", "over"])
def test_a_page_greets_for_its_own_seat_only(worlds: dict[State, World], state: State):
    world = worlds[state]
    for person in INSIDERS[state]:
        with world.people[person].page(world.game, greet=False) as page:
            page.send("hello", seats=[0])
            if person == "host":
                page.wait("welcome")
                continue
            assert page.receive()["code"] == "not_your_seat"
            with pytest.raises(ConnectionClosed):
                page.receive()
            assert set(seats_shown(page.seen)) == set()


@pytest.mark.parametrize("state", STATES)
def test_a_socket_is_closed_to_outsiders_whatever_they_say(worlds: dict[State, World], state: State):
    world = worlds[state]
    before = world.kept()
    for person in OUTSIDERS:
        if person not in world.people:
            continue
        for kind, (fields, _) in MESSAGES.items():
            with world.people[person].page(world.game, greet=False) as page:
                page.send(kind, **fields)
                if kind != "hello":
                    page.send("hello")
                with pytest.raises(ConnectionClosed):
                    page.wait("the end")
                assert {message["type"] for message in page.seen} == {"problem"}
                assert page.seen[-1]["code"] == "not_invited"
    assert world.kept() == before


@contextmanager
def watching(server: OnlineServer, run: str) -> Iterator[Page]:
    """The page of an experiment, of somebody without a cookie."""
    address = f"ws://127.0.0.1:{server.port}/api/lab/runs/{run}/socket"
    with connect(address, open_timeout=PATIENCE, max_size=None) as socket:
        yield Page(socket)


def test_the_socket_of_an_experiment_is_for_those_who_know_its_id(server: OnlineServer):
    _, run = brought(server)
    with watching(server, run) as page:
        assert page.receive()["state"] == "stopped"
    with watching(server, NOWHERE[:12]) as page:
        assert page.receive()["code"] == "unknown"


def test_an_experiment_belongs_to_whoever_knows_its_id(server: OnlineServer, worlds: dict[State, World]):
    people = worlds["lobby"].people
    # The last test here: an address that begins another experiment puts away what it has left behind.
    run = begin_run(people["host"])
    with watching(server, run) as page:
        page.wait("lab_update", lambda update: bool(update["state"] == "done"))
    for person in ("host", "stranger"):
        report = people[person].ask("GET", f"/api/lab/runs/{run}/report")
        assert (report.status, "<html" in report.body) == (200, True), person
