"""The application: routes, errors and what begins and ends with the server."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.websockets import WebSocket

from forvm.errors import ForvmError
from forvm.server.api import ROUTES
from forvm.server.bodies import answer
from forvm.server.errors import REFUSED, STATUS, body_of
from forvm.server.guard import Guard
from forvm.server.lab.laboratory import Laboratory
from forvm.server.lab.limits import PUBLIC, Limits
from forvm.server.lab.routes import ROUTES as LAB_ROUTES
from forvm.server.messages.http import ErrorBody
from forvm.server.messages.socket import Problem
from forvm.server.online import ONLINE_ROUTES
from forvm.server.pages import PAGES, Pages
from forvm.server.room import Room
from forvm.server.sockets import GONE, game_socket

log = logging.getLogger("forvm.server")


def application(room: Room, *, pages: Path = PAGES, lab: Limits | None = None) -> Starlette:
    """The server's application over a room that was started; the room is closed with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await app.state.laboratory.close()
        await room.close()

    # One of them answers requests and sockets alike, for which Starlette has no type.
    handlers: dict[Any, Any] = {ForvmError: _refused, HTTPException: _not_found, Exception: _failed}
    app = Starlette(
        routes=[
            *ROUTES,
            *ONLINE_ROUTES,
            *LAB_ROUTES,
            WebSocketRoute("/api/games/{id:game}/socket", game_socket),
            Mount("/", app=Pages(pages)),
        ],
        middleware=[
            Middleware(Guard, access=room.access, meter=room.requests),
            Middleware(GZipMiddleware, minimum_size=2_000),
        ],
        exception_handlers=handlers,
        lifespan=lifespan,
    )
    app.state.room = room
    app.state.laboratory = Laboratory(room.uploads, lab or (PUBLIC if room.access.online else Limits()))
    return app


async def _refused(asked: Request | WebSocket, error: Exception) -> Response | None:
    assert isinstance(error, ForvmError)
    told = body_of(error)
    if isinstance(asked, WebSocket):  # a page cannot read the answer to a socket that was never opened
        await asked.accept()
        await asked.send_text(msgspec.json.encode(Problem(told.code, told.message)).decode())
        await asked.close(GONE)
        return None
    return answer(told, STATUS.get(told.code, REFUSED))


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return answer(ErrorBody("malformed", f"This address does not accept {request.method}."), 405)
    return answer(ErrorBody("unknown", "There is nothing at this address."), error.status_code)


async def _failed(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(ErrorBody("internal", "The server failed on this request. Its log has the details."), 500)
