"""Whatever comes over a game's socket, from whomever: no end of the server, no silence, and the game is as it was."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from forvm.server.protocol.socket_messages import ClientMessage
from tests.server.fuzzing import meeting, server, state
from tests.server.kill import Server
from tests.server.players import Browser, Meeting

__all__ = ["meeting", "server"]

PATIENCE = 60.0
TYPES = [str(msgspec.inspect.type_info(kind).tag) for kind in get_args(ClientMessage)]  # type: ignore[attr-defined]
FIELDS = sorted({field.name for kind in get_args(ClientMessage) for field in msgspec.structs.fields(kind)})
# What anybody may do at any time, or take back if it was the last thing done: it is tried elsewhere.
ALLOWED = ("say", "mute", "undo")

QUICK = settings(
    max_examples=60,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

numbers = st.integers(-3, 40) | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=30) | st.sampled_from(["end", "enter", "d6", "accept"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
messages = st.builds(
    lambda type, fields: json.dumps({"type": type, **fields}),
    st.sampled_from([type for type in TYPES if type not in ALLOWED]) | st.text(max_size=10),
    st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=6), values, max_size=5),
)
anything = messages | values.map(json.dumps) | st.text(max_size=200) | st.binary(max_size=200)


def open_socket(meeting: Meeting, cookie: str | None) -> ClientConnection:
    headers = {} if cookie is None else {"Cookie": f"forvm={cookie}"}
    address = f"ws://{meeting.browsers[0].address}/api/games/{meeting.id}/socket"
    return connect(address, additional_headers=headers, max_size=None, open_timeout=PATIENCE, compression=None)


def heard(socket: ClientConnection, type: str) -> dict[str, Any]:
    """The next message of a type; those before it are dropped."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == type:
            return message


def greeted(socket: ClientConnection) -> dict[str, Any]:
    socket.send('{"type":"hello"}')
    return heard(socket, "snapshot")


def test_the_messages_are_those_of_the_protocol():
    assert {"hello", "play", "undo", "say", "ping", "ask_undo"} <= set(TYPES)
    assert {"seq", "seat", "move", "last_seq"} <= set(FIELDS)


async def spectator(meeting: Meeting) -> Browser:
    browser = Browser(meeting.browsers[0].address)
    await browser.ask("POST", "/api/join", {"secret": meeting.spectators})
    return browser


@pytest.fixture(scope="module")
def idle(meeting: Meeting) -> tuple[Browser, int]:
    """The one of the two people who is not to act, and their seat."""
    for seat, browser in enumerate(meeting.browsers):
        with open_socket(meeting, browser.cookie) as socket:
            if not greeted(socket)["to_play"]:
                return browser, seat
    raise AssertionError("nobody waits")


@pytest.mark.parametrize("who", ["a spectator", "a player who is not to act"])
def test_who_is_not_to_act_changes_nothing_and_is_answered(server: Server, meeting: Meeting, idle, who: str):
    browser = asyncio.run(spectator(meeting)) if who == "a spectator" else idle[0]
    before = state(server, meeting.id)
    with open_socket(meeting, browser.cookie) as socket:
        greeted(socket)

        @given(batch=st.lists(anything, min_size=1, max_size=6))
        @QUICK
        def thrown(batch: list[str | bytes]) -> None:
            for message in batch:
                socket.send(message)
            socket.send('{"type":"ping"}')
            heard(socket, "pong")

        thrown()
    assert state(server, meeting.id) == before


def test_moves_for_another_position_another_seat_or_none_at_all_are_refused(server: Server, meeting: Meeting, idle):
    """Also from the one whose turn it is."""
    acting = next(browser for browser in meeting.browsers if browser is not idle[0])
    before = state(server, meeting.id)
    with open_socket(meeting, acting.cookie) as socket:
        snapshot = greeted(socket)
        seat, seq = snapshot["seat"], snapshot["seq"]
        legal = {choice["id"] for choice in snapshot["choices"]}
        legal |= {price["id"] for offer in snapshot["offers"] for price in offer["prices"]}
        offered = st.sampled_from(sorted(legal))
        other_seq = st.integers(-5, 10_000).filter(lambda number: number != seq)
        other_seat = st.integers(-5, 10).filter(lambda number: number != seat)
        no_move = st.integers(-(2**40), 2**40).filter(lambda id: id not in legal) | st.text(max_size=12).map(
            "?".__add__
        )
        wrong = st.one_of(
            st.tuples(other_seq, st.just(seat), offered),
            st.tuples(st.just(seq), other_seat, offered),
            st.tuples(st.just(seq), st.just(seat), no_move),
        )

        @given(wrong)
        @QUICK
        def thrown(play: tuple[int, int, int | str]) -> None:
            sent = [{"type": "play", "seq": play[0], "seat": play[1], "move": play[2]}]
            if play[:2] != (seq, seat):
                sent.append({"type": "undo", "seq": play[0], "seat": play[1]})
            for message in sent:
                socket.send(json.dumps(message))
                problem = heard(socket, "problem")
                assert problem["code"] in ("malformed", "stale", "illegal", "not_your_turn", "not_your_seat")
                assert len(problem["message"]) > 10

        thrown()
    assert state(server, meeting.id) == before


@pytest.mark.parametrize("cookie", [None, "x" * 43, "ünïcode"])
def test_who_was_not_invited_is_told_so_and_hears_nothing(server: Server, meeting: Meeting, cookie: str | None):
    before = state(server, meeting.id)

    @given(batch=st.lists(anything, max_size=5))
    @settings(QUICK, max_examples=15)
    def thrown(batch: list[str | bytes]) -> None:
        told = []
        try:
            with open_socket(meeting, None if cookie is None else cookie.encode().decode("latin-1")) as socket:
                with suppress(ConnectionClosed):  # the answer may have come before all is sent
                    for message in (*batch, '{"type":"hello"}'):
                        socket.send(message)
                while True:
                    told.append(json.loads(socket.recv(timeout=PATIENCE)))
        except ConnectionClosed:
            pass
        assert {message["type"] for message in told} == {"problem"}
        assert told[-1]["code"] in ("not_invited", "malformed")

    thrown()
    assert state(server, meeting.id) == before


def test_a_message_that_is_too_large_ends_the_connection_and_nothing_else(server: Server, meeting: Meeting, idle):
    with open_socket(meeting, idle[0].cookie) as socket:
        greeted(socket)
        socket.send(json.dumps({"type": "say", "text": "x" * 100_000, "ref": "1"}))
        with pytest.raises(ConnectionClosed):
            heard(socket, "nothing")
    with open_socket(meeting, idle[0].cookie) as socket:
        greeted(socket)
