"""The laboratory over HTTP and its socket: experiments that run, sharpen, stop, and are found again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from websockets.sync.client import connect

from forvm.lab.study import load, names
from forvm.server.common.server_errors import ServerError
from forvm.server.protocol.lab_messages import LabSide, LabWanted
from forvm.server.workers.lab_limits import PUBLIC, LabLimits
from forvm.server.workers.laboratory import Laboratory
from forvm.server.workers.uploads.upload_service import Uploads
from tests.server.serving import Server

Message = dict[str, Any]
PATIENCE = 240.0  # seconds: on a machine that has never played, the first experiment waits for the compiler
CHANCE = ["random"] * 4
BASE: Message = {"bots": CHANCE, "rules": "forvm"}
RICH: Message = {**BASE, "changes": {"start.money": 1500}}
ENDLESS = 20_000  # games: more than a test waits for, if bots think about them
THINKERS: Message = {"bots": ["aedile"] * 4, "rules": "forvm"}


def begin(server: Server, **wanted: object) -> str:
    answer = server.ask("POST", "/api/lab/runs", {"baseline": BASE, "variant": RICH, "games": 48, **wanted})
    assert answer.status == 201, answer.body
    id: str = answer.body["id"]
    return id


@contextmanager
def watching(server: Server, run: str) -> Iterator[Iterator[Message]]:
    """What a page hears of an experiment."""
    address = f"ws://127.0.0.1:{server.port}/api/lab/runs/{run}/socket"
    with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
        yield (json.loads(socket.recv(timeout=PATIENCE)) for _ in iter(int, 1))


def ended(server: Server, run: str) -> Message:
    with watching(server, run) as heard:
        return next(update for update in heard if update["state"] in ("done", "stopped", "failed"))


def figures(update: Message) -> Message:
    told: Message = update["figures"]
    return {key: value for key, value in told.items() if key != "trail"}


def test_the_gallery_holds_the_shipped_studies(server: Server):
    room = server.ask("GET", "/api/lab").body
    assert room["closed"] == ""
    questions = server.ask("GET", "/api/lab/questions").body
    # The page's form cannot restrict what bots do.
    held = [name for name in names() if "without_a_rule" not in name]
    assert [question["id"] for question in questions] == held
    assert {"random", "greedy", "merchant", "warlord"} <= {bot["id"] for bot in room["bots"]}
    assert "consul" not in {bot["id"] for bot in room["bots"]}, "thousands of its games would take hours"
    asked = {question["id"]: question["wanted"] for question in questions}
    assert asked["cheap_ousting"]["variant"]["changes"] == {"oust.cost": 100}
    assert asked["great_fire"]["variant"]["cards"] == {"great_fire": 0}
    assert asked["first_seat"]["variant"] is None
    for wanted in asked.values():
        assert server.ask("POST", "/api/lab/study", wanted).status == 200


def test_a_known_effect_is_found_and_the_same_seed_finds_it_again(server: Server):
    greedy = ["greedy"] * 4
    sooner = {**BASE, "bots": greedy, "changes": {"win.prestige": 8}}
    wanted = {"baseline": {**BASE, "bots": greedy}, "variant": sooner, "games": 120}
    update = ended(server, begin(server, **wanted))
    assert (update["state"], update["done"], update["problem"]) == ("done", 120, "")
    length = update["figures"]["length"]
    assert length["found"], "who needs less prestige wins sooner"
    assert length["difference"]["high"] < 0
    assert length["difference"]["value"] == pytest.approx(
        length["variant"]["value"] - length["baseline"]["value"], abs=1e-4
    )
    assert sum(seat["baseline"]["value"] for seat in update["figures"]["seats"]) == pytest.approx(1, abs=1e-3)
    assert sum(update["figures"]["turns"]["variant"]) == 120
    again = ended(server, begin(server, **wanted))
    assert figures(again) == figures(update)


def test_numbers_sharpen_until_somebody_stops(server: Server):
    richer = {**THINKERS, "changes": {"start.money": 1500}}
    run = begin(server, baseline=THINKERS, variant=richer, games=ENDLESS)
    with watching(server, run) as heard:
        seen = [next(update["figures"] for update in heard if update["figures"])]
        while seen[-1]["games"] < 4 * seen[0]["games"]:
            seen.append(next(heard)["figures"])
        games = [told["games"] for told in seen]
        assert games == sorted(games)
        assert games[0] < games[-1] < ENDLESS
        widths = [told["length"]["difference"]["high"] - told["length"]["difference"]["low"] for told in seen]
        assert widths[-1] < widths[0]
        assert [point["games"] for point in seen[-1]["trail"]][-1] == games[-1]
        assert server.ask("POST", f"/api/lab/runs/{run}/stop").status == 204
        assert server.ask("GET", f"/api/lab/runs/{run}").body["update"]["state"] == "stopped"
        last = next(update for update in heard if update["state"] != "playing")
    assert last["state"] == "stopped"
    assert last["figures"]["games"] < ENDLESS
    # Somebody who comes later finds what there was to find.
    told = server.ask("GET", f"/api/lab/runs/{run}").body
    assert told["update"] == last
    assert told["wanted"]["variant"]["changes"] == {"start.money": 1500}
    with watching(server, run) as heard:
        assert next(heard) == last


def test_who_stops_before_the_first_game_does_not_wait_for_it(server: Server):
    run = begin(server, games=ENDLESS)
    assert server.ask("POST", f"/api/lab/runs/{run}/stop").status == 204
    stopped = {"type": "lab_update", "state": "stopped", "done": 0, "of": ENDLESS}
    told = server.ask("GET", f"/api/lab/runs/{run}").body["update"]
    assert told == told | stopped | {"figures": None}


def test_a_baseline_alone_is_compared_with_equal_shares(server: Server):
    mixed = {**BASE, "bots": ["greedy", "random", "random", "random"]}
    told = ended(server, begin(server, baseline=mixed, variant=None, metrics=["starter_wins"]))["figures"]
    assert all(row["variant"] is None for rows in (told["metrics"], told["seats"], told["income"]) for row in rows)
    first = told["seats"][0]
    assert first["difference"]["value"] == pytest.approx(first["baseline"]["value"] - 0.25, abs=1e-4)
    assert told["metrics"][0]["id"] == "starter_wins"
    assert told["turns"]["variant"] == []
    shares = {row["id"]: row["baseline"]["value"] for row in told["strategies"]}
    assert shares["greedy"] > 0.8
    assert shares["greedy"] + 3 * shares["random"] == pytest.approx(1, abs=1e-3)


def test_a_study_file_says_the_same(server: Server, tmp_path):
    variant = {**RICH, "cards": {"great_fire": 0}, "bots": ["greedy", "random", "random", "random"]}
    wanted = {"baseline": BASE, "variant": variant, "games": 100, "seed": 5, "title": "Rich & lucky: “why”?"}
    answer = server.ask("POST", "/api/lab/study", wanted)
    assert answer.status == 200, answer.body
    file = tmp_path / answer.body["name"]
    file.write_text(answer.body["text"], encoding="utf-8")
    study = load(file)
    assert (study.seed, study.amount.most, study.title) == (5, 100, "Rich & lucky: “why”?")
    base, other = study.cells
    assert base.bots == ("random",) * 4
    assert (other.rules.values["start.money"], other.bots[0]) == (1500, "greedy")
    assert other.rules.deck.find("great_fire") is None


def test_forged_messages_do_nothing_and_a_report_is_a_page_of_its_own(server: Server):
    run = begin(server, title="Are the rich faster?")
    address = f"ws://127.0.0.1:{server.port}/api/lab/runs/{run}/socket"
    with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
        for forged in ('"stop"', "{}", "no json at all", b"\x00\xff"):
            socket.send(forged)
    update = ended(server, run)
    assert (update["state"], update["done"]) == ("done", 48)
    answer = server.ask("GET", f"/api/lab/runs/{run}/report?download")
    assert answer.status == 200
    assert answer.body.startswith("<!doctype html>")
    assert "Are the rich faster?" in answer.body
    assert "<script" not in answer.body
    assert "script" not in answer.headers["content-security-policy"]
    assert "attachment" in answer.headers["content-disposition"]


@pytest.mark.parametrize(
    ("wanted", "status", "code", "says"),
    [
        ({"variant": {**BASE, "changes": {"oust.price": 100}}}, 422, "content", "oust.price"),
        ({"variant": {**BASE, "changes": {"oust.cost": -1}}}, 422, "content", "0 to 10000"),
        ({"variant": {**BASE, "changes": {"oust.cost": "cheap"}}}, 422, "content", "whole number"),
        ({"variant": {**BASE, "cards": {"flying_pigs": 3}}}, 422, "content", "flying_pigs"),
        ({"variant": {**BASE, "cards": {"great_fire": 10**9}}}, 422, "content", "great_fire"),
        ({"variant": {**BASE, "bots": ["random"] * 3}}, 400, "malformed", "4 and 3 players"),
        ({"variant": {**BASE, "rules": "short"}}, 400, "malformed", "same rules"),
        ({"baseline": {"bots": ["os:system"] * 4}}, 404, "unknown", "os:system"),
        ({"baseline": {"bots": ["consul"] * 4}}, 404, "unknown", "consul"),
        ({"baseline": {"bots": ["random"]}, "variant": None}, 422, "content", "players"),
        ({"baseline": {"bots": CHANCE, "rules": "../../etc/passwd"}}, 404, "unknown", "There are no rules"),
        ({"baseline": {"bots": CHANCE, "house_rules": "edition = 3"}}, 422, "content", "format"),
        ({"metrics": ["beauty"]}, 422, "content", "beauty"),
        ({"games": 0}, 400, "malformed", "from 1 to"),
        ({"games": 10**9}, 400, "malformed", "from 1 to"),
        ({"games": "many"}, 400, "malformed", "games"),
        ({"seed": -1}, 400, "malformed", "seed"),
        ({"title": "x" * 1000}, 413, "too_large", "title"),
        ({"workers": 99}, 400, "malformed", "workers"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(server: Server, wanted, status, code, says):
    for path in ("/api/lab/runs", "/api/lab/study"):
        answer = server.ask("POST", path, {"baseline": BASE, "variant": RICH, "games": 48, **wanted})
        assert (answer.status, answer.body["code"]) == (status, code), answer.body
        assert says in answer.body["message"]


def test_an_experiment_that_there_is_not(server: Server):
    for method, path in (("GET", ""), ("POST", "/stop"), ("GET", "/report")):
        answer = server.ask(method, f"/api/lab/runs/nonsense{path}")
        assert (answer.status, answer.body["code"]) == (404, "unknown")
    with watching(server, "nonsense") as heard:
        assert next(heard)["code"] == "unknown"


LONG = LabWanted(LabSide(THINKERS["bots"]), games=ENDLESS)


@asynccontextmanager
async def laboratory_with(limits: LabLimits | None = None) -> AsyncIterator[Laboratory]:
    uploads = Uploads()
    laboratory = Laboratory(uploads, limits)
    try:
        yield laboratory
    finally:
        await laboratory.close()
        await uploads.close()


async def until_over(laboratory: Laboratory, run: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not laboratory.find(run).is_over:
            await asyncio.sleep(0.1)


def test_an_address_has_one_bench_and_a_server_few():
    async def visit() -> None:
        async with laboratory_with(LabLimits(runs_at_once=2, runs_of_an_address=1)) as laboratory:
            mine = await laboratory.begin(LONG, "1.2.3.4")
            with pytest.raises(ServerError, match="still running"):
                await laboratory.begin(LONG, "1.2.3.4")
            await laboratory.begin(LONG, "5.6.7.8")
            with pytest.raises(ServerError, match="as many experiments as it can"):
                await laboratory.begin(LONG, "9.9.9.9")
            await mine.stop()
            await laboratory.begin(LONG, "1.2.3.4")

    asyncio.run(visit())
    assert PUBLIC.runs_of_an_address == 1


def test_what_nobody_watches_is_stopped_and_later_forgotten():
    async def visit() -> None:
        async with laboratory_with(LabLimits(abandoned_after=0.1)) as laboratory:
            watched = await laboratory.begin(LONG, "here")
            watched.watch()
            left = await laboratory.begin(LONG, "here")
            await until_over(laboratory, left.id)
            assert left.update.state == "stopped"
            assert not watched.is_over
            laboratory.limits = LabLimits(forgotten_after=0.1)
            async with asyncio.timeout(PATIENCE):
                while not left.is_gone:
                    await asyncio.sleep(0.1)
            with pytest.raises(ServerError, match="no such experiment"):
                laboratory.find(left.id)
            assert laboratory.find(watched.id) is watched

    asyncio.run(visit())


def test_a_process_that_dies_is_told(server: Server):
    async def visit() -> None:
        async with laboratory_with() as laboratory:
            run = await laboratory.begin(LONG, "here")
            async with asyncio.timeout(PATIENCE):
                while run.update.figures is None:
                    await asyncio.sleep(0.1)
            assert run._process is not None
            run._process.kill()
            await until_over(laboratory, run.id)
            assert run.update.state == "failed"
            assert "experiment failed" in run.update.problem
            assert run.update.figures is not None
            with pytest.raises(ServerError, match="experiment failed"):
                await run.report()
            again = await laboratory.begin(LONG, "here")
            assert not again.is_over

    asyncio.run(visit())


def test_the_dials_are_answered_by_an_emulator_before_anything_is_played(server: Server):
    greedy: Message = {"bots": ["greedy"] * 4, "rules": "forvm"}

    def told(**changes: object) -> dict[str, Message]:
        answer = server.ask("POST", "/api/lab/forecast", {**greedy, "changes": changes})
        assert answer.status == 200, answer.body
        return {row["id"]: row for row in answer.body["rows"]}

    shorter = told(**{"win.prestige": 10})["turns"]
    assert shorter["found"]
    assert shorter["difference"]["high"] < 0
    assert shorter["variant"]["value"] < shorter["baseline"]["value"]
    assert told()["turns"]["difference"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    # What it does not know has to be played.
    for unknown in ({"win.prestige": 40}, {"give.prestige": 2}, {"win.prestige": "many"}, {"win.prestige": True}):
        assert told(**unknown) == {}
    others = server.ask("POST", "/api/lab/forecast", {"bots": CHANCE, "rules": "short"})
    assert others.body == {"rows": [], "points": 0, "games": 0}


def test_a_finished_experiment_stays_when_others_begin(server: Server):
    runs = [begin(server, games=24, seed=seed) for seed in range(3)]
    for run in runs:
        ended(server, run)
    later = begin(server, games=24, seed=9)
    ended(server, later)
    for run in (*runs, later):
        found = server.ask("GET", f"/api/lab/runs/{run}").body
        assert found["update"]["state"] == "done"
        assert found["update"]["figures"]["games"] == 24
