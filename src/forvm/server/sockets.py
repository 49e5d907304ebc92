"""The web socket of a game: messages in, messages out. Before an online game begins, the socket of its gathering."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from forvm.errors import ForvmError
from forvm.server.access import address_of, caller_of
from forvm.server.errors import ServerError, code_of
from forvm.server.gatherings import Lobby
from forvm.server.greetings import LARGE
from forvm.server.guard import TOO_MANY
from forvm.server.inputs import game_id
from forvm.server.limits import Meter, Tally, neighbourhood
from forvm.server.messages.socket import ClientMessage, Hello, Ping, Pong, Problem, ServerMessage
from forvm.server.outbox import Outbox, written
from forvm.server.people import Guest, begun_without_them
from forvm.server.room import Room, room_of
from forvm.server.screen import Screen
from forvm.server.table import Table
from forvm.server.tables import unknown_game

# How a socket is closed by the server (4000 and up are an application's own).
GONE = 4404
GOING_AWAY = 1001
GREETING = 15.0  # seconds for Hello to come
PATIENCE = 100  # messages too many that are answered with a word; whoever does not stop then has to go

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


async def game_socket(socket: WebSocket) -> None:
    """Serve one page at a table until either side leaves."""
    room = room_of(socket)
    async with counted(socket, room.sockets) as may_stay:
        if may_stay:
            await Connection(socket, room).serve()


@asynccontextmanager
async def counted(socket: WebSocket, tally: Tally) -> AsyncIterator[bool]:
    """Accept a socket and count it; says whether it may stay, or there are too many of its address."""
    await socket.accept()
    place = neighbourhood(address_of(socket))
    if not tally.come(place, limited=room_of(socket).access.online):
        await _say(socket, Problem("too_many", "Too many pages are open from your address. Close some of them."))
        await socket.close(TOO_MANY, "Too many pages are open.")
        yield False
        return
    try:
        yield True
    finally:
        tally.go(place)


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
        if guest.is_at_table:
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
                    await self._open(game_id(self._socket), message)
                    return True
                await _say(self._socket, Problem("malformed", "The first message must be Hello."))
        except ForvmError as error:
            await _say(self._socket, Problem(code_of(error), error.message))
            await self._socket.close(GONE, "The game cannot be opened.")
        return False

    async def _open(self, id: str, hello: Hello) -> None:
        """Sit down at the table, or at the gathering for it, as whoever the cookie is for."""
        room = self._room
        if not room.access.online:
            screen = Screen.of(await room.tables.open(id), hello, None, self.outbox)
            await screen.greet(hello, room.greetings)
            self._arrive(screen, hello)
            return
        lobby = await room.gatherings.find(id)
        self._guest = await room.guest(caller_of(self._socket), id)
        if lobby.plan.started:
            await self._sit_down(await room.tables.open(id), hello)
        elif lobby.removed:
            raise unknown_game()
        else:
            self._lobby = lobby
            lobby.come(self)

    async def _sit_down(self, table: Table, hello: Hello) -> None:
        """Greet a guest, and let them come to the table."""
        screen: Screen | None = None
        while True:
            # Asked once more: it may have begun since, or another device may have logged this one out. Greeting takes
            # its time, so the same goes for that.
            guest = await self._room.guest(caller_of(self._socket), table.id)
            if not guest.is_at_table:
                raise begun_without_them()
            if screen is not None and guest == self._guest:
                break
            self._guest = guest
            screen = Screen.of(table, hello, guest, self.outbox)
            await screen.greet(hello, self._room.greetings)
        self._arrive(screen, hello)

    def _arrive(self, screen: Screen, hello: Hello) -> None:
        self._screen = screen
        screen.arrive(hello)

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
                self.tell(Problem("not_ready", "The game has not started yet."))

    def _count(self) -> None:
        """Refuse what comes too fast, and let go who does not stop."""
        if self._room.access.online and not self._meter.allows("page"):
            self._warnings += 1
            if self._warnings > PATIENCE:
                raise WebSocketDisconnect(TOO_MANY)
            raise ServerError("too_many", "Messages come too fast, so this one was refused. Wait a little.")

    async def _write(self) -> None:
        """Send what waits for the page; an end of it means that the page is to go."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await self.outbox.get()) is not None:
                if len(message) > LARGE:
                    await self._room.greetings.turn()
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
    except RecursionError:
        raise ServerError("malformed", "The message nests lists or objects too deeply.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ServerError("malformed", f"This is not a valid message: {error}.") from None


async def _say(socket: WebSocket, message: Problem) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())
