"""A store in PostgreSQL, for a server of many.

It is what `forvm.server.store.sqlite_store` is: one thread, one connection, all that waits in one transaction. What is
different: the connection may be lost, so that nobody knows whether a transaction was kept (then the database is asked);
and another server may have taken this one's place (then this one ends). See ``docs/adr/0016-a-store-in-postgresql.md``.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import Any

import psycopg

from forvm.server.common.server_errors import StoreError, StoreInUse
from forvm.server.store.addresses import PostgresUrl
from forvm.server.store.leases import (
    LEASE,
    RENEWED_EVERY,
    STOPPED_WITHIN_TRANSACTION,
    another_runs,
    end_lease,
    hold_lease,
    remove_ended,
    renew_lease,
    take_lease,
)
from forvm.server.store.postgres_schema import (
    PostgresTransaction,
    bring_tables_up_to_date,
    connect,
    make_tables,
    notice_restored,
    shown_on_pages,
    why_not,
)
from forvm.server.store.threaded_store import ThreadedStore
from forvm.server.store.transactions import Transaction

log = logging.getLogger("forvm.server")

PATIENCE = 20.0  # seconds for the database to come back and tell whether a transaction was kept
ASK_EVERY = 0.2  # seconds between two attempts


class LeaseLost(BaseException):
    """Another server has taken this one's place: nothing that this one believes can be relied on."""


class OutcomeUnknown(BaseException):
    """A transaction may have been kept or not, and the database does not come back to tell."""


class PostgresStore(ThreadedStore):
    """An open store in a database."""

    errors = psycopg.Error
    rests = RENEWED_EVERY

    def __init__(self, address: PostgresUrl) -> None:
        self.address = address
        try:
            self._connection = self._connected()
        except psycopg.Error as error:
            raise StoreError(why_not(error, address)) from None
        try:
            make_tables(self._connection, address)
            self._server = self._claim()
            bring_tables_up_to_date(self._connection)
            with self._connection.transaction():
                self.went_back = notice_restored(self._transaction)
        except psycopg.Error as error:
            self._connection.close()
            raise StoreError(why_not(error, address)) from None
        except BaseException:
            self._connection.close()
            raise
        self._renewed = time.monotonic()
        self._start()

    def _connected(self) -> psycopg.Connection[Any]:
        limit = str(round(STOPPED_WITHIN_TRANSACTION * 1000))
        return connect(self.address, idle_in_transaction_session_timeout=limit, synchronous_commit="on")

    def _claim(self) -> int:
        """The lease of this server, once no other uses the store."""
        until = time.monotonic() + LEASE + 1
        while True:
            with self._connection.transaction():
                self._connection.execute("LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE")
                remove_ended(self._transaction)
                if not another_runs(self._transaction):
                    return take_lease(self._transaction)
            if time.monotonic() > until:
                raise StoreInUse(
                    f"Another FORVM is using the store {self.address}: end it, or name another database with --store."
                )
            time.sleep(ASK_EVERY)

    @property
    def _transaction(self) -> Transaction:
        return PostgresTransaction(self._connection)

    def _begin(self) -> None:
        try:
            self._begin_with_lease()
        except psycopg.OperationalError:
            if not self._connection.closed:
                raise
            self._connection = self._connected()  # it was lost while nobody needed it: the database was restarted, say
            log.warning("the connection to the store was lost, and is there again")
            self._begin_with_lease()

    def _begin_with_lease(self) -> None:
        if self._connection.closed:
            raise psycopg.OperationalError("the connection is closed")
        if self._connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            self._connection.execute("ROLLBACK")
        self._connection.execute("BEGIN")
        if time.monotonic() - self._renewed >= RENEWED_EVERY:
            held, self._renewed = renew_lease(self._transaction, self._server), time.monotonic()
        else:
            held = hold_lease(self._transaction, self._server)
        if not held:
            raise LeaseLost("another server has taken this one's place, because it gave no sign of life")

    def _commit(self) -> None:
        found = self._connection.execute("SELECT pg_current_xact_id_if_assigned()::text").fetchone()
        number = None if found is None else found[0]
        try:
            self._connection.execute("COMMIT")
        except psycopg.OperationalError:
            if number is None or not self._connection.closed:
                raise
            if not self._was_kept(number):
                raise

    def _was_kept(self, number: str) -> bool:
        """Was a transaction kept, at whose end the connection was lost?"""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with connect(self.address) as connection:
                    found = connection.execute("SELECT pg_xact_status(%s::xid8)", (number,)).fetchone()
            except psycopg.OperationalError:
                found = None
            if found is not None and found[0] in ("committed", "aborted"):
                return bool(found[0] == "committed")
            time.sleep(ASK_EVERY)
        raise OutcomeUnknown("the database does not tell whether a transaction was kept")

    def _rest(self) -> None:
        """Renew the lease."""
        with suppress(psycopg.Error):  # without the database nobody else can take this one's place either
            self._begin()
            self._connection.execute("COMMIT")

    def _is_given_up(self) -> bool:
        status = self._connection.info.transaction_status
        return status == psycopg.pq.TransactionStatus.UNKNOWN  # the connection is lost

    def _let_go(self) -> None:
        with suppress(psycopg.Error):
            end_lease(self._transaction, self._server)
        self._connection.close()

    def _why(self, error: Exception) -> str | None:
        if not isinstance(error, psycopg.Error) or isinstance(error, psycopg.IntegrityError):
            return None
        return why_not(error, self.address)

    def _for_pages(self, error: Exception) -> str:
        assert isinstance(error, psycopg.Error)
        return shown_on_pages(error)
