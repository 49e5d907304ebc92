"""Answers that nobody reads, and requests for answers that are large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from forvm.server.http.outbox import FEW, LARGEST_QUEUE, Outbox
from tests.server.friends import OnlineServer, Table
from tests.server.serving import Page


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    running = OnlineServer(tmp_path_factory.mktemp("store") / "games.sqlite3", narrow=True)
    try:
        yield running
    finally:
        running.kill()


def test_few_large_messages_may_wait_for_a_page_and_no_more():
    outbox, large = Outbox(), bytes(LARGEST_QUEUE)
    assert all(outbox.post(large) for _ in range(FEW))
    assert not outbox.post(b"one more")
    while outbox.qsize():
        outbox.get_nowait()
    assert outbox.post(b"it has read all")


def test_many_small_messages_may_wait_for_a_page():
    outbox = Outbox()
    assert all(outbox.post(bytes(1_000)) for _ in range(1_000))
    outbox.end()


def test_who_mutes_again_and_again_is_told_talk_afresh_only_when_it_changes_and_not_too_often(server: OnlineServer):
    table = Table(server, people=2, bots=1)
    ada, ben = table.friends
    with ada.page(table.id) as first, ben.page(table.id) as second:
        second.send("say", text="Salve!", ref="1")
        first.wait("talk", lambda talk: bool(talk["lines"]))
        for _ in range(5):
            first.send("mute", speaker="seat 1", muted=True)
        first.send("ping")
        assert _until_pong(first).count("talk") == 1
        for number in range(40):
            first.send("mute", speaker="seat 1", muted=bool(number % 2))
        first.send("ping")
        told = _until_pong(first)
        assert told.count("talk") < 20
        assert "problem" in told


def _until_pong(page: Page) -> list[str]:
    kinds: list[str] = []
    while not kinds or kinds[-1] != "pong":
        kinds.append(page.receive()["type"])
    return kinds
