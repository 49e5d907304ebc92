"""What every test shares: array indices are checked in compiled code, and Hypothesis has no stop-watch."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

os.environ["FORVM_BOUNDS_CHECKS"] = "1"
# Tests start hundreds of processes. Without kept bytecode each of them compiles every module that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# A shell lets what it leaves in the background ignore Ctrl-C, and so would all that the tests start. They press Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long examples take to make is a matter of what else the machine does.
settings.register_profile(
    "forvm",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("forvm")


def pytest_configure(config: pytest.Config) -> None:
    """Name one place for the PostgreSQL of all tests, before any worker starts."""
    if find_spec("psycopg"):
        from tests.server.postgres_cluster import name_folder

        name_folder()


def pytest_unconfigure(config: pytest.Config) -> None:
    """End it, once all workers have ended."""
    if find_spec("psycopg") and not hasattr(config, "workerinput"):
        from tests.server.postgres_cluster import end_cluster

        end_cluster()
