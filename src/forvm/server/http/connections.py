"""Connections to a server: how many one address may have, how long a request may take to arrive, and in what pieces.

Uvicorn waits for ever for a request that has begun, so that a few thousand connections with half a request each would
keep everybody out. Here the head of a request and its body have to arrive in time. Between two requests uvicorn's own
limit (``timeout_keep_alive``) holds.

Uvicorn also reads all that has arrived before anybody else gets a turn: 256 kB of one connection, which may be 40,000
frames of a web socket or chunks of a body. Here everything is read in small parts, and whoever sends too many pieces
has to go after the first of these parts.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterator, Sequence
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from forvm.server.common.server_limits import ConnectionCount, Meter, Rate, neighbourhood

HEAD_ARRIVES = 10.0  # seconds
BODY_ARRIVES = 60.0
AT_ONCE = 2_048  # bytes that are read before it is looked at what they were
LARGEST_HEAD = 16_384  # bytes of a request line and its headers


class Connections:
    """Open connections by address. A trusted proxy may have any number: they are of many people."""

    def __init__(self, most: int, frames: Rate, proxies: Sequence[str] = ()) -> None:
        self.frames = frames  # that may come over one web socket
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._tally = ConnectionCount(most)

    def come(self, address: str) -> bool:
        """Somebody connects; says whether they may."""
        return self._tally.come(neighbourhood(address), limited=not self.is_proxy(address))

    def go(self, address: str) -> None:
        """And goes again."""
        self._tally.go(neighbourhood(address))

    def protocols(self) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
        """What uvicorn is to speak on these connections: HTTP, and web sockets that began as HTTP."""
        here = self

        class Http(LimitedHttp):
            """HTTP with limits."""

            connections_by_address = here

        class Socket(CountedSocket):
            """A web socket that is counted."""

            connections_by_address = here

        return Http, Socket

    def is_proxy(self, address: str) -> bool:
        """Is it the address of a trusted proxy?"""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in proxy for proxy in self._proxies)


class LimitedHttp(H11Protocol):
    """HTTP on a connection that is counted, and whose requests have to arrive in time."""

    connections_by_address: Connections

    _counted_as: str | None = None
    _part: object = None  # what is arriving: the head (IDLE) or the body (SEND_BODY) of a request
    _timer: asyncio.TimerHandle | None = None
    _chunked: int = 0  # bytes of a body so far that does not say how long it is

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.connections_by_address.come(address):
            transport.abort()
            return
        self._counted_as = address
        self._expect(h11.IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._expect(None)
        if self._counted_as is not None:
            self.connections_by_address.go(self._counted_as)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something arrives."""
        for part in _parts(data):
            super().data_received(part)
            if self.transport.get_protocol() is not self:  # it is a web socket now
                self._expect(None)
                return
            state = self.conn.their_state
            self._expect(state if state in (h11.IDLE, h11.SEND_BODY) else None)
            if self.transport.is_closing():
                return
            self._chunked = self._chunked + len(part) if state is h11.SEND_BODY and self._is_in_chunks() else 0
            if self._chunked >= AT_ONCE:
                self.transport.abort()
                return

    def _is_in_chunks(self) -> bool:
        """Does the request not say how long it is? Pages always do."""
        return any(name == b"transfer-encoding" for name, _ in self.headers)

    def on_response_complete(self) -> None:
        """Uvicorn waits for the next request, if it has not come already."""
        super().on_response_complete()
        self._expect(h11.SEND_BODY if self.conn.their_state is h11.SEND_BODY else None)

    def _expect(self, part: object) -> None:
        """Wait for a part of a request, from when it is first expected until it is there."""
        if part is self._part:
            return
        self._part = part
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if part is not None:
            patience = HEAD_ARRIVES if part is h11.IDLE else BODY_ARRIVES
            self._timer = self.loop.call_later(patience, self.transport.abort)


class CountedSocket(WebSocketsSansIOProtocol):
    """A web socket, on a connection that was counted when it was still HTTP. Its frames are counted, too."""

    connections_by_address: Connections

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._frames = Meter(self.connections_by_address.frames)

    def data_received(self, data: bytes) -> None:
        """Something arrives."""
        for part in _parts(data):
            super().data_received(part)
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        """Some frames have arrived. Messages are counted once more where they are read, with a word to the page."""
        # Compressed, a message of 64 kB is 80 bytes: so a frame counts for one, and for one more for each kilobyte.
        cost = sum(1 + len(event.data) / 1000 for event in self.conn.events if isinstance(event, Frame))
        if self._frames.allows("page", cost):
            super().handle_events()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its page has gone."""
        self.connections_by_address.go(self.client[0] if self.client else "")
        super().connection_lost(exc)


def _parts(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), AT_ONCE):
        yield data[start : start + AT_ONCE]
