"""Devices: the browsers that hold a seat of somebody's, and how one of them is logged out.

A browser is known by its cookie, and a link to one's own seat lets another browser sit there too. So the devices of
whoever asks are this browser and all that hold a pass to one of its seats. Each of them may log out each.
"""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from forvm import text
from forvm.server.common.server_errors import ServerError
from forvm.server.people.accounts import People
from forvm.server.people.lobbies import Lobbies
from forvm.server.people.lobby_plan import LobbyPlan
from forvm.server.play.live_tables import LiveTables
from forvm.server.protocol.lobby_messages import Device
from forvm.server.store import stored_people
from forvm.server.store.interface import Store
from forvm.server.store.stored_people import ANY, StoredDevice
from forvm.server.store.transactions import Transaction


def _id(device: StoredDevice) -> str:
    """What a page calls a device; it says nothing about the cookie, nor how many people the server knows."""
    return hashlib.sha256(f"FORVM device {device.key}".encode()).hexdigest()[:16]


class Devices:
    """All devices of everyone."""

    def __init__(self, store: Store, people: People, lobbies: Lobbies, tables: LiveTables) -> None:
        self._store = store
        self._people = people
        self._gatherings = lobbies
        self._tables = tables

    async def of(self, person: int) -> list[Device]:
        """The devices of whoever asks, this one first."""
        unknown = text.load("table")["devices"]["unknown"]
        return [
            Device(_id(found), found.browser or unknown, found.seen, found.person == person, found.games)
            for found in await self._store.run(lambda transaction: stored_people.devices(transaction, person))
        ]

    async def log_out(self, person: int, id: str) -> bool:
        """Log one of somebody's devices out; says whether it was the one that asks."""
        every = await self._store.run(lambda transaction: stored_people.devices(transaction, person))
        device = next((found.person for found in every if _id(found) == id), None)
        if device is None:
            raise ServerError("unknown", text.load("table")["devices"]["gone"])
        if device == person:
            await self._leave(person)
        else:
            await self._put_out(person, device)
        return device == person

    async def _put_out(self, person: int, device: int) -> None:
        """Take the seats that it shares with somebody away from another device of theirs; what is its own it keeps."""
        games = await self._store.run(lambda transaction: stored_people.take_seats(transaction, person, device))
        for game in games:
            self._tables.dismiss(game, device)
        for lobby in await self._gatherings.waiting(device):
            here = lobby.plan.chair_of(device)
            sit_together = here is not None and lobby.plan.chair_of(person) == here
            mine, theirs = [await self._people.guest(one, lobby.id) for one in (person, device)]
            if not sit_together and not (mine.chooses & theirs.chooses) - {ANY}:
                continue
            await self._people.forget(device, lobby.id)  # first, so that the device cannot sit down again
            await self._gatherings.change(lobby, lambda plan: _without(plan, device, person))
            lobby.dismiss(device)

    async def _leave(self, person: int) -> None:
        """Log out the device that asks, if no seat is lost by it that others wait for."""
        words = text.load("table")["devices"]
        lobbies = await self._gatherings.waiting(person)
        if any(lobby.plan.chair_of(person) is not None for lobby in lobbies):
            raise ServerError("not_ready", words["gathering"])
        games = await self._store.run(lambda transaction: _all_games(transaction, person))
        for game in games:
            await self._tables.take_off(game, lambda game=game: self._people.forget(person, game))  # type: ignore[misc]
            self._tables.dismiss(game, person)
        for lobby in lobbies:
            lobby.dismiss(person)
        await self._people.close(person)


def _all_games(transaction: Transaction, person: int) -> list[str]:
    """The games of somebody; refused if they alone hold a seat at which the others still wait for them."""
    if stored_people.holds_alone(transaction, person):
        raise ServerError("not_ready", text.load("table")["devices"]["alone"])
    return stored_people.games_of(transaction, person)


def _without(plan: LobbyPlan, device: int, heir: int) -> LobbyPlan:
    """A plan in which a device sits nowhere; what it had opened belongs to the other one."""
    chairs = tuple(replace(chair, people=tuple(one for one in chair.people if one != device)) for chair in plan.chairs)
    return replace(plan, chairs=chairs, host=heir if plan.host == device else plan.host)
