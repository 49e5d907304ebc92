"""What was taken back stays in the record, with its dice, also when the game was read from the store again."""

from __future__ import annotations

import asyncio
from pathlib import Path

from forvm.game import CHANCE
from forvm.game.dicecheck import verify_record
from forvm.server.games import dice_reports, table_dice
from forvm.server.games.new_games import setup_of
from forvm.server.http.context import ServerContext
from forvm.server.play.live_table import LiveTable
from forvm.server.protocol.http_messages import NewGame, NewSeat
from tests.server.test_epochs import in_room, played

GAME = "0123456789abcdef"
SETUP = setup_of(NewGame([NewSeat(name) for name in ("Ada", "Ben", "Cleo")], changes={"win.turn_limit": 2}), GAME)


async def take_back(table: LiveTable) -> None:
    """Somebody rolls, and all agree to go back to before that; then somebody else takes a move back alone."""
    before = len(table.game.history)
    while table.game.history[-1].seat != CHANCE or len(table.game.history) == before:
        await played(table, 1)
    async with table.lock:
        await table.go_back(before, consent=(1, 2))
    seat = table.game.to_act
    assert seat is not None
    await table.play(table.seq, seat, table.game.legal()[-1].id)
    if table.takeback([seat]).allowed:
        await table.undo(table.seq, seat)


def record_of(table: LiveTable) -> str:
    return table.game.record("2026-03-15", table_dice.proof_of(table.setup))


def test_the_record_is_the_same_after_a_restart_and_names_what_was_taken_back(tmp_path: Path):
    async def doing(room: ServerContext) -> str:
        table = await room.tables.begin(GAME, SETUP)
        await take_back(table)
        await played(table, 10_000)
        assert table.over
        return record_of(table)

    record = in_room(tmp_path / "games.sqlite3", doing)
    verdict = verify_record(record)
    assert verdict.finding == "qualified", verdict.text
    first = verdict.takebacks[0]
    assert first.consent == (1, 2)
    assert first.dice

    async def again(room: ServerContext) -> str:
        table = await room.tables.open(GAME)
        report = await asyncio.to_thread(dice_reports.of_table, table)
        assert (report.checked, report.verdict) == (None, verdict.text)
        assert report.takebacks[0].draws == [draw.event for draw in first.dice]
        assert len(report.draws) == verdict.checked
        return record_of(table)

    assert in_room(tmp_path / "games.sqlite3", again) == record
