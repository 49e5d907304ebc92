"""A server that is killed and started again, at the same port and with the same store."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.server.serving import KeptPort, check_sound

# As many requests and messages as programs can make: limits are tested elsewhere.
PROGRAM = """
import os, select, sys, time
if os.environ.pop("LD_PRELOAD", ""):  # a wall clock that jumps is this process's alone, and cannot sleep
    time.sleep = lambda seconds: select.select([], [], [], seconds)
from pathlib import Path
from forvm.errors import ForvmError
from forvm.server.common.server_limits import Rate, ServerLimits
from forvm.server.ops.serving import Service, serve
any = Rate(1e9, 1e9)
rates = dict.fromkeys(["requests", "lobbies", "messages", "chat", "socket_openings"], any)
counts = dict.fromkeys(["sockets", "connections", "open_games", "open_games_of_address"], 100_000)
limits = ServerLimits(**rates, **counts)
service = Service(port=int(sys.argv[1]), store=Path(sys.argv[2]), limits=limits, log_level="warning")
try:
    serve(service, say=lambda said: print(said, flush=True))
except ForvmError as error:  # as `forvm serve` does
    sys.exit(error.message)
"""


def environment() -> dict[str, str]:
    """As this one, and nothing is compiled: dozens of servers come and go."""
    return {**os.environ, "FORVM_PLAIN": "1"}


class Server:
    """A server that comes back to the same port after each death."""

    def __init__(self, store: Path, log: Path | None = None, variables: Mapping[str, str] | None = None) -> None:
        self._kept_port = KeptPort()
        self.port = self._kept_port.number
        self.address = f"127.0.0.1:{self.port}"
        self.store = store
        self.log = log or store.with_suffix(".log")
        self.variables = variables or {}  # of its environment, besides the usual ones
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to start; it does not wait until the server is there, and neither do those who play."""
        command = [sys.executable, "-c", PROGRAM, str(self.port), str(self.store)]
        variables = {**environment(), **self.variables}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=variables)

    def kill(self) -> None:
        """End it as a power failure of the process would."""
        assert self.process is not None
        assert self.process.poll() is None, f"the server ended by itself:\n{self.log.read_text()}"
        self.process.kill()
        self.process.wait()
        check_sound(self.store)

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(60)
        check_sound(self.store)
        return code
