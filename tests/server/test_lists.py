"""The list of one's games: pages ask for it again and again, so it is read once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forvm.server.common.server_limits import ServerLimits
from forvm.server.http import context as rooms
from forvm.server.http.context import ServerContext
from forvm.server.people.lobbies import Lobby
from tests.server.test_epochs import in_room
from tests.server.test_owners import WANTED

MANY = 30


class Asked:
    """How often the store was asked."""

    def __init__(self, room: ServerContext, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        real = room.store.run

        async def counting(job: Any) -> Any:
            self.times += 1
            return await real(job)

        monkeypatch.setattr(room.store, "run", counting)


async def opened(room: ServerContext, count: int) -> int:
    """Somebody with so many gatherings, at which nobody looks."""
    host = await room.people.newcomer()
    for _ in range(count):
        await room.lobbies.open(WANTED, host, ServerLimits(open_games=MANY, open_games_of_address=MANY), None)
    return host.person


async def listed(room: ServerContext, person: int) -> list[str]:
    return [lobby.id for lobby in await room.lobbies_of(person)]


def test_gatherings_are_read_once_however_often_they_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def doing(room: ServerContext) -> None:
        person = await opened(room, MANY)
        asked = Asked(room, monkeypatch)
        first = await listed(room, person)
        assert len(set(first)) == MANY
        assert asked.times == MANY + 1
        assert await listed(room, person) == first
        assert asked.times == MANY + 2

    in_room(tmp_path / "games.sqlite3", doing)


def test_what_changes_in_a_gathering_is_listed_and_what_was_called_off_is_not(tmp_path: Path):
    async def doing(room: ServerContext) -> None:
        person = await opened(room, 3)
        first = await listed(room, person)
        gone: Lobby = await room.lobbies.find(first[1])
        await room.lobbies.remove(gone, person)
        assert await listed(room, person) == [first[0], first[2]]
        assert (await room.lobbies_of(person))[0] is await room.lobbies.find(first[0])

    in_room(tmp_path / "games.sqlite3", doing)


def test_only_so_many_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rooms, "LISTED_KEPT", 2)

    async def doing(room: ServerContext) -> None:
        person = await opened(room, 5)
        assert len(await listed(room, person)) == 5
        asked = Asked(room, monkeypatch)
        assert len(await listed(room, person)) == 5
        assert asked.times == 1 + 3

    in_room(tmp_path / "games.sqlite3", doing)
