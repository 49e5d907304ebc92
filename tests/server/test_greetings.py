"""A page that comes to a long game is told of it in parts, and other tables play between them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from forvm.server.games.log_entries import LogEntry
from forvm.server.games.new_games import setup_of
from forvm.server.http.client import Client
from forvm.server.http.context import ServerContext
from forvm.server.http.greetings import PART, Greetings
from forvm.server.http.outbox import FEW, LARGEST_QUEUE, Outbox
from forvm.server.play.live_table import LiveTable
from forvm.server.protocol.http_messages import NewGame, NewSeat
from forvm.server.protocol.socket_messages import Hello
from tests.server.friends import OnlineServer
from tests.server.friends import Table as Friends
from tests.server.serving import Message, options
from tests.server.test_epochs import in_room, played

GAME = "0123456789abcdef"
LONG = 3 * PART + PART // 2  # steps


class Counted:
    """How often a step was written down for somebody: in all, and at most without anybody else getting a turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.all = self.at_once = self.most_at_once = 0
        real = LogEntry.seen_by

        def counting(done: LogEntry, seat: int | None) -> object:
            self.all += 1
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            return real(done, seat)

        monkeypatch.setattr(LogEntry, "seen_by", counting)

    async def others(self) -> None:
        """Another table, which wants to play in each turn of the loop."""
        while True:
            self.at_once = 0
            await asyncio.sleep(0)


async def long_game(room: ServerContext, steps: int = LONG) -> LiveTable:
    seats = [NewSeat(name) for name in ("Ada", "Ben", "Cleo")]
    table = await room.tables.begin(GAME, setup_of(NewGame(seats, changes={"win.prestige": 90}), GAME))
    while table.seq < steps:
        await played(table, 1)
    return table


async def greeted(room: ServerContext, table: LiveTable, hello: Hello | None = None) -> tuple[Client, list[Message]]:
    """A page that comes, and all that it is told until then."""
    outbox, said = Outbox(), hello or Hello()
    screen = Client.of(table, said, None, outbox)
    await screen.greet(said, room.greetings)
    screen.arrive(said)
    return screen, told(outbox)


def told(outbox: Outbox) -> list[Message]:
    return [msgspec.json.decode(outbox.get_nowait() or b"null") for _ in range(outbox.qsize())]


def steps_of(messages: list[Message]) -> list[int]:
    return [step["seq"] for message in messages for step in message.get("steps", ())]


def test_a_long_game_is_told_in_parts_and_others_play_between_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    counted = Counted(monkeypatch)

    async def doing(room: ServerContext) -> None:
        table = await long_game(room)
        others = asyncio.create_task(counted.others())
        screens = [Client.of(table, Hello(), None, Outbox()) for _ in range(5)]
        await asyncio.sleep(0)
        counted.all = counted.most_at_once = 0
        await asyncio.gather(*(screen.greet(Hello(), room.greetings) for screen in screens))
        others.cancel()
        assert 0 < counted.most_at_once <= PART
        assert counted.all == LONG // PART * PART  # what one page was told is not written again for the next
        for screen in screens:
            screen.arrive(Hello())
            messages = told(screen.outbox)
            assert [message["type"] for message in messages[:2]] == ["welcome", "missed"]
            assert messages[-1]["type"] == "snapshot"
            assert steps_of(messages) == list(range(1, table.seq + 1))

    in_room(tmp_path / "games.sqlite3", doing)


@pytest.mark.parametrize("last_seq", [0, 1, PART - 1, PART, PART + 1, 2 * PART, LONG - PART, LONG - 1, LONG, LONG + 9])
def test_a_page_that_comes_back_is_told_what_it_missed_once(tmp_path: Path, last_seq: int):
    async def doing(room: ServerContext) -> None:
        table = await long_game(room)
        _, messages = await greeted(room, table, Hello(last_seq=last_seq))
        afresh = not 0 < last_seq <= table.seq
        assert messages[0]["afresh"] is afresh
        assert steps_of(messages) == list(range(1 if afresh else last_seq + 1, table.seq + 1))
        assert max(len(message.get("steps", ())) for message in messages) <= PART

    in_room(tmp_path / "games.sqlite3", doing)


def test_what_happens_while_a_page_is_greeted_is_told_too(tmp_path: Path):
    async def doing(room: ServerContext) -> None:
        table = await long_game(room)
        screen = Client.of(table, Hello(), None, Outbox())
        greeting = asyncio.create_task(screen.greet(Hello(), room.greetings))
        await asyncio.sleep(0)
        before = table.seq
        await played(table, PART)
        await greeting
        await played(table, 3)
        screen.arrive(Hello())
        await played(table, 3)
        messages = told(screen.outbox)
        happened = [message["seq"] for message in messages if message["type"] == "happened"]
        assert table.seq > before + PART
        assert happened
        assert steps_of(messages) + happened == list(range(1, table.seq + 1))

    in_room(tmp_path / "games.sqlite3", doing)


def test_parts_are_kept_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    counted = Counted(monkeypatch)

    async def doing(room: ServerContext) -> None:
        table = await long_game(room)
        parts = [await Greetings().part(table, number, None) for number in range(3)]
        small = Greetings(kept=max(len(parts[0]) + len(parts[1]), len(parts[1]) + len(parts[2])))
        counted.all = 0
        for number in (0, 1, 0, 1):
            assert await small.part(table, number, None) == parts[number]
        assert counted.all == 2 * PART
        await small.part(table, 2, None)
        await small.part(table, 1, None)
        assert counted.all == 3 * PART  # the first one was let go
        await small.part(table, 0, None)
        assert counted.all == 4 * PART

    in_room(tmp_path / "games.sqlite3", doing)


def test_the_past_takes_no_room_from_what_happens():
    outbox, large = Outbox(), bytes(LARGEST_QUEUE // FEW)
    assert all(outbox.greet(large) for _ in range(2 * FEW + 1))
    assert all(outbox.post(large) for _ in range(FEW))
    while outbox.post(large):
        assert outbox.qsize() < 5 * FEW


def test_people_of_a_long_game_are_told_it_in_parts(tmp_path: Path):
    server = OnlineServer(
        tmp_path / "games.sqlite3", first="from forvm.server.http import greetings; greetings.PART = 5"
    )
    try:
        table = Friends(server, people=1, bots=2)
        with table.friends[0].page(table.id) as page:
            while page.snapshot["seq"] < 20:
                page.wait_for_turn()
                page.moved(options(page.snapshot)[0])
            page.wait_for_turn()
            seen = page.snapshot["seq"]
        with table.friends[0].page(table.id) as again:
            assert [step["seq"] for step in again.welcome["steps"]] == list(range(1, seen + 1))
            parts = [message for message in again.seen if message["type"] == "missed"]
            assert len(parts) >= seen // 5
    finally:
        server.kill()
