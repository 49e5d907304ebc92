"""Taking moves back by consent: one asks, all other people agree, and the game goes back. Bots always agree."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from forvm import text
from forvm.game import Game
from forvm.server.common.server_errors import ServerError
from forvm.server.protocol.session_messages import UndoRequest
from forvm.server.protocol.socket_messages import Earlier
from forvm.server.store import stored_sessions
from forvm.server.store.interface import Store

EARLIER_SHOWN = 8  # of one's own moves
BOTS_WAIT = 60.0  # seconds


class StoredUndoRequest(Struct, frozen=True):
    """A request as the store keeps it: made in the position of ``seq``, and void in any other."""

    number: int
    seq: int
    seat: int
    position: int
    agreed: tuple[int, ...] = ()


class UndoConsent:
    """The request that waits for answers at a table, if there is one."""

    def __init__(self, game: str, people: tuple[int, ...], request: StoredUndoRequest | None, store: Store) -> None:
        self._game = game
        self._people = people
        self._store = store
        self._settled = asyncio.Event()
        self.request = request
        self._refused: set[tuple[int, int]] = set()  # seat and seq: nobody asks twice in one position

    @property
    def request(self) -> StoredUndoRequest | None:
        """What waits for answers."""
        return self._request

    @request.setter
    def request(self, request: StoredUndoRequest | None) -> None:
        self._request = request
        self._settled.set() if request is None else self._settled.clear()

    async def wait_settled(self) -> None:
        """Wait until nothing waits for answers, though not for ever: bots give people the time to answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BOTS_WAIT):
                await self._settled.wait()

    def earlier(self, game: Game, seat: int) -> list[Earlier]:
        """Where somebody may ask to go back to: before their own last moves, the latest first."""
        if game.outcome is not None:
            return []
        words = text.load("table")["undo"]["earlier"]
        own = [(place, played) for place, played in enumerate(game.history) if played.seat == seat]
        return [
            Earlier(place, text.fill(words, {"move": played.sentence}))
            for place, played in own[: -EARLIER_SHOWN - 1 : -1]
        ]

    async def ask(self, game: Game, seq: int, seat: int, position: int) -> StoredUndoRequest:
        """Somebody asks."""
        words = text.load("table")["undo"]
        if self.request is not None:
            raise ServerError("no_undo", words["asked"])
        if (seat, seq) in self._refused:
            raise ServerError("no_undo", words["refused_before"])
        if position not in [earlier.position for earlier in self.earlier(game, seat)]:
            raise ServerError("no_undo", words["own"])
        request = StoredUndoRequest(secrets.randbits(30) + 1, seq, seat, position)
        await self._keep(request)
        return request

    async def answer(self, number: int, seat: int, agree: bool) -> StoredUndoRequest:
        """Somebody agrees; once all have, `awaited` is empty. Who does not agree ends it: see `drop`."""
        request = self.request
        if request is None or request.number != number:
            raise ServerError("no_undo", text.load("table")["undo"]["settled"])
        if not agree:
            if seat != request.seat:
                self._refused.add((request.seat, request.seq))
            return request
        if seat == request.seat or seat in request.agreed:
            raise ServerError("no_undo", text.load("table")["undo"]["answered"])
        request = replace(request, agreed=(*request.agreed, seat))
        await self._keep(request)
        return request

    def awaited(self, request: StoredUndoRequest) -> list[int]:
        """Who has yet to agree."""
        return [seat for seat in self._people if seat != request.seat and seat not in request.agreed]

    def told(self, game: Game) -> UndoRequest | None:
        """The request as the pages are told."""
        request = self.request
        if request is None:
            return None
        values: dict[str, text.Value] = {
            "player": game.names[request.seat],
            "move": game.history[request.position].sentence,
        }
        words = text.fill(text.load("table")["undo"]["asks"], values)
        return UndoRequest(
            request.number, request.seat, request.position, words, sorted(request.agreed), self.awaited(request)
        )

    async def drop(self) -> None:
        """It is settled, one way or the other."""
        self.request = None
        await self._store.run(lambda transaction: stored_sessions.drop_undo_request(transaction, self._game))

    async def _keep(self, request: StoredUndoRequest) -> None:
        raw = msgspec.json.encode(request)
        await self._store.run(lambda transaction: stored_sessions.set_undo_request(transaction, self._game, raw))
        self.request = request
