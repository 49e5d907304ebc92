"""A store that goes on from a copy: no die that players have seen comes again."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from forvm.game import CHANCE, Epoch
from forvm.game.dicecheck import verify_record
from forvm.server.games import table_dice
from forvm.server.games.game_setup import DiceSetup, GameSetup
from forvm.server.games.new_games import setup_of
from forvm.server.http.context import ServerContext
from forvm.server.ops.backups import backup, restore
from forvm.server.ops.checking import check
from forvm.server.people.access import Access
from forvm.server.play.live_table import LiveTable
from forvm.server.protocol.http_messages import NewGame, NewSeat
from tests.server.friends import Friend, OnlineServer
from tests.server.friends import Table as OnlineTable
from tests.server.ops.stores import write_older
from tests.server.words import Words

Result = TypeVar("Result")
GAME = "0123456789abcdef"
SETUP = setup_of(NewGame([NewSeat(name) for name in ("Ada", "Ben", "Cleo")], changes={"win.turn_limit": 30}), GAME)
BEFORE, AFTER = 10, 250  # moves


def in_room(store: Path, doing: Callable[[ServerContext], Awaitable[Result]]) -> Result:
    """Do something at a server that opens the store, and closes it again."""

    async def run() -> Result:
        room = ServerContext.open(store, access=Access())
        try:
            return await doing(room)
        finally:
            await room.close()

    return asyncio.run(run())


async def played(table: LiveTable, moves: int) -> LiveTable:
    """Play on: in the same position always the same move, which seems to be chosen at random."""
    for _ in range(moves):
        if not table.over:
            seat = table.game.to_act
            assert seat is not None
            move = random.Random(len(table.game.history)).choice(table.game.legal())
            await table.play(table.seq, seat, move.id)
    return table


def dice(table: LiveTable) -> list[str]:
    """What fell, in order, and not what was chosen."""
    return [played.notation for played in table.game.history if played.seat == CHANCE]


def epochs(table: LiveTable) -> list[str]:
    return [done.nonce for done in table.game.timeline if isinstance(done, Epoch)]


def began(store: Path, setup: GameSetup = SETUP) -> list[str]:
    """Begin a game and play a little; returns its dice."""

    async def doing(room: ServerContext) -> list[str]:
        return dice(await played(await room.tables.begin(GAME, setup), BEFORE))

    return in_room(store, doing)


def goes_on(store: Path, moves: int = AFTER) -> tuple[list[str], list[str]]:
    """Play on; returns the dice and the epochs of the whole game."""

    async def doing(room: ServerContext) -> tuple[list[str], list[str]]:
        table = await played(await room.tables.open(GAME), moves)
        return dice(table), epochs(table)

    return in_room(store, doing)


def test_dice_that_were_seen_do_not_come_again_after_a_restore(tmp_path: Path):
    store, copy, plain = (tmp_path / name for name in ("games.sqlite3", "copy.sqlite3", "plain.sqlite3"))
    first = began(store)
    backup(store, copy)
    shutil.copy(store, plain)  # nobody knows that this one is a copy
    seen, none = goes_on(store)
    assert (seen[: len(first)], none) == (first, [])
    assert len(seen) > len(first) + 30
    # That is how it would be without epochs: the same moves bring the same dice.
    assert goes_on(plain) == (seen, [])

    restore(copy, store)
    again, (nonce,) = goes_on(store)
    assert again[: len(first)] == first
    assert again != seen
    # An epoch begins once; going on after an ordinary restart begins no other.
    assert goes_on(store, 0) == (again, [nonce])
    # The same copy again, by restoring it and by naming it: other numbers, other dice.
    restore(copy, store)
    third, (another,) = goes_on(store)
    fourth, (yet_another,) = goes_on(copy)
    assert len({nonce, another, yet_another}) == 3
    assert third not in (seen, again)
    assert fourth not in (seen, again, third)
    assert check(store).problems == []
    assert check(copy).problems == []


def test_the_record_names_the_epoch_and_verifies(tmp_path: Path):
    store, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    began(store)
    backup(store, copy)
    restore(copy, store)

    async def doing(room: ServerContext) -> str:
        table = await played(await room.tables.open(GAME), 10_000)
        assert table.over
        return table.game.record(table.created[:10], table_dice.proof_of(table.setup))

    record = in_room(store, doing)
    nonce = goes_on(store, 0)[1][0]
    assert nonce in record
    verdict = verify_record(record)
    assert verdict.finding == "qualified", verdict.text
    assert [epoch.nonce for epoch in verdict.epochs] == [nonce]
    other = f"{int(nonce, 16) ^ 1:032x}"
    assert verify_record(record.replace(nonce, other)).finding == "different"


def test_what_happened_before_anybody_came_back_is_the_epoch(tmp_path: Path):
    """Each game has its own, begun when it is opened; games that are over have none."""
    store, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    other = "fedcba9876543210"

    async def two(room: ServerContext) -> int:
        await played(await room.tables.begin(GAME, SETUP), 10_000)
        return (await room.tables.begin(other, setup_of(NewGame([NewSeat(name) for name in "ABC"]), other))).seq

    position = in_room(store, two)
    backup(store, copy)
    restore(copy, store)
    assert goes_on(store, 0)[1] == []

    async def second(room: ServerContext) -> list[tuple[str, int]]:
        assert room.store.went_back == {other}
        return [(done.kind, done.seq) for done in (await room.tables.open(other)).done[position:]]

    assert in_room(store, second) == [("epoch", position + 1)]


def test_a_game_of_scheme_1_goes_on_as_it_began(tmp_path: Path):
    store, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    old = msgspec.structs.replace(SETUP, dice=DiceSetup(GAME, "11" * 32, ("alea", None, None)))
    first = began(store, old)
    backup(store, copy)
    seen = goes_on(store)
    assert len(seen[0]) > len(first)
    restore(copy, store)
    assert goes_on(store) == seen
    assert check(store).problems == []


def test_a_copy_of_an_older_store_is_marked_too(tmp_path: Path):
    """A store of an older format, and its copy, which lacks the tables that the mark is kept in."""
    store, older, copy = (tmp_path / f"{name}.sqlite3" for name in ("games", "older", "copy"))
    began(store)
    write_older(older, store, "went_back")
    backup(older, copy)
    assert len(goes_on(copy)[1]) == 1


def test_a_lobby_begins_again_with_another_secret(tmp_path: Path):
    """Its people may have played the game that it became, and know what its secret brings."""
    store, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    server = OnlineServer(store)
    table = OnlineTable(server, people=1, bots=2, begin=False)
    host, here = table.friends[0], f"/api/gatherings/{table.id}"
    words = Words(table.id, 0, "words")
    host.post(f"{here}/ready", words.ready)
    before = host.post(f"{here}/start")
    assert before["opening"]
    backup(store, copy)
    assert host.post(f"{here}/open", words.opening)["started"]
    restore(copy, store)  # the server takes it over
    after = asked(host, here)
    assert (after["opening"], after["started"], after["round"], after["seal"]) == (False, False, 2, None)
    assert after["commitment"] != before["commitment"]
    assert host.refused(f"{here}/open", words.opening) == "not_ready"
    again = Words(table.id, 0, "words", round=2)
    host.post(f"{here}/ready", again.ready)
    host.post(f"{here}/start")
    assert host.post(f"{here}/open", again.opening)["started"]
    server.stop()


def test_a_page_that_knows_what_was_lost_is_told_everything_afresh(tmp_path: Path):
    store, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    server = OnlineServer(store)
    table = OnlineTable(server, people=1, bots=2)
    host = table.friends[0]
    with host.page(table.id) as page:
        page.wait_for_turn()
        at = page.snapshot["seq"]
        backup(store, copy)
        page.moved(page.snapshot["choices"][-1]["id"])
        page.wait_for_turn()
        lost = page.snapshot["seq"]
    assert lost > at
    restore(copy, store)
    assert asked(host, f"/api/games/{table.id}")["state"] == "running"
    with host.page(table.id, last_seq=lost) as page:
        assert page.welcome["afresh"]
        epoch = page.welcome["steps"][at]
        assert (epoch["kind"], epoch["seq"]) == ("epoch", at + 1)
        page.wait_for_turn()
        page.moved(page.snapshot["choices"][-1]["id"])
        page.wait_for_turn()
        assert page.snapshot["seq"] > at + 1
    # Also when the game has come as far again, with other steps.
    with host.page(table.id, last_seq=at + 1) as page:
        assert page.welcome["afresh"]
    with host.page(table.id, last_seq=at) as page:
        assert not page.welcome["afresh"]
        assert page.welcome["steps"][0]["kind"] == "epoch"
    server.stop()


def asked(friend: Friend, path: str) -> dict[str, object]:
    """The answer of a server that is just taking a copy over, and may not listen for a moment."""
    answer = friend.ask("GET", path)
    assert answer.status == 200, answer.body
    body: dict[str, object] = answer.body
    return body


@pytest.mark.parametrize("marked", [True, False])
def test_the_mark_goes_when_the_store_is_opened(tmp_path: Path, marked: bool):
    store, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    began(store)
    if marked:
        backup(store, copy)
    else:
        shutil.copy(store, copy)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM copy_mark").fetchone() == (int(marked),)

    async def nothing(room: ServerContext) -> set[str]:
        return set(room.store.went_back)

    assert in_room(copy, nothing) == ({GAME} if marked else set())
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM copy_mark").fetchone() == (0,)
    # It is not forgotten when the server ends before the game is opened.
    assert in_room(copy, nothing) == ({GAME} if marked else set())
