"""A server with a game on it, for tests that throw anything at it and look whether the game is as it was."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.server.kill import Server
from tests.server.players import Meeting, Player, meet

_TABLES = {
    "games": "id",
    "events": "game",
    "gatherings": "id",
    "links": "game",
    "passes": "game",
    "talk": "game",
    "mutes": "game",
    "requests": "game",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It ends in good order, and nothing in it has failed."""
    running = Server(tmp_path_factory.mktemp("fuzz") / "games.sqlite3")
    running.start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text()


@pytest.fixture(scope="module")
def meeting(server: Server) -> Meeting:
    """A game between two people and a bot, with hidden hands, in which something has happened; a person is to act."""

    async def played() -> Meeting:
        begun = await meet(server.address, 2, 1, rules="short")
        players = [Player(browser, begun.id, random.Random(seat)) for seat, browser in enumerate(begun.browsers)]
        for player in players:
            player.stop = lambda: any(one.acknowledged > 3 for one in players)
        await asyncio.gather(*(player.play() for player in players))
        people = range(len(players))
        while (await begun.browsers[0].ask("GET", f"/api/games/{begun.id}"))["to_act"] not in people:
            await asyncio.sleep(0.05)  # the bot has not moved yet
        return begun

    return asyncio.run(played())


def state(server: Server, game: str) -> list[list[tuple[object, ...]]]:
    """Everything that the store keeps about a game but who is there just now."""
    with closing(sqlite3.connect(server.store)) as connection:
        return [
            connection.execute(f"SELECT * FROM {table} WHERE {key} = ?", (game,)).fetchall()
            for table, key in _TABLES.items()
        ]
