"""Calling the command line as people do."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "FORVM_DATA_DIR": str(data), "PYTHONIOENCODING": "utf-8"}


def forvm(*words: str | Path, data: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, with what is typed piped in."""
    return subprocess.run(
        [sys.executable, "-m", "forvm", *map(str, words)],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(data),
        cwd=data,
        timeout=120,
        check=False,
    )
