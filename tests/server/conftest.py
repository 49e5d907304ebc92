from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("store") / "games.sqlite3")
    yield running
    running.kill()
