"""Who uses a store in PostgreSQL: each server holds a lease, and renews it as long as it runs.

Every transaction of a server begins by making sure of its lease, and holds on to it until the transaction ends. Who
wants the place of a server that is gone removes its lease, which waits for such a transaction. So nothing is written by
a server that has lost its lease, however long it was stopped and whatever it believes.

Moments are those of the database's clock alone.
"""

from __future__ import annotations

from forvm.server.store.transactions import Transaction

LEASE = 4.0  # seconds without a sign of life after which a server counts as gone
RENEWED_EVERY = 0.5  # seconds
# A server that is stopped within a transaction would keep others from taking its place.
STOPPED_WITHIN_TRANSACTION = 2.0  # seconds after which PostgreSQL ends it

_UNTIL = f"clock_timestamp() + interval '{LEASE} seconds'"


def take_lease(transaction: Transaction) -> int:
    """A lease for a new server; its number."""
    number: int = transaction.execute(f"INSERT INTO servers (until) VALUES ({_UNTIL}) RETURNING id").fetchone()[0]
    return number


def remove_ended(transaction: Transaction) -> None:
    """Remove the leases that have run out: their servers write nothing more."""
    transaction.execute("DELETE FROM servers WHERE until < clock_timestamp()")


def another_runs(transaction: Transaction) -> bool:
    """Is there a server whose lease has not run out?"""
    return transaction.execute("SELECT 1 FROM servers WHERE until >= clock_timestamp()").fetchone() is not None


def hold_lease(transaction: Transaction, server: int) -> bool:
    """Keep the lease until the transaction ends; False if it was lost."""
    return transaction.execute("SELECT 1 FROM servers WHERE id = ? FOR KEY SHARE", (server,)).fetchone() is not None


def renew_lease(transaction: Transaction, server: int) -> bool:
    """Give a sign of life; False if the lease was lost."""
    return transaction.execute(f"UPDATE servers SET until = {_UNTIL} WHERE id = ?", (server,)).rowcount > 0


def end_lease(transaction: Transaction, server: int) -> None:
    """The server ends."""
    transaction.execute("DELETE FROM servers WHERE id = ?", (server,))
