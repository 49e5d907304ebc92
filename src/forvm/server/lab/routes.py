"""The laboratory over HTTP, and the web socket over which an experiment tells how it stands."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from forvm.server.bodies import ESCAPED, answer, body
from forvm.server.errors import ServerError
from forvm.server.lab import wishes
from forvm.server.lab.laboratory import laboratory_of
from forvm.server.lab.run import Run
from forvm.server.messages.lab import LabQuestion, LabRoom, LabWanted
from forvm.server.messages.socket import Problem
from forvm.server.setups import LARGEST_RULES
from forvm.server.sockets import GOING_AWAY, GONE

# A report draws itself and asks for nothing.
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"


async def room(request: Request) -> Response:
    """What the laboratory has: bots and limits."""
    return answer(LabRoom(wishes.bots(), laboratory_of(request).limits.most_games, wishes.closed()))


async def gallery(request: Request) -> Response:
    """Ready questions. They are studies, and reading the first one loads the tools for them: that takes a second."""
    if why := wishes.closed():
        raise ServerError("unavailable", why)
    return answer(await asyncio.to_thread(_questions, laboratory_of(request).limits.most_games))


async def begin(request: Request) -> Response:
    """Begin an experiment."""
    wanted = await _wanted(request)
    address = request.client.host if request.client else ""
    return answer((await laboratory_of(request).begin(wanted, address)).line(), 201)


async def look(request: Request) -> Response:
    """How it stands."""
    return answer(_run(request).line())


async def stop(request: Request) -> Response:
    """Play no further."""
    await _run(request).stop()
    return Response(status_code=204)


async def report(request: Request) -> Response:
    """What was found, as a page of its own."""
    run = _run(request)
    if run.update.figures is None:
        raise ServerError("unavailable", "Nothing has been found yet of which one could report.")
    headers = {"Content-Security-Policy": REPORT_POLICY, "Cache-Control": "no-store"}
    if "download" in request.query_params:
        headers["Content-Disposition"] = f'attachment; filename="forvm-report-{run.id}.html"'
    return Response(await run.report(), media_type="text/html; charset=utf-8", headers=headers)


async def study(request: Request) -> Response:
    """An experiment as a file for `forvm sweep`."""
    wanted = await _wanted(request)
    return answer(await asyncio.to_thread(wishes.study_file, wanted, laboratory_of(request).limits.most_games))


async def run_socket(socket: WebSocket) -> None:
    """Tell a page how an experiment stands until either side leaves. What the page says is not listened to."""
    await socket.accept()
    try:
        run = laboratory_of(socket).find(socket.path_params["id"])
    except ServerError as error:
        await socket.send_text(msgspec.json.encode(Problem(error.code, error.message)).decode())
        await socket.close(GONE)
        return
    watcher = run.watch()
    teller = asyncio.create_task(_tell(socket, run, watcher))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        run.leave(watcher)
        teller.cancel()


async def _tell(socket: WebSocket, run: Run, watcher: asyncio.Event) -> None:
    """Send the newest that there is: a slow page need not see every step."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await watcher.wait()
            watcher.clear()
            if run.is_gone:
                break
            await socket.send_text(msgspec.json.encode(run.update).decode())
        await socket.close(GOING_AWAY)


def _questions(most_games: int) -> list[LabQuestion]:
    from forvm.server.lab.questions import questions

    return questions(most_games)


async def _wanted(request: Request) -> LabWanted:
    return await body(request, LabWanted, 2 * LARGEST_RULES * ESCAPED)


def _run(request: Request) -> Run:
    return laboratory_of(request).find(request.path_params["id"])


ROUTES: list[BaseRoute] = [
    Route("/api/lab", room),
    Route("/api/lab/questions", gallery),
    Route("/api/lab/runs", begin, methods=["POST"]),
    Route("/api/lab/study", study, methods=["POST"]),
    Route("/api/lab/runs/{id}", look),
    Route("/api/lab/runs/{id}/stop", stop, methods=["POST"]),
    Route("/api/lab/runs/{id}/report", report),
    WebSocketRoute("/api/lab/runs/{id}/socket", run_socket),
]
