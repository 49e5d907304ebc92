"""Running the server: a free port, the browser, and a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from forvm.errors import ForvmError
from forvm.server.http.application import application
from forvm.server.http.context import ServerContext
from forvm.server.http.page_files import PAGES
from forvm.server.people.access import LOOPBACK
from forvm.server.store.sqlite_store import default_path

HERE = "127.0.0.1"
DEFAULT_PORT = 8765
LARGEST_MESSAGE = 64_000  # bytes that a page may send over a socket at once
LAST_WORDS = 3  # seconds for open requests to end


class Uvicorn(uvicorn.Server):
    """A uvicorn that tells when it listens."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._when_ready()


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port; without one on the usual port, or any free one if another program has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [DEFAULT_PORT, 0] if port is None else [port]:
        # asyncio sends small messages at once (TCP_NODELAY) only on sockets that say that they speak TCP; otherwise a
        # second message waits 40 ms for the first to be confirmed.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            problem = error.strerror or str(error)
            continue
        return listener
    raise ForvmError(f"FORVM cannot listen on {host}, port {port or DEFAULT_PORT}: {problem}. Choose another: --port.")


def play(
    *,
    host: str = HERE,
    port: int | None = None,
    store: Path | None = None,
    browser: bool = True,
    pages: Path = PAGES,
    say: Callable[[str], None] = print,
    page: str = "",
    records: Sequence[str] = (),
) -> None:
    """Serve the table to this machine until Ctrl-C, beginning with a page, and with records to look through."""
    if host not in LOOPBACK:
        raise ForvmError(f"forvm play is for this machine alone, so --host is one of {', '.join(sorted(LOOPBACK))}.")
    listener = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/{page}"

    def ready() -> None:
        say(f"FORVM is at {address} (Ctrl-C ends it; games are kept)")
        if browser:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address)

    async def serve() -> None:
        # The store's thread and the tables' locks belong to the loop that serves.
        context = ServerContext.open(store or default_path())
        for record in records:
            context.replays.keep(record)
        await context.start()
        config = uvicorn.Config(
            application(context, pages=pages),
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=LAST_WORDS,
            server_header=False,
        )
        await Uvicorn(config, ready).serve(sockets=[listener])

    try:
        asyncio.run(serve())
    except KeyboardInterrupt:
        pass  # uvicorn has shut down in good order before it passes Ctrl-C on
    finally:
        listener.close()
    say("FORVM has ended; the games are kept.")
