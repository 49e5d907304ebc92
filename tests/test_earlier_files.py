"""Files that an earlier version wrote still open, replay and resume. They are in ``vectors/earlier``.

The version before names got their present form wrote them (0.1.0, scheme 1 of dice). They are never written anew.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from forvm import Game
from forvm.server.ops.checking import check
from tests.server.ops.stores import read

FILES = Path(__file__).parent / "vectors" / "earlier"


@pytest.mark.parametrize(("name", "moves"), [("forvm-4", 83), ("short-3", 62)])
def test_a_record_replays_to_its_digest_and_is_written_as_it_was(name: str, moves: int) -> None:
    written = (FILES / f"{name}.forvm").read_text(encoding="utf-8")
    game = Game.from_record(written)
    assert len(game.history) == moves

    def lines(record: str) -> list[str]:
        return [line for line in record.splitlines() if not line.startswith(("version:", "date:"))]

    assert lines(game.record()) == lines(written)


def test_a_store_opens_with_every_die_and_every_move_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(gzip.decompress((FILES / "games.sqlite3.gz").read_bytes()))
    before = check(path)
    assert (before.games, before.over, before.events, before.dice, before.problems) == (1, 1, 45, 15, [])
    ((_, events),) = read(path).items()  # opening it brings it into the present format
    assert len(events) == 45
    assert check(path) == before
