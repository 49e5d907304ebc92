"""With what a study was played: FORVM and its sources, Python, packages."""

from __future__ import annotations

import hashlib
import platform
import re
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import forvm
from forvm._version import __version__

ROOT = Path(forvm.__file__).parent
SOURCES = (".py", ".toml")
GIT_PATIENCE = 10  # seconds


@cache
def environment() -> dict[str, Any]:
    """Versions and digests, nothing about the machine but its system and processor."""
    return {
        "forvm": __version__,
        "source_sha256": source_digest(),
        "commit": commit(),
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "machine": platform.machine(),
        "packages": packages(),
    }


@cache
def source_digest() -> str:
    """SHA-256 of all sources and data of FORVM, file by file in the order of their names."""
    told = hashlib.sha256()
    for file in sorted(ROOT.rglob("*")):
        if file.suffix in SOURCES and "__pycache__" not in file.parts:
            told.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return told.hexdigest()


@cache
def commit() -> str:
    """The commit of a checkout, with a + if its files have changed since; empty for an installed package."""
    if not any((folder / ".git").exists() for folder in (ROOT.parent, ROOT.parent.parent)):
        return ""
    found = _git("rev-parse", "HEAD")
    return f"{found}+" if found and _git("status", "--porcelain", "--", str(ROOT)) else found


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=GIT_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def packages() -> dict[str, str]:
    """The installed packages that FORVM needs for its laboratory, and what they need in turn."""
    found: dict[str, str] = {}
    waiting = [("forvm", True)]
    while waiting:
        name, ours = waiting.pop()
        try:
            about = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        for written in about.requires or ():
            extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)", written)
            wanted = re.split(r"[^A-Za-z0-9._-]", written, maxsplit=1)[0]
            key = re.sub(r"[-_.]+", "-", wanted).lower()
            if key not in found and key != "forvm" and (extra is None or (ours and extra[1] in ("lab", "fast"))):
                found[key] = ""
                waiting.append((key, False))
        if name != "forvm":
            found[name] = about.version
    return {name: version for name, version in sorted(found.items()) if version}
