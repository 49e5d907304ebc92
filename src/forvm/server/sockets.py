"""The web socket of a game: messages in, messages out. Before an online game begins, the socket of its gathering."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from forvm.errors import ForvmError
from forvm.server.access import address_of, cookie_of
from forvm.server.errors import ServerError, code_of
from forvm.server.gatherings import Lobby
from forvm.server.limits import Meter, neighbourhood
from forvm.server.messages.socket import ClientMessage, Hello, Ping, Pong, Problem, ServerMessage
from forvm.server.outbox import Outbox, written
from forvm.server.people import Guest
from forvm.server.room import Room, room_of
from forvm.server.screen import Screen
from forvm.server.table import Table

# How a socket is closed by the server (4000 and up are an application's own).
GONE = 4404
TOO_MANY = 4429
GOING_AWAY = 1001
GREETING = 60.0  # seconds for Hello to come
PATIENCE = 100  # messages too many that are answered with a word; whoever does not stop then has to go

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


async def game_socket(socket: WebSocket) -> None:
    """Serve one page at a table until either side leaves."""
    await socket.accept()
    room, place = room_of(socket), neighbourhood(address_of(socket))
    open_sockets = room.sockets.get(place, 0)
    if room.access.online and open_sockets >= room.access.limits.sockets:
        await _say(socket, Problem("too_many", "Too many pages are open at your address: close some of them."))
        await socket.close(TOO_MANY, "Too many pages are open.")
        return
    room.sockets[place] = open_sockets + 1
    try:
        await Connection(socket, room).serve()
    finally:
        room.sockets[place] -= 1
        if not room.sockets[place]:
            del room.sockets[place]


class Connection:
    """One page: at first it may look at a gathering, then at a table."""

    def __init__(self, socket: WebSocket, room: Room) -> None:
        self.outbox = Outbox()
        self._socket = socket
        self._room = room
        self._guest: Guest | None = None
        self._lobby: Lobby | None = None
        self._screen: Screen | None = None
        self._meter = Meter(room.access.limits.messages)
        self._warnings = 0

    async def serve(self) -> None:
        """Greet, listen and answer, until the page or the server goes."""
        writer: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(GREETING):
                greeted = await self._greeted()
            if greeted:
                writer = asyncio.create_task(self._write())
                await self._listen()
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            if self._lobby is not None:
                self._lobby.go(self)
            if self._screen is not None:
                self._screen.leave()
            self.outbox.end()
            if writer is not None:
                await asyncio.wait([writer], timeout=5)
                writer.cancel()

    # At a gathering.

    @property
    def guest(self) -> Guest:
        """Who it is."""
        assert self._guest is not None
        return self._guest

    def tell(self, message: ServerMessage) -> None:
        """Send the page a message; one that does not read what it is sent has to go."""
        if not self.outbox.post(written(message)):
            self.dismiss()

    def enter(self, table: Table, guest: Guest) -> None:
        """The game has begun: the page goes on to the table."""
        self._lobby, self._guest = None, guest
        if guest.invited:
            self._screen = Screen.join(table, Hello(), guest, self.outbox)
        else:
            self.dismiss()

    def dismiss(self) -> None:
        """There is nothing more to see here."""
        if self._lobby is not None:
            self._lobby.visitors.discard(self)
        self.outbox.end()

    # Messages.

    async def _greeted(self) -> bool:
        """Wait for Hello; False if the game cannot be opened."""
        try:
            while True:
                self._count()
                try:
                    message = _read(await self._receive())
                except ServerError as error:
                    await _say(self._socket, Problem(error.code, error.message))
                    continue
                if isinstance(message, Hello):
                    await self._open(self._socket.path_params["id"], message)
                    return True
                await _say(self._socket, Problem("malformed", "The first message is Hello."))
        except ForvmError as error:
            await _say(self._socket, Problem(code_of(error), error.message))
            await self._socket.close(GONE, "The game cannot be opened.")
        return False

    async def _open(self, id: str, hello: Hello) -> None:
        """Sit down at the table, or at the gathering for it, as whoever the cookie is for."""
        room = self._room
        if not room.access.online:
            self._screen = Screen.join(await room.tables.open(id), hello, None, self.outbox)
            return
        lobby = await room.gatherings.find(id)
        self._guest = await room.guest(cookie_of(self._socket), id)
        if lobby.plan.started:
            self._screen = Screen.join(await room.tables.open(id), hello, self._guest, self.outbox)
        else:
            self._lobby = lobby
            lobby.come(self)

    async def _listen(self) -> None:
        while True:
            raw = await self._receive()
            try:
                self._count()
                message = _read(raw)
            except ServerError as error:
                self.tell(Problem(error.code, error.message))
                continue
            if self._screen is not None:
                await self._screen.hear(message)
            elif isinstance(message, Ping):
                self.tell(Pong(0))
            else:
                self.tell(Problem("not_ready", "The game has not begun."))

    def _count(self) -> None:
        """Refuse what comes too fast, and let go who does not stop."""
        if self._room.access.online and not self._meter.allows("page"):
            self._warnings += 1
            if self._warnings > PATIENCE:
                raise WebSocketDisconnect(TOO_MANY)
            raise ServerError("too_many", "Messages come too fast, and this one was not heard. Wait a little.")

    async def _write(self) -> None:
        """Send what waits for the page; an end of it means that the page is to go."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await self.outbox.get()) is not None:
                await self._socket.send_text(message.decode())
            if self._socket.application_state == WebSocketState.CONNECTED:
                await self._socket.close(GOING_AWAY)

    async def _receive(self) -> str | bytes:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        return event.get("text") or event.get("bytes") or ""


def _read(raw: str | bytes) -> ClientMessage:
    try:
        return _decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ServerError("malformed", f"This is not a message of the table: {error}.") from None


async def _say(socket: WebSocket, message: Problem) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())
