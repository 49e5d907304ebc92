"""All experiments of a server: who may begin one, and which are given up."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress

from starlette.requests import HTTPConnection

from forvm.server.common.server_errors import ServerError
from forvm.server.common.server_limits import place_of
from forvm.server.lab.lab_protocol import StartLab
from forvm.server.lab.lab_requests import closed
from forvm.server.lab.lab_run import COMMAND, Run
from forvm.server.protocol.lab_messages import LabWanted
from forvm.server.workers.lab_limits import LabLimits
from forvm.server.workers.uploads.upload_service import Uploads

log = logging.getLogger("forvm.server")

ROUND = 2.0  # seconds between two looks around
RELOADING = 5.0  # seconds within which a page that was reloaded is back


class Laboratory:
    """The experiments that are running or have not been forgotten."""

    def __init__(
        self,
        uploads: Uploads,
        limits: LabLimits | None = None,
        *,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._uploads = uploads
        self._command = command
        self.limits = limits or LabLimits()
        self._runs: dict[str, Run] = {}
        self._keeper: asyncio.Task[None] | None = None

    async def begin(self, wanted: LabWanted, address: str) -> Run:
        """Begin an experiment for somebody at an address."""
        if why := closed():
            raise ServerError("unavailable", why)
        await self._uploads.check_experiment(wanted, self.limits.most_games, place_of(address))
        await self._make_room(address)
        run = Run(secrets.token_urlsafe(9), wanted, address, command=self._command)
        self._runs[run.id] = run
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep())
        try:
            await run.start(StartLab(wanted))
        except OSError:
            log.exception("no process for an experiment could be started")
            await self._forget(run)
            raise ServerError("unavailable", "The experiment could not be started. Try again in a moment.") from None
        return run

    def find(self, id: str) -> Run:
        """The experiment of that id."""
        if id not in self._runs:
            raise ServerError("unknown", "There is no such experiment, or it is so old that it was removed.")
        return self._runs[id]

    async def close(self) -> None:
        """End everything."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        await asyncio.gather(*(run.end() for run in self._runs.values()))
        self._runs.clear()

    async def _make_room(self, address: str) -> None:
        """Stop what the address has left unfinished; refuse if too much is still being played.

        Finished experiments stay, so that an open page can show them, until there are too many.
        """
        for run in [run for run in self._runs.values() if run.address == address]:
            if run.alone_for > RELOADING and not run.is_over:
                await self._forget(run)
        for run in [run for run in self._runs.values() if run.is_over]:
            if len(self._runs) >= self.limits.runs_kept:
                await self._forget(run)
        playing = [run for run in self._runs.values() if not run.is_over]
        if sum(run.address == address for run in playing) >= self.limits.runs_of_an_address:
            raise ServerError("unavailable", "Your experiment is still running. Stop it before you start the next one.")
        if len(playing) >= self.limits.runs_at_once:
            raise ServerError(
                "unavailable", "The laboratory is running as many experiments as it can. Try again in a few minutes."
            )

    async def _forget(self, run: Run) -> None:
        self._runs.pop(run.id, None)
        await run.end()

    async def _keep(self) -> None:
        """Stop what nobody watches, and forget what nobody has come back to."""
        while True:
            await asyncio.sleep(ROUND)
            for run in list(self._runs.values()):
                try:
                    await self._look_after(run)
                except Exception:
                    log.exception("experiment %s cannot be put away", run.id)

    async def _look_after(self, run: Run) -> None:
        if run.alone_for > self.limits.forgotten_after:
            await self._forget(run)
        elif run.alone_for > self.limits.abandoned_after:
            await run.stop()


def laboratory_of(connection: HTTPConnection) -> Laboratory:
    """The laboratory that a request or a socket belongs to."""
    laboratory: Laboratory = connection.app.state.laboratory
    return laboratory
