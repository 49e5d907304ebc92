"""``make chaos``: everything that can happen to a server, while people and bots play on it."""

from __future__ import annotations

import argparse
import sys
from time import monotonic

from tests.chaos.chaos import Plan, unleash


def main() -> int:
    """Run it; 0 if every game is one list and all else is well."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=usual.kills, help="of the server, with SIGKILL")
    parser.add_argument("--worker-kills", type=int, default=usual.worker_kills, help="of workers, with SIGKILL")
    parser.add_argument("--stops", type=int, default=usual.stops, help="of workers and of the server, with SIGSTOP")
    parser.add_argument("--full-disks", type=int, default=usual.full_disks, help="times that nothing can be written")
    parser.add_argument("--clock-jumps", type=int, default=usual.clock_jumps, help="of the wall clock")
    parser.add_argument("--tables", type=int, default=usual.tables, help="played at the same time")
    parser.add_argument("--turns", type=int, default=usual.turns, help="that a game lasts")
    parser.add_argument("--seed", type=int, default=usual.seed, help="of what happens when")
    parser.add_argument("--without-laboratory", action="store_true", help="make no experiments meanwhile")
    wanted = vars(parser.parse_args())
    plan = Plan(laboratory=not wanted.pop("without_laboratory"), **wanted)
    began = monotonic()
    chaos = unleash(plan, lambda said: print(said, flush=True))
    print(f"\n{chaos.report()}")
    print(f"\n{'Sound' if chaos.sound else 'NOT SOUND'}, seed {plan.seed}, after {monotonic() - began:.0f} s.")
    return 0 if chaos.sound else 1


if __name__ == "__main__":
    sys.exit(main())
