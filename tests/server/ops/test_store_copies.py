"""A store is copied from a file to a database and back, and is the same: every game, and all that belongs to it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from forvm.errors import ForvmError
from forvm.server.common.server_errors import StoreError
from forvm.server.ops.checking import check
from forvm.server.ops.store_copies import TABLES, copy_store
from forvm.server.store.addresses import StoreAddress
from forvm.server.store.opening import one_moment, open_store
from forvm.server.store.stored_people import add_person
from tests.server.friends import OnlineServer, Table
from tests.server.ops.stores import fill, make_older
from tests.server.postgres_cluster import new_database


def contents(address: StoreAddress) -> dict[str, list[Any]]:
    with one_moment(address) as moment:
        found = {}
        for table in TABLES:
            columns = sorted(moment.columns[table])
            found[table] = sorted(moment.transaction.execute(f"SELECT {', '.join(columns)} FROM {table}"), key=repr)
        return found


def plain(rows: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Yes and no are numbers in a file."""
    return {
        table: sorted((tuple(int(v) if isinstance(v, bool) else v for v in row) for row in found), key=repr)
        for table, found in rows.items()
    }


def test_there_and_back_again(tmp_path: Path):
    store, back, database = tmp_path / "games.sqlite3", tmp_path / "back.sqlite3", new_database()
    server = OnlineServer(store)
    table = Table(server, people=2)
    with table.friends[0].page(table.id) as page:
        page.send("say", text="Salve!", ref="1")
        page.wait("talk")
    server.stop()
    shown: list[tuple[int, int]] = []
    health = copy_store(store, database, lambda done, total: shown.append((done, total)))
    assert (health.games, health.problems) == (1, [])
    assert shown == [(1, 1)]
    copy_store(database, back)
    assert plain(contents(database)) == contents(store) == contents(back)
    assert contents(store)["talk"]
    assert check(database).events == check(store).events > 0

    async def go_on(address: StoreAddress) -> None:
        with closing(open_store(address)) as copy:
            assert copy.went_back == {table.id}
            before = len(contents(address)["people"])
            assert await copy.run(lambda transaction: add_person(transaction, "new", None, "")) > before

    for address in (database, back):
        asyncio.run(go_on(address))


@pytest.mark.damaged_store
def test_a_store_that_is_not_sound_is_not_copied(tmp_path: Path):
    store, database = tmp_path / "games.sqlite3", new_database()
    fill(store, games=1, turns=1)
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE events SET payload = x'7b7d' WHERE seq = 3")
    for target in (database, tmp_path / "copy.sqlite3"):
        with pytest.raises(StoreError, match=r"event 3 was changed.*Nothing was copied"):
            copy_store(store, target)
    assert not list(tmp_path.glob("copy*"))
    with pytest.raises(StoreError, match="is not a FORVM store"):
        contents(database)


def test_what_is_there_is_not_written_over(tmp_path: Path):
    store, database = tmp_path / "games.sqlite3", new_database()
    fill(store, games=1, turns=1)
    copy_store(store, database)
    with pytest.raises(StoreError, match=r"There are games in .* already"):
        copy_store(store, database)
    with pytest.raises(StoreError, match=r"games\.sqlite3 already exists"):
        copy_store(database, store)
    with pytest.raises(ForvmError, match="is the store itself"):
        copy_store(store, store)
    with pytest.raises(StoreError, match="There is no store"):
        copy_store(tmp_path / "nowhere.sqlite3", new_database())
    with closing(open_store(database)), pytest.raises(StoreError, match="Another FORVM is using"):
        copy_store(store, database)


@pytest.mark.damaged_store
def test_damage_to_a_database_is_found(tmp_path: Path):
    database = new_database()
    fill(tmp_path / "games.sqlite3", games=2, turns=1)
    copy_store(tmp_path / "games.sqlite3", database)

    async def harm() -> None:
        with closing(open_store(database)) as store:
            await store.run(
                lambda transaction: transaction.execute("UPDATE events SET payload = ? WHERE seq = 3", (b"{}",))
            )

    asyncio.run(harm())
    assert len(check(database).problems) == 2


def test_an_older_store_is_brought_up_to_date_first(tmp_path: Path):
    for number, before in enumerate(("skew", "since TEXT")):
        store = tmp_path / f"{number}.sqlite3"
        make_older(store, before)
        with pytest.raises(StoreError, match="Start a server with it once"):
            copy_store(store, tmp_path / "copy.sqlite3")
        assert not list(tmp_path.glob("copy*"))
