"""The web socket of a game: messages in, messages out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from forvm.errors import ForvmError
from forvm.server.errors import ServerError, code_of
from forvm.server.messages.socket import ClientMessage, Hello, Problem
from forvm.server.room import room_of
from forvm.server.screen import Screen

# How a socket is closed by the server (4000 and up are an application's own).
GONE = 4404
GOING_AWAY = 1001

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


async def game_socket(socket: WebSocket) -> None:
    """Serve one page at a table until either side leaves."""
    await socket.accept()
    screen: Screen | None = None
    writer: asyncio.Task[None] | None = None
    try:
        screen = await _greeted(socket)
        if screen is not None:
            writer = asyncio.create_task(_write(socket, screen))
            await _listen(socket, screen)
    except WebSocketDisconnect:
        pass
    finally:
        if screen is not None:
            screen.leave()
        if writer is not None:
            await asyncio.wait([writer], timeout=5)
            writer.cancel()


async def _greeted(socket: WebSocket) -> Screen | None:
    """Wait for Hello; None if the game cannot be opened."""
    try:
        while True:
            try:
                message = _read(await _receive(socket))
            except ServerError as error:
                await _say(socket, Problem(error.code, error.message))
                continue
            if isinstance(message, Hello):
                return Screen.join(await room_of(socket).tables.open(socket.path_params["id"]), message)
            await _say(socket, Problem("malformed", "The first message is Hello."))
    except ForvmError as error:
        await _say(socket, Problem(code_of(error), error.message))
        await socket.close(GONE, "The game cannot be opened.")
    return None


async def _listen(socket: WebSocket, screen: Screen) -> None:
    while True:
        raw = await _receive(socket)
        try:
            message = _read(raw)
        except ServerError as error:
            screen.refuse(error.message)
            continue
        await screen.hear(message)


async def _write(socket: WebSocket, screen: Screen) -> None:
    """Send what waits for the page; an end of it means that the page is to go."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await screen.outbox.get()) is not None:
            await socket.send_text(message.decode())
        if socket.application_state == WebSocketState.CONNECTED:
            await socket.close(GOING_AWAY)


async def _receive(socket: WebSocket) -> str | bytes:
    event = await socket.receive()
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
