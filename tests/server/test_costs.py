"""What is asked often costs the same however many games have ended, and one damaged line harms no other game."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from forvm.server.common.server_errors import ServerError
from forvm.server.common.server_limits import ServerLimits
from forvm.server.http.context import ServerContext
from forvm.server.ops.checking import check
from forvm.server.people import accounts
from forvm.server.people.access import Access
from forvm.server.people.devices import _all_games
from forvm.server.people.lobbies import _check_open_games
from forvm.server.store.schema import _STEPS, APPLICATION, open_file
from forvm.server.store.sqlite_store import SqliteStore
from forvm.server.store.stored_games import idle_since
from forvm.server.store.transactions import Transaction
from tests.server.friends import AGREEMENT, Friend, OnlineServer, Table
from tests.server.serving import options
from tests.server.test_owners import WANTED

AT = "2026-03-15T12:00:00.000Z"
MANY = 10**9
WIDE = ServerLimits(open_games=MANY, open_games_of_address=MANY, open_games_in_all=MANY)


def ended(connection: Transaction, count: int) -> None:
    """So many games that are over, each of another person, and one of person 1 that runs."""
    for number in range(count):
        game, person = f"{number:016x}", number + 1
        connection.execute("INSERT INTO people (id, key, created) VALUES (?, ?, ?)", (person, game, AT))
        over = number > 0
        line = msgspec.json.encode({"over": over})
        connection.execute(
            "INSERT INTO games (id, created, changed, setup, line, head, over) VALUES (?, ?, ?, x'', ?, x'', ?)",
            (game, AT, AT, line, over),
        )
        connection.execute(
            "INSERT INTO gatherings (id, created, host, started, plan, place) VALUES (?, ?, ?, 1, x'', ?)",
            (game, AT, person, f"place {number}"),
        )
        connection.execute("INSERT INTO presence VALUES (?, 0, ?)", (game, AT))
        connection.execute("INSERT INTO passes VALUES (?, ?, 'seat', 0)", (person, game))


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[OnlineServer]:
    running = OnlineServer(tmp_path / "games.sqlite3", narrow=getattr(request, "param", False))
    yield running
    if running.process.poll() is None:
        running.process.kill()
        running.process.communicate()


@contextmanager
def counted(connection: sqlite3.Connection) -> Iterator[list[int]]:
    """How many steps of SQLite's something takes, in tens."""
    steps = [0]

    def step() -> None:
        steps[0] += 1

    connection.set_progress_handler(step, 10)
    yield steps
    connection.set_progress_handler(None, 10)


def refused_or_not(connection: Transaction) -> None:
    with pytest.raises(ServerError):
        _all_games(connection, 1)  # they alone hold a seat of a game that runs


ASKED: dict[str, Callable[[sqlite3.Connection], object]] = {
    "one that is idle": lambda connection: idle_since(connection, [f"{0:016x}"]),
    "all that are idle": idle_since,
    "open games": lambda connection: _check_open_games(connection, 1, "place 0", WIDE),
    "logging out": refused_or_not,
}


@pytest.mark.damaged_store
@pytest.mark.parametrize("what", ASKED)
def test_games_that_have_ended_cost_nothing(tmp_path: Path, what: str):
    def cost(count: int) -> int:
        with closing(open_file(tmp_path / f"{count}.sqlite3")) as connection:
            connection.execute("BEGIN")
            ended(connection, count)
            connection.execute("COMMIT")
            with counted(connection) as steps:
                ASKED[what](connection)
        return steps[0]

    assert cost(2000) <= 2 * cost(20) + 5


@pytest.mark.damaged_store
def test_one_game_is_found_without_looking_at_the_others(tmp_path: Path):
    async def cost(count: int) -> int:
        store = SqliteStore(tmp_path / f"{count}.sqlite3")
        await store.run(lambda connection: ended(connection, count))
        with counted(store._connection) as steps:
            found = await store.game(f"{7:016x}")
        store.close()
        assert found is not None
        return steps[0]

    assert asyncio.run(cost(2000)) <= 2 * asyncio.run(cost(20)) + 5


