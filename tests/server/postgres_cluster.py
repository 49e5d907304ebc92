"""A PostgreSQL of the tests' own: one for all tests and their workers, in a temporary folder, without a network.

It starts with the first test that needs it. `tests/conftest.py` names its folder and ends it with the last test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from secrets import token_hex

import filelock
import psycopg
import pytest

from forvm.server.store.addresses import PostgresUrl

FOLDER = "FORVM_TESTS_POSTGRES"  # the environment's name for the folder of the cluster
OWNERS = ("postgres", "nobody")  # who may run it if the tests run as root, which PostgreSQL refuses
# Nothing is proved here about a loss of power, so nothing has to reach the disk.
SETTINGS = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=32MB"


def name_folder() -> None:
    """Before the workers start: all of them look in one place."""
    os.environ.setdefault(FOLDER, f"{tempfile.gettempdir()}/forvm-postgres-{os.getpid()}-{token_hex(4)}")


def end_cluster() -> None:
    """After the last test."""
    folder = Path(os.environ[FOLDER])
    if folder.exists():
        _run(["pg_ctl", "stop", "--mode", "immediate", "--pgdata", str(folder / "data")])
        shutil.rmtree(folder, ignore_errors=True)
    Path(f"{folder}.lock").unlink(missing_ok=True)


def new_database(owner: str = "forvm") -> PostgresUrl:
    """An empty database. Tests are skipped where there is no PostgreSQL, but in CI they fail."""
    folder = _cluster()
    name = f"store_{token_hex(6)}"
    with psycopg.connect(_url(folder, "postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE {name} OWNER "{owner}"'.encode())
    return PostgresUrl(_url(folder, name, owner))


def _url(folder: Path, database: str, user: str = "postgres") -> str:
    return f"postgresql:///{database}?host={folder}&user={user}"


@cache
def _cluster() -> Path:
    folder = Path(os.environ[FOLDER])
    if _program("initdb") is None:
        why = "There is no PostgreSQL here; make system installs it on Debian, as root."
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    with filelock.FileLock(f"{folder}.lock"):
        if not (folder / "data" / "postmaster.pid").exists():
            _start(folder)
    return folder


def _start(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    owner = _owner()
    if owner is not None:
        shutil.chown(folder, owner)
    data = str(folder / "data")
    _run(["initdb", "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync", "--pgdata", data])
    options = f"{SETTINGS} -c unix_socket_directories={folder}"
    _run(["pg_ctl", "start", "--wait", "--pgdata", data, "--log", str(folder / "log"), "--options", options])
    with psycopg.connect(_url(folder, "postgres"), autocommit=True) as connection:
        connection.execute("CREATE ROLE forvm LOGIN")  # as an operator would make it: it owns a database, and no more


def _run(words: list[str]) -> None:
    done = subprocess.run(
        [program(words[0]), *words[1:]],
        user=_owner(),
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # a pipe would stay open as long as the cluster
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, f"{words[0]} failed with {done.returncode}"


def _owner() -> str | None:
    if os.geteuid() != 0:
        return None
    known = Path("/etc/passwd").read_text()
    return next(name for name in OWNERS if f"\n{name}:" in known)


def program(name: str) -> str:
    """Where a program of PostgreSQL's is."""
    found = _program(name)
    assert found is not None
    return found


def _program(name: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(found[-1]) if found else shutil.which(name)
