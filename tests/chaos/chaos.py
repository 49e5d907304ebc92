"""A server that everything happens to while people and bots play on it; in the end every game must be one list.

The faults come in a random order, each at a random moment of play. What clients sent and were told is checked when all
games are over (`tests.chaos.histories`); then every record is verified, and the store is looked through.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import monotonic
from typing import get_args

from forvm.game import CHANCE, Game
from forvm.game.dicecheck import verify_record
from tests.chaos.clients import Client, Visitor
from tests.chaos.faults import Disk, WallClock, Worker, WorkerKind, a_disk, is_alive, send, workers
from tests.chaos.histories import Event, Problem, check
from tests.server.kill import Server
from tests.server.players import AGREEMENT, Browser, Meeting, Refused, meet

STANDSTILL = 120.0  # seconds without a step at any table, and the server counts as stuck
REPLACED = 60.0  # seconds within which a worker that stands still is replaced
JUMPS = (-86_400, -3_600, -60, 0, 60, 3_600, 86_400)  # seconds that the wall clock is ahead
NOT_YET = 60.0  # seconds to wait for a worker of some kind: an experiment begins once its tools are loaded
NEVER = 120.0  # seconds without anybody to send a signal to: a busy machine takes long to start a server


@dataclass(frozen=True)
class Plan:
    """How much is to happen."""

    kills: int = 200
    worker_kills: int = 50
    stops: int = 20
    full_disks: int = 3
    clock_jumps: int = 10
    tables: int = 3
    turns: int = 4  # of a game
    seed: int = 1
    laboratory: bool = True  # experiments, which take a core


@dataclass
class Table:
    """A game, its people and whoever watches it."""

    meeting: Meeting
    clients: list[Client]


@dataclass
class Chaos:
    """One run."""

    plan: Plan
    server: Server
    disk: Disk
    clock: WallClock
    say: Callable[[str], None] = lambda said: None
    tables: list[Table] = field(default_factory=list)
    visitors: list[Visitor] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    found: list[Problem] = field(default_factory=list)
    going: bool = True
    _full: bool = False
    _killing: bool = False
    _stopped: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._choose = random.Random(self.plan.seed)

    # The run.

    async def run(self) -> None:
        """Let everything happen, then let every game come to its end, and look at what is left."""
        self.server.start()
        keeper = asyncio.create_task(self._keep_running())
        playing = [asyncio.create_task(self._keep_playing(number)) for number in range(self.plan.tables)]
        visiting = self._visit()
        try:
            for number, fault in enumerate(faults := self._faults(), 1):
                await self._until_something_happens()
                await asyncio.sleep(self._choose.random() * 0.4)
                await fault()
                self.say(f"{number} of {len(faults)}: {self._numbers()}")
            self._check_plan()
            self.going = False
            self.clock.set(0)
            stuck = await self._unfinished({*playing, *visiting})
            for task in [*playing, *visiting]:
                if task.done():
                    task.result()
            for task in stuck:
                task.cancel()
            await asyncio.gather(*stuck, return_exceptions=True)
            await self._check_games()
        finally:
            keeper.cancel()
            self._end()
        self._check_store()

    async def _unfinished(self, tasks: set[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
        """Let every game come to its end; those that do not, though nothing happens anywhere any more."""
        while tasks:
            before = self.told
            _, tasks = await asyncio.wait(tasks, timeout=STANDSTILL)
            if self.told == before:
                break
        return tasks

    def _faults(self) -> list[Callable[[], Awaitable[None]]]:
        plan = self.plan
        kinds = get_args(WorkerKind) if plan.laboratory else ("thinking", "upload")
        faults: list[Callable[[], Awaitable[None]]] = [self._kill] * plan.kills
        faults += [partial(self._kill_worker, kind) for kind in islice(cycle(kinds), plan.worker_kills)]
        for number in range(plan.stops):
            faults.append(self._stop_server if number % 2 else self._stop_worker)
        faults += [self._fill_disk] * plan.full_disks
        if self.clock.can_jump:
            faults += [self._jump] * plan.clock_jumps
        self._choose.shuffle(faults)
        return faults

    def _visit(self) -> list[asyncio.Task[None]]:
        uploader, experimenter = (Visitor(self.server.address, lambda: self.going) for _ in range(2))
        self.visitors = [uploader, experimenter]
        tasks = [asyncio.create_task(uploader.upload())]
        if self.plan.laboratory:
            tasks.append(asyncio.create_task(experimenter.experiment()))
        return tasks

    async def _keep_playing(self, number: int) -> None:
        """One game after another at this table, as long as the run lasts."""
        choose = random.Random(f"{self.plan.seed} {number}")
        while self.going:
            # A gathering that the server's death breaks up is given up, as people do: they begin another.
            try:
                meeting = await meet(
                    self.server.address,
                    2,
                    1,
                    rules=choose.choice(["forvm", "short"]),
                    changes={"win.turn_limit": self.plan.turns},
                    agreement={**AGREEMENT, "clock": choose.choice([None, 3600])},
                )
                watching = Browser(self.server.address)
                await watching.ask("POST", "/api/join", {"secret": meeting.spectators})
            except Refused:
                await asyncio.sleep(0.1)
                continue
            seats = [*(f"seat {seat}" for seat in range(len(meeting.browsers))), "a spectator"]
            browsers = [*meeting.browsers, watching]
            clients = [
                Client(browser, meeting.id, name, random.Random(choose.random()))
                for browser, name in zip(browsers, seats, strict=True)
            ]
            self.tables.append(Table(meeting, clients))
            await asyncio.gather(*(client.play() for client in clients))

    @property
    def told(self) -> int:
        """How many steps were told to anybody."""
        return sum(len(client.history.told) for table in self.tables for client in table.clients)

    async def _until_something_happens(self) -> None:
        before, since = self.told, monotonic()
        while self.told == before:
            if monotonic() - since > STANDSTILL:
                raise Stuck(f"No table has moved for {STANDSTILL:.0f} s.\n{self._log()}")
            await asyncio.sleep(0.01)

    async def _keep_running(self) -> None:
        """Start a server again that has ended by itself, as a service manager does; that is allowed on a full disk."""
        while True:
            await asyncio.sleep(0.1)
            process = self.server.process
            if process is None or self._killing or process.poll() is None:
                continue
            self._note_end(process.returncode)
            self.server.start()

    def _note_end(self, code: int) -> None:
        """The server has ended by itself."""
        if not self._full:
            self.problems.append(f"the server ended by itself with {code}: {self._log()}")
        self.done["restarts on a full disk"] += self._full

    # What happens.

    @property
    def _pid(self) -> int:
        assert self.server.process is not None
        return self.server.process.pid

    async def _kill(self) -> None:
        """kill -9, now and then before it has even started."""
        if self._choose.random() < 0.1:
            self._kill_now()
            await asyncio.sleep(self._choose.random() * 0.5)
            self.done["kills while starting"] += 1
        self._kill_now()
        self.done["kills"] += 1

    def _kill_now(self) -> None:
        self._killing = True
        assert self.server.process is not None
        self.server.process.kill()
        if (code := self.server.process.wait()) != -signal.SIGKILL:
            self._note_end(code)
        self._let_go_of_stopped()
        self.server.start()
        self._killing = False

    def _let_go_of_stopped(self) -> None:
        """A worker that stands still cannot notice that its server is gone."""
        for pid in self._stopped:
            send(pid, signal.SIGKILL)
        self._stopped.clear()

    async def _signal(self, kind: WorkerKind, sign: signal.Signals) -> Worker | None:
        """Send it to a worker that does such work, or to any other if there is none for a while; who has got it."""
        since = monotonic()
        while monotonic() - since < NEVER:
            there = [worker for worker in workers(self._pid) if worker.pid not in self._stopped]
            fitting = [worker for worker in there if worker.kind == kind]
            if fitting or (there and monotonic() - since > NOT_YET):
                worker = self._choose.choice(fitting or there)
                if send(worker.pid, sign):  # or it has just ended, and there will be another
                    return worker
            await asyncio.sleep(0.002)
        return None

    async def _kill_worker(self, kind: WorkerKind) -> None:
        if worker := await self._signal(kind, signal.SIGKILL):
            self.done["worker kills"] += 1
            self.done[f"{worker.kind} killed"] += 1

    async def _stop_worker(self) -> None:
        """One that thinks stands still for good, and must be replaced. Others go on after a while."""
        worker = await self._signal(self._choose.choice(["thinking", "thinking", "upload"]), signal.SIGSTOP)
        if worker is None:
            return
        self._stopped.append(worker.pid)
        self.done["stops"] += 1
        self.done[f"{worker.kind} stopped"] += 1
        if worker.kind == "thinking":
            await self._until_replaced(worker)
            self._let_go_of_stopped()
        else:
            await asyncio.sleep(1)
            send(worker.pid, signal.SIGCONT)
            self._stopped.remove(worker.pid)

    async def _until_replaced(self, worker: Worker) -> None:
        since = monotonic()
        while is_alive(worker.pid):
            if monotonic() - since > REPLACED:
                self.problems.append(f"a worker stood still for {REPLACED:.0f} s and was not replaced")
                return
            await asyncio.sleep(0.05)

    async def _stop_server(self) -> None:
        """It stands still for a while, and goes on."""
        since = monotonic()
        while not (is_alive(self._pid) and send(self._pid, signal.SIGSTOP)):
            if monotonic() - since > NEVER:
                return
            await asyncio.sleep(0.05)
        pid = self._pid
        await asyncio.sleep(0.3 + self._choose.random() * 2)
        send(pid, signal.SIGCONT)
        self.done["stops"] += 1
        self.done["server stopped"] += 1

    async def _fill_disk(self) -> None:
        """Nothing can be written for a while; then there is room again, and all goes on by itself."""
        self._full = True
        self.disk.fill(self._pid)
        await asyncio.sleep(1 + self._choose.random() * 2)
        if self._choose.random() < 0.5:
            self._kill_now()
            self.done["kills on a full disk"] += 1
            await asyncio.sleep(1)
        self.disk.empty(self._pid)
        self.done["full disks"] += 1
        await self._until_something_happens()
        self._full = False

    async def _jump(self) -> None:
        self.clock.set(self._choose.choice(JUMPS))
        self.done["clock jumps"] += 1
        await asyncio.sleep(1.5)  # until every process has looked at it

    # The end.

    def _check_plan(self) -> None:
        """Did all happen that was to happen? Where no clock can jump the report says so, and only CI minds."""
        plan = self.plan
        wanted = {"kills": plan.kills, "worker kills": plan.worker_kills, "stops": plan.stops}
        wanted["full disks"] = plan.full_disks
        if self.clock.can_jump or os.environ.get("CI"):
            wanted["clock jumps"] = plan.clock_jumps
        for what, times in wanted.items():
            if self.done[what] < times:
                self.problems.append(f"{self.done[what]} {what} happened, and {times} were to")

    async def _check_games(self) -> None:
        """Each game: what its clients logged, what is told of it now, and its record."""
        for table in self.tables:
            game, finals = table.meeting.id, [await client.final() for client in table.clients]
            over = any(client.history.over for client in table.clients)
            self.found += check(game, [client.history for client in table.clients], finals[0], over)
            if any(final != finals[0] for final in finals):
                self.found.append(Problem("forked", game, "its clients are told different lists at the end"))
            if over:
                await self._check_record(table, finals[0])

    async def _check_record(self, table: Table, final: list[Event]) -> None:
        meeting = table.meeting
        record = await meeting.browsers[0].ask("GET", f"/api/games/{meeting.id}/record")
        verdict = verify_record(record, meeting.commitment)
        if not verdict.fair:
            self.problems.append(f"the record of game {meeting.id} does not verify: {verdict.text}")
        stands: list[Event] = []
        for event in final:
            if event.kind == "undo":
                del stands[event.position :]
            else:
                stands.append(event)
        recorded = [played.notation for played in Game.from_record(record).history if played.seat != CHANCE]
        if [event.said for event in stands if event.kind == "move"] != recorded:
            self.found.append(Problem("forked", meeting.id, "its record has other moves than its clients were told"))
        self.done["records verified"] += 1

    def _end(self) -> None:
        """Ask the server to end, however the run went."""
        self._killing = True
        self._let_go_of_stopped()
        assert self.server.process is not None
        self.server.process.terminate()
        try:
            if self.server.process.wait(60) != 0:
                self.problems.append(f"the server does not end in good order: {self._log()}")
        except subprocess.TimeoutExpired:
            self.problems.append(f"the server does not end when it is told to: {self._log()}")
            self.server.process.kill()
            self.server.process.wait()

    def _check_store(self) -> None:
        command = [sys.executable, "-m", "forvm", "store", "check", "--store", str(self.server.store)]
        checked = subprocess.run(command, check=False, capture_output=True, text=True)
        if checked.returncode != 0:
            self.problems.append(f"forvm store check: {checked.stdout[-2000:]}{checked.stderr[-2000:]}")
        log = self.server.log.read_text()
        if "Traceback" in log:
            self.problems.append(f"the log has a traceback: {log[log.index('Traceback') :][:3000]}")
        self.problems += [problem for visitor in self.visitors for problem in visitor.problems]

    def _log(self) -> str:
        return self.server.log.read_text()[-3000:]

    # What is said.

    @property
    def sound(self) -> bool:
        """Is nothing wrong?"""
        return not (self.found or self.problems)

    def _numbers(self) -> str:
        done = self.done
        return (
            f"{done['kills']} kills, {done['worker kills']} of workers, {done['stops']} stops, "
            f"{done['full disks']} full disks, {done['clock jumps']} clock jumps; "
            f"{len(self.tables)} games, {self.told} steps told"
        )

    def report(self) -> str:
        """What happened and what was found, as a table."""
        done, histories = self.done, [client.history for table in self.tables for client in table.clients]
        faults = Counter(problem.fault for problem in self.found)
        visits: Counter[str] = sum((visitor.answers for visitor in self.visitors), Counter())
        refusals: Counter[str] = sum((c.refusals for table in self.tables for c in table.clients), Counter())
        rows = [
            ("kill -9 of the server", f"{done['kills']}, and {done['kills while starting']} more while it started"),
            ("workers killed", _by_kind(done, "killed", done["worker kills"])),
            ("stopped (SIGSTOP)", _by_kind(done, "stopped", done["stops"])),
            ("full disk", f"{done['full disks']}: {self.disk.how}"),
            ("clock jumps", str(done["clock jumps"]) if self.clock.can_jump else "none: libfaketime is not installed"),
            ("games", f"{len(self.tables)}, {done['records verified']} records verified"),
            ("clients", f"{len(histories)}, {sum(history.connections for history in histories)} connections"),
            ("steps told", str(self.told)),
            ("moves acknowledged", str(sum(history.acknowledged for history in histories))),
            ("refused at tables", _counted(refusals)),
            ("uploads, experiments", _counted(visits)),
            *((fault, str(faults[fault])) for fault in ("lost", "doubled", "forked", "stuck", "leaked")),
            ("other problems", str(len(self.problems))),
        ]
        table = "\n".join(f"{name:<22} {value}" for name, value in rows)
        return "\n".join([table, *map(str, self.found), *self.problems])


class Stuck(Exception):
    """Nothing goes on any more."""


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


def _by_kind(done: Counter[str], what: str, in_all: int) -> str:
    kinds = {name: count for name, count in done.items() if name.endswith(f" {what}")}
    return f"{in_all} ({_counted(Counter(kinds))})" if kinds else str(in_all)


def unleash(plan: Plan, say: Callable[[str], None] = lambda said: None) -> Chaos:
    """A whole run, on a server and a disk of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "disk").mkdir()
        disk = stack.enter_context(a_disk(folder / "disk"))
        clock = WallClock(folder / "clock")
        variables = clock.environment if plan.clock_jumps else {}
        server = Server(disk.folder / "games.sqlite3", folder / "server.log", variables)
        chaos = Chaos(plan, server, disk, clock, say)
        with suppress(Stuck):
            try:
                asyncio.run(chaos.run())
            except Stuck as stuck:
                chaos.problems.append(str(stuck))
                raise
        return chaos
