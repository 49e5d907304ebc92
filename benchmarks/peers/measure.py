"""How everybody is timed, we and our peers: one thread, a few runs of fixed length, the best of their rates."""

import argparse
import json
import platform
from collections import Counter
from collections.abc import Callable, Mapping
from importlib.metadata import version
from time import process_time
from typing import Any

REPEATS = 7
SECONDS_PER_REPEAT = 1.5

Work = Callable[[], Mapping[str, int]]
"""One unit of work (a game, a search), returning how much of each thing it did."""


def rates(work: Work, seconds: float) -> dict[str, float]:
    """What `work` does a second: for each thing it counts, the rate of the best of several runs.

    The best, because whatever else goes on in a machine, or beside it on the same host, only ever slows a run. Each
    run repeats the work until `seconds` of processor time have passed and divides by what was really taken, so a unit
    that overruns the limit is neither lost nor counted for free, and other programs on the machine hardly count.
    """
    work()  # fills caches and pages in code, which is not what we compare
    runs = [_one_run(work, seconds) for _ in range(REPEATS)]
    return {f"{thing}_per_second": max(run[thing] for run in runs) for thing in runs[0]}


def _one_run(work: Work, seconds: float) -> dict[str, float]:
    done: Counter[str] = Counter()
    start = process_time()
    while (elapsed := process_time() - start) < seconds:
        done.update(work())
    return {thing: count / elapsed for thing, count in done.items()}


def run_as_script(distribution: str, measurements: Callable[[float], dict[str, Any]]) -> None:
    """Measure and print: one line of JSON with `--json`, the same indented for people without."""
    parser = argparse.ArgumentParser(description=f"Measure {distribution} on this machine.")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--seconds", type=float, default=SECONDS_PER_REPEAT, help="length of one run")
    arguments = parser.parse_args()
    report = {
        "library": distribution,
        "version": version(distribution),
        "python": platform.python_version(),
        **measurements(arguments.seconds),
    }
    print(json.dumps(report, indent=None if arguments.json else 2))
