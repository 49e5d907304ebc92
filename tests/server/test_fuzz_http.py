"""Whatever is asked of the HTTP interface gets an answer that the types promise, and harms nobody else.

Schemathesis makes requests from the messages' own types, right ones and wrong ones; to them come requests that are
right but for one field.
"""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from forvm.server.http.game_routes import ROUTES
from forvm.server.http.online_routes import ONLINE_ROUTES
from tests.server.fuzzing import meeting, server, state
from tests.server.kill import Server
from tests.server.openapi import OPERATIONS, Operation, document
from tests.server.players import AGREEMENT, PATIENCE, Browser, Meeting, meet

__all__ = ["meeting", "server"]

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
QUICK = settings(
    max_examples=10,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
RIGHT: dict[str, dict[str, Any]] = {
    "/api/house-rules/check": {"text": 'format = 1\nid = "h"\nname = "H"\nedition = "forvm"\n[oust]\ncost = 300\n'},
    "/api/games": {"seats": [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}]},
    "/api/replays": {"text": "FORVM record 1\n"},
    "/api/gatherings": {"seats": [{}, {}, {"bot": "tiro"}], "agreement": AGREEMENT, "name": "Ada"},
    "/api/join": {"secret": "x" * 43},
    "/api/gatherings/{id}/sit": {"name": "Dido", "seat": 1, "colour": 3},
    "/api/gatherings/{id}/ready": {"ready": True, "words": "0" * 64},
    "/api/gatherings/{id}/open": {"salt": "0" * 32, "words": "words"},
    "/api/gatherings/{id}/agreement": {**AGREEMENT, "clock": 60},
    "/api/gatherings/{id}/seat": {"seat": 2, "bot": "tiro"},
}
FLOATS = st.floats(allow_nan=False, allow_infinity=False)  # JSON has no others
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | FLOATS | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def test_every_address_is_tried():
    routes: list[Route] = [*ROUTES, *ONLINE_ROUTES]
    there = {
        (method.lower(), route.path_format) for route in routes for method in route.methods or () if method != "HEAD"
    }
    assert there == {(one.method, one.path) for one in OPERATIONS}
    assert {one.path for one in OPERATIONS if one.sends is not None} == set(RIGHT)


async def gathering(address: str) -> tuple[str, Browser]:
    """One that has not begun, and its host."""
    host = Browser(address)
    opened = await host.ask("POST", "/api/gatherings", RIGHT["/api/gatherings"])
    return opened["gathering"]["id"], host


@pytest.fixture(scope="module")
def newcomer(server: Server) -> Browser:
    """Somebody with a game of their own, and nothing else."""
    return asyncio.run(meet(server.address, 1, 2)).browsers[0]


def try_out(server: Server, one: Operation, ids: list[str], cookies: list[str | None]) -> list[int]:
    """Ask for something in many ways; the codes of the answers."""
    schema = schemathesis.openapi.from_dict(document(ids))
    schema.config.update(base_url=f"http://{server.address}")
    asks = schema[one.path][one.method.upper()]
    codes = []

    @given(
        case=st.one_of(*(asks.as_strategy(generation_mode=mode) for mode in GenerationMode)),
        cookie=st.sampled_from(cookies),
        id=st.sampled_from(ids),
        seat=st.sampled_from(["0", "1", "2", "-1", "9", "x"]),
        twisted=st.sampled_from(["made", "right", "a field"]),
        data=st.data(),
    )
    @QUICK
    def asked(case: Any, cookie: str | None, id: str, seat: str, twisted: str, data: st.DataObject) -> None:
        for name, value in (("id", id), ("seat", seat)):
            if f"{{{name}}}" in one.path and data.draw(st.integers(0, 3)):
                case.path_parameters[name] = value
        if one.query != () and data.draw(st.booleans()):
            case.query = {"first": "0", "count": "2", "seat": data.draw(st.sampled_from(["none", "0", "1", "all"]))}
        if one.sends and twisted != "made":
            case.body = dict(RIGHT[one.path])
            if twisted == "a field":
                case.body[data.draw(st.sampled_from(sorted(case.body)))] = data.draw(JUNK)
        answer = case.call(cookies={} if cookie is None else {"forvm": cookie}, timeout=PATIENCE)
        codes.append(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    asked()
    return codes


@pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_others_change_nothing_whatever_they_ask_for(server, meeting, newcomer, one):
    before = state(server, meeting.id)
    try_out(server, one, [meeting.id], [None, "x" * 43, newcomer.cookie])
    assert state(server, meeting.id) == before


@pytest.mark.parametrize(
    "one", [one for one in OPERATIONS if "{id}" in one.path], ids=lambda one: f"{one.method} {one.path}"
)
def test_those_who_may_do_something_get_an_answer_too(server, meeting, one):
    """A game or a gathering of their own: here much of what is asked for can be had."""
    ids, cookies = [meeting.id], [browser.cookie for browser in meeting.browsers]
    if "/editions/" in one.path:
        ids = ["forvm", "short"]
    elif "/gatherings/" in one.path:
        id, host = asyncio.run(gathering(server.address))
        ids, cookies = [id], [host.cookie]
    codes = try_out(server, one, ids, cookies)
    assert any(code != 404 for code in codes) or "/replays/" in one.path or "/devices/" in one.path


RAW = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"{}" * 1000,
    b'{"seats":' + b"[" * 5000,
    b"\xff\xfe\x00",
    b'{"secret":"\\ud800"}',
    b'{"name":"\\u0000","seats":[{}],"agreement":{}}',
    b'{"text":"' + b"x" * 63_000 + b'"}',
    b'{"seat":1e400}',
    b'{"seat":123456789012345678901234567890}',
]


@pytest.mark.parametrize("one", [one for one in OPERATIONS if one.sends], ids=lambda one: one.path)
def test_bodies_that_are_no_messages_are_refused_in_words(server: Server, meeting: Meeting, one: Operation):
    for raw in RAW:
        address = f"http://{server.address}{one.path.replace('{id}', meeting.id)}"
        headers = {"Cookie": f"forvm={meeting.browsers[0].cookie}"}
        request = urllib.request.Request(address, data=raw, method="POST", headers=headers)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=PATIENCE)
        with refused.value as error:
            assert 400 <= error.code < 500
            assert error.headers.get_content_type() == "application/json"
