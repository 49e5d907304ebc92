"""The promised interface: playing, taking back, copying, and what is refused."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import forvm
from forvm import content
from forvm.engine.actions import ACTIONS
from forvm.engine.play import why_not
from forvm.engine.reasons import OK
from forvm.errors import ContentError, ForvmError, IllegalMove, MalformedMove, MoveError
from forvm.notation import exists, names_of
from tests.game.tables import TABLES, new_game, random_game, short_game, steps


def begun(edition: str = "forvm", players: int = 3) -> forvm.Game:
    """A game with open families whose first turn is Ada's."""
    game = new_game(edition, players)
    for token in ("d6", *["d1"] * (players - 1)):
        game.play(token)
    return game


def test_import_is_light():
    code = "import sys, forvm; forvm.Game('forvm').legal(); print([m for m in ('numpy', 'numba') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    code = "import sys, forvm; print([m for m in sys.modules if m.startswith('forvm.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['forvm._version']"


def test_every_public_name_is_there():
    for name in forvm.__all__:
        assert getattr(forvm, name) is not None
    assert set(dir(forvm)) >= set(forvm.__all__)
    with pytest.raises(AttributeError):
        _ = forvm.Gam  # type: ignore[attr-defined]


def test_a_new_game():
    game = forvm.Game()
    assert (game.rules.id, len(game.players), game.names) == ("forvm", 4, ("A", "B", "C", "D"))
    assert (game.to_act, game.turn, game.phase, game.outcome) == (forvm.CHANCE, 0, "begin", None)
    assert game.legal() == []
    assert [(str(move), p) for move, p in game.chance()] == [(f"d{n}", 1 / 6) for n in range(1, 7)]
    assert "forvm" in repr(game)
    assert repr(game.players[0]) == "Player(A, 'A', $200, 0 prestige)"


def test_rules_can_be_a_name_a_path_or_loaded(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nid = "mine"\nname = "Mine"\nedition = "short"\n[start]\nmoney = 777\n')
    for rules in (str(path), path, content.load(path)):
        assert forvm.Game(rules, 3).players[2].money == 777
    assert forvm.Game("cheap_ousting").definition.oust_cost == 100


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"rules": "forum"}, "Did you mean forvm"),
        ({"rules": "no/such.toml"}, "no such file"),
        ({"rules": 3}, "edition's name"),
        ({"players": 2}, "3 or 4 players"),
        ({"players": 5}, "3 or 4 players"),
        ({"players": "4"}, "a number"),
        ({"players": True}, "a number"),
        ({"names": ["Ada", "Ben"]}, "4 names"),
        ({"names": "Ada!"}, "4 names"),
        ({"names": ["Ada", "Ben", "Cleo", "ada"]}, "same name"),
        ({"names": ["Ada", "Ben", "Cleo", ""]}, "player's name"),
        ({"names": ["Ada", "Ben", "Cleo", "x" * 41]}, "player's name"),
        ({"names": ["Ada", "Ben", "Cleo", "a\nb"]}, "player's name"),
        ({"names": ["Ada", "Ben", "Cleo", 4]}, "player's name"),
    ],
)
def test_a_game_that_cannot_begin_says_why(arguments, told):
    with pytest.raises(ForvmError, match=told):
        forvm.Game(**arguments)


def test_a_file_that_cannot_be_loaded_is_a_content_error():
    with pytest.raises(ContentError):
        forvm.Game(Path("nowhere.toml"))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_moves_ids_and_notation_play_the_same(edition, players):
    by_move, by_id, by_notation = (new_game(edition, players) for _ in range(3))
    for move in steps(by_move, seed=5, most=300):
        by_id.play(move.id)
        by_notation.play(str(move))
    assert by_move.state == by_id.state == by_notation.state
    assert [str(p) for p in by_move.history] == [str(p) for p in by_notation.history]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_exactly_the_legal_moves_are_accepted(edition, players):
    game = new_game(edition, players)
    names = names_of(game.rules)
    for number, _ in enumerate(steps(game, seed=8, most=200)):
        if number % 20 == 0:
            offered = {move.id for move in game.legal()} | {move.id for move, _ in game.chance()}
            for action in range(ACTIONS):
                if action in offered:
                    assert game.move(action).id == action
                elif exists(action, names, game.definition):
                    with pytest.raises(IllegalMove) as error:
                        game.move(action)
                    assert why_not(game.state, game.definition, action) != OK
                    assert "rules do not allow this move here" not in str(error.value)
                else:
                    with pytest.raises(MalformedMove):
                        game.move(action)


