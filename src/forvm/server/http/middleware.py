"""What every request passes: only pages of this server may talk to it, and every answer carries the safe headers.

Listening on loopback keeps other machines away, but not other pages in the same browser: one could send requests here,
or have its own name point to this machine. So the Host must be one of ours, and where a browser names an Origin it must
be the same.
"""

from __future__ import annotations

import asyncio
import re

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from forvm.server.common.server_errors import STATUS
from forvm.server.common.server_limits import TOO_OFTEN_TAKES, Meter, neighbourhood
from forvm.server.people.access import Access, host_of, is_loopback
from forvm.server.protocol.http_messages import ErrorBody

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
TOO_OFTEN = "Your address sends too many requests, so this one was refused. Wait a little and try again."
# What makes the server work hard, and how many requests one of them counts for.
DEARER = (
    (re.compile(r"POST /api/(replays|house-rules/check|lab/runs|lab/study)"), 10),
    (re.compile(r"GET /api/lab/runs/[^/]+/report"), 10),
    (re.compile(r"GET /api/(games|replays)/[^/]+(/replay|/record|/dice|/frames)"), 4),
    (re.compile(r"GET /api/replays/[^/]+"), 4),
)
# How a socket is closed that was not even opened.
FORBIDDEN = 4403
TOO_MANY = 4429
REFUSED = "This request comes from another site. Open FORVM at the address that it prints when it starts."


class RequestGuard:
    """Refuses strangers, and puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp, access: Access, meter: Meter) -> None:
        self.app = app
        self.access = access
        self.meter = meter
        self.files = Meter(access.limits.files)
        self.sockets = Meter(access.limits.socket_openings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not self._is_ours(Headers(scope=scope)):
            await self._refuse(ErrorBody("forbidden", REFUSED), FORBIDDEN, scope, receive, send)
            return
        if self.access.online and not self._is_seldom_enough(scope):
            if scope["type"] == "http":
                await asyncio.sleep(TOO_OFTEN_TAKES)
            await self._refuse(ErrorBody("too_many", TOO_OFTEN), TOO_MANY, scope, receive, send)
            return
        await self.app(scope, receive, _with_headers(send))

    def _is_ours(self, headers: Headers) -> bool:
        host, origin = headers.get("host", ""), headers.get("origin")
        asked = host_of(host)
        if asked is None or not (asked in self.access.hosts or is_loopback(asked)):
            return False
        # With a scheme: a page of the same name that came without TLS may be anybody's.
        here = (f"http://{host}", f"https://{host}") if is_loopback(asked) else ()
        return origin is None or origin in here or origin == self.access.origin

    def _is_seldom_enough(self, scope: Scope) -> bool:
        """Pages and their parts may be had by a whole class at once; what has to be thought about may not."""
        place = neighbourhood((scope.get("client") or ("",))[0])
        if scope["type"] == "websocket":
            return self.sockets.allows(place)
        if not scope["path"].startswith("/api/"):
            return self.files.allows(place)
        return self.meter.allows(place, cost_of(scope["method"], scope["path"]))

    async def _refuse(self, said: ErrorBody, code: int, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose(code=code, reason=said.message[:100])(scope, receive, send)
            return
        response = Response(msgspec.json.encode(said), STATUS[said.code], media_type="application/json")
        await response(scope, receive, _with_headers(send))


def cost_of(method: str, path: str) -> int:
    """How many simple requests one of these counts for."""
    asked = f"{'GET' if method == 'HEAD' else method} {path}"
    return next((cost for pattern, cost in DEARER if pattern.fullmatch(asked)), 1)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
