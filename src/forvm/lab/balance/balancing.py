"""Runs a search for balance from its file of goals to the folder of its front."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from forvm.errors import ForvmError
from forvm.lab.balance.balance_journal import BalanceJournal
from forvm.lab.balance.balance_result import BalanceResult
from forvm.lab.balance.candidate_rules import Catalogue
from forvm.lab.balance.confirming import confirm
from forvm.lab.balance.front_files import write_front
from forvm.lab.balance.game_ledger import GameLedger, ReportProgress
from forvm.lab.balance.goals_model import BalancePlan
from forvm.lab.balance.searching import BalanceSearch
from forvm.lab.ctrl_c import CtrlC
from forvm.lab.games import Setting
from forvm.lab.games.game_workers import workers_of
from forvm.lab.study.shard_workers import LocalWorkers, ShardWorkers


def workers_for(plan: BalancePlan, workers: int | None, cluster: str | None) -> ShardWorkers:
    """Those who play: the cores of this machine, or a cluster."""
    if cluster is None:
        settings = [Setting(plan.base, lineup.players, lineup.bots, 0) for lineup in plan.lineups]
        return LocalWorkers(workers_of(workers), settings)
    if workers is not None:
        raise ForvmError("--workers is for this machine: a cluster has the workers that were started in it.")
    from forvm.lab.study.cluster import Cluster

    return Cluster(cluster)


def balance(
    plan: BalancePlan,
    folder: Path,
    workers: ShardWorkers,
    *,
    resume: bool = False,
    report: ReportProgress | None = None,
) -> BalanceResult:
    """Search, confirm and write. Ctrl-C raises ``KeyboardInterrupt``, with everything kept that was played."""
    catalogue = Catalogue(plan)
    with CtrlC() as ctrl_c, closing(BalanceJournal(folder, plan, resume=resume)) as journal:
        ledger = GameLedger(plan, catalogue, journal, workers, ctrl_c, report)
        search = BalanceSearch(plan, catalogue, ledger)
        front = search.front()
        result = BalanceResult(plan, catalogue, front, confirm(ledger, front), search.tried(), ledger.games_played)
        write_front(result, folder)
    return result
