"""Every value that a page sends is checked in one place: parts of paths, queries, bodies and socket messages."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote

import msgspec
import pytest
from msgspec import inspect as types
from starlette.routing import Route, WebSocketRoute
from websockets.sync.client import connect

from forvm.server.http import application, inputs
from forvm.server.http.game_routes import ROUTES
from forvm.server.http.lab_routes import ROUTES as LAB_ROUTES
from forvm.server.http.online_routes import ONLINE_ROUTES
from forvm.server.protocol import http_messages, lab_messages, lobby_messages, session_messages, socket_messages
from forvm.server.protocol.view_messages import Value
from tests.server.friends import OnlineServer, Table
from tests.server.serving import PATIENCE, Page, Server

SENT = [
    *get_args(socket_messages.ClientMessage),
    *(
        found
        for module in (session_messages, lobby_messages, http_messages, lab_messages)
        for _, found in inspect.getmembers(module, inspect.isclass)
        if found.__module__ == module.__name__
        and issubclass(found, msgspec.Struct)
        and found.__struct_config__.forbid_unknown_fields
    ),
]


def routes() -> list[Route | WebSocketRoute]:
    return [route for route in (*ROUTES, *ONLINE_ROUTES, *LAB_ROUTES) if isinstance(route, Route | WebSocketRoute)]


def test_every_part_of_every_path_has_a_kind_that_is_checked():
    named = [(route.path, kind) for route in routes() for kind in route.param_convertors.values()]
    assert len(named) > 30
    assert [path for path, kind in named if kind not in inputs.KINDS.values()] == []


def test_nobody_reads_a_path_or_a_query_in_another_place():
    package = Path(application.__file__).parent
    readers = {
        path.name
        for path in package.rglob("*.py")
        if any(word in path.read_text() for word in ("path_params[", "query_params"))
    }
    assert readers == {"inputs.py"}


def unbounded(kind: types.Type, where: str) -> Iterator[str]:
    """The parts of a type in which anything could be sent, however large."""
    match kind:
        case types.IntType():
            if (kind.ge is None and kind.gt is None) or (kind.le is None and kind.lt is None):
                yield where
        case types.StrType():
            if kind.max_length is None:
                yield where
        case types.ListType():
            if kind.max_length is None:
                yield where
            yield from unbounded(kind.item_type, f"{where}[]")
        case types.DictType():
            if kind.max_length is None:
                yield where
            yield from unbounded(kind.key_type, f"{where} key")
            if kind.value_type != types.type_info(Value):  # what a parameter may be, the rules say
                yield from unbounded(kind.value_type, f"{where} value")
        case types.UnionType():
            for one in kind.types:
                yield from unbounded(one, where)
        case types.StructType():
            for field in kind.fields:
                yield from unbounded(field.type, f"{where}.{field.name}")
        case types.BoolType() | types.NoneType() | types.LiteralType():
            pass
        case _:
            yield f"{where}: {kind}"


@pytest.mark.parametrize("kind", SENT, ids=lambda kind: kind.__name__)
def test_every_field_that_a_page_sends_has_bounds(kind: type):
    assert list(unbounded(types.type_info(kind), kind.__name__)) == []


def test_the_bounds_of_all_that_a_page_sends_are_looked_at():
    assert {"Hello", "Play", "NewGathering", "Join", "Sit", "NewGame", "LabWanted", "FramesQuery"} <= {
        kind.__name__ for kind in SENT
    }


WRONG_IDS = ["0" * 15, "0" * 17, "A" * 16, "0" * 15 + "\n", "%2e%2e", "9" * 5000]


@pytest.mark.parametrize("route", routes(), ids=lambda route: f"{route.name} {route.path}")
def test_a_wrong_id_is_unknown_and_a_wrong_seat_malformed(online: OnlineServer, route: Route | WebSocketRoute):
    if not route.param_convertors or isinstance(route, WebSocketRoute):
        return
    method = next(iter(sorted(route.methods or {"GET"}, key="HEAD".__eq__)))
    for word in WRONG_IDS:
        path = route.path_format.replace("{id}", quote(word, safe="")).replace("{seat}", "0")
        answer = online.ask(method, path)
        assert answer.status == 404, (path, answer.body)
        assert answer.body["code"] == "unknown"
        assert len(answer.body["message"]) > 20


def test_a_wrong_seat_is_told_which_there_are(online: OnlineServer):
    table = Table(online)
    for word in ("4", "00", "-1", "0x1", "zero", "9" * 39, "1" * 5000):
        answer = table.friends[0].ask("POST", f"/api/games/{table.id}/seats/{word}/link")
        assert answer.status == 400
        assert "from 0 to 3" in answer.body["message"]
        assert len(answer.body["message"]) < 200


@pytest.mark.parametrize("path", ["/api/games/{}/socket", "/api/lab/runs/{}/socket"])
def test_a_socket_of_a_wrong_id_is_told_so_and_closed(online: OnlineServer, path: str):
    for word in ("x", "A" * 16, "9" * 500):
        with connect(f"ws://127.0.0.1:{online.port}{path.format(word)}", open_timeout=PATIENCE) as opened:
            page = Page(opened)
            assert page.receive()["code"] == "unknown"


@pytest.mark.parametrize(
    "query",
    [
        "first=-1",
        "first=x",
        "first=" + "9" * 5000,
        "first=",
        "first=1.5",
        "count=0",
        "count=65",
        "seat=4",
        "seat=01",
        "seat=-1",
        "seat=both",
        "last=1",
        "first=0&first=1",
        "seat=none&seat=all",
    ],
)
def test_a_wrong_query_is_told_what_would_be_right(server: Server, query: str):
    answer = server.ask("GET", f"/api/games/{server.begin()}/frames?{query}")
    assert answer.status == 400
    assert answer.body["code"] == "malformed"
    assert 20 < len(answer.body["message"]) < 300


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("play", {"seq": -1, "seat": 0, "move": "end"}),
        ("play", {"seq": 2**70, "seat": 0, "move": "end"}),
        ("play", {"seq": 1, "seat": 4, "move": "end"}),
        ("play", {"seq": 1, "seat": 0, "move": "x" * 300}),
        ("play", {"seq": 1, "seat": 0, "move": -1}),
        ("lift", {"seat": -1}),
        ("undo", {"seq": 1, "seat": 9}),
        ("ask_undo", {"seq": 1, "seat": 0, "position": -1}),
        ("answer_undo", {"number": -1, "seat": 0, "agree": True}),
        ("settings", {"pace": 10_001}),
        ("settings", {"pace": -1}),
        ("mute", {"speaker": "x" * 500, "muted": True}),
    ],
)
def test_a_message_out_of_bounds_changes_nothing(server: Server, message: str, fields: dict[str, Any]):
    with server.page(server.begin()) as page:
        seq = page.snapshot["seq"]
        page.send(message, **fields)
        problem = page.wait("problem")
        assert problem["code"] == "malformed"
        assert "`$." in problem["message"]
        page.send("ping")
        assert page.wait("pong")["seq"] == seq


def test_bodies_out_of_bounds_say_where_and_what_would_be_right(online: OnlineServer):
    table = Table(online, begin=False)
    here = f"/api/gatherings/{table.id}"
    for path, body, said in [
        (f"{here}/sit", {"name": "Ada", "seat": 4}, "$.seat"),
        (f"{here}/sit", {"name": "Ada", "colour": 6}, "$.colour"),
        (f"{here}/sit", {"name": "x" * 500}, "$.name"),
        (f"{here}/seat", {"seat": -1}, "$.seat"),
        ("/api/gatherings", {"seats": [{}] * 9, "name": "Ada", "agreement": {}}, "$.seats"),
    ]:
        answer = table.friends[0].ask("POST", path, body)
        assert answer.status == 400
        assert said in answer.body["message"]
    assert msgspec.json.encode(table.friends[0].ask("GET", here).body["seats"]) == msgspec.json.encode(
        table.gathering["seats"]
    )
