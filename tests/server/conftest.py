from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.friends import OnlineServer
from tests.server.serving import Server


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
