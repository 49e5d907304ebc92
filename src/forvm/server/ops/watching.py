"""What stands before everything else: health, numbers, and a line of the log for each request and each socket."""

from __future__ import annotations

import asyncio
import logging
import re
import time

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forvm.server.common.server_limits import TOO_OFTEN_TAKES, Meter, Rate, neighbourhood
from forvm.server.http.request_ids import request_id
from forvm.server.ops.probe import WriteProbe
from forvm.server.ops.server_logs import note
from forvm.server.ops.server_metrics import Metrics

_GAME = re.compile(r"[0-9a-f]{16}")
PAGES = "pages"  # all files of the page count as one route


class Watch:
    """Passes everything on to the application, and looks at the clock."""

    def __init__(self, app: ASGIApp, probe: WriteProbe, metrics: Metrics, health: Rate) -> None:
        self.app = app
        self.probe = probe
        self.metrics = metrics
        self.health = Meter(health)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, a socket, or the beginning and end of the server."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] in ("/healthz", "/readyz"):
            if not self.health.allows(neighbourhood(_address(scope))):
                await asyncio.sleep(TOO_OFTEN_TAKES)
            ready = scope["path"] == "/healthz" or await self.probe.is_ready()
            answer = PlainTextResponse("ok\n" if ready else "not ready\n", 200 if ready else 503)
            await answer(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            took, route = time.perf_counter() - began, _route(scope)
            self.metrics.requests.labels(_method(scope), route, str(status or "none")).inc()
            self.metrics.request_seconds.labels(route).observe(took)
            if route != PAGES:
                level = logging.ERROR if status >= 500 else logging.INFO
                note(
                    "request",
                    level=level,
                    id=request_id(scope),
                    method=_method(scope),
                    route=route,
                    game=_game(scope),
                    status=status,
                    ms=round(took * 1000, 1),
                    address=_address(scope),
                )

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, code = time.monotonic(), None
        counts = {"received": 0, "sent": 0}

        async def receiving() -> Message:
            nonlocal code
            message = await receive()
            if message["type"] == "websocket.receive":
                counts["received"] += 1
                self.metrics.socket_messages.labels("received").inc()
            elif message["type"] == "websocket.disconnect":
                code = message.get("code")
            return message

        async def sending(message: Message) -> None:
            nonlocal code
            if message["type"] == "websocket.send":
                counts["sent"] += 1
                self.metrics.socket_messages.labels("sent").inc()
            elif message["type"] == "websocket.close":
                code = message.get("code")
            await send(message)

        self.metrics.sockets.inc()
        try:
            await self.app(scope, receiving, sending)
        finally:
            self.metrics.sockets.dec()
            seconds = round(time.monotonic() - began, 1)
            note(
                "socket",
                id=request_id(scope),
                game=_game(scope),
                code=code,
                **counts,
                seconds=seconds,
                address=_address(scope),
            )


def _route(scope: Scope) -> str:
    """Which of the server's functions answered: a few names, whatever addresses people think of."""
    endpoint = scope.get("endpoint")
    if not scope["path"].startswith("/api/"):
        return PAGES
    return str(getattr(endpoint, "__name__", "none"))


def _game(scope: Scope) -> str:
    """The game's id, if it can be one: an address may hold anything, a link's secret by mistake too."""
    id = str(scope.get("path_params", {}).get("id", ""))
    return id if _GAME.fullmatch(id) else ""


def _method(scope: Scope) -> str:
    method: str = scope["method"]
    return method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""
