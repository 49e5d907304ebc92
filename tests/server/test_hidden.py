"""What is hidden stays hidden: nothing that a screen is ever sent depends on hands that it may not see (SETUP-2)."""

from __future__ import annotations

import asyncio
import itertools
import random
from pathlib import Path

import msgspec
import pytest

from forvm.game import CHANCE, Game
from forvm.server.games.game_setup import GameSetup
from forvm.server.games.new_games import game_of, setup_of
from forvm.server.http.client import Client
from forvm.server.http.context import ServerContext
from forvm.server.play.live_table import SPECTATOR, LiveTable
from forvm.server.protocol.http_messages import NewGame, NewSeat
from forvm.server.protocol.socket_messages import Hello, Lift, Play
from forvm.server.store.event_chain import Stored
from forvm.server.workers.bot_worker import bot_answers
from tests.server.last_view import LastView, Message
from tests.server.serving import PEOPLE, Server

THREE = [NewSeat("Ada"), NewSeat("Ben"), NewSeat("Cleo")]
# What shows a child that somebody holds: the others do none of it here, so what they hold stays unknown.
SHOWING = ("wed", "propose", "counter", "accept")


def dealt(setup: GameSetup, hands: list[str]) -> list[Stored]:
    """The beginning of a game in which each is dealt these children (s, d), and the dice fall as they would."""
    game = game_of(setup)
    cards = [list(hand) for hand in hands]
    moves: list[int] = []
    while game.to_act == CHANCE:
        outcomes = {str(move): move for move, _ in game.chance()}
        if game.phase == "deal":
            wanted = "son" if cards[game.state.actor[game.state.top]].pop(0) == "s" else "daughter"
        else:
            wanted = f"d{6 - game.state.actor[game.state.top]}"  # Ada begins
        moves.append(outcomes[wanted].id)
        game.play(wanted)
    return [Stored(seq, "chance", msgspec.json.encode({"id": move})) for seq, move in enumerate(moves, 1)]


async def table_with(room: ServerContext, setup: GameSetup, hands: list[str]) -> LiveTable:
    events = dealt(setup, hands)
    await room.store.create("game", msgspec.json.encode(setup), events, b"{}", "2026-03-15T12:00:00.000Z")
    return await room.tables.open("game")


def told(screen: Client) -> list[bytes]:
    messages = []
    while not screen.outbox.empty():
        messages.append(screen.outbox.get_nowait() or b"")
    return messages


def decoded(screen: Client, views: LastView) -> list[Message]:
    return [views.whole(msgspec.json.decode(message)) for message in told(screen)]


def legal(game: Game, seat: int) -> set[int]:
    return {move.id for move in game.legal() if seat == 0 or move.kind not in SHOWING}


@pytest.mark.damaged_store
@pytest.mark.parametrize("edition", ["horrea", "short"])
def test_what_a_seat_is_told_does_not_depend_on_others_hands(tmp_path: Path, edition: str):
    setup = setup_of(NewGame(THREE, rules=edition, changes={"start.money": 400}, seed=5), "game")
    # Ben and Cleo change hands; Ada cannot tell, for what is left in the deck is the same.
    deals = [["ssd", "sss", "ddd"], ["ssd", "ddd", "sss"]]

    async def play() -> None:
        rooms = [ServerContext.open(tmp_path / f"{number}.sqlite3") for number in range(2)]
        tables = [await table_with(room, setup, hands) for room, hands in zip(rooms, deals, strict=True)]
        screens = [Client.join(table, Hello(seats=[0])) for table in tables]
        spectators = [Client.join(table, Hello(seats=[])) for table in tables]
        dice = random.Random(1)
        heard = 0
        for _ in range(120):
            first, second = tables[0].game, tables[1].game
            if first.to_act is None:
                break
            assert first.to_act == second.to_act
            both = sorted(legal(first, first.to_act) & legal(second, second.to_act))
            move = dice.choice(both)
            for table in tables:
                await table.play(table.seq, first.to_act, move)
            for pair in (screens, spectators):
                messages = [told(screen) for screen in pair]
                assert messages[0] == messages[1]
                heard += len(messages[0])
            for seat in (0, SPECTATOR):
                assert bot_answers.chances(tables[0].game, seat) == bot_answers.chances(tables[1].game, seat)
        assert heard > 250
        for room in rooms:
            await room.close()

    asyncio.run(play())


