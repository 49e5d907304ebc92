"""What a store in PostgreSQL does in its own way: leases, lost connections, copies by PostgreSQL's own tools."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

from forvm.server.common.server_errors import StoreError
from forvm.server.ops.checking import check
from forvm.server.ops.store_copies import TABLES
from forvm.server.store import stored_people
from forvm.server.store.addresses import PostgresUrl, read_address
from forvm.server.store.interface import Store
from forvm.server.store.opening import open_store
from forvm.server.store.postgres_schema import columns_of_database, one_moment_of_database
from forvm.server.store.postgres_store import PostgresStore
from forvm.server.store.schema import one_moment_of_file
from forvm.server.store.sqlite_store import SqliteStore
from forvm.server.store.threaded_store import EXIT_CODE
from forvm.server.store.transactions import Transaction
from tests.server.postgres_cluster import new_database, program
from tests.server.test_store_interface import AT, move

LONG = 60.0


@pytest.fixture
def database() -> PostgresUrl:
    return new_database()


def sql(address: PostgresUrl, statement: str, user: str = "forvm") -> list[Any]:
    url = address.url.replace("user=forvm", f"user={user}")
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


async def keys(store: Store) -> list[str]:
    return await store.run(lambda transaction: [key for (key,) in transaction.execute("SELECT key FROM people")])


def come(key: str) -> Any:
    return lambda transaction: stored_people.add_person(transaction, key, None, AT)


def test_its_tables_are_those_of_a_file(database: PostgresUrl, tmp_path: Path):
    PostgresStore(database).close()
    SqliteStore(tmp_path / "games.sqlite3").close()
    with one_moment_of_database(database) as new, one_moment_of_file(tmp_path / "games.sqlite3") as old:
        ours = {"forvm_store", "servers"}
        assert {table: set(columns) for table, columns in new.columns.items() if table not in ours} == {
            table: set(columns) for table, columns in old.columns.items() if table != "copy_mark"
        }
        assert set(TABLES) == new.columns.keys() - ours - {"health"}
        assert columns_of_database(new.transaction) == new.columns


_USING = """
import sys
from forvm.server.store.addresses import read_address
from forvm.server.store.opening import open_store
store = open_store(read_address(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
import asyncio
from forvm.server.store import stored_people
job = lambda transaction: stored_people.add_person(transaction, "stopped", None, "")
asyncio.run(store.run(job))
print("stored", flush=True)
"""


@contextmanager
def another_server(database: PostgresUrl) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-c", _USING, database.url]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def test_one_server_at_a_time_uses_it_and_a_killed_one_makes_room(database: PostgresUrl):
    with another_server(database) as process:
        with pytest.raises(StoreError, match="Another FORVM is using the store postgresql://"):
            open_store(database)
        process.kill()
        open_store(database).close()
    open_store(database).close()


def test_a_server_that_lost_its_lease_writes_nothing_more_and_ends(database: PostgresUrl):
    with another_server(database) as process:
        sql(database, "DELETE FROM servers")  # as the one does that takes its place
        try:
            process.communicate("go on\n", timeout=LONG)
        except BrokenPipeError:
            process.wait(LONG)
        assert process.returncode == EXIT_CODE
    assert sql(database, "SELECT key FROM people") == []


def test_two_that_believe_a_game_to_be_theirs_are_never_both_told_that_they_moved(database: PostgresUrl):
    async def play() -> None:
        with closing(open_store(database)) as store:
            await store.create("g", b"", [move(1)], b"", AT)
            sql(database, "INSERT INTO events (game, seq, kind, payload, at) VALUES ('g', 2, 'move', '', '')")
            with pytest.raises(StoreError, match="changed"):
                await store.append("g", [move(2)], b"mine", AT)
            found = await store.game("g")
            assert found is not None
            assert found.line == b""

    asyncio.run(play())


def test_a_lost_connection_is_made_again(database: PostgresUrl):
    async def lose() -> None:
        with closing(open_store(database)) as store:
            await store.run(come("before"))
            sql(
                database,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
            await store.run(come("after"))

            def lost(transaction: Transaction) -> None:
                stored_people.add_person(transaction, "lost", None, AT)
                transaction.execute("SELECT pg_terminate_backend(pg_backend_pid())")

            with pytest.raises(StoreError):
                await store.run(lost)
            assert await keys(store) == ["before", "after"]

    asyncio.run(lose())


class LosesAnswers:
    """Stands between a server and its database. Told to, it hands one COMMIT on, or not, and loses the answer."""

    def __init__(self, database: PostgresUrl, folder: str) -> None:
        self._real = f"{database.url.partition('host=')[2].partition('&')[0]}/.s.PGSQL.5432"
        self.address = PostgresUrl(database.url.replace(os.path.dirname(self._real), folder))
        self.loses: str | None = None  # "answer" or "commit"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{folder}/.s.PGSQL.5432")
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with self._listener, suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._hand_on, args=(near,), daemon=True).start()

    def _hand_on(self, near: socket.socket) -> None:
        with near, socket.socket(socket.AF_UNIX) as far:
            far.connect(self._real)
            while True:
                for ready in select.select([near, far], [], [])[0]:
                    data = ready.recv(100_000)
                    if self.loses is not None and ready is near and b"COMMIT" in data:
                        if self.loses == "answer":
                            far.sendall(data)
                            far.recv(100)  # it was carried out
                        self.loses = None
                        return
                    if not data:
                        return
                    (far if ready is near else near).sendall(data)


@pytest.mark.parametrize("loses", ["answer", "commit"])
def test_whether_a_commit_was_kept_is_asked_if_its_answer_is_lost(database: PostgresUrl, loses: str):
    async def lose() -> None:
        with TemporaryDirectory() as folder:
            between = LosesAnswers(database, folder)
            with closing(between), closing(open_store(between.address)) as store:
                await store.run(come("before"))
                between.loses = loses
                if loses == "answer":
                    await store.run(come("kept"))
                else:
                    with pytest.raises(StoreError):
                        await store.run(come("lost"))
                await store.run(come("after"))
                assert await keys(store) == ["before", *(["kept"] if loses == "answer" else []), "after"]

    asyncio.run(lose())


def dumped(database: PostgresUrl) -> PostgresUrl:
    """A copy by PostgreSQL's own tools, put back into another database."""
    other = new_database()
    dump = subprocess.run([program("pg_dump"), "--format", "custom", database.url], capture_output=True, check=True)
    words = [program("pg_restore"), "--no-owner", "--exit-on-error", "--dbname", other.url]
    subprocess.run(words, input=dump.stdout, check=True)
    return other


def test_a_dump_that_was_put_back_is_taken_for_a_copy_once(database: PostgresUrl):
    async def restore() -> None:
        with closing(open_store(database)) as store:
            await store.create("g", b"", [], b"", AT)
        with closing(open_store(database)) as store:
            assert store.went_back == set()
        other = dumped(database)
        with closing(open_store(other)) as store:
            assert store.went_back == {"g"}
            await store.run(lambda transaction: transaction.execute("DELETE FROM went_back"))
        with closing(open_store(other)) as store:
            assert store.went_back == set()

    asyncio.run(restore())


def test_another_programs_database_is_refused_and_left_alone(database: PostgresUrl):
    sql(database, "CREATE TABLE games (mine TEXT)")
    with pytest.raises(StoreError, match="tables of another program: games"):
        open_store(database)
    with pytest.raises(StoreError, match="is not a FORVM store"):
        check(database)
    assert sql(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("games",)]


def test_a_later_format_is_refused(database: PostgresUrl):
    open_store(database).close()
    sql(database, "UPDATE forvm_store SET format = 99")
    for use in (open_store, check):
        with pytest.raises(StoreError, match="later version of FORVM"):
            use(database)


def test_a_database_that_is_not_there_is_told_without_its_password():
    with pytest.raises(StoreError, match="cannot be used") as caught:
        open_store(read_address("postgresql://ada:hunter2@127.0.0.1:1/forvm?password=hunter3"))
    assert "ada@127.0.0.1:1/forvm" in caught.value.message
    assert "hunter" not in caught.value.message
    assert "hunter" not in repr(read_address("postgresql://ada:hunter2@127.0.0.1:1/forvm"))
