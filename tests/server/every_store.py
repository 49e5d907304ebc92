"""Every kind of store that FORVM has: a test that asks for ``open_store`` runs over each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from forvm.server.store.interface import Store
from forvm.server.store.sqlite_store import SqliteStore

OpenStore = Callable[[], Store]  # opens the same store again and again


@pytest.fixture(params=["sqlite"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    opened: list[Store] = []

    def opening() -> Store:
        opened.append(SqliteStore(tmp_path / "games.sqlite3"))
        return opened[-1]

    yield opening
    for store in opened:
        store.close()
