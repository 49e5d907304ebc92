"""Nobody gets more time than the clock gives: not by taking back, not by slow bots, not by moving late.

The server's time is set forward by hand, so that hours pass in a test and a busy machine makes no difference.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from forvm.server.common.timestamps import later
from forvm.server.people.move_clock import MoveClock
from forvm.server.store.event_chain import chain_anew
from tests.server.friends import Friend, OnlineServer, Table
from tests.server.serving import PATIENCE, Message, Page, options
from tests.server.test_company import catch_up, turn

HOUR = 3600
SLOWLY = """
from forvm.server.people import undo_consent
from forvm.server.play.live_table import LiveTable
LiveTable.pace = 3_600_000
undo_consent.BOTS_WAIT = 3600.0
"""
NEVER = """
import asyncio
from forvm.server.play.autopilot import Autopilot
async def never(*asked):
    await asyncio.Event().wait()
Autopilot._choice = never
"""


class Time:
    """A server whose time can be set forward, and that can be killed and started again."""

    def __init__(self, path: Path) -> None:
        self.store = path / "games.sqlite3"
        self._offset = path / "offset"
        self._new = path / "offset.new"
        self._passed = 0
        self.servers: list[OnlineServer] = []
        self.pass_by(0)

    def start(self, first: str = "") -> OnlineServer:
        time = f"""
