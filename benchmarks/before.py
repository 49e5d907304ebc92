"""How fast this version is beside an earlier one, measured in turn on the same machine.

``make bench-before REV=main~20`` checks the earlier version out into a temporary folder, runs the parts ``engine`` and
``bots`` of both versions alternately, and prints the ratio of each rate. Above 1: this version is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
PARTS = ("engine", "bots")
RATES = {
    "choices_per_second": "choices/s",
    "games_per_second": "games/s",
    "search_simulations_per_second": "simulations/s",
}


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """A temporary folder with an earlier version of the project."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", place, revision], cwd=ROOT, check=True)
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=ROOT, check=True)


def measure(version: Path, part: str, seconds: float) -> dict[str, Any]:
    """One part's figures, measured with the code in a folder."""
    command = [sys.executable, "-m", f"benchmarks.{part}", "--json", "--seconds", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": f"{version / 'src'}{os.pathsep}{version}"}
    done = subprocess.run(command, cwd=version, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def rates_in(report: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, float]]:
    """Every rate in a report, with a name such as ``forvm_4 choices/s``."""
    for key, value in report.items():
        if isinstance(value, dict):
            yield from rates_in(value, (*path, key))
        else:
            kind = next((RATES[step] for step in (*path, key) if step in RATES), None)
            if kind is not None:
                place = key if path[-1:] and path[-1] in RATES else path[-1]
                yield f"{place} {kind}", value


def main() -> None:
    """Measure both versions in turn and show the ratios."""
    parser = argparse.ArgumentParser(description="Compare the speed of this version with that of an earlier one.")
    parser.add_argument("revision", help="the earlier version, as git names it")
    parser.add_argument("--rounds", type=int, default=2, help="how often each version is measured")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one run")
    arguments = parser.parse_args()
    best: dict[str, dict[str, float]] = {"before": {}, "now": {}}
    with checked_out(arguments.revision) as earlier:
        for _ in range(arguments.rounds):
            for part in PARTS:
                for name, version in (("before", earlier), ("now", ROOT)):
                    for rate, value in rates_in(measure(version, part, arguments.seconds)):
                        best[name][rate] = max(value, best[name].get(rate, 0.0))
    table = Table("rate", "before", "now", "ratio", title=f"Now beside {arguments.revision}, best of each")
    for rate, before in best["before"].items():
        if rate in best["now"]:
            now = best["now"][rate]
            table.add_row(rate, f"{before:,.0f}", f"{now:,.0f}", f"{now / before:.3f}")
    Console().print(table)


if __name__ == "__main__":
    main()
