from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from forvm.server.schema import APPLICATION, FORMAT
from tests.server.friends import OnlineServer
from tests.server.serving import Server, check_sound

# These damage a store on purpose, or write one that no server would. Another one says so by its marker `damaged_store`.
DAMAGING = {
    "test_backups: test_a_copy_is_one_moment_of_a_store_to_which_somebody_writes",
    "test_backups: test_a_copy_that_is_not_sound_takes_no_other_copys_place",
    "test_checking: test_a_damaged_file_is_told",
    "test_checking: test_a_gathering_that_makes_no_sense_is_told",
    "test_checking: test_an_event_of_another_game_breaks_the_chain",
    "test_checking: test_every_die_is_worked_out_again",
    "test_checking: test_talk_and_requests_that_make_no_sense_are_told",
    "test_checking: test_what_is_missing_or_makes_no_sense_is_told",
    "test_checking: test_what_was_changed_or_lost_breaks_the_chain_of_one_game",
    "test_claim: test_a_lock_does_not_hold_up_those_who_only_read",
    "test_claim: test_nobody_else_reads_what_is_made",
    "test_hidden: test_a_hand_reaches_its_owner",
    "test_hidden: test_a_shared_screen_shows_no_hand_until_its_owner_is_there",
    "test_hidden: test_what_a_seat_is_told_does_not_depend_on_others_hands",
    "test_hidden_online: test_all_that_somebody_is_told_is_the_same_whatever_others_hold",
    "test_store: test_a_damaged_store_is_refused",
    "test_store: test_a_game_of_rules_that_have_changed_since_is_told",
    "test_store: test_a_game_whose_events_make_no_sense_is_told_and_others_are_not_touched",
    "test_store: test_events_are_written_all_or_none_and_one_failure_fails_nobody_else",
    "test_uploads: test_a_game_of_an_old_store_is_opened_and_a_bomb_in_it_stops_nobody",
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("store") / "games.sqlite3")
    yield running
    running.kill()


@pytest.fixture(scope="session")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    running = OnlineServer(tmp_path_factory.mktemp("store") / "online.sqlite3")
    yield running
    running.kill()


@pytest.fixture(autouse=True)
def sound_stores(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every store that a test leaves is sound, unless the test damages it or makes it up."""
    damages = request.node.get_closest_marker("damaged_store") or _name(request.node) in DAMAGING
    if damages or "tmp_path" not in request.fixturenames:
        yield
        return
    folder: Path = request.getfixturevalue("tmp_path")  # first, so it is still there when all else is put away
    yield
    for store in folder.rglob("*.sqlite3"):
        if _is_current(store):
            check_sound(store)


def _name(test: pytest.Item) -> str:
    """Its file and its function."""
    return f"{test.path.stem}: {test.name.partition('[')[0]}"


def _is_current(store: Path) -> bool:
    """Is it a store of FORVM, in the format of today?"""
    if not store.is_file():
        return False
    with closing(sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            numbers = [
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            ]
        except sqlite3.DatabaseError:
            return False
    return numbers == [APPLICATION, FORMAT]