import time
from pathlib import Path
from forvm.server.common import timestamps
from forvm.server.play import alarms
passed = lambda: float(Path({str(self._offset)!r}).read_text())
timestamps.clock = timestamps.SteadyClock(lambda: time.time() + passed(), lambda: timestamps.elapsed() + passed())
alarms.LONGEST_SLEEP = 0.1
"""
        self.servers.append(OnlineServer(self.store, first=time + first))
        return self.servers[-1]

    def pass_by(self, seconds: int) -> None:
        self._passed += seconds
        self._new.write_text(str(self._passed))
        self._new.replace(self._offset)


@pytest.fixture
def hours(tmp_path: Path) -> Iterator[Time]:
    time = Time(tmp_path)
    yield time
    time.servers[-1].kill()


def come(stack: ExitStack, table: Table) -> list[Page]:
    return [stack.enter_context(friend.page(table.id)) for friend in table.friends]


def play_alone(pages: list[Page]) -> tuple[Page, int]:
    """Play until somebody can take back their move alone. Their page, and the move."""
    while True:
        page = turn(pages)
        move = options(page.snapshot)[0]
        page.moved(move)
        if page.snapshot["undo"]["allowed"] and page.snapshot["to_play"]:
            return page, move


def undo(page: Page) -> Message:
    before = page.snapshot
    page.send("undo", seq=before["seq"], seat=before["undo"]["seat"])
    return page.wait("snapshot", lambda seen: seen["seq"] > before["seq"])


def left(snapshot: Message, at_most: float) -> None:
    """The clock has this much left, or as much less as a busy machine takes."""
    assert at_most - 2 * PATIENCE < snapshot["clock"]["left"] <= at_most


def test_a_move_that_is_taken_back_had_its_time(hours: Time):
    table = Table(hours.start(), people=3, bots=0, clock=HOUR)
    with ExitStack() as stack:
        page, move = play_alone(come(stack, table))
        left(undo(page), HOUR)
        hours.pass_by(1000)
        left(page.moved(move), HOUR)
        hours.pass_by(500)
        left(undo(page), HOUR - 1500)
        seat = page.snapshot["seat"]
        hours.servers[-1].kill()
    # The next server knows it as well, and so does the list of games.
    again = hours.start()
    table.friends = [Friend(again, friend.cookie) for friend in table.friends]
    line = table.friends[seat].ask("GET", f"/api/games/{table.id}").body
    assert later(line["changed"], HOUR - 1500 - 2 * PATIENCE) < line["deadline"] <= later(line["changed"], HOUR - 1500)
    with ExitStack() as stack:
        page = come(stack, table)[seat]
        left(page.snapshot, HOUR - 1500)
        hours.pass_by(200)
        page.moved(move)
        left(undo(page), HOUR - 1700)
        # It does not matter how often.
        for _ in range(3):
            page.moved(move)
            hours.pass_by(100)
            undo(page)
        left(page.snapshot, HOUR - 2000)
        left(page.moved(move), HOUR)
        # There is time for the move after it, but for the one before there is none left.
        hours.pass_by(HOUR - 1500)
        page.send("undo", seq=page.snapshot["seq"], seat=seat)
        problem = page.wait("problem")
        assert problem["code"] == "no_undo"
        assert "time" in problem["message"]
        hours.pass_by(1500)
        assert page.wait("happened")["step"]["stand_in"] == "tiro"


def test_several_moves_that_are_taken_back_had_their_time(hours: Time):
    table = Table(hours.start(), people=3, bots=0, clock=HOUR)
    with ExitStack() as stack:
        pages = come(stack, table)
        while True:
            page, _ = play_alone(pages)
            undo(page)
            first = page.snapshot
            hours.pass_by(300)
            page.moved(options(first)[0])
            hours.pass_by(40)
            if page.moved(options(page.snapshot)[0])["undo"]["allowed"] and page.snapshot["to_play"]:
                break
        hours.pass_by(2)
        left(undo(page), HOUR - 42)
        left(undo(page), HOUR - 342)


def test_by_consent_the_time_begins_anew(hours: Time):
    table = Table(hours.start(), people=3, bots=0, clock=HOUR)
    with ExitStack() as stack:
        pages = come(stack, table)
        page, _ = play_alone(pages)
        hours.pass_by(1000)
        left(by_consent(page, pages), HOUR)


def by_consent(page: Page, pages: list[Page]) -> Message:
    """Take back one's own last move with the others' consent."""
    before = page.snapshot
    position = before["undo"]["earlier"][0]["position"]
    page.send("ask_undo", seq=before["seq"], seat=before["view"]["seat"], position=position)
    number = page.wait("undo_asked", lambda message: message["request"] is not None)["request"]["number"]
    for other in pages:
        if other is not page:
            other.send("answer_undo", number=number, seat=other.snapshot["view"]["seat"], agree=True)
    back = page.wait("snapshot", lambda seen: seen["seq"] > before["seq"])
    assert back["position"] == position
    return back


def test_what_a_bot_played_for_somebody_is_taken_back_only_by_consent(hours: Time):
    table = Table(hours.start(), people=3, bots=0, clock=HOUR)
    with ExitStack() as stack:
        pages = come(stack, table)
        while True:
            mover = turn(pages)
            hours.pass_by(HOUR)
            step = mover.wait("happened", lambda message: message["step"]["kind"] == "move")["step"]
            assert step["stand_in"] == "tiro"
            catch_up(mover, step["seq"])
            if mover.snapshot["seq"] == step["seq"]:  # and no die fell after it
                break
        for page in pages:
            catch_up(page, step["seq"])
        offered = mover.snapshot["undo"]
        assert (offered["allowed"], offered["seat"]) == (False, None)
        assert "bot" in offered["text"]
        mover.send("undo", seq=step["seq"], seat=step["seat"])
        problem = mover.wait("problem")
        assert (problem["code"], problem["message"]) == ("no_undo", offered["text"])
        left(by_consent(mover, pages), HOUR)


def test_whose_time_is_over_can_hold_up_no_bot(hours: Time):
    """However slow bots are to be, and whatever waits for an answer."""
    table = Table(hours.start(SLOWLY), people=3, bots=0, clock=HOUR)
    with ExitStack() as stack:
        page, _ = play_alone(come(stack, table))
        before = page.snapshot
        position = before["undo"]["earlier"][0]["position"]
        page.send("ask_undo", seq=before["seq"], seat=before["seat"], position=position)
        page.wait("undo_asked", lambda message: message["request"] is not None)
        hours.pass_by(HOUR)
        step = page.wait("happened")["step"]
        assert (step["seat"], step["stand_in"]) == (before["seat"], "tiro")


def test_a_move_that_comes_too_late_is_refused(hours: Time):
    """Also while the bot still thinks."""
    table = Table(hours.start(NEVER), people=3, bots=0, clock=HOUR)
    with ExitStack() as stack:
        page = turn(come(stack, table))
        seq = page.snapshot["seq"]
        hours.pass_by(HOUR)
        page.play(options(page.snapshot)[0])
        problem = page.wait("problem")
        assert problem["code"] == "not_your_turn"
        assert "time" in problem["message"]
        assert page.snapshot["seq"] == seq


def test_a_store_that_does_not_know_how_long_moves_took(hours: Time):
    """Of an older FORVM: there the time for a move that is taken back counts from when it was made."""
    table = Table(hours.start(), people=3, bots=0, clock=HOUR)
    with ExitStack() as stack:
        page, move = play_alone(come(stack, table))
        undo(page)
        hours.pass_by(1000)
        page.moved(move)
        seat = page.snapshot["seat"]
    hours.servers[-1].kill()
    with closing(sqlite3.connect(hours.store, isolation_level=None)) as connection:
        assert connection.execute(
            "SELECT count(*) FROM events WHERE CAST(payload AS TEXT) ->> 'used' >= 1000000"
        ).fetchone() == (1,)
        connection.execute("UPDATE events SET payload = CAST(json_remove(CAST(payload AS TEXT), '$.used') AS BLOB)")
        (setup,) = connection.execute("SELECT setup FROM games WHERE id = ?", (table.id,)).fetchone()
        chain_anew(connection, table.id, setup)
    again = hours.start()
    table.friends = [Friend(again, friend.cookie) for friend in table.friends]
    with ExitStack() as stack:
        page = come(stack, table)[seat]
        hours.pass_by(200)
        left(undo(page), HOUR - 200)


def test_coming_and_going_renews_a_clock_once_for_each_position(monkeypatch: pytest.MonkeyPatch):
    began = "2026-03-15T12:00:00.000Z"
    clock = MoveClock(60, "2026-03-01T12:00:00.000Z")
    ends = []
    for minute, position in ((1, 7), (2, 7), (3, 8)):
        monkeypatch.setattr("forvm.server.people.move_clock.now", lambda minute=minute: later(began, 60 * minute))
        clock.hand_back(position)
        ends.append(clock.runs_out(began))
    assert ends == [later(began, 120), later(began, 120), later(began, 240)]
