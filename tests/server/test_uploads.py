"""What strangers bring is bounded, read in processes of their own, and read once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import forvm
from forvm.server.common.server_errors import ServerError
from forvm.server.games import log_entries, table_dice
from forvm.server.games.new_games import game_of, read_rules, rules_of, setup_of
from forvm.server.games.replays import RECORDS_KEPT, Replays, id_of_record
from forvm.server.http.context import ServerContext
from forvm.server.people.access import Access
from forvm.server.people.lobbies import Lobby
from forvm.server.play import live_table as playing_table
from forvm.server.play.live_table import AT_ONCE
from forvm.server.protocol.http_messages import NewGame, NewSeat
from forvm.server.protocol.lobby_messages import NewGathering, NewPlace
from forvm.server.protocol.session_messages import Agreement
from forvm.server.store.event_chain import Stored
from forvm.server.store.stored_games import StoredGame
from forvm.server.workers.uploads.reader_pool import MOST_IN_ALL, MOST_OF_AN_ADDRESS, Reader, ReaderPool
from forvm.server.workers.uploads.reader_protocol import ReadRules
from forvm.server.workers.uploads.upload_service import LARGEST_KEPT, KeptResults, Uploads
from tests.server.friends import AGREEMENT, OnlineServer, Table
from tests.server.serving import PATIENCE, PEOPLE, Server, children_of, is_running

HEAD = 'format = 1\nid = "mine"\nname = "Mine"\nedition = "forvm"\n'
HOUSE_RULES = f"{HEAD}oust.cost = 50\n"
RECORD = forvm.Game("forvm", players=3).record("2026-01-01")

BOMBS = {
    "dotted key of 4 kB": HEAD + "a." * 2_000 + "a = 1\n",
    "dotted keys of 20 kB": HEAD + "\n".join("a." * 1_950 + f"a{number} = 1" for number in range(5)),
    "one dotted key of 20 kB": HEAD + "a." * 10_000 + "a = 1\n",
    "spaced dotted key": HEAD + "a . " * 5_000 + "a = 1\n",
    "quoted dotted key": HEAD + '"a".' * 5_000 + "a = 1\n",
    "dotted header": HEAD + "[" + "a." * 10_000 + "a]\n",
    "comments of 1 MB": HOUSE_RULES + "# nothing\n" * 100_000,
    "unknown keys of 1 MB": HEAD + "".join(f"k{number} = 1\n" for number in range(60_000)),
    "unknown keys of 60 kB": HEAD + "".join(f"k{number} = 1\n" for number in range(3_900)),
    "deep lists": HEAD + "x = " + "[" * 30_000 + "]" * 30_000,
    "deep tables": HEAD + "x = " + "{a = " * 10_000,
    "a number of 5,000 digits": HEAD + "x = " + "1" * 5_000,
    "a hexadecimal number of 60,000 digits": HEAD + "x = 0x" + "f" * 60_000,
    "an unclosed string": HEAD + 'x = """' + "a" * 60_000,
}
MANY_KEYS = "".join(f"  k{number} = 1\n" for number in range(70_000))
RECORD_BOMBS = {
    "unknown changes of 1 MB": (RECORD.replace("board:", f"changes:\n{MANY_KEYS}board:", 1), "64 kB"),
    "unknown players of 1 MB": (RECORD.replace("players:\n", f"players:\n{MANY_KEYS}", 1), "64 kB"),
    "an unknown deck of 1 MB": (RECORD.replace("content:", f"{MANY_KEYS}content:", 1), "64 kB"),
    "unknown headers of 1 MB": (
        RECORD.replace("board:", f"{MANY_KEYS.replace(' ', '').replace('=', ':')}board:", 1),
        "k0:1",
    ),
    "one long header": ("FORVM record 1\n" + "x" * 900_000 + ": y\n", "at most 10000"),
    "dotted changes": (
        RECORD.replace("board:", "changes:\n  " + "a." * 1_900 + "a = 1\nboard:", 1),
        "more than 6 dots",
    ),
    "a deep name": (RECORD.replace("rules:", "name: " + "[" * 9_000 + "\nrules:", 1), "quotation marks"),
    "comments of 1 MB": (RECORD + "# nothing\n" * 110_000, "1 MB"),
}
# JSON that is deep, or holds numbers that are long.
JSON_BOMBS = {
    "deep lists": b"[" * 30_000 + b"]" * 30_000,
    "deep in a field": b'{"text": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "deep in an unknown field": b'{"x": ' + b'{"x": ' * 9_000,
    "a number of 50,000 digits": b'{"seed": ' + b"1" * 50_000 + b"}",
}
BODIES = ["/api/house-rules/check", "/api/gatherings", "/api/replays", "/api/lab/runs", "/api/lab/study", "/api/join"]


class Innocent:
    """Somebody who plays at another table, and the longest time that an answer took them."""

    def __init__(self, server: OnlineServer) -> None:
        self._table = Table(server, people=3, bots=0)
        self.usual = self.slowest(20)

    def slowest(self, pings: int = 5) -> float:
        took = []
        with self._table.friends[0].page(self._table.id) as page:
            for _ in range(pings):
                began = time.monotonic()
                page.send("ping")
                page.wait("pong")
                took.append(time.monotonic() - began)
        return max(took)

    @contextmanager
    def unharmed(self, server: OnlineServer) -> Iterator[None]:
        """While the body runs, this one plays on as if nothing were."""
        stop, took = threading.Event(), [0.0]

        def play() -> None:
            while not stop.is_set():
                took.append(self.slowest())

        playing = threading.Thread(target=play)
        playing.start()
        try:
            yield
        finally:
            stop.set()
            playing.join()
        assert len(took) > 1
        # The bombs held everybody for 3 to 40 seconds. Precise latencies are measured elsewhere, on a quiet machine.
        assert max(took) < max(2.0, 10 * self.usual)


@pytest.fixture(scope="module")
def innocent(online: OnlineServer) -> Innocent:
    return Innocent(online)


def refused(server: Server, path: str, body: object) -> str:
    answer = server.ask("POST", path, body)
    assert 400 <= answer.status < 500, answer.body
    assert set(answer.body) == {"code", "message", "where"}
    assert 10 < len(answer.body["message"]) < 3_000
    code: str = answer.body["code"]
    return code


def with_house_rules(text: str) -> dict[str, Any]:
    """Every request that brings a house-rules file, by its path."""
    seats = [{}, {"bot": "tiro"}, {"bot": "tiro"}]
    side = {"bots": ["random"] * 4, "house_rules": text}
    return {
        "/api/house-rules/check": {"text": text},
        "/api/gatherings": {"seats": seats, "agreement": AGREEMENT, "name": "Ada", "house_rules": text},
        "/api/lab/runs": {"baseline": side},
        "/api/lab/study": {"baseline": side},
    }


# One request stops nobody.


def test_house_rules_that_take_long_are_refused_and_stop_nobody(online: OnlineServer, innocent: Innocent):
    with innocent.unharmed(online):
        for bomb in BOMBS.values():
            for path, body in with_house_rules(bomb).items():
                assert refused(online, path, body) in ("content", "too_large")


def test_house_rules_that_take_long_are_refused_at_one_screen(server: Server):
    for bomb in BOMBS.values():
        assert refused(server, "/api/games", {"seats": PEOPLE, "house_rules": bomb}) in ("content", "too_large")


def test_records_that_take_long_are_refused_and_stop_nobody(online: OnlineServer, innocent: Innocent):
    with innocent.unharmed(online):
        for bomb, said in RECORD_BOMBS.values():
            answer = online.ask("POST", "/api/replays", {"text": bomb})
            assert (answer.status, answer.body["code"]) == (422, "record")
            assert said in answer.body["message"]


def test_deep_json_is_refused_wherever_a_body_is_read(online: OnlineServer, innocent: Innocent):
    with innocent.unharmed(online):
        for bomb in JSON_BOMBS.values():
            for path in BODIES:
                assert refused(online, path, bomb) in ("malformed", "too_large")


def test_a_long_record_is_replayed_and_stops_nobody(online: OnlineServer, innocent: Innocent):
    """A game of 2,000 moves: several times a usual one."""
    rules = forvm.content.from_overrides("forvm", {"win.prestige": 200})
    game, dice = forvm.Game(rules, players=4), forvm.Dice(3)
    while len(game.history) < 2_000 and game.outcome is None:
        game.roll_all(dice)
        if game.outcome is None:
            game.play(game.legal()[len(game.history) % len(game.legal())])
    record = game.record("2026-01-01")
    with innocent.unharmed(online):
        answer = online.ask("POST", "/api/replays", {"text": record})
        assert (answer.status, len(answer.body["steps"])) == (201, len(game.history))
        id = answer.body["id"]
        frames = online.ask("GET", f"/api/replays/{id}/frames?first=1900&count=64&seat=all").body
        assert len(frames["views"]) == 64
        assert online.ask("GET", f"/api/replays/{id}/dice").body["verdict"]


# What was read is what was written.


def test_rules_that_were_read_are_made_again_from_what_is_kept():
    text = HEAD + 'description = "Our own."\noust.cost = 50\ngive.bands = [0, 5, 9]\ngive.cost = [10, 20, 30]\n'
    direct, again = forvm.content.loads(text), rules_of("", {}, read_rules(text))
    assert again == direct
    assert (again.digest(), again.description) == (direct.digest(), "Our own.")
    changed = rules_of("", {"oust.cost": 60}, read_rules(text))
    assert (changed.id, changed.values["oust.cost"], changed.values["give.cost"]) == ("mine", 60, (10, 20, 30))


# Readers: limits, ends, turns.


@asynccontextmanager
async def pool_of(count: int = 1) -> AsyncIterator[ReaderPool]:
    pool = ReaderPool(count)
    try:
        async with asyncio.timeout(120):
            yield pool
    finally:
        await pool.close()


def stored(text: str) -> ReadRules:
    """Text of an old store, which is read without bounds."""
    return ReadRules(text, stored=True)


BOMB = stored(HEAD + "a." * 40_000 + "a = 1\n")
LONG_LIST = stored(HEAD + "x = [" + "1," * 4_000_000 + "]\n")  # it takes seconds, and little memory


def test_a_file_that_takes_too_long_is_refused_and_the_next_is_read():
    async def run() -> None:
        async with pool_of() as pool:
            with pytest.raises(ServerError, match="too long to read") as caught:
                await pool.ask(LONG_LIST, "here", 1)
            assert caught.value.code == "too_large"
            assert b'"mine"' in await pool.ask(ReadRules(HOUSE_RULES), "here", 3)

    asyncio.run(run())


def test_a_file_that_takes_too_much_memory_is_refused_and_the_next_is_read():
    """Each part of a header takes a kilobyte, so this text takes more memory than a reader has."""
    text = HEAD + "".join(f"[a{number}.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p]\n" for number in range(60_000))

    async def run() -> None:
        async with pool_of() as pool:
            with pytest.raises(ServerError, match="too much memory") as caught:
                await pool.ask(stored(text), "here", 60)
            assert caught.value.code == "too_large"
            assert b'"mine"' in await pool.ask(ReadRules(HOUSE_RULES), "here", 3)

    asyncio.run(run())


def test_a_reader_that_is_killed_is_replaced():
    async def run() -> None:
        reader = Reader("games")
        try:
            asking = asyncio.create_task(reader.ask(BOMB, 30))
            while reader._process is None or (not asking.done() and _cpu(reader._process.pid) < 1):
                await asyncio.sleep(0.05)
            os.kill(reader._process.pid, signal.SIGKILL)
            with pytest.raises(ServerError, match="reading process ended"):
                await asking
            assert b'"mine"' in await reader.ask(ReadRules(HOUSE_RULES), 3)
        finally:
            await reader.end()

    asyncio.run(run())


@contextmanager
def stopping(reader: Reader) -> Iterator[set[int]]:
    """Somebody stops each of a reader's processes as soon as it is there."""
    stopped: set[int] = set()

    async def stop() -> None:
        while True:
            process = reader._process
            if process is not None and process.returncode is None and process.pid not in stopped:
                os.kill(process.pid, signal.SIGSTOP)
                stopped.add(process.pid)
            await asyncio.sleep(0.01)

    task = asyncio.create_task(stop())
    try:
        yield stopped
    finally:
        task.cancel()


def test_a_reader_that_is_stopped_is_replaced_and_the_file_is_not_blamed():
    async def run() -> None:
        reader = Reader("games")
        try:
            await reader.ask(ReadRules(HOUSE_RULES), 3)
            assert reader._process is not None
            stopped = reader._process.pid
            os.kill(stopped, signal.SIGSTOP)
            began = time.monotonic()
            assert b'"mine"' in await reader.ask(ReadRules(HOUSE_RULES), 12)
            assert time.monotonic() - began < 24  # it is two or three, or longer on a busy machine; it was 48
            assert not is_running(stopped)
        finally:
            await reader.end()

    asyncio.run(run())


def test_readers_that_are_stopped_again_and_again_are_told_as_such():
    """Also while they start. The file is not blamed."""

    async def run() -> None:
        reader = Reader("games")
        try:
            began = time.monotonic()
            with stopping(reader) as stopped, pytest.raises(ServerError, match="reading process ended") as caught:
                await reader.ask(ReadRules(HOUSE_RULES), 12)
            assert caught.value.code == "unavailable"
            assert len(stopped) == 2
            assert time.monotonic() - began < 24
            assert b'"mine"' in await reader.ask(ReadRules(HOUSE_RULES), 3)
        finally:
            await reader.end()

    asyncio.run(run())


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_an_answer_that_nobody_waits_for_is_not_the_next_ones():
    async def run() -> None:
        async with pool_of() as pool:
            leaving = [asyncio.create_task(pool.ask(ReadRules(HOUSE_RULES), "here", 3)) for _ in range(3)]
            await asyncio.sleep(0.1)
            for task in leaving:
                task.cancel()
            other = HOUSE_RULES.replace("50", "60")
            assert b"60" in await pool.ask(ReadRules(other), "here", 3)

    asyncio.run(run())


def test_addresses_take_turns():
    """Somebody with many files delays nobody else by more than the one that is being read."""

    async def run() -> None:
        order: list[str] = []
        async with pool_of() as pool:

            async def ask(address: str, number: int) -> None:
                await pool.ask(ReadRules(f"{HOUSE_RULES}# {address} {number}\n"), address, 3)
                order.append(address)

            asking = [asyncio.create_task(ask("greedy", number)) for number in range(10)]
            await asyncio.sleep(0)
            asking += [asyncio.create_task(ask("modest", number)) for number in range(2)]
            await asyncio.gather(*asking)
        assert order[:4] == ["greedy", "modest", "greedy", "modest"]

    asyncio.run(run())


def test_an_address_holds_one_reader_at_a_time():
    async def run() -> None:
        async with pool_of(2) as pool:
            busy = [asyncio.create_task(pool.ask(BOMB, "greedy", 60)) for _ in range(3)]
            await asyncio.sleep(0)
            assert b'"mine"' in await pool.ask(ReadRules(HOUSE_RULES), "modest", 3)
            assert not any(task.done() for task in busy[1:])
        refusals = await asyncio.gather(*busy, return_exceptions=True)
        assert all(isinstance(refusal, ServerError) for refusal in refusals)

    asyncio.run(run())


def test_too_many_files_of_an_address_are_refused():
    async def run() -> None:
        async with pool_of() as pool:
            asking = [
                asyncio.create_task(pool.ask(ReadRules(f"{HOUSE_RULES}# {number}\n"), "greedy", 3))
                for number in range(MOST_OF_AN_ADDRESS + 5)
            ]
            answers = await asyncio.gather(*asking, return_exceptions=True)
        refusals = [answer for answer in answers if isinstance(answer, ServerError)]
        assert [error.code for error in refusals] == ["too_many"] * 4  # one is read at once

    asyncio.run(run())


def test_addresses_with_many_files_keep_out_nobody():
    async def run() -> None:
        async with pool_of(0) as pool:
            strangers = range(MOST_IN_ALL // MOST_OF_AN_ADDRESS)
            waiting = [
                asyncio.create_task(pool.ask(ReadRules(str(number)), f"stranger {stranger}", 1))
                for stranger in strangers
                for number in range(MOST_OF_AN_ADDRESS)
            ]
            innocent = asyncio.create_task(pool.ask(ReadRules(HEAD), "innocent", 1))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert not innocent.done()
            refused = [task for task in waiting if task.done()]
            assert [str(task.exception()) for task in refused] == [
                "Too many files are waiting to be read. Try again in a moment."
            ]
        await asyncio.gather(innocent, *waiting, return_exceptions=True)

    asyncio.run(run())


def test_readers_end_with_the_server(tmp_path: Path):
    running = Server(tmp_path / "games.sqlite3")
    try:
        running.ask("POST", "/api/house-rules/check", {"text": HOUSE_RULES})
        children = children_of(running.process.pid)
        assert len(children) >= 2  # bots think in another
        running.kill()
        deadline = time.monotonic() + PATIENCE
        while any(map(is_running, children)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not any(map(is_running, children))
    finally:
        running.process.kill()


# The same text is read once.


def test_the_same_text_is_read_once():
    async def run() -> None:
        uploads = Uploads()
        try:
            for _ in range(20):
                assert (await uploads.rules(HOUSE_RULES, "here")).changes == {"oust.cost": 50}
                with pytest.raises(ServerError, match=r"no parameter oust\.price") as caught:
                    await uploads.rules(HEAD + "oust.price = 1\n", "there")
                assert caught.value.where is not None
                assert caught.value.where.line == 5
            assert uploads.asked == 2
        finally:
            await uploads.close()

    asyncio.run(run())


def test_results_are_forgotten_when_there_is_no_room():
    results = KeptResults(2 * LARGEST_KEPT)
    for number in range(5):
        results.keep(bytes([number]), bytes(LARGEST_KEPT - 600))
    assert [results.find(bytes([number])) is not None for number in range(5)] == [False, False, False, True, True]
    results.keep(b"large", bytes(LARGEST_KEPT + 1))
    assert results.find(b"large") is None


def test_records_are_forgotten_when_there_is_no_room():
    replays = Replays()
    records = [str(number) * (RECORDS_KEPT // 3) for number in range(4)]
    for record in records:
        replays.keep(record)
        replays.keep(record)
    with pytest.raises(ServerError, match="no longer has this replay"):
        replays.find(id_of_record(records[0]))
    assert replays.find(id_of_record(records[3])) == records[3]


@asynccontextmanager
async def room_with(path: Path, fill: Callable[[ServerContext], Any]) -> AsyncIterator[ServerContext]:
    room = ServerContext.open(path / "games.sqlite3", access=Access(online=True))
    try:
        async with asyncio.timeout(120):
            await fill(room)
            yield room
    finally:
        await room.close()


AGREED = msgspec.convert(AGREEMENT, Agreement)
WANTED = NewGathering([NewPlace(), NewPlace("tiro"), NewPlace("tiro")], AGREED, "Ada", house_rules=HOUSE_RULES)


def test_a_new_lobby_keeps_no_text_and_reads_none(tmp_path: Path):
    async def run() -> None:
        async def nothing(room: ServerContext) -> None:
            pass

        async with room_with(tmp_path, nothing) as room:
            host = await room.people.newcomer()
            id = (await room.lobbies.open(WANTED, host, room.access.limits, "here")).id
            row = await room.store.run(lambda connection: connection.execute("SELECT plan FROM gatherings").fetchone())
            assert "house_rules" in json.loads(row[0])
            assert json.loads(row[0])["house_rules"] is None
            for _ in range(20):
                assert isinstance(await room.lobbies.find(id), Lobby)
            assert room.uploads.asked == 1

    asyncio.run(run())


async def old_lobby(room: ServerContext, text: str) -> str:
    """A gathering as older versions kept it: with the text of its house rules."""
    host = await room.people.newcomer()
    lobby = await room.lobbies.open(WANTED, host, room.access.limits, "here")
    old = replace(lobby.plan, house_rules=text, checked_rules=None)
    query = "UPDATE gatherings SET plan = ? WHERE id = ?"
    await room.store.run(lambda connection: connection.execute(query, (msgspec.json.encode(old), lobby.id)))
    return lobby.id


def test_the_lobby_of_an_old_store_is_read_once(tmp_path: Path):
    """Also one with a megabyte of comments, which was allowed then."""
    text = HOUSE_RULES + "# nothing\n" * 98_000

    async def run() -> None:
        async with room_with(tmp_path, lambda room: old_lobby(room, text)) as room:
            (id,) = [row[0] for row in await rows(room, "SELECT id FROM gatherings")]
            before = room.uploads.asked
            for _ in range(20):
                lobby = await room.lobbies.find(id)
                assert lobby.plan.checked_rules == read_rules(HOUSE_RULES)
                del lobby  # nobody looks at it any more
            assert room.uploads.asked == before + 1

    asyncio.run(run())


@pytest.mark.damaged_store
@pytest.mark.damaged_store
def test_a_game_of_an_old_store_is_opened_and_a_bomb_in_it_stops_nobody(tmp_path: Path):
    setup = setup_of(NewGame([NewSeat(name) for name in ("Ada", "Ben", "Cleo")]), "game", read_rules(HOUSE_RULES))
    old = replace(setup, house_rules=HOUSE_RULES, checked_rules=None)

    async def fill(room: ServerContext) -> None:
        for id, text in (("good", HOUSE_RULES), ("bad", BOMB.text)):
            kept = msgspec.json.encode(replace(old, house_rules=text))
            await room.store.create(id, kept, [], b"{}", "2026-01-01T00:00:00Z")

    async def run() -> None:
        async with room_with(tmp_path, fill) as room:
            table = await room.tables.open("good")
            assert (table.game.rules.id, table.game.rules.values["oust.cost"]) == ("mine", 50)
            turns = 0

            async def others() -> None:
                nonlocal turns
                while True:
                    await asyncio.sleep(0.01)
                    turns += 1

            playing = asyncio.create_task(others())
            with pytest.raises(ServerError, match=r"(takes too long|needs too much memory) to read"):
                await room.tables.open("bad")
            playing.cancel()
            # It took seconds. Whoever reads it in this process leaves the others two turns or three.
            assert turns > 20

    asyncio.run(run())


def test_a_long_game_is_opened_while_others_have_their_turn(tmp_path: Path):
    setup = setup_of(NewGame([NewSeat(name) for name in ("Ada", "Ben", "Cleo")], seed=1), "game")
    game = game_of(setup)
    events: list[Stored] = []
    while len(events) < 10 * AT_ONCE:
        chosen = table_dice.roll(game, setup) if game.to_act == forvm.CHANCE else game.legal()[0].id
        events.append(log_entries.stored(log_entries.play(game, chosen, len(events) + 1)))

    async def run() -> None:
        async def nothing(room: ServerContext) -> None:
            pass

        async with room_with(tmp_path, nothing) as room:
            turns = 0

            async def others() -> None:
                nonlocal turns
                while True:
                    await asyncio.sleep(0)
                    turns += 1

            playing = asyncio.create_task(others())
            await asyncio.sleep(0)
            kept = StoredGame("game", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", b"", b"")
            table = await playing_table.LiveTable.restore(kept, setup, events, room.tables._services, None)
            playing.cancel()
            assert table.seq == len(events)
            assert turns >= 9

    asyncio.run(run())


async def rows(room: ServerContext, query: str) -> list[Any]:
    found: list[Any] = await room.store.run(lambda connection: connection.execute(query).fetchall())
    return found
