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

from forvm.server.access import Access
from forvm.server.errors import STATUS
from forvm.server.limits import Meter, neighbourhood
from forvm.server.messages.http import ErrorBody

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
TOO_OFTEN = "So many requests come from your address that this one was not heard. Wait a little and try again."
# What makes the server work hard, and how many requests one of them counts for.
DEARER = {("POST", "/api/replays"), ("POST", "/api/house-rules/check")}
DEAR = 10
REFUSED = "This request comes from elsewhere. Open FORVM by the address that it prints when it starts."


class Guard:
    """Refuses strangers, and puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp, access: Access, meter: Meter) -> None:
        self.app = app
        self.access = access
        self.meter = meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not self._is_ours(Headers(scope=scope)):
            await self._refuse(scope, receive, send)
            return
        if self.access.online and not self._is_seldom_enough(scope):
            await _answer(ErrorBody("too_many", TOO_OFTEN), scope, receive, send)
            return
        await self.app(scope, receive, _with_headers(send))

    def _is_ours(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        origin = headers.get("origin")
        try:
            hosts, asked = self.access.hosts, urlsplit(f"//{host}").hostname
            came_from = None if origin is None else urlsplit(origin).netloc
        except ValueError:
            return False
        if hosts is not None and asked not in hosts:
            return False
        return came_from is None or came_from == host or came_from in self.access.origins

    def _is_seldom_enough(self, scope: Scope) -> bool:
        """Pages and their parts may be had at will; what has to be thought about may not."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            return True
        cost = DEAR if (scope["method"], scope["path"]) in DEARER else 1
        return self.meter.allows(neighbourhood((scope.get("client") or ("",))[0]), cost)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose(code=4403, reason=REFUSED[:100])(scope, receive, send)
            return
        await _answer(ErrorBody("forbidden", REFUSED), scope, receive, send)


async def _answer(said: ErrorBody, scope: Scope, receive: Receive, send: Send) -> None:
    response = Response(msgspec.json.encode(said), STATUS[said.code], media_type="application/json")
    await response(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
