"""The file of a store: how it is opened, and its tables, brought up to date where they are older."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from forvm import text
from forvm.server.common.server_errors import StoreError
from forvm.server.store.claim import make_private
from forvm.server.store.dice_epochs import MARK, mark_as_copy
from forvm.server.store.event_chain import chain_anew
from forvm.server.store.transactions import Moment

APPLICATION = 0x464F5256  # "FORV", in the file's header: it is ours


def _chain_events(connection: sqlite3.Connection) -> None:
    """Each event gets the hash of itself and the one before, and each game that of its last event: see `chain`."""
    for table, column in (("events", "hash"), ("games", "head")):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {column} BLOB NOT NULL DEFAULT x''")
    for game, setup in connection.execute("SELECT id, setup FROM games").fetchall():
        chain_anew(connection, game, setup)


Step = str | Callable[[sqlite3.Connection], None]
# Each format is what the one before was, and this on top: so an older store is brought up to date in place.
_STEPS: tuple[Step, ...] = (
    """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    setup BLOB NOT NULL,
    line BLOB NOT NULL  -- how it stands, for the list of games; derived from the events
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
""",
    """
ALTER TABLE games ADD COLUMN wakes TEXT;  -- when something happens by itself: a clock runs out, a bot covers somebody
CREATE TABLE people (  -- browsers, that is; known by their cookies
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,  -- a hash
    created TEXT NOT NULL
) STRICT;
CREATE TABLE gatherings (  -- online games, from the invitation on; a game of the same id is there once it has begun
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,
    host INTEGER NOT NULL REFERENCES people (id),
    started INTEGER NOT NULL,
    plan BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE links (
    key TEXT PRIMARY KEY,  -- a hash
    game TEXT NOT NULL REFERENCES gatherings (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'seat', 'spectator')),
    seat INTEGER,  -- null for a guest who may choose
    until TEXT,
    once INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_of_game ON links (game, kind, seat);
CREATE TABLE passes (  -- what links have been exchanged for
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    game TEXT NOT NULL REFERENCES gatherings (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'seat', 'spectator')),
    seat INTEGER NOT NULL,  -- of a guest who may choose: -1; of a spectator: which, from 1
    PRIMARY KEY (person, game, kind, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX passes_of_game ON passes (game);
CREATE TABLE presence (  -- the people of games that have begun
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    away TEXT,  -- since when; null while they are there
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE talk (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE mutes (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    listener TEXT NOT NULL,
    speaker TEXT NOT NULL,
    PRIMARY KEY (game, listener, speaker)
) STRICT, WITHOUT ROWID;
CREATE TABLE requests (  -- to take moves back by consent, one at a time
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    payload BLOB NOT NULL
) STRICT, WITHOUT ROWID;
""",
    """
CREATE TABLE health (  -- one row, written to find out whether the store can be written
    id INTEGER PRIMARY KEY CHECK (id = 1),
    probe BLOB NOT NULL
) STRICT;
""",
    """
ALTER TABLE gatherings ADD COLUMN place TEXT;  -- from where it was opened, as `limits.place_of` tells
""",
    """
CREATE TABLE clock (  -- no row, or one: the system's clock was set while a server ran
    id INTEGER PRIMARY KEY CHECK (id = 1),
    skew REAL NOT NULL  -- by how many seconds it is ahead of the moments in this store
) STRICT;
""",
    f"""
{MARK}
CREATE TABLE went_back (  -- games and gatherings of a copy that have yet to begin a new epoch of their dice
    game TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
""",
    _chain_events,
    """
ALTER TABLE people ADD COLUMN browser TEXT;  -- which, in a few words
ALTER TABLE people ADD COLUMN seen TEXT;  -- when last, more or less
CREATE TABLE renewals (  -- new cookies that were sent to a browser; the first that comes back replaces its own
    key TEXT PRIMARY KEY,  -- a hash
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    made TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX renewals_of_person ON renewals (person);
CREATE TABLE waiting_passes (  -- what the person gets when the new cookie comes back
    key TEXT NOT NULL REFERENCES renewals (key) ON DELETE CASCADE,
    game TEXT NOT NULL REFERENCES gatherings (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'seat', 'spectator')),
    seat INTEGER NOT NULL,  -- as in passes
    PRIMARY KEY (key, game, kind, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_passes_of_game ON waiting_passes (game);
""",
    """
CREATE TABLE running (  -- no row, or one: how long servers have run with this store, see `timekeeping.Expiry`
    id INTEGER PRIMARY KEY CHECK (id = 1),
    since TEXT NOT NULL,  -- from then on without a long break
    seen TEXT NOT NULL  -- when a server last looked
) STRICT;
""",
    """
ALTER TABLE games ADD COLUMN over INTEGER NOT NULL DEFAULT 0;  -- has it ended? as its line says, which may be damaged
UPDATE games SET over = 1
WHERE CASE WHEN json_valid(CAST(line AS TEXT)) THEN json_extract(CAST(line AS TEXT), '$.over') END IS 1;
CREATE INDEX running_games ON games (id) WHERE over = 0;
CREATE INDEX waiting_gatherings ON gatherings (id) WHERE NOT started;
CREATE INDEX gatherings_of_host ON gatherings (host);
CREATE INDEX gatherings_of_place ON gatherings (place);
""",
)
FORMAT = len(_STEPS)

Shape = dict[tuple[str, str], tuple[str, tuple[str, ...]]]  # by type and name: for which table, and by which statement
# What a store may have besides: the mark of a copy, in one of an older format, and what ANALYZE writes.
_EXTRAS = (
    MARK,
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
)
MOST_PROBLEMS = 100  # of the file itself, as SQLite lists them
MOST_TOLD = 5  # things by name that do not belong in a store
LONGEST_TOLD = 40  # characters of such a name


class Unsound(StoreError):
    """A file that is a store of FORVM, but damaged, or not built as one."""


def why(error: sqlite3.Error, path: Path) -> str:
    """What went wrong, for whoever runs the server."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return f"{path} is damaged or is not a FORVM store: {error}. Restore a backup, or name another file."
    if name.startswith("SQLITE_FULL"):
        return f"There is no room left to write to {path}. Nothing was changed: make room and try again."
    return f"The store {path} cannot be used: {error}."


def for_pages(error: sqlite3.Error) -> str:
    """What went wrong, for a player: nothing of how and where the server keeps its store."""
    words = text.load("table")["store"]
    if isinstance(error, sqlite3.IntegrityError):
        return str(words["changed"])
    full = getattr(error, "sqlite_errorname", "").startswith("SQLITE_FULL")
    return str(words["full" if full else "unusable"])


def open_file(path: Path) -> sqlite3.Connection:
    """The connection that writes, to a file that was checked, made or brought up to date."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    except sqlite3.Error as error:
        raise StoreError(f"The store {path} cannot be opened: {error}.") from None
    try:
        _be_wary(connection)
        _check_ours(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _bring_up_to_date(connection)
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(why(error, path)) from None
    except StoreError:
        connection.close()
        raise
    return connection


def read_only(store: Path) -> sqlite3.Connection:
    """A connection that only reads, to a store that a server may be writing."""
    if not store.is_file():
        raise StoreError(f"There is no store {store}.")
    try:
        connection = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(why(error, store)) from None
    try:
        _be_wary(connection)
        connection.execute("BEGIN")  # a server may be bringing it up to date
        if _number(connection, "application_id") != APPLICATION:
            raise StoreError(f"{store} is not a FORVM store. Name another file.")
        _check_shape(connection, store)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.close()
        corrupt = getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT")
        raise (Unsound if corrupt else StoreError)(why(error, store)) from None
    except StoreError:
        connection.close()
        raise
    return connection


@contextmanager
def one_moment_of_file(store: Path) -> Iterator[Moment]:
    """A moment of a store, to look at it; a server may go on writing meanwhile."""
    with closing(read_only(store)) as connection:
        try:
            connection.execute("BEGIN")
            yield Moment(connection, _columns(connection), _damage(connection))
        except sqlite3.Error as error:
            raise Unsound(why(error, store)) from None


@contextmanager
def new_store_in_file(store: Path) -> Iterator[Moment]:
    """An empty store, to fill it; it is there under its name once all is in it."""
    if store.exists():
        raise StoreError(f"{store} already exists. Name another file.")
    partial = store.with_name(f"{store.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        make_private(partial)
        with closing(open_file(partial)) as connection:
            connection.execute("BEGIN")
            yield Moment(connection, _columns(connection), _damage(connection))
            mark_as_copy(connection)
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        os.replace(partial, store)
    except sqlite3.Error as error:
        raise StoreError(why(error, store)) from None
    except OSError as error:
        raise StoreError(f"{store} cannot be written: {error.strerror or error}.") from None
    finally:
        for added in ("", "-wal", "-shm"):
            Path(f"{partial}{added}").unlink(missing_ok=True)


def _columns(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    return {
        table: tuple(name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")) for (table,) in tables
    }


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    for (found,) in connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})"):
        if found != "ok":
            yield f"The file is damaged: {found}."
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        yield f"A row of the table “{table}” belongs to something that is not there."


def _be_wary(connection: sqlite3.Connection) -> None:
    """The file may come from anyone: believe nothing that it says about itself."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")


def _number(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _is_new(connection: sqlite3.Connection) -> bool:
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    return empty and _number(connection, "schema_version") == 0


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    if _is_new(connection):
        return
    if _number(connection, "application_id") != APPLICATION:
        raise StoreError(f"{path} is another program's database, not a FORVM store. Name another file.")
    _check_shape(connection, path)  # first: what does not belong there might run while the file is looked through
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"{path} is damaged ({found}). Restore a backup, or name another file.")


def _check_shape(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a store of a later format, and one whose tables are not exactly those that FORVM makes."""
    format = _number(connection, "user_version")
    if format > FORMAT:
        raise StoreError(f"{path} was written by a later version of FORVM. Open it with that version or a newer one.")
    wrong = list(_misfits(_shape(connection), _shape_of(max(format, 0))))
    if wrong:
        more = f", and {len(wrong) - MOST_TOLD} more" if len(wrong) > MOST_TOLD else ""
        raise Unsound(
            f"{path} does not have the tables of a FORVM store: {', '.join(wrong[:MOST_TOLD])}{more}. Nothing was "
            "changed. Restore a backup, or name another file. If you changed the tables yourself, undo that first."
        )


def _misfits(found: Shape, ours: Shape) -> Iterator[str]:
    """What is in a store that does not belong there, is missing, or is not as it should be; in words."""
    extras = _extras()
    for key in sorted(found.keys() | ours.keys()):
        expected, there = ours.get(key, extras.get(key)), found.get(key)
        if there != expected and not (there is None and key not in ours):
            kind, name = key
            shown = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST_TOLD])
            state = "is missing" if there is None else "does not belong there" if expected is None else "was changed"
            yield f"the {kind} “{shown}” {state}"


def _shape(connection: sqlite3.Connection) -> Shape:
    """All tables, indexes, triggers and views, and the statements that made them."""
    rows = connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
    return {(kind, name): (table, _words(sql)) for kind, name, table, sql in rows}


@cache
def _shape_of(format: int) -> Shape:
    """How a store of a format is built."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _take(connection, _STEPS[:format])
        return _shape(connection)


@cache
def _extras() -> Shape:
    statements = (statement.replace("IF NOT EXISTS ", "").rstrip(";") for statement in _EXTRAS)
    named = ((re.split(r"[ (]", statement)[2], statement) for statement in statements)
    return {("table", name): (name, _words(statement)) for name, statement in named}


def _words(statement: str) -> tuple[str, ...]:
    """A statement's words and signs; comments and blanks, which differ between versions, are left out."""
    found = re.findall(r"--[^\n]*|'[^']*'|\"[^\"]*\"|[A-Za-z0-9_]+|[^ \t\n\f\r]", statement)
    return tuple(word for word in found if not word.startswith("--"))


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make the tables that are missing: all in a new file, those of later formats in an older one; all or none."""
    format = 0 if _is_new(connection) else _number(connection, "user_version")
    if format == FORMAT:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _take(connection, _STEPS[format:])
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite itself has ended it if, say, the disk is full
            connection.execute("ROLLBACK")
        raise


def _take(connection: sqlite3.Connection, steps: Sequence[Step]) -> None:
    for step in steps:
        if callable(step):
            step(connection)
        else:
            for statement in _statements(step):
                connection.execute(statement)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one; `executescript` would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
