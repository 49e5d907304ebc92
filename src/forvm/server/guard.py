"""What every request passes: only pages of this server may talk to it, and every answer carries the safe headers.

Listening on loopback keeps other machines away, but not other pages in the same browser: one could send requests here,
or have its own name point to this machine. So the Host must be one of ours, and where a browser names an Origin it must
be the same.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from forvm.server.messages.http import ErrorBody

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# The page brings everything itself. Styles are set on elements when the board moves, hence 'unsafe-inline' for those.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
REFUSED = "This request comes from elsewhere. Open FORVM by the address that it prints when it starts."


class Guard:
    """Refuses strangers, and puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not self._is_ours(Headers(scope=scope)):
            await self._refuse(scope, receive, send)
            return
        await self.app(scope, receive, _with_headers(send))

    def _is_ours(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        origin = headers.get("origin")
        if urlsplit(f"//{host}").hostname not in self.hosts:
            return False
        return origin is None or urlsplit(origin).netloc == host

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose(code=4403, reason=REFUSED[:100])(scope, receive, send)
            return
        body = msgspec.json.encode(ErrorBody("forbidden", REFUSED))
        await Response(body, 403, media_type="application/json")(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
