"""The store: all or nothing, one writer, and a clear word about files that it cannot use."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from forvm.game import CHANCE
from forvm.server.common.server_errors import StoreError
from forvm.server.games import dice_reports, table_dice
from forvm.server.games.new_games import game_of, setup_of
from forvm.server.http.context import ServerContext
from forvm.server.ops.checking import check
from forvm.server.play.live_tables import new_id
from forvm.server.protocol.http_messages import NewGame, NewSeat
from forvm.server.store.event_chain import Stored
from forvm.server.store.schema import FORMAT
from forvm.server.store.sqlite_store import SqliteStore
from tests.server.serving import Server

AT = "2026-03-15T12:00:00.000Z"
SETUP = setup_of(NewGame([NewSeat("Ada"), NewSeat("Ben"), NewSeat("Cleo")], seed=1), "game")


def move(seq: int) -> Stored:
    return Stored(seq, "move", b"{}")


def test_durability_is_what_the_decision_record_says(tmp_path: Path):
    store = SqliteStore(tmp_path / "a.sqlite3")
    pragmas = {
        name: store._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    }
    store.close()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}  # FULL


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,\n" * 200)
    with pytest.raises(StoreError, match="is not a FORVM store"):
        SqliteStore(file)
    assert file.read_text() == "Dear Ada,\n" * 200


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path):
    file = tmp_path / "other.sqlite3"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE mine (x)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(file)
    assert file.read_bytes() == before


def test_a_later_format_is_refused(tmp_path: Path):
    file = tmp_path / "a.sqlite3"
    SqliteStore(file).close()
    with sqlite3.connect(file) as later:
        later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(StoreError, match="later version of FORVM"):
        SqliteStore(file)


@pytest.mark.damaged_store
def test_a_damaged_store_is_refused(tmp_path: Path):
    file = tmp_path / "a.sqlite3"

    async def fill() -> None:
        store = SqliteStore(file)
        await store.create("g", b"x" * 50_000, [move(seq) for seq in range(1, 2000)], b"", AT)
        store.close()

    asyncio.run(fill())
    raw = bytearray(file.read_bytes())
    raw[4096:12_000] = b"\xa5" * (12_000 - 4096)
    file.write_bytes(raw)
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(file)


@pytest.mark.parametrize("name", ["missing/\x00/a.sqlite3", "file.txt/a.sqlite3"])
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, name: str):
    (tmp_path / "file.txt").write_text("")
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path / name)


def test_the_command_line_tells_it_in_one_paragraph(tmp_path: Path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,\n" * 200)
    complaint = Server(file).complaint()
    assert complaint.startswith("forvm: ")
    assert "is not a FORVM store" in complaint
    assert "Traceback" not in complaint


@pytest.mark.damaged_store
@pytest.mark.parametrize(
    "event",
    [
        Stored(99, "chance", b'{"id": 3}'),
        Stored(99, "move", b'{"id": 99999999}'),
        Stored(99, "move", b"junk"),
        Stored(99, "undo", b'{"to": 5000}'),
    ],
)
def test_a_game_whose_events_make_no_sense_is_told_and_others_are_not_touched(tmp_path: Path, event: Stored):
    async def open_both() -> None:
        room = ServerContext.open(tmp_path / "a.sqlite3")
        bad = (await room.tables.begin(new_id(), SETUP)).id
        good = (await room.tables.begin(new_id(), SETUP)).id
        await room.store.append(bad, [event], b"{}", AT)
        await room.close()
        room = ServerContext.open(tmp_path / "a.sqlite3")
        with pytest.raises(StoreError, match=f"The game {bad} cannot be read"):
            await room.tables.open(bad)
        assert (await room.tables.open(good)).game.turn == 1
        assert [line.id for line in await room.tables.lines()] == [good]
        await room.close()

    asyncio.run(open_both())


@pytest.mark.damaged_store
def test_a_game_of_rules_that_have_changed_since_is_told(tmp_path: Path):
    async def open_it() -> None:
        room = ServerContext.open(tmp_path / "a.sqlite3")
        other = msgspec.structs.replace(SETUP, content="0123456789ab")
        await room.store.create("g", msgspec.json.encode(other), [], b"{}", AT)
        with pytest.raises(Exception, match="have changed since this game started"):
            await room.tables.open("g")
        await room.close()

    asyncio.run(open_it())


FIRST_FORMAT = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    setup BLOB NOT NULL,
    line BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 1179603542;
PRAGMA user_version = 1;
"""


def old_store(file: Path) -> list[Stored]:
    """A store as the first FORVM with pages wrote it: a game with a seed, some moves, and one taken back."""
    setup = msgspec.structs.replace(SETUP, dice=None, seed=7)
    game = game_of(setup)
    events: list[Stored] = []
    while game.to_act == CHANCE:
        move = table_dice.roll(game, setup)
        game.play(move)
        events.append(Stored(len(events) + 1, "chance", msgspec.json.encode({"id": move})))
    seat, move = game.to_act, game.legal()[-1].id
    played = msgspec.json.encode({"id": move, "seat": seat})
    undone = msgspec.json.encode({"to": len(events)})
    for kind, payload in (("move", played), ("undo", undone), ("move", played)):
        events.append(Stored(len(events) + 1, kind, payload))
    connection = sqlite3.connect(file)
    connection.executescript(FIRST_FORMAT)
    connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", ("g", AT, AT, msgspec.json.encode(setup), b"{}"))
    connection.executemany("INSERT INTO events VALUES ('g', ?, ?, ?, ?)", [(*event, AT) for event in events])
    connection.commit()
    connection.close()
    return events


def test_a_store_of_the_first_format_is_brought_up_to_date_in_place(tmp_path: Path):
    file = tmp_path / "a.sqlite3"
    events = old_store(file)
    assert check(file).problems == []

    async def play_on() -> None:
        room = ServerContext.open(file)
        assert await room.store.events("g") == events
        table = await room.tables.open("g")
        assert (table.seq, len(table.game.history)) == (len(events), len(events) - 2)
        assert dice_reports.proof_of(table) is None
        seat = table.game.to_act
        assert seat is not None
        await table.play(table.seq, seat, "end")
        (line,) = await room.tables.lines()
        assert (line.id, line.state) == ("g", "running")
        await room.close()
        again = ServerContext.open(file)
        assert (await again.tables.open("g")).done[-1].seq == table.seq
        await again.close()

    asyncio.run(play_on())
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        (chained,) = connection.execute("SELECT count(DISTINCT hash) FROM events WHERE length(hash) = 32").fetchone()
        assert chained > len(events)
    connection.close()
    assert check(file).problems == []


def test_an_old_store_that_cannot_be_brought_up_to_date_is_left_as_it_was(tmp_path: Path):
    file = tmp_path / "a.sqlite3"
    old_store(file)
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE talk (mine TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="the table “talk” does not belong there"):
        SqliteStore(file)
    with sqlite3.connect(file) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {"games", "events", "talk"}
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()
