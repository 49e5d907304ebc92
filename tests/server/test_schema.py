"""A store is built as FORVM builds one, and nothing else: whatever was slipped into a file is refused."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from forvm.server.common.server_errors import StoreError
from forvm.server.ops.backups import restore
from forvm.server.ops.checking import check
from forvm.server.store.dice_epochs import mark_as_copy
from forvm.server.store.schema import _STEPS, APPLICATION, FORMAT, open_file, read_only
from forvm.server.store.sqlite_store import SqliteStore
from tests.server.ops.stores import fill, read

pytestmark = pytest.mark.damaged_store

FOREIGN = {
    "CREATE TRIGGER spy AFTER INSERT ON passes BEGIN DELETE FROM mutes; END": "the trigger “spy” does not belong there",
    "CREATE TRIGGER keep BEFORE INSERT ON copy_mark BEGIN SELECT RAISE(IGNORE); END": "the trigger “keep”",
    "CREATE VIEW seen AS SELECT * FROM passes": "the view “seen” does not belong there",
    "CREATE TABLE mine (x)": "the table “mine” does not belong there",
    "CREATE INDEX mine ON games (changed)": "the index “mine” does not belong there",
    "DROP TABLE health": "the table “health” is missing",
    "DROP INDEX passes_of_game": "the index “passes_of_game” is missing",
    "ALTER TABLE talk ADD COLUMN mine TEXT": "the table “talk” was changed",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'ON DELETE CASCADE', '') "
    "WHERE name = 'passes'": "the table “passes” was changed",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'seat INTEGER NOT NULL', "
    "'seat INTEGER NOT NULL CHECK (seat < 9)') WHERE name = 'passes'": "the table “passes” was changed",
    "DROP TABLE health; ALTER TABLE talk RENAME TO said; CREATE VIEW talk AS WITH RECURSIVE n (i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'x' AS game, i AS number, x'7b7d' AS line FROM n WHERE i < 0": (
        "the view “talk” does not belong there"
    ),
    "CREATE TABLE games2 (x); PRAGMA schema_version = 0": "the table “games2” does not belong there",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "games.sqlite3"
    fill(path, games=1, turns=1)
    return path


@pytest.fixture
def store(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "games.sqlite3"))


def change(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def older(path: Path, format: int) -> Path:
    """An empty store of an older format."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for step in _STEPS[:format]:
            step(connection) if callable(step) else connection.executescript(step)
        connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {format};")
    return path


def shape(path: Path) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return set(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema"))


@pytest.mark.parametrize("script", FOREIGN)
def test_what_forvm_did_not_make_is_refused_and_left_alone(store: Path, tmp_path: Path, script: str):
    live = tmp_path / "live.sqlite3"
    fill(live, games=1, turns=1)
    before = read(live)
    change(store, script)
    kept = store.read_bytes()
    assert [FOREIGN[script] in problem for problem in check(store).problems] == [True]
    for use in (SqliteStore, open_file, read_only, lambda path: restore(path, live)):
        with pytest.raises(StoreError) as refused:
            use(store)
        assert FOREIGN[script] in refused.value.message
        assert "Restore a backup" in refused.value.message
        assert "\n" not in refused.value.message
    assert store.read_bytes() == kept
    assert read(live) == before
    assert {path.name for path in tmp_path.glob("live*")} <= {"live.sqlite3", "live.sqlite3.lock"}


def test_many_misfits_and_strange_names_are_told_briefly(store: Path):
    change(store, "".join(f'CREATE TABLE "{number}\n{"x" * 500}" (x);' for number in range(9)))
    with pytest.raises(StoreError, match="and 4 more") as refused:
        SqliteStore(store)
    assert len(refused.value.message) < 1000
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("format", range(1, FORMAT + 1))
def test_a_store_of_every_format_is_known_and_brought_up_to_what_a_new_one_is(tmp_path: Path, format: int):
    path, new = older(tmp_path / "old.sqlite3", format), tmp_path / "new.sqlite3"
    assert check(path).problems == []
    SqliteStore(path).close()
    SqliteStore(new).close()
    assert shape(path) == shape(new)


@pytest.mark.parametrize("format", range(1, FORMAT + 1))
def test_an_older_store_with_something_of_a_later_one_is_refused(tmp_path: Path, format: int):
    path = older(tmp_path / "old.sqlite3", format)
    change(path, "CREATE TABLE later (x)")
    with pytest.raises(StoreError, match="the table “later” does not belong there"):
        SqliteStore(path)


def test_the_mark_of_a_copy_and_the_figures_of_analyze_belong_there(tmp_path: Path):
    path = older(tmp_path / "old.sqlite3", 2)
    change(path, "INSERT INTO people VALUES (1, 'key', 'now'); ANALYZE;")
    with closing(sqlite3.connect(path)) as connection:
        mark_as_copy(connection)
        connection.commit()
    assert check(path).problems == []
    SqliteStore(path).close()
    assert check(path).problems == []


def test_connections_trust_no_file(store: Path):
    for opened in (open_file(store), read_only(store)):
        with closing(opened) as connection:
            assert connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
            assert connection.execute("PRAGMA cell_size_check").fetchone() == (1,)
