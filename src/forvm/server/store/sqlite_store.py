"""A store in one SQLite file: the usual one, for a family or a class."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import platformdirs

from forvm.server.common.server_errors import StoreError
from forvm.server.store.claim import Claim
from forvm.server.store.dice_epochs import notice_copy
from forvm.server.store.schema import for_pages, open_file, why
from forvm.server.store.threaded_store import ThreadedStore
from forvm.server.store.transactions import Transaction


def default_path() -> Path:
    """Where games are kept unless somebody names another file."""
    return Path(platformdirs.user_data_dir("forvm", appauthor=False)) / "games.sqlite3"


class SqliteStore(ThreadedStore):
    """An open store in a file."""

    errors = sqlite3.Error

    def __init__(self, path: Path) -> None:
        self.path = path
        self._claim = Claim(path)
        try:
            self._claim.hold()
            self._connection = open_file(self._claim.path)
            self._claim.make_private()
            self.went_back = self._notice_copy()
        except BaseException:
            self._claim.close()
            raise
        self._start()

    def _notice_copy(self) -> set[str]:
        try:
            return notice_copy(self._connection)
        except sqlite3.Error as error:
            self._connection.close()
            raise StoreError(why(error, self.path)) from None

    @property
    def _transaction(self) -> Transaction:
        return self._connection

    def _begin(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        self._connection.execute("BEGIN IMMEDIATE")

    def _commit(self) -> None:
        self._connection.execute("COMMIT")

    def _is_given_up(self) -> bool:
        return not self._connection.in_transaction  # because the disk is full, say

    def _let_go(self) -> None:
        self._connection.close()
        self._claim.close()

    def _why(self, error: Exception) -> str | None:
        if not isinstance(error, sqlite3.Error) or isinstance(error, sqlite3.IntegrityError):
            return None
        return why(error, self.path)

    def _for_pages(self, error: Exception) -> str:
        assert isinstance(error, sqlite3.Error)
        return for_pages(error)
