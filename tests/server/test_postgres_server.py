"""A server whose store is in PostgreSQL, from outside: played on, killed, started again."""

from __future__ import annotations

from pathlib import Path

from tests.server.friends import Friend, OnlineServer, Table
from tests.server.postgres_cluster import new_database
from tests.server.serving import options


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path):
    database = new_database()
    server = OnlineServer(database, log=tmp_path / "first.log")
    table = Table(server, people=1, bots=2)
    with table.friends[0].page(table.id) as page:
        for _ in range(3):
            snapshot = page.wait_for_turn()
            page.moved(options(snapshot)[0])
        snapshot = page.wait_for_turn()
    server.kill()

    again = OnlineServer(database, log=tmp_path / "again.log")
    with Friend(again, table.friends[0].cookie).page(table.id) as page:
        assert page.wait_for_turn()["seq"] == snapshot["seq"]
        assert page.snapshot["view"] == snapshot["view"]
        page.moved(options(page.snapshot)[0])
    assert again.ask("GET", "/readyz").status == 200
    again.stop()
    assert str(database) in (tmp_path / "again.log").read_text()
