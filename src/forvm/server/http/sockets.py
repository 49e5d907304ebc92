"""The web socket of a game: messages in, messages out. Before an online game begins, the socket of its gathering."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from forvm.errors import ForvmError
from forvm.server.common.server_errors import ServerError, code_of
from forvm.server.common.server_limits import ConnectionCount, Meter, neighbourhood
from forvm.server.http.client import Client
from forvm.server.http.context import ServerContext, context_of
from forvm.server.http.greetings import LARGE
from forvm.server.http.inputs import game_id
from forvm.server.http.middleware import TOO_MANY
from forvm.server.http.outbox import Outbox
from forvm.server.people.access import address_of, caller_of
from forvm.server.people.accounts import Guest, begun_without_them
from forvm.server.people.lobbies import Lobby
from forvm.server.play.live_table import LiveTable
from forvm.server.play.live_tables import unknown_game
from forvm.server.protocol.encoding import written
from forvm.server.protocol.socket_messages import ClientMessage, Hello, Ping, Pong, Problem, ServerMessage

# How a socket is closed by the server (4000 and up are an application's own).
GONE = 4404
GOING_AWAY = 1001
GREETING = 15.0  # seconds for Hello to come
PATIENCE = 100  # messages too many that are answered with a word; whoever does not stop then has to go

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


async def game_socket(socket: WebSocket) -> None:
    """Serve one page at a table until either side leaves."""
    context = context_of(socket)
    async with counted(socket, context.sockets) as may_stay:
        if may_stay:
            await Connection(socket, context).serve()


@asynccontextmanager
async def counted(socket: WebSocket, tally: ConnectionCount) -> AsyncIterator[bool]:
    """Accept a socket and count it; says whether it may stay, or there are too many of its address."""
    await socket.accept()
    place = neighbourhood(address_of(socket))
    if not tally.come(place, limited=context_of(socket).access.online):
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

    def __init__(self, socket: WebSocket, context: ServerContext) -> None:
        self.outbox = Outbox()
        self._socket = socket
        self._room = context
        self._guest: Guest | None = None
        self._lobby: Lobby | None = None
        self._screen: Client | None = None
        self._meter = Meter(context.access.limits.messages)
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

    def enter(self, table: LiveTable, guest: Guest) -> None:
        """The game has begun: the page goes on to the table."""
        self._lobby, self._guest = None, guest
        if guest.is_at_table:
            self._screen = Client.join(table, Hello(), guest, self.outbox)
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
        context = self._room
        if not context.access.online:
            client = Client.of(await context.tables.open(id), hello, None, self.outbox)
            await client.greet(hello, context.greetings)
            self._arrive(client, hello)
            return
        lobby = await context.lobbies.find(id)
        self._guest = await context.guest(caller_of(self._socket), id)
        if lobby.plan.started:
            await self._sit_down(await context.tables.open(id), hello)
        elif lobby.removed:
            raise unknown_game()
        else:
            self._lobby = lobby
            lobby.come(self)

    async def _sit_down(self, table: LiveTable, hello: Hello) -> None:
        """Greet a guest, and let them come to the table."""
        client: Client | None = None
        while True:
            # Asked once more: it may have begun since, or another device may have logged this one out. Greeting takes
            # its time, so the same goes for that.
            guest = await self._room.guest(caller_of(self._socket), table.id)
            if not guest.is_at_table:
                raise begun_without_them()
            if client is not None and guest == self._guest:
                break
            self._guest = guest
            client = Client.of(table, hello, guest, self.outbox)
            await client.greet(hello, self._room.greetings)
        self._arrive(client, hello)

    def _arrive(self, client: Client, hello: Hello) -> None:
        self._screen = client
        client.arrive(hello)

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
