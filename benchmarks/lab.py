"""How fast the laboratory plays games with all their statistics into a file, on one core and on two, and how much
memory it needs for few games and for very many.

Run as ``python -m benchmarks.lab --json``. Speeds are by the clock, as two cores are to be compared with one: other
programs must be quiet meanwhile. The million random games take some minutes. Catanatron's figure is estimated from
fifty games of its greedy player, which its simulator plays one after the other.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from catanatron.game import Game
from catanatron.models.player import Color
from catanatron.players.search import VictoryPointPlayer

from benchmarks.peers.measure import run_as_script

GAMES = 10_000
MANY_GAMES = 1_000_000
PEERS_GAMES = 50

SIMULATE = """
import json, resource, sys, time
from pathlib import Path
from forvm.lab.games import play, prepare
from forvm.lab.games.partitions import files_of
from forvm.lab.simulation import plan_of, run

bots, games, workers, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
prepare()
plan = plan_of(bots=bots, games=games)
play(plan.setting, 0, 1)  # loads what was compiled
begun, worked = time.perf_counter(), time.process_time()
run(plan, workers=workers, out=out)
print(json.dumps({
    "seconds": time.perf_counter() - begun,
    "processor_seconds": time.process_time() - worked,
    "most_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "file_megabytes": sum(file.stat().st_size for file in files_of(out)) / 2**20,
}))
"""

# A study of many games is a thousand random games, written again and again under other numbers: what is measured is how
# they are read, not how they are played.
REPORT = """
import json, resource, sys, time
from pathlib import Path
import polars as pl
from forvm.lab.games import play
from forvm.lab.report import write_report
from forvm.lab.study import load
from forvm.lab.study.folder import Folder
from forvm.lab.study.shard_files import encode
from forvm.lab.study.shards import Shard

games, path = int(sys.argv[1]) // 2, Path(sys.argv[2])
study = load({
    "format": 1, "id": "many", "title": "Many", "baseline": {"bots": ["random"]}, "variants": [{"oust.cost": 100}],
    "games": {"each": games},
})
if sys.argv[3] == "write":
    folder = Folder(path)
    folder.begin(study)
    for cell in study.cells:
        setting = study.setting_of(cell)
        rows = play(setting, 0, 1000)
        for first in range(0, games, 1000):
            shard = Shard(cell.number, first, 1000)
            folder.keep(shard, encode(setting, shard, rows.with_columns(game=pl.col("game") + first)))
    folder.finish(study, {0: games, 1: games}, complete=True)
else:
    begun = time.perf_counter()
    write_report(path)
    print(json.dumps({
        "seconds": time.perf_counter() - begun,
        "most_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "files": len(list((path / "games").iterdir())),
    }))
"""


def report(games: int) -> dict[str, float]:
    """The report of a study of so many games, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for what in ("write", "read"):
            words = [sys.executable, "-c", REPORT, str(games), str(Path(folder) / "study"), what]
            told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        found: dict[str, float] = json.loads(told)
        return found


def simulation(bots: str, games: int, workers: int) -> dict[str, float]:
    """A simulation in a process of its own, once all is compiled."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", SIMULATE, bots, str(games), str(workers), str(Path(folder) / "games.parquet")]
        found: dict[str, float] = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
        return found


def catanatron_seconds() -> float:
    """How long Catanatron would take for as many games of its greedy player."""
    begun = perf_counter()
    for seed in range(PEERS_GAMES):
        Game([VictoryPointPlayer(colour) for colour in Color], seed=seed).play()
    return (perf_counter() - begun) / PEERS_GAMES * GAMES


def measurements(seconds: float) -> dict[str, Any]:
    """Everything this file measures."""
    one, two = simulation("greedy", GAMES, 1), simulation("greedy", GAMES, 2)
    few, many = simulation("random", GAMES, 2), simulation("random", MANY_GAMES, 2)
    return {
        "games": GAMES,
        "greedy_one_worker": one,
        "greedy_two_workers": two,
        "two_workers_against_one": one["seconds"] / two["seconds"],
        "catanatron_greedy_seconds_estimated": catanatron_seconds(),
        "random_few": {"games": GAMES, **few},
        "random_many": {"games": MANY_GAMES, **many},
        "memory_of_many_against_few": many["most_megabytes"] / few["most_megabytes"],
        "report_few": {"games": GAMES, **report(GAMES)},
        "report_many": {"games": MANY_GAMES, **report(MANY_GAMES)},
    }


if __name__ == "__main__":
    run_as_script("forvm", measurements)
