"""A number for each request and each web socket: in the log, in the answer, and in what a page says of a failure.

So a player can tell the operator which failure they saw. A trusted proxy may give the number, and then both logs have
the same one; anybody else's is ignored.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Request-ID"
_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
_KEY = "forvm.request_id"
_ANSWERS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


class RequestIds:
    """Numbers what comes in. It has to stand where the address is still that of the proxy."""

    def __init__(self, app: ASGIApp, is_proxy: Callable[[str], bool]) -> None:
        self.app = app
        self.is_proxy = is_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Number a request or a socket, and pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        id = scope[_KEY] = self._given(scope) or secrets.token_hex(8)

        async def sending(message: Message) -> None:
            if message["type"] in _ANSWERS:
                message.setdefault("headers", [])
                MutableHeaders(scope=message)[HEADER] = id
            await send(message)

        await self.app(scope, receive, sending)

    def _given(self, scope: Scope) -> str | None:
        given = Headers(scope=scope).getlist(HEADER)
        if len(given) != 1 or not _WELL_FORMED.fullmatch(given[0]):
            return None
        return given[0] if self.is_proxy((scope.get("client") or ("",))[0]) else None


def request_id(scope: Scope) -> str | None:
    """The number of a request or a socket; the server of `forvm play` gives none."""
    return scope.get(_KEY)
