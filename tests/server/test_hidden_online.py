"""Hidden hands online: all that somebody is ever told is the same, whatever the others hold (SETUP-2).

The same game is played in two rooms. In one of them Ben and Cleo have changed hands, which Ada and a spectator cannot
tell: every message, every error, every answer about the running game has to be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from forvm.errors import ForvmError
from forvm.server.common.server_limits import Rate, ServerLimits
from forvm.server.games import dice_reports
from forvm.server.games.new_games import rules_of
from forvm.server.games.replays import Eyes, Film
from forvm.server.games.table_dice import seeded_dice
from forvm.server.http.client import Client
from forvm.server.http.context import ServerContext
from forvm.server.people.access import Access
from forvm.server.people.accounts import Guest
from forvm.server.people.lobbies import Lobby, keep_new, seat_all
from forvm.server.people.lobby_plan import LobbyPlan, be_ready, opened, sit, start
from forvm.server.people.online_session import online_session_of
from forvm.server.play.live_table import LiveTable
from forvm.server.protocol.lobby_messages import NewGathering, NewPlace
from forvm.server.protocol.session_messages import Agreement
from forvm.server.protocol.socket_messages import AnswerUndo, AskUndo, ClientMessage, Hello, Play, Say, Undo
from tests.server.test_hidden import dealt, legal, told

AT = "2026-03-15T12:00:00.000Z"
AGREED = Agreement(None, "tiro", None, hints=True, chances=True, undo=True, spectators=True)
DEALS = [["ssd", "sss", "ddd"], ["ssd", "ddd", "sss"]]
WATCHING = 4  # the person, after the three who play
# What differs from one run to the next by itself: moments, the numbers of requests, and when spectators are counted.
_BY_ITSELF = re.compile(rb"\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=\"number\":)\d{4,}")


class Seen(NamedTuple):
    """Those in one room whose eyes are followed, and the others."""

    table: LiveTable
    ada: Client
    spectator: Client
    others: list[Client]

    def everyone(self) -> list[Client]:
        return [self.ada, self.spectator, *self.others]


def plan_of(edition: str) -> LobbyPlan:
    wanted = NewGathering([NewPlace()] * 3, AGREED, "Ada", rules=edition, changes={"start.money": 400})
    rules = rules_of(edition, wanted.changes, None)
    plan = opened(wanted, rules.digest(), 1, seeded_dice(5, rules))
    for person, name in ((2, "Ben"), (3, "Cleo")):
        plan = sit(plan, Guest(person, frozenset({-1})), None, name, None)
        plan = be_ready(plan, person, True)
    return start(plan, 1)


async def seat(room: ServerContext, edition: str, hands: list[str]) -> Seen:
    """The people of a game in which each was dealt these children."""
    plan = plan_of(edition)
    for _ in range(WATCHING):
        await room.people.newcomer()
    await room.store.run(lambda connection: keep_new(connection, Lobby("game", AT, plan), ServerLimits()))
    setup = plan.setup()
    await room.store.create(
        "game",
        msgspec.json.encode(setup),
        dealt(setup, hands),
        b"{}",
        AT,
        also=lambda connection: seat_all(connection, "game", plan),
    )
    table = await room.tables.open("game")
    guests = [Guest(person, seats=(person - 1,)) for person in (1, 2, 3)]
    screens = [Client.join(table, Hello(), guest) for guest in (*guests, Guest(WATCHING, spectator=1))]
    return Seen(table, screens[0], screens[3], [screens[1], screens[2]])


def plain(messages: list[bytes]) -> list[bytes]:
    return [_BY_ITSELF.sub(b"-", message) for message in messages if b'"type":"attendance"' not in message]


def answers(table: LiveTable, guest: Guest) -> list[bytes]:
    """What somebody gets who asks about the running game."""
    film = Film.of_table(table, guest.seats)
    got: list[object] = [film.replay(), dice_reports.of_table(table), dice_reports.proof_of(table), table.line()]
    last = len(table.game.history)
    every: list[Eyes] = [None, "all", 0, 1, 2]
    for eyes in every:
        try:
            got.append(film.frames(max(0, last - 5), 6, eyes))
        except ForvmError as error:
            got.append(error.message)
    return plain([msgspec.json.encode(one) for one in got])


async def compare(rooms: list[Seen]) -> int:
    """What Ada and the spectator have heard is the same in both rooms; how many messages that were."""
    heard = 0
    for which in ("ada", "spectator"):
        messages = [plain(told(getattr(room, which))) for room in rooms]
        assert messages[0] == messages[1]
        heard += len(messages[0])
    for room in rooms:
        for other in room.others:
            told(other)
    return heard


async def both(rooms: list[Seen], who: int, message: ClientMessage) -> None:
    for room in rooms:
        await room.everyone()[who].hear(message)


async def take_back(rooms: list[Seen]) -> None:
    """Ada asks to go back to before her last move, and both others agree."""
    first = rooms[0].table
    session = online_session_of(first)
    assert session is not None
    earlier = session.consent.earlier(first.game, 0)
    if not earlier:
        return
    await both(rooms, 0, AskUndo(first.seq, 0, earlier[0].position))
    for number in (1, 2):
        for room in rooms:
            session = online_session_of(room.table)
            assert session is not None
            request = session.consent.request
            assert request is not None
            await room.others[number - 1].hear(AnswerUndo(request.number, number, True))


@pytest.mark.damaged_store
@pytest.mark.parametrize("edition", ["horrea", "short"])
def test_all_that_somebody_is_told_is_the_same_whatever_others_hold(tmp_path: Path, edition: str):
    async def play() -> None:
        # However much is said: else the clock would decide in which of the rooms it is too much.
        access = Access(online=True, limits=ServerLimits(chat=Rate(1e9, 1e9)))
        houses = [ServerContext.open(tmp_path / f"{number}.sqlite3", access=access) for number in range(2)]
        rooms = [await seat(house, edition, hands) for house, hands in zip(houses, DEALS, strict=True)]
        dice = random.Random(1)
        heard, undone = await compare(rooms), 0
        for turn in range(60):
            if rooms[0].table.over:
                break
            # Ada tries what others could play, and what nobody can; the answer must not tell.
            acting = rooms[0].table.game.to_act
            for tried in ("end", "wed:son@Luna", "propose:C:son:0"):
                await both(rooms, 0, Play(rooms[0].table.seq, 1, tried))
                if acting != 0:
                    await both(rooms, 0, Play(rooms[0].table.seq, 0, tried))
            if turn % 7 == 0:
                await both(rooms, 0, Undo(rooms[0].table.seq, 0))
            await both(rooms, turn % 3, Say(f"line {turn}", str(turn)))
            first, second = (room.table.game for room in rooms)
            assert first.to_act is not None
            assert first.to_act == second.to_act
            move = dice.choice(sorted(legal(first, first.to_act) & legal(second, second.to_act)))
            for room in rooms:
                await room.table.play(room.table.seq, first.to_act, move)
            if turn % 9 == 8:
                before = rooms[0].table.seq
                await take_back(rooms)
                undone += rooms[0].table.seq > before
            heard += await compare(rooms)
            if turn % 15 == 0:
                for guest in (Guest(1, seats=(0,)), Guest(WATCHING, spectator=1)):
                    asked = [answers(room.table, guest) for room in rooms]
                    assert asked[0] == asked[1]
        assert heard > 300
        assert undone > 3
        # The other side of it: what Ben is told does depend on his hand.
        own = [answers(room.table, Guest(2, seats=(1,))) for room in rooms]
        assert own[0] != own[1]
        for house in houses:
            await house.close()

    asyncio.run(play())
