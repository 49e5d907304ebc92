from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from forvm.server.store.schema import APPLICATION, FORMAT
from tests.server.friends import OnlineServer
from tests.server.serving import Server, check_sound


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("store") / "games.sqlite3")
    yield running
    running.kill()


@pytest.fixture(scope="session")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    running = OnlineServer(tmp_path_factory.mktemp("store") / "online.sqlite3")
    yield running
    running.kill()


@pytest.fixture(autouse=True)
def sound_stores(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every store that a test leaves is sound, unless the test damages it or makes it up."""
    damages = request.node.get_closest_marker("damaged_store") is not None
    if damages or "tmp_path" not in request.fixturenames:
        yield
        return
    folder: Path = request.getfixturevalue("tmp_path")  # first, so it is still there when all else is put away
    yield
    for store in folder.rglob("*.sqlite3"):
        if _is_current(store):
            check_sound(store)


def _is_current(store: Path) -> bool:
    """Is it a store of FORVM, in the format of today?"""
    if not store.is_file():
        return False
    with closing(sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            numbers = [
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            ]
        except sqlite3.DatabaseError:
            return False
    return numbers == [APPLICATION, FORMAT]
