"""The file of a store: whose it is, how it is opened, and its tables, brought up to date where they are older."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from forvm.server.errors import StoreError

APPLICATION = 0x464F5256  # "FORV", in the file's header: it is ours
FORMAT = 2
# Each format is what the one before was, and this on top: so an older store is brought up to date in place.
_STEPS = (
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
)


def why(error: sqlite3.Error, path: Path) -> str:
    """What went wrong, for a person."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, sqlite3.IntegrityError):
        return "The game was changed from elsewhere in the meantime, so nothing was written. Reload the page."
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return f"{path} is damaged or is no store of FORVM: {error}. Put a backup in its place, or name another file."
    if name.startswith("SQLITE_FULL"):
        return f"There is no room left to write to {path}. Nothing was changed: make room and try again."
    return f"The store {path} cannot be used: {error}."


def claim(path: Path) -> sqlite3.Connection:
    """Make sure that no other server writes to this store.

    Two servers would each believe to know how every game stands. The lock is one on a file beside the store, which the
    system lets go when the process ends in whatever way.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        guard = sqlite3.connect(f"{path}.lock", timeout=0.2, isolation_level=None, check_same_thread=False)
    except (OSError, ValueError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"The store {path} cannot be opened: {reason}.") from None
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        guard.close()
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise StoreError(
                f"Another FORVM is using the store {path}: close it, or name another file with --store."
            ) from None
        raise StoreError(f"The store {path} cannot be locked: {error}.") from None
    return guard


def open_file(path: Path) -> sqlite3.Connection:
    """The connection that writes, to a file that was checked, made or brought up to date."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    except sqlite3.Error as error:
        raise StoreError(f"The store {path} cannot be opened: {error}.") from None
    try:
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


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    def number(name: str) -> int:
        value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
        return value

    if number("schema_version") == 0:
        return  # a new file
    if number("application_id") != APPLICATION:
        raise StoreError(f"{path} is the database of another program, not a store of FORVM: name another file.")
    if number("user_version") > FORMAT:
        raise StoreError(f"{path} was written by a later FORVM, which can open it; this one cannot.")
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"{path} is damaged ({found}). Put a backup in its place, or name another file.")


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make the tables that are missing: all in a new file, those of later formats in an older one; all or none."""
    new = connection.execute("PRAGMA schema_version").fetchone()[0] == 0
    format = 0 if new else connection.execute("PRAGMA user_version").fetchone()[0]
    if format < FORMAT:
        header = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
        connection.executescript(f"BEGIN IMMEDIATE;{header}{''.join(_STEPS[format:])}COMMIT;")
