"""A few deaths of the server; ``python -m tests.server.kill --kills 100`` has as many as one likes."""

from pathlib import Path

from tests.server.kill import besiege


def test_whatever_was_told_outlives_the_server(tmp_path: Path):
    siege = besiege(tmp_path / "games.sqlite3", kills=12, seed=7)
    assert siege.kills == 12
    players = [player for own in siege.players.values() for player in own]
    assert sum(player.connected for player in players) > len(players) + 12
    assert sum(player.acknowledged for player in players) > 50
