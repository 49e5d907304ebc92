"""What a running server counts, for Prometheus. ``docs/serving.md`` lists it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.server.store.event_chain import Stored

# Most answers take a millisecond; a position of a long game's replay, or a bot, takes longer.
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The numbers of one server. They have a registry of their own: a process may run several."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        Gauge("forvm_build", "Which FORVM this is.", ["version"], registry=self.registry).labels(__version__).set(1)
        self.requests = Counter(
            "forvm_http_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self.request_seconds = Histogram(
            "forvm_http_request_seconds",
            "How long an answer took.",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.sockets = Gauge("forvm_sockets", "Web sockets open now.", registry=self.registry)
        self.socket_messages = Counter(
            "forvm_socket_messages", "Messages over web sockets.", ["direction"], registry=self.registry
        )
        self.events = Counter(
            "forvm_events", "What was done in games, as far as it is stored.", ["kind"], registry=self.registry
        )
        self.write_seconds = Histogram(
            "forvm_store_write_seconds",
            "How long it took until something done was safe.",
            buckets=SECONDS,
            registry=self.registry,
        )

    def stored(self, events: Sequence[Stored], seconds: float) -> None:
        """Count what was done in a game, now that it is safe."""
        self.write_seconds.observe(seconds)
        for event in events:
            self.events.labels(event.kind).inc()

    def watch(self, name: str, about: str, count: Callable[[], float]) -> None:
        """A number that is asked for when somebody wants to know."""
        Gauge(name, about, registry=self.registry).set_function(count)

    @contextmanager
    def served(self, host: str, port: int) -> Iterator[int]:
        """Serve the numbers at an address of their own, away from the games'; says on which port."""
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            raise ForvmError(
                f"Metrics cannot be served on {host}, port {port}: {error.strerror}. Choose another: --metrics-port."
            ) from None
        assert isinstance(server, WSGIServer)
        try:
            yield server.server_port
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