@pytest.mark.damaged_store
def test_a_hand_reaches_its_owner(tmp_path: Path):
    """The other side of the test above: what Ben is told does depend on Ben's hand."""
    setup = setup_of(NewGame(THREE, rules="horrea", seed=5), "game")

    async def play() -> list[list[bytes]]:
        messages = []
        for number, hands in enumerate([["ssd", "sss", "ddd"], ["ssd", "ddd", "sss"]]):
            room = ServerContext.open(tmp_path / f"{number}.sqlite3")
            screen = Client.join(await table_with(room, setup, hands), Hello(seats=[1]))
            messages.append(told(screen))
            await room.close()
        return messages

    first, second = asyncio.run(play())
    assert first != second


@pytest.mark.damaged_store
def test_a_shared_screen_shows_no_hand_until_its_owner_is_there(tmp_path: Path):
    setup = setup_of(NewGame(THREE, rules="horrea", seed=5), "game")
    hands = ["".join(hand) for hand in itertools.product("sd", repeat=3)][:3]

    async def play() -> None:
        room = ServerContext.open(tmp_path / "games.sqlite3")
        table = await table_with(room, setup, hands)
        screen, views = Client.join(table, Hello()), LastView()
        welcome, snapshot = decoded(screen, views)
        assert {step["child"] for step in welcome["steps"]} == {None}
        assert (snapshot["curtain"], snapshot["seat"], snapshot["view"]["seat"]) == (True, 0, None)
        assert snapshot["choices"] == []
        assert [player["children"] for player in snapshot["view"]["players"]] == [None] * 3
        await screen.hear(Lift(0))
        (shown,) = decoded(screen, views)
        assert (shown["curtain"], shown["seat"], shown["view"]["seat"]) == (False, 0, 0)
        assert [player["children"] is None for player in shown["view"]["players"]] == [False, True, True]
        await screen.hear(Play(table.seq, 0, "end"))
        *happened, after = decoded(screen, views)
        assert (after["curtain"], after["seat"]) == (True, 1)
        for message in (*happened, after):
            assert [player["children"] for player in message["view"]["players"]] == [None] * 3
        # Ada does not get Ben's hand by lifting her own curtain again, nor by trying what he could play.
        await screen.hear(Lift(0))
        (again,) = decoded(screen, views)
        assert again["view"]["seat"] is None
        for move in ("end", "wed:son@Luna", "propose:C:son:0"):
            await screen.hear(Play(table.seq, 1, move))
            (refused,) = decoded(screen, views)
            assert (refused["code"], refused["message"]) == ("not_your_turn", "Ben must lift the curtain first.")
        await room.close()

    asyncio.run(play())


def test_open_families_need_no_curtain(server: Server):
    with server.page(server.begin(seats=PEOPLE, rules="forvm")) as page:
        assert page.snapshot["curtain"] is False
        assert page.snapshot["to_play"]
        assert not page.welcome["hidden_hands"]


def test_a_running_game_gives_out_no_record_and_no_open_replay(server: Server):
    shared = server.begin(seats=PEOPLE, rules="horrea")
    assert server.ask("GET", f"/api/games/{shared}/record").body["code"] == "hidden"
    replay = server.ask("GET", f"/api/games/{shared}/replay").body
    assert (replay["seats"], replay["all_hands"]) == ([], False)
    assert {step["notation"] for step in replay["steps"] if step["move"] == "child"} == {"child"}
    assert {step["child"] for step in replay["steps"]} == {None}
    for seat in ("all", "0", "2"):
        assert server.ask("GET", f"/api/games/{shared}/frames?seat={seat}").body["code"] == "hidden"
    frames = server.ask("GET", f"/api/games/{shared}/frames?first=9&seat=none").body
    assert [player["children"] for player in frames["views"][0]["players"]] == [None] * 3
    alone = server.begin(rules="horrea")
    assert server.ask("GET", f"/api/games/{alone}/replay").body["seats"] == [0]
    own = server.ask("GET", f"/api/games/{alone}/frames?first=9&seat=0").body
    assert [player["children"] is None for player in own["views"][0]["players"]] == [False, True, True]
    assert server.ask("GET", f"/api/games/{alone}/frames?first=9&seat=1").body["code"] == "hidden"


def test_no_message_has_the_seed_of_the_dice(server: Server):
    seed = 987_654_321_987
    game = server.begin(seed=seed)
    with server.page(game) as page:
        page.wait_for_turn()
        page.send("ask_chances")
        page.wait("chances")
        said = str(page.seen)
    answers = [server.ask("GET", f"/api/games/{game}{part}").body for part in ("", "/board", "/replay", "/record")]
    assert str(seed) not in said + str(answers)
