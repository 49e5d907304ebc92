"""Every kind of store that FORVM has: a test that asks for ``open_store`` runs over each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from forvm.server.store.addresses import StoreAddress
from forvm.server.store.interface import Store
from forvm.server.store.opening import open_store as open_any
from tests.server.postgres_cluster import new_database

OpenStore = Callable[[], Store]  # opens the same store again and again


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> StoreAddress:
    """Where a store may be made."""
    return tmp_path / "games.sqlite3" if request.param == "sqlite" else new_database()


@pytest.fixture
def open_store(address: StoreAddress) -> Iterator[OpenStore]:
    """Opens the store at the address, again and again."""
    opened: list[Store] = []

    def opening() -> Store:
        opened.append(open_any(address))
        return opened[-1]

    yield opening
    for store in opened:
        store.close()
