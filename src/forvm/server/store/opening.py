"""Opening a store of either kind. PostgreSQL is imported only where it is meant: the small server does without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from forvm.errors import ForvmError
from forvm.server.common.server_errors import StoreInUse
from forvm.server.store.addresses import PostgresUrl, StoreAddress
from forvm.server.store.interface import Store
from forvm.server.store.transactions import Moment


def open_store(address: StoreAddress) -> Store:
    """Open a store to play in it. Raises `StoreError` if it cannot be used, or is used by another server."""
    if isinstance(address, PostgresUrl):
        check_postgres_installed()
        from forvm.server.store.postgres_store import PostgresStore

        return PostgresStore(address)
    from forvm.server.store.sqlite_store import SqliteStore

    return SqliteStore(address)


def is_in_use(address: StoreAddress) -> bool:
    """Does a server use a store?"""
    if isinstance(address, PostgresUrl):
        check_postgres_installed()
        from forvm.server.store.postgres_schema import database_is_in_use

        return database_is_in_use(address)
    from forvm.server.store.claim import Claim

    try:
        Claim(address).close()
    except StoreInUse:
        return True
    return False


@contextmanager
def one_moment(address: StoreAddress) -> Iterator[Moment]:
    """A moment of a store, to look at it; a server may go on writing meanwhile."""
    if isinstance(address, PostgresUrl):
        check_postgres_installed()
        from forvm.server.store.postgres_schema import one_moment_of_database

        with one_moment_of_database(address) as moment:
            yield moment
    else:
        from forvm.server.store.schema import one_moment_of_file

        with one_moment_of_file(address) as moment:
            yield moment


@contextmanager
def new_store(address: StoreAddress) -> Iterator[Moment]:
    """An empty store, to fill it; it is kept if nothing is raised meanwhile. The next server takes it for a copy."""
    if isinstance(address, PostgresUrl):
        check_postgres_installed()
        from forvm.server.store.postgres_schema import new_store_in_database

        with new_store_in_database(address) as moment:
            yield moment
    else:
        from forvm.server.store.schema import new_store_in_file

        with new_store_in_file(address) as moment:
            yield moment


def check_postgres_installed() -> None:
    """Say what is missing, if it is."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise ForvmError(
            "A store in PostgreSQL needs psycopg, which is not installed. "
            "Install it with: pip install 'forvm[postgres]'"
        ) from None
