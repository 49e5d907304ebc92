"""One object for each game: all who ask for a table or a lobby get the same one, also at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from forvm.server.common.server_errors import ServerError

Item = TypeVar("Item")
Result = TypeVar("Result")
LAST_TURNS = 5.0  # seconds; a store that does not answer must not keep the server from ending


class Registry(Generic[Item]):
    """The objects in use, by id.

    Everything that makes or removes the object of an id runs alone for that id; other ids do not wait for it. It also
    runs to its end: a request that is cancelled must not leave an object half registered, or a second one behind.
    """

    def __init__(self) -> None:
        # An object that nobody keeps any more may still be in somebody's hands: there must never be two of one id.
        self._items: WeakValueDictionary[str, Item] = WeakValueDictionary()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    def get(self, id: str) -> Item | None:
        """The object of an id, if it is in use."""
        return self._items.get(id)

    def items(self) -> list[Item]:
        """All that are in use."""
        return list(self._items.values())

    async def begin(self, id: str, make: Callable[[], Awaitable[Item]]) -> Item:
        """Make the object of a new id. Others who look for it meanwhile wait, whatever the store says by then."""

        async def making() -> Item:
            item = self._items[id] = await make()
            return item

        return await self.alone(id, making)

    async def open(self, id: str, read: Callable[[], Awaitable[Item]]) -> Item:
        """The object of an id; it is read from the store if it is not in use."""

        async def reading() -> Item:
            item = self._items.get(id)
            if item is None:
                item = self._items[id] = await read()
            return item

        self._check_open()
        found = self._items.get(id)
        return found if found is not None else await self.alone(id, reading)

    def discard(self, id: str) -> Item | None:
        """Take an object out of use; only what runs alone for its id may do this."""
        return self._items.pop(id, None)

    async def alone(self, id: str, doing: Callable[[], Awaitable[Result]]) -> Result:
        """Do something while nobody else makes or removes the object of an id, and finish it in any case."""
        self._check_open()
        task = asyncio.create_task(self._turn(id, doing))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _turn(self, id: str, doing: Callable[[], Awaitable[Result]]) -> Result:
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        async with lock:
            return await doing()

    async def close(self) -> None:
        """Begin nothing more, and let what is under way end."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running, timeout=LAST_TURNS)

    def _check_open(self) -> None:
        if self._closed:
            raise ServerError("unavailable", "The server is shutting down.")
