"""``forvm serve``: the table for others, from start to end.

A round is everything between opening the store and letting go of it. There is more than one if a copy of the store is
restored while the server runs: the port stays open throughout, so whoever comes in between just waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.server.common.server_errors import StoreError, StoreInUse
from forvm.server.common.server_limits import ServerLimits
from forvm.server.http.application import application
from forvm.server.http.connections import LARGEST_HEAD, Connections
from forvm.server.http.context import ServerContext
from forvm.server.http.page_files import PAGES
from forvm.server.http.request_ids import RequestIds
from forvm.server.ops import descriptors
from forvm.server.ops.backups import incoming, take_over
from forvm.server.ops.local_server import DEFAULT_PORT, HERE, LARGEST_MESSAGE, LAST_WORDS, Uvicorn, listen
from forvm.server.ops.probe import WriteProbe
from forvm.server.ops.server_logs import LogFormat, LogLevel, configure, note
from forvm.server.ops.server_metrics import Metrics
from forvm.server.ops.systemd import feed_watchdog, notify
from forvm.server.ops.watching import Watch
from forvm.server.people.access import Access, is_loopback
from forvm.server.store.addresses import StoreAddress
from forvm.server.store.claim import Claim
from forvm.server.store.opening import is_in_use
from forvm.server.store.sqlite_store import default_path

WAITING = 1024  # connections that the system keeps until they are accepted
# With no file left to accept a connection, asyncio tries this many times at once and plans as many attempts more: with
# uvicorn's 2048 that takes all the server's time.
ACCEPTED_AT_ONCE = 8
LOOK_EVERY = 1.0  # seconds between two looks for a copy to take over
TAKE_OVER_EVERY = 0.2  # seconds between two looks whether another server has ended


@dataclass(frozen=True, slots=True)
class Service:
    """How a server for others is to run."""

    host: str = HERE
    port: int | None = None
    store: StoreAddress = field(default_factory=default_path)
    public_url: str | None = None
    proxies: tuple[str, ...] = ()  # whose word on where a request comes from is believed
    limits: ServerLimits = field(default_factory=ServerLimits)
    bot_pool: int | None = None  # processes in which bots think; None: as many as are usual
    metrics_host: str = HERE
    metrics_port: int | None = None
    standby: bool = False  # wait for another server of the same store to end, and take its place
    log_format: LogFormat = "text"
    log_level: LogLevel = "info"
    pages: Path = PAGES


class _Server(Uvicorn):
    """A uvicorn that ends in good order when it is told to, and does not pass the signal on."""

    told_to_end = False

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C or a signal of the system's: finish, then leave; a second Ctrl-C: leave."""

        def told(sign: int, frame: FrameType | None) -> None:
            self.told_to_end = True
            notify("STOPPING=1")
            self.handle_exit(sign, frame)

        before = {sign: signal.signal(sign, told) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


def checked_proxies(given: Sequence[str]) -> tuple[str, ...]:
    """Addresses and networks, if they all are such."""
    for word in given:
        try:
            ipaddress.ip_network(word)
        except ValueError:
            raise ForvmError(
                f"A proxy is named by its address (10.0.0.2) or its network (10.0.0.0/8), and “{word}” is neither."
            ) from None
    return tuple(given)


def serve(service: Service, say: Callable[[str], None] = print) -> None:
    """Serve the table until the process is told to end."""
    access = Access(online=True, public_url=service.public_url, limits=service.limits)
    if access.public_url is None and not is_loopback(service.host):
        raise ForvmError(_address_needed(service))
    configure(service.log_format, service.log_level)
    while True:
        try:
            if service.standby:
                _stand_by(service, say)
            _serve(service, access, say)
        except StoreInUse:
            if not service.standby:
                raise  # else another one that stood by was quicker
        else:
            return


def _stand_by(service: Service, say: Callable[[str], None]) -> None:
    """Wait until no other server uses the store."""
    if not is_in_use(service.store):
        return
    note("standing by", store=service.store)
    say("FORVM stands by: it takes over when the server that uses the store ends. (Ctrl-C ends it)")
    notify("READY=1")
    while True:
        notify("WATCHDOG=1")
        time.sleep(TAKE_OVER_EVERY)
        try:
            if not is_in_use(service.store):
                return
        except StoreError as error:  # a database that is restarted, say
            note("cannot ask whether the store is in use", level=logging.WARNING, error=error)


def _listen(service: Service) -> socket.socket:
    """The port; the server whose place is taken may hold it for a moment more."""
    until = time.monotonic() + (LAST_WORDS if service.standby else 0)
    while True:
        try:
            return listen(service.host, service.port)
        except ForvmError:
            if time.monotonic() > until:
                raise
            time.sleep(TAKE_OVER_EVERY)


def _serve(service: Service, access: Access, say: Callable[[str], None]) -> None:
    """Serve the table on one port, round after round."""
    with closing(_listen(service)) as listener:
        descriptors.take_all()
        shown = f"[{service.host}]" if ":" in service.host else service.host
        port = listener.getsockname()[1]
        address = access.public_url or f"http://{shown}:{port}"

        def ready() -> None:
            listener.listen(WAITING)  # asyncio has made it as short as what it accepts at once
            notify("READY=1")
            note("ready", version=__version__, address=address, port=port, store=service.store)
            say(f"FORVM is at {address}/ (Ctrl-C ends it; games are kept)")

        while asyncio.run(_round(service, access, listener, ready)):
            note("taking over a restored store", store=service.store)
    note("ended")
    say("FORVM has ended; the games are kept.")


def _address_needed(service: Service) -> str:
    """What to type: only whoever starts a server knows under which name others reach it."""
    every = service.host in ("0.0.0.0", "::")
    host = "192.168.1.7" if every else f"[{service.host}]" if ":" in service.host else service.host
    whose = ", with the address that this machine has in your network" if every else ""
    return (
        f"With --host {service.host} others can reach this server, so it has to know its own address: other addresses "
        f"are refused, because pages of other sites could use them. Add --public-url "
        f"http://{host}:{service.port or DEFAULT_PORT}{whose}."
    )


async def _round(service: Service, access: Access, listener: socket.socket, ready: Callable[[], None]) -> bool:
    """Open the store, serve, and close it; says whether to begin again with another store."""
    if isinstance(service.store, Path):
        with closing(Claim(service.store)):
            if kept := take_over(service.store):
                note("restored", store=service.store, before=kept)
    descriptors.be_brief(asyncio.get_running_loop())
    metrics = Metrics()
    context = ServerContext.open(service.store, service.bot_pool, access)
    context.store.on_stored = metrics.stored
    probe = WriteProbe(context.store)
    metrics.watch("forvm_tables", "Games in memory.", lambda: context.tables.count)
    metrics.watch("forvm_errands_waiting", "What bots have not begun to think about.", lambda: context.bot_pool.waiting)
    metrics.watch("forvm_reader_requests", "What reader processes were asked.", lambda: context.uploads.asked)
    connections = Connections(access.limits.connections, access.limits.frames, service.proxies)
    http, socket_protocol = connections.protocols()
    app: ASGIApp = Watch(application(context, pages=service.pages), probe, metrics, access.limits.health)
    if service.proxies:
        app = ProxyHeadersMiddleware(app, list(service.proxies))  # type: ignore[arg-type, assignment]
    config = uvicorn.Config(
        RequestIds(app, connections.is_proxy),
        http=http,
        ws=socket_protocol,
        ws_max_size=LARGEST_MESSAGE,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        log_config=None,
        access_log=False,
        backlog=ACCEPTED_AT_ONCE,
        timeout_graceful_shutdown=LAST_WORDS,
        server_header=False,
        proxy_headers=False,  # they are read above, after the request got its number
    )
    server = _Server(config, ready)
    with contextlib.ExitStack() as stack:
        if service.metrics_port is not None:
            at = stack.enter_context(metrics.served(service.metrics_host, service.metrics_port))
            note("metrics", host=service.metrics_host, port=at)
        await context.start()
        beside = [asyncio.create_task(feed_watchdog(probe))]
        if isinstance(service.store, Path):
            beside.append(asyncio.create_task(_look_for_a_copy(service.store, server)))
        # Uvicorn closes what it is given, and the port is to outlive it.
        await server.serve(sockets=[listener.dup()])
        for task in beside:
            task.cancel()
    if not server.started and not server.told_to_end:
        raise ForvmError("The server could not start. Its log says why.")
    return isinstance(service.store, Path) and incoming(service.store).exists() and not server.told_to_end


async def _look_for_a_copy(store: Path, server: uvicorn.Server) -> None:
    while not incoming(store).exists():
        await asyncio.sleep(LOOK_EVERY)
    server.should_exit = True
