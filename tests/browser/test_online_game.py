"""Two browsers and a bot play a whole game, while the network of one of them fails."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.online import SHORT, whose_turn
from tests.browser.tables import TablePage


def log_of(table: TablePage) -> list[str]:
    """All that the page has noted of the game."""
    while (more := table.page.get_by_role("tabpanel").get_by_role("button", name="…")).count():
        more.click()
    return table.page.get_by_role("tabpanel").get_by_role("listitem").all_inner_texts()


def play_on(tables: list[TablePage], dice: random.Random, moves: int) -> bool:
    """So many moves of whoever is to act; false when the game is over."""
    for _ in range(moves):
        table = whose_turn(tables)
        if table is None:
            return False
        choices = table.choices()
        table.pick(dice.choice([*choices, *(["end"] * 2 if "end" in choices else [])]))
    return True


def test_a_whole_game_with_a_network_that_fails(people):
    # Long enough not to be over before the network has failed twice: a turn asks two people six times at least.
    game, (ada, ben) = people.meet("Ada", "Ben", rules="short", changes={"win.turn_limit": 4})
    tables = [person.sit_down(game) for person in (ada, ben)]
    dice = random.Random(3)
    assert play_on(tables, dice, 3)
    for _ in range(2):
        ben.lose_network()
        # The others go on without him, as far as they can.
        while whose_turn(tables[:1], patience=1.5):
            assert play_on(tables[:1], dice, 1)
        ben.find_network()
        assert play_on(tables, dice, 3)
    assert not play_on(tables, dice, 400)
    expect(ada.page.locator("a.end")).to_be_visible()
    expect(ben.page.locator("a.end")).to_be_visible()
    # Nothing was missed, and nothing came twice: whoever comes afresh is told the same.
    noted = [log_of(table) for table in tables]
    assert ben.page.locator("[data-lost], .problem").count() == 0
    for table, lines in zip(tables, noted, strict=True):
        table.page.reload()
        expect(table.end_link).to_be_visible()
        assert log_of(table) == lines


@pytest.mark.parametrize("arrives", [True, False], ids=["the answer is lost", "the move is lost"])
def test_a_move_that_was_not_answered_is_made_once(people, arrives):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    whole = {"as": True}

    def line(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def sent(message: str | bytes) -> None:
            if json.loads(message)["type"] != "play" or not whole["as"]:
                server.send(message)
                return
            whole["as"] = False
            server.on_message(lambda answer: None)
            if arrives:
                server.send(message)
            route.close(code=3001)

        route.on_message(sent)

    ada.page.route_web_socket("**/socket", line)
    tables = [person.sit_down(game) for person in (ada, ben)]
    dice = random.Random(1)
    mine = tables[0]
    while True:
        table = whose_turn(tables)
        assert table is not None
        if table == mine:
            break
        assert play_on([table], dice, 1)
    before = ada.get(f"/games/{game}/replay")["steps"]
    choice = next(choice for choice in mine.choices() if ">" in choice)
    mine.pick(choice)
    whose_turn(tables)
    assert not whole["as"]
    after: list[dict[str, Any]] = ada.get(f"/games/{game}/replay")["steps"][len(before) :]
    assert [step["notation"] for step in after].count(choice) == 1
    assert mine.problem.count() == 0
