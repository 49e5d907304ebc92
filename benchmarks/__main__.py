"""``make bench``: the engine and its peers, one after another on this machine, and how they compare.

``make bench ARGS="openspiel bots"`` measures some parts only; what is told of the others is what was measured last.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results.json"
PARTS = {
    "openspiel": "benchmarks.peers.openspiel",
    "catanatron": "benchmarks.peers.catanatron",
    "engine": "benchmarks.engine",
    "bots": "benchmarks.bots",
    "roundtrip": "benchmarks.roundtrip",
    "load": "benchmarks.load",
    "lab": "benchmarks.lab",
}


def measure(module: str) -> dict[str, Any]:
    """Run one part in a process of its own, so that no part warms or burdens another."""
    output = subprocess.run([sys.executable, "-m", module, "--json"], check=True, capture_output=True, text=True).stdout
    report: dict[str, Any] = json.loads(output)
    return report


def comparisons(found: dict[str, Any]) -> list[tuple[str, float, str]]:
    """What was promised, what was measured, and the promise in words."""
    play = found["engine"]["random_play"]
    slowest = min(variant["choices_per_second"] for variant in play.values())
    openspiel, catanatron = found["openspiel"], found["catanatron"]
    hearts = openspiel["hearts"]["cpp_rollouts_alone"]
    backgammon = openspiel["backgammon"]["cpp_rollouts_alone"]
    random_player = catanatron["random_player"]
    fast, people, spectators = (found["load"][key] for key in ("as_fast_as_they_can", "as_people_do", "looking_on"))
    bots = found["bots"]
    games = min(edition["games_per_second"] for edition in bots["greedy_games"].values())
    simulations = min(bots["search_simulations_per_second"].values())
    mcts = openspiel["backgammon"]["cpp_mcts_bot"]["simulations_per_second"]
    catan_mcts = catanatron["mcts_with_random_rollouts_our_stand_in"]["simulations_per_second"]
    catan_alpha_beta = catanatron["alpha_beta_our_stand_in"]["nodes_per_second"]
    lab = found["lab"]
    greedy, many = lab["greedy_two_workers"]["seconds"], lab["random_many"]["most_megabytes"]
    return [
        ("choices/s, slowest edition (millions)", slowest / 1e6, "≥ 4"),
        ("× OpenSpiel C++ hearts roll-outs, choices", slowest / hearts["choices_per_second"], "≥ 1.3"),
        ("× OpenSpiel C++ hearts roll-outs, all its decisions", slowest / hearts["decisions_per_second"], ""),
        ("× OpenSpiel C++ backgammon roll-outs, choices", slowest / backgammon["choices_per_second"], "≥ 60"),
        ("× OpenSpiel C++ backgammon roll-outs, all its decisions", slowest / backgammon["decisions_per_second"], ""),
        ("× Catanatron random games, choices", slowest / random_player["choices_per_second"], "≥ 200"),
        ("× Catanatron random games, all its decisions", slowest / random_player["decisions_per_second"], ""),
        ("state (bytes)", found["engine"]["state_bytes"], "≤ 1024"),
        ("copying a state (ns)", found["engine"]["copy_nanoseconds"], "≤ 50"),
        ("import forvm (s)", found["engine"]["import_forvm_seconds"], "≤ 0.3"),
        ("first plain move from nothing (s)", found["engine"]["first_plain_move_seconds"], ""),
        ("compiling the engine, once (s)", found["engine"]["compile_engine_seconds"], "≤ 25"),
        ("loading it afterwards (s)", found["engine"]["load_compiled_engine_seconds"], ""),
        ("whole games/s of four greedy bots, slowest edition", games, "≥ 1500"),
        ("simulations/s of the search, slowest edition (thousands)", simulations / 1e3, "≥ 200"),
        ("× OpenSpiel C++ MCTSBot on backgammon, simulations", simulations / mcts, "≥ 20"),
        ("× tree search over Catanatron (our stand-in), simulations", simulations / catan_mcts, ""),
        ("× alpha-beta over Catanatron (our stand-in), nodes", simulations / catan_alpha_beta, ""),
        ("slowest move of the consul, two cores (s)", bots["slowest_move_seconds"]["consul"], "≤ 2"),
        ("slowest move of any level in plain Python (s)", max(bots["slowest_plain_move_seconds"].values()), "≤ 3"),
        ("a move from page to server and back, half of them within (ms)", found["roundtrip"]["p50_milliseconds"], ""),
        ("and 99 in 100 within (ms)", found["roundtrip"]["p99_milliseconds"], ""),
        ("200 tables as fast as they can: moves, dice and cards (1/s)", fast["steps_per_second"], ""),
        ("200 tables of people who think: half of their moves answered within (ms)", people["p50_milliseconds"], ""),
        ("and 99 in 100 within (ms)", people["p99_milliseconds"], ""),
        ("memory for each table (MB)", fast["megabytes_per_table"], ""),
        ("memory for each of 2,000 spectators (MB)", spectators["megabytes_per_spectator"], ""),
        ("10,000 greedy games with all statistics, two workers (s)", greedy, "≤ 10"),
        ("× Catanatron's greedy games, as many", lab["catanatron_greedy_seconds_estimated"] / greedy, ""),
        ("two workers, times one", lab["two_workers_against_one"], "≥ 1.7"),
        ("memory of 1,000,000 games, times that of 10,000", many / lab["random_few"]["most_megabytes"], "≤ 1.15"),
    ]


def main() -> None:
    """Measure everything, or the parts that are named, show the comparison, keep the figures."""
    console = Console()
    named = sys.argv[1:] or list(PARTS)
    if unknown := [name for name in named if name not in PARTS]:
        sys.exit(f"There is no part {', '.join(unknown)}: the parts are {', '.join(PARTS)}.")
    found = json.loads(RESULTS.read_text(encoding="utf-8")) if len(named) < len(PARTS) else {}
    for name in named:
        with console.status(f"Measuring {name} …"):
            found[name] = measure(PARTS[name])
        RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    title = f"One core, one thread unless said otherwise; measured in this run: {', '.join(named)}"
    table = Table("measured", "value", "promised", title=title)
    for what, value, promise in comparisons(found):
        table.add_row(what, f"{value:,.2f}", promise)
    console.print(table)
    console.print(f"All figures: {RESULTS.relative_to(Path.cwd()) if RESULTS.is_relative_to(Path.cwd()) else RESULTS}")


if __name__ == "__main__":
    main()
