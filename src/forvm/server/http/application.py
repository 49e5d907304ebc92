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
from forvm.server.common.server_errors import REFUSED, STATUS, body_of
from forvm.server.http.context import ServerContext
from forvm.server.http.game_routes import ROUTES
from forvm.server.http.json_bodies import answer
from forvm.server.http.lab_routes import ROUTES as LAB_ROUTES
from forvm.server.http.middleware import RequestGuard
from forvm.server.http.online_routes import ONLINE_ROUTES
from forvm.server.http.page_files import PAGES, Pages
from forvm.server.http.request_ids import request_id
from forvm.server.http.sockets import GONE, game_socket
from forvm.server.protocol.http_messages import ErrorBody
from forvm.server.protocol.socket_messages import Problem
from forvm.server.workers.lab_limits import PUBLIC, LabLimits
from forvm.server.workers.laboratory import Laboratory

log = logging.getLogger("forvm.server")

FAILED = "The server failed on this request. Its log has the details."


def application(context: ServerContext, *, pages: Path = PAGES, lab: LabLimits | None = None) -> Starlette:
    """The server's application over a room that was started; the room is closed with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await app.state.laboratory.close()
        await context.close()

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
            Middleware(RequestGuard, access=context.access, meter=context.requests),
            Middleware(GZipMiddleware, minimum_size=2_000),
        ],
        exception_handlers=handlers,
        lifespan=lifespan,
    )
    app.state.context = context
    app.state.laboratory = Laboratory(context.uploads, lab or (PUBLIC if context.access.online else LabLimits()))
    return app


async def _refused(asked: Request | WebSocket, error: Exception) -> Response | None:
    assert isinstance(error, ForvmError)
    told = body_of(error)
    if isinstance(asked, WebSocket):  # a page cannot read the answer to a socket that was never opened
        await asked.accept()
        await asked.send_text(msgspec.json.encode(Problem(told.code, told.message)).decode())
        await asked.close(GONE)
        return None
    if told.code == "internal":
        told = msgspec.structs.replace(told, message=_with_number(told.message, asked))
    return answer(told, STATUS.get(told.code, REFUSED))


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return answer(ErrorBody("malformed", f"This address does not accept {request.method}."), 405)
    return answer(ErrorBody("unknown", "There is nothing at this address."), error.status_code)


async def _failed(request: Request, error: Exception) -> Response:
    told = {"request_id": request_id(request.scope)}
    log.error("%s %s failed", request.method, request.url.path, exc_info=error, extra=told)
    return answer(ErrorBody("internal", _with_number(FAILED, request)), 500)


def _with_number(message: str, asked: Request | WebSocket) -> str:
    """What a page says of a failure, with what the operator finds it by."""
    id = request_id(asked.scope)
    return message if id is None else f"{message} Tell the operator this number: {id}"