@pytest.mark.damaged_store
def test_one_damaged_line_harms_no_other_game_and_is_told(server: OnlineServer):
    path = server.store
    good, bad = Table(server), Table(server)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET line = CAST('{not json' AS BLOB) WHERE id = ?", (bad.id,))
    host = good.friends[0]
    assert [line["id"] for line in host.ask("GET", "/api/games").body] == [good.id]
    assert [line["id"] for line in bad.friends[0].ask("GET", "/api/games").body] == [bad.id]
    wanted = {"seats": [{}, {}, {"bot": "tiro"}], "agreement": AGREEMENT, "name": "Eve"}
    assert Friend(server).ask("POST", "/api/gatherings", wanted).status == 201
    assert host.ask("GET", "/api/devices").status == 200
    (problem,) = check(path).problems
    assert f"The line of game {bad.id} in the list cannot be read" in problem


@pytest.mark.damaged_store
def test_a_game_that_is_kept_as_over_and_is_not_is_told(server: OnlineServer):
    path = server.store
    table = Table(server)
    server.kill()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET over = 1")
    (problem,) = check(path).problems
    assert problem == f"Game {table.id} is kept as one that is over, but it is running."
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET over = 0, line = CAST('{\"over\":true}' AS BLOB)")
    (problem,) = check(path).problems
    assert problem == f"The line of game {table.id} in the list says that it is over, but it is running."


@pytest.mark.damaged_store
def test_older_stores_learn_which_games_are_over(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    before = next(number for number, step in enumerate(_STEPS) if isinstance(step, str) and "over = 1" in step)
    lines = {"ended": b'{"over": true}', "runs": b'{"over":false}', "old": b"{}", "broken": b"{not", "odd": b"\xff\x00"}
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for step in _STEPS[:before]:
            step(connection) if callable(step) else connection.executescript(step)
        connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {before};")
        rows = [(game, AT, AT, line) for game, line in lines.items()]
        connection.executemany("INSERT INTO games (id, created, changed, setup, line) VALUES (?, ?, ?, x'', ?)", rows)
    with closing(open_file(path)) as connection:
        over = [game for (game,) in connection.execute("SELECT id FROM games WHERE over")]
    assert over == ["ended"]


def kinds(connection: Transaction, game: str) -> list[str]:
    query = "SELECT kind FROM passes WHERE game = ? ORDER BY kind"
    return [kind for (kind,) in connection.execute(query, (game,))]


def test_a_game_takes_so_many_guests_and_spectators_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(accounts, "MOST_SPECTATORS", 2)

    async def run() -> None:
        room = ServerContext.open(tmp_path / "games.sqlite3", access=Access(online=True))
        host = await room.people.newcomer()
        lobby = await room.lobbies.open(WANTED, host, ServerLimits())
        links = await room.lobbies.links(lobby, host.person)
        assert links.spectators is not None
        first = await room.people.newcomer()
        for link in (links.spectators, links.everyone):
            await room.people.accept(first, link)
        await room.people.accept(await room.people.newcomer(), links.spectators)
        for link in (links.spectators, links.everyone):
            with pytest.raises(ServerError, match="It is full") as refused:
                await room.people.accept(await room.people.newcomer(), link)
            assert refused.value.code == "too_many"
            await room.people.accept(first, link)  # who is there may open it once more
        # Guests who look on when it begins find no room either.
        others = [(await room.people.newcomer()).person for _ in range(3)]
        await room.store.run(lambda connection: accounts.let_watch(connection, others, lobby.id))
        found = await room.store.run(lambda connection: kinds(connection, lobby.id))
        assert found == ["guest", "guest", "spectator", "spectator"]
        await room.close()

    asyncio.run(run())


@pytest.mark.parametrize("server", [True], indirect=True, ids=["narrow"])
def test_opening_rematches_is_metered_like_opening_games(server: OnlineServer):
    table = Table(server, people=1, bots=2, changes={"win.turn_limit": 1})
    host = table.friends[0]
    with host.page(table.id) as page:
        while not page.wait_for_turn()["view"]["outcome"]:
            page.play(options(page.snapshot)[-1])
            page.snapshot = {**page.snapshot, "to_play": False}
            time.sleep(0.11)
    path, opened = f"/api/games/{table.id}/again", 1
    while (answer := host.ask("POST", path)).status == 201:
        opened += 1
        assert host.ask("POST", path).status == 200  # to find it costs nothing
        assert host.ask("DELETE", f"/api/gatherings/{answer.body['id']}").status == 204
    assert (opened, answer.status, answer.body["code"]) == (20, 429, "too_many")
    assert (
        host.ask("POST", "/api/gatherings", {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Ada"}).status
        == 429
    )