def test_chances_add_up_to_one():
    game = new_game("horrea", 4)
    for _ in steps(game, seed=2, most=300):
        if game.to_act == forvm.CHANCE:
            assert sum(p for _, p in game.chance()) == pytest.approx(1)
            assert all(p > 0 for _, p in game.chance())
        else:
            assert game.chance() == []


# Taking back.


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_undo_restores_every_position(edition, players):
    game = new_game(edition, players)
    states, offered = [game.state.copy()], [game.legal()]
    for _ in steps(game, seed=4, most=200):
        pass
    again = new_game(edition, players)
    for played in game.history:
        again.play(played.id)
        states.append(again.state.copy())
        offered.append(again.legal())
    for back in (1, 0, 2, 31, 32, 33, 64, 3, 10, 5):
        before = len(game.history)
        game.undo(back)
        assert len(game.history) == before - back
        assert game.state == states[len(game.history)]
        assert game.legal() == offered[len(game.history)]
    game.undo(len(game.history))
    assert game.state == states[0]
    for played in again.history:
        game.play(played.id)
    assert game.state == again.state
    assert game.record() == again.record()


@pytest.mark.parametrize("n", [-1, 4, True, "1", None, 1.0])
def test_undo_takes_back_only_what_was_played(n):
    game = begun()
    before = game.state
    with pytest.raises(ForvmError, match="0 to 3"):
        game.undo(n)
    assert game.state == before


def test_undo_from_the_end_of_a_game():
    game = random_game("forvm", 3, seed=9)
    assert game.outcome is not None
    game.undo()
    assert game.outcome is None
    assert game.to_act is not None


def test_a_copy_is_independent():
    game = random_game("short", 3, seed=9, most=50)
    before, record = game.state.copy(), game.record()
    twin = game.copy()
    for _ in steps(twin, seed=10, most=80):
        pass
    assert (game.state, game.record()) == (before, record)
    twin.undo(60)
    game.undo(20)
    assert game.record() != twin.record()
    assert forvm.Game.from_record(twin.record()).state == twin.state


def test_moves_in_hand_keep_their_meaning():
    game = begun()
    moves = game.legal()
    told = [move.describe() for move in moves]
    game.play(moves[1])
    assert [move.describe() for move in moves] == told


def test_a_game_can_go_to_another_process():
    game = random_game("horrea", 4, seed=1, most=100)
    again = pickle.loads(pickle.dumps(game))
    assert again.record() == game.record()
    assert again.legal() == game.legal()


# Refused moves leave the game as it was.


def refused(game: forvm.Game, move: object, kind: type[MoveError] = IllegalMove, **more: int) -> str:
    before, moves = game.state.copy(), len(game.history)
    with pytest.raises(kind) as error:
        game.play(move, **more)  # type: ignore[arg-type]
    assert (game.state, len(game.history)) == (before, moves)
    return str(error.value)


@pytest.mark.parametrize("move", [None, True, 1.5, ["end"], b"end", object()])
def test_something_that_is_no_move(move):
    assert "build@Luna" in refused(begun(), move, MalformedMove)


@pytest.mark.parametrize("id", [-1, ACTIONS, 10**9])
def test_an_id_that_does_not_exist(id):
    assert f"0 to {ACTIONS - 1}" in refused(begun(), id, MalformedMove)


def test_a_typo():
    assert "Did you mean enter" in refused(begun(), "entr", MalformedMove)


def test_an_illegal_move_names_clause_title_and_what_would_be_legal():
    told = refused(begun(), "oust@Luna")
    assert told.startswith("This move does not belong to the move phase: Ada moves agents.")
    assert "Legal now: enter, Roma>Luna" in told
    assert told.endswith("The rule is “Six phases” (TURN-1)")


