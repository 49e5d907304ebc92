"""The checker of histories finds what is planted in one, and nothing where nothing is."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import pytest

from tests.chaos.histories import Event, History, Seen, Sent, Told, check


@dataclass
class Played:
    """A game of two people and a bot: its clients' logs and the list at its end."""

    histories: list[History]
    final: list[Event]
    over: bool = True

    def faults(self) -> set[str]:
        return {problem.fault for problem in check("game", self.histories, self.final, self.over)}


def played() -> Played:
    """Cards are dealt, everybody moves, one move is taken back, the server dies once, and the game ends."""
    final = [
        Event(1, "chance", 1, None, 0, ""),
        Event(2, "chance", 2, None, 1, ""),
        Event(3, "move", 3, 0, 0, "enter.Roma"),
        Event(4, "move", 4, 1, 1, "enter.Ostia"),
        Event(5, "undo", 3, 1, 1, "enter.Ostia"),
        Event(6, "move", 4, 1, 1, "end"),
        Event(7, "move", 5, 2, 2, "end"),
        Event(8, "chance", 6, None, 0, "die.5"),
        Event(9, "move", 7, 0, 0, "enter.Roma"),
        Event(10, "move", 8, 1, 1, "end", "tiro"),  # the clock had run out
    ]
    histories = [History("game", "seat 0", 0), History("game", "seat 1", 1), History("game", "a spectator")]
    histories[0].sent = [Sent(2, 0, "move", "enter.Roma"), Sent(8, 0, "move", "end"), Sent(8, 0, "move", "enter.Roma")]
    histories[1].sent = [
        Sent(3, 1, "move", "enter.Ostia"),
        Sent(4, 1, "undo", ""),
        Sent(5, 1, "move", "end"),
    ]
    for history in histories:
        history.hidden_hands, history.over, history.connections = True, True, 2
        history.begins = {1: 0, 2: 8}
        for event in final:
            secret = "son" if event.seq <= 2 and event.actor == history.seat else None
            history.told.append(Told(1 if event.seq <= 8 else 2, event, secret))
            hands = () if history.seat is None else (history.seat,)
            history.seen.append(Seen(event.seq, f"{history.seat} sees {event.seq}", hands))
    return Played(histories, final)


def test_a_sound_history_is_sound():
    assert played().faults() == set()


def test_events_that_are_gone_are_lost():
    last = played()
    del last.final[9]  # everybody was told of it
    assert last.faults() == {"lost"}
    between = played()
    del between.final[6]
    assert between.faults() == {"lost"}


def test_a_step_that_somebody_was_not_told_is_lost():
    game = played()
    del game.histories[2].told[4]
    assert game.faults() == {"lost"}


def test_after_coming_back_nothing_may_be_left_out():
    game = played()
    game.histories[0].begins[2] = 7
    assert game.faults() == {"lost"}


def test_a_step_told_twice_is_doubled():
    game = played()
    told = game.histories[1].told
    told.insert(4, told[3])
    assert game.faults() == {"doubled"}


def test_a_step_that_is_twice_in_the_list_is_doubled():
    game = played()
    game.final.append(game.final[9])
    assert game.faults() == {"doubled"}


def test_a_move_that_happened_again_without_being_sent_is_doubled():
    game = played()
    game.histories[0].sent.pop()
    assert game.faults() == {"doubled"}


def test_two_stories_of_one_step_are_a_fork():
    game = played()
    told = game.histories[2].told
    told[5] = told[5]._replace(event=told[5].event._replace(said="enter.Ostia"))
    assert game.faults() == {"forked"}


def test_a_step_that_was_rewritten_is_a_fork():
    game = played()
    for history in game.histories:
        rewritten = history.told[7].event._replace(said="die.6")
        history.told[7] = history.told[7]._replace(event=rewritten)
    assert game.faults() == {"forked"}


@pytest.mark.parametrize("client", [0, 1, 2])
def test_the_same_step_with_another_position_after_it_is_a_fork(client: int):
    game = played()
    twin = deepcopy(game.histories[client])  # another device of the same person, or another spectator
    twin.seen[8] = twin.seen[8]._replace(digest="another")
    game.histories.append(twin)
    assert game.faults() == {"forked"}


def test_a_game_without_an_end_is_stuck():
    game = played()
    game.over = False
    for history in game.histories:
        history.over = False
    assert game.faults() == {"stuck"}


def test_a_client_that_never_sees_the_end_is_stuck():
    game = played()
    game.histories[1].over = False
    assert game.faults() == {"stuck"}


def test_another_hand_that_was_seen_has_leaked():
    dealt = played()
    told = dealt.histories[2].told
    told[0] = told[0]._replace(secret="daughter")
    assert dealt.faults() == {"leaked"}
    shown = played()
    seen = shown.histories[0].seen
    seen[3] = seen[3]._replace(hands=(0, 1))
    assert shown.faults() == {"leaked"}


def test_open_hands_may_be_seen():
    game = played()
    for history in game.histories:
        history.hidden_hands = False
        history.seen = [seen._replace(hands=(0, 1, 2)) for seen in history.seen]
    assert game.faults() == set()


def test_what_the_server_says_becomes_a_history():
    view = {"players": [{"seat": 0, "children": {"son": 1}}, {"seat": 1, "children": None}], "outcome": None}
    step = {"seq": 1, "kind": "chance", "position": 1, "seat": None, "actor": 0, "notation": "A+son", "child": "son"}
    step |= {"pips": None, "card": None, "stand_in": None}
    history = History("game", "seat 0")
    history.connected(0)
    history.note({"type": "welcome", "hidden_hands": True, "afresh": True, "steps": [step]})
    move = step | {"seq": 2, "kind": "move", "position": 2, "seat": 0, "notation": "end", "child": None}
    history.sent.append(Sent(1, 0, "move", "end"))
    history.note({"type": "happened", "step": move, "view": view})
    history.note({"type": "snapshot", "seq": 2, "seat": 0, "view": view | {"outcome": {"winners": [0]}}})
    assert [told.event for told in history.told] == [
        Event(1, "chance", 1, None, 0, ""),
        Event(2, "move", 2, 0, 0, "end"),
    ]
    assert [told.secret for told in history.told] == ["son", None]
    assert [(seen.seq, seen.hands) for seen in history.seen] == [(2, (0,)), (2, (0,))]
    assert (history.over, history.acknowledged) == (True, 1)
