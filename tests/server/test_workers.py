"""Worker processes whose server was killed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["bot_worker.bot_process", "uploads.upload_reader"])
def test_a_worker_whose_server_was_killed_ends_without_a_word(module: str):
    command, pipe = [sys.executable, "-m", f"forvm.server.workers.{module}"], subprocess.PIPE
    plainly = {**os.environ, "FORVM_PLAIN": "1"}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=plainly) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()  # and the worker is about to say that it is ready
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