def test_a_move_out_of_turn_tells_no_hand():
    game = new_game("horrea", 3)
    for token in ["son"] * 9 + ["d6", "d1", "d1"]:
        game.play(token)
    told = refused(game, "end", seat=1)
    assert told == "It is not Ben's turn: Ada moves agents. The rule is “Six phases” (TURN-1)"
    game.play("end", seat=0)
    with pytest.raises(ForvmError, match="0 to 2"):
        game.play("end", seat=3)


def test_a_player_cannot_roll_and_chance_cannot_move():
    game = begun()
    assert "No die or card is due" in refused(game, "d4")
    with pytest.raises(IllegalMove, match="No die or card is due"):
        game.roll()
    game.play("enter")
    assert "A die or a card comes first: Ada rolls for a new agent." in refused(game, "end")
    assert "A die is due now" in refused(game, "son")


def test_nothing_can_be_played_after_the_end():
    game = random_game(short_game("forvm", 2), 3, seed=1)
    for move in ("end", "d4", 0):
        assert "The game is over" in refused(game, move)
    assert "The game is over" in refused(game, "end", seat=1)


# Whole games.


class LastMove:
    def choose(self, game: forvm.Game, seat: int) -> forvm.Move:
        assert seat == game.to_act
        return game.legal()[-1]


class FirstMove:
    def choose(self, game: forvm.Game, seat: int) -> forvm.Move:
        return game.legal()[0]


def test_bots_play_a_game_out():
    rules = short_game("horrea", 3)
    games = []
    for bots in (LastMove(), [LastMove(), LastMove(), LastMove()]):
        game = new_game(rules, 3)
        outcome = forvm.play_out(game, bots, seed=3)
        assert game.outcome == outcome
        games.append(game.record())
    assert games[0] == games[1]
    other = new_game(rules, 3)
    forvm.play_out(other, LastMove(), seed=4)
    assert other.record() != games[0]


def test_there_is_a_bot_for_each_seat():
    with pytest.raises(ForvmError, match="3 seats, but 2 bots"):
        forvm.play_out(new_game("forvm", 3), [FirstMove(), FirstMove()])


def test_the_same_dice_roll_the_same():
    games = [new_game("short", 4) for _ in range(2)]
    rolled = [[str(move) for move in game.roll_all(forvm.Dice(12))] for game in games]
    assert rolled[0] == rolled[1]
    assert games[0].to_act in range(4)
    assert [str(m) for m in new_game("short", 4).roll_all(forvm.Dice(12, stream=1))] != rolled[0]
    assert str(new_game("short", 4).roll()) in ("son", "daughter")


def test_what_a_seat_gets_to_see_hides_hands_and_cannot_hurt_the_game():
    game = new_game("horrea", 4)
    game.roll_all(forvm.Dice(5))
    truth, before = [player.children for player in game.players], game.record()
    imagined = set()
    for seat in range(4):
        seen = game.seen_by(seat)
        assert seen.view(seat) == game.view(seat)
        assert [move.id for move in seen.legal()] == [move.id for move in game.legal()]
        assert seen.players[seat].children == truth[seat]
        imagined |= {str(seen.players[other].children) != str(truth[other]) for other in range(4) if other != seat}
        draws = [played for played in seen.history if played.phase == "deal"]
        assert {played.actor for played in draws if played.notation != "child"} == {seat}
        assert not any(
            event.kind == "child_gained" for played in draws if played.actor != seat for event in played.events
        )
        with pytest.raises(ForvmError, match="undo takes a number from 0 to 0"):
            seen.undo()
        if game.to_act == seat:
            seen.play(seen.legal()[0])
            seen.undo()
        seen.state.prestige[seat] = 99
    assert imagined == {True, False} or imagined == {True}
    assert game.record() == before


def test_bots_see_only_what_their_seat_may_see():
    class Peeper:
        def choose(self, game: forvm.Game, seat: int) -> forvm.Move:
            game.state.money[seat] += 5000
            assert game.view(seat) == game.seen_by(seat).view(seat)
            peeped.extend(played for played in game.history if played.phase == "deal" and played.actor != seat)
            return game.legal()[-1]

    peeped: list[forvm.game.Played] = []
    game = new_game(short_game("horrea", 3), 3)
    forvm.play_out(game, Peeper(), seed=3)
    assert peeped
    assert {played.notation for played in peeped} == {"child"}
    assert max(player.money for player in game.players) < 5000
