"""The laboratory over HTTP, and the web socket over which an experiment tells how it stands."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from forvm.server.common.server_errors import ServerError
from forvm.server.common.server_limits import neighbourhood
from forvm.server.http.context import context_of
from forvm.server.http.inputs import query_of, run_id
from forvm.server.http.json_bodies import WITH_RULES, answer, body, written
from forvm.server.http.middleware import TOO_MANY
from forvm.server.http.sockets import GOING_AWAY, GONE, counted
from forvm.server.lab import lab_requests
from forvm.server.lab.lab_run import Run
from forvm.server.people.access import address_of, household
from forvm.server.protocol.lab_messages import LabForecast, LabProposal, LabRoom, LabWanted, ReportQuery
from forvm.server.protocol.socket_messages import Problem
from forvm.server.workers.laboratory import laboratory_of

MOST_HEARD = 100  # messages of a page that has nothing to say
# A report draws itself and asks for nothing.
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"


async def context(request: Request) -> Response:
    """What the laboratory has: bots and limits."""
    return answer(LabRoom(lab_requests.bots(), laboratory_of(request).limits.most_games, lab_requests.closed()))


async def gallery(request: Request) -> Response:
    """Ready questions. They are studies, and reading the first one loads the tools for them: that takes a second."""
    if why := lab_requests.closed():
        raise ServerError("unavailable", why)
    most_games = laboratory_of(request).limits.most_games
    return written(await context_of(request).uploads.questions(most_games, household(request)))


async def forecast(request: Request) -> Response:
    """What an emulator says before anything is played. The first answer reads the emulators, which takes a moment."""
    if why := lab_requests.closed():
        raise ServerError("unavailable", why)
    proposal = await body(request, LabProposal)

    def told() -> LabForecast:
        from forvm.server.lab.forecasts import forecast

        return forecast(proposal)

    return answer(await asyncio.to_thread(told))


async def begin(request: Request) -> Response:
    """Begin an experiment."""
    wanted = await _wanted(request)
    place = neighbourhood(address_of(request))
    return answer((await laboratory_of(request).begin(wanted, place)).line(), 201)


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
        raise ServerError("unavailable", "There is nothing to report yet: no games have been played.")
    headers = {"Content-Security-Policy": REPORT_POLICY, "Cache-Control": "no-store"}
    if query_of(request, ReportQuery).download is not None:
        headers["Content-Disposition"] = f'attachment; filename="forvm-report-{run.id}.html"'
    return Response(await run.report(), media_type="text/html; charset=utf-8", headers=headers)


async def study(request: Request) -> Response:
    """An experiment as a file for `forvm sweep`."""
    if why := lab_requests.closed():
        raise ServerError("unavailable", why)
    wanted, most_games = await _wanted(request), laboratory_of(request).limits.most_games
    return written(await context_of(request).uploads.study(wanted, most_games, household(request)))


async def run_socket(socket: WebSocket) -> None:
    """Tell a page how an experiment stands until either side leaves. What the page says is not listened to."""
    async with counted(socket, context_of(socket).lab_sockets) as may_stay:
        if may_stay:
            await _watch(socket)


async def _watch(socket: WebSocket) -> None:
    try:
        run = laboratory_of(socket).find(run_id(socket))
    except ServerError as error:
        await socket.send_text(msgspec.json.encode(Problem(error.code, error.message)).decode())
        await socket.close(GONE)
        return
    watcher = run.watch()
    teller = asyncio.create_task(_tell(socket, run, watcher))
    try:
        for _ in range(MOST_HEARD):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(TOO_MANY)
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
            await socket.send_text(run.written)
        await socket.close(GOING_AWAY)


async def _wanted(request: Request) -> LabWanted:
    return await body(request, LabWanted, 2 * WITH_RULES)


def _run(request: Request) -> Run:
    return laboratory_of(request).find(run_id(request))


ROUTES: list[BaseRoute] = [
    Route("/api/lab", context),
    Route("/api/lab/questions", gallery),
    Route("/api/lab/forecast", forecast, methods=["POST"]),
    Route("/api/lab/runs", begin, methods=["POST"]),
    Route("/api/lab/study", study, methods=["POST"]),
    Route("/api/lab/runs/{id:run}", look),
    Route("/api/lab/runs/{id:run}/stop", stop, methods=["POST"]),
    Route("/api/lab/runs/{id:run}/report", report),
    WebSocketRoute("/api/lab/runs/{id:run}/socket", run_socket),
]
