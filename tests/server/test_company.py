"""At an online table: who is there, who covers whom, clocks, talk, and moves taken back by consent."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.friends import Friend, OnlineServer, Table, wait_until
from tests.server.serving import Message, Page, options


def states(message: Message) -> list[str]:
    return [presence["state"] for presence in message["seats"]]


# Presence.


def test_everyone_sees_who_comes_and_goes(online: OnlineServer):
    table = Table(online, people=2, bots=1, cover_after=3600)
    ada, ben = table.friends
    with ada.page(table.id) as page:
        first = next(message for message in page.seen if message["type"] == "attendance")
        assert states(first) == ["here", "away"]
        assert first["seats"][1]["covers_at"] > first["seats"][1]["since"]
        with ben.page(table.id):
            page.wait("attendance", lambda message: states(message) == ["here", "here"])
            watching = table.spectator()
            with watching.page(table.id):
                assert page.wait("attendance", lambda message: message["spectators"] == 1)
            assert page.wait("attendance", lambda message: message["spectators"] == 0)
        assert page.wait("attendance", lambda message: states(message) == ["here", "away"])


def test_a_bot_covers_who_is_away_and_hands_back_the_moment_they_return(online: OnlineServer):
    table = Table(online, people=2, bots=1, cover_after=0, rules="forvm")
    ada, ben = table.friends
    with ada.page(table.id) as page:
        # Ben has not come yet: a bot plays for him, and the log says so.
        for _ in range(4):
            page.moved(options(page.wait_for_turn())[0])
        stood_in = wait_until_stood_in(page, 1)
        assert stood_in["stand_in"] == "tiro"
        assert page.snapshot["undo"]["earlier"]
        with ben.page(table.id) as back:
            assert page.wait("attendance", lambda message: states(message) == ["here", "here"])
            seq = back.snapshot["seq"]
            dice = random.Random(1)
            mover = page
            while mover is not back:
                mover = turn([page, back])
                mover.moved(dice.choice(options(mover.snapshot)))
            later = [m["step"] for m in back.seen if m["type"] == "happened" and m["seq"] > seq]
            own = [step for step in later if step["seat"] == 1]
            # A move that was being written when he came is made, and is the next step. After it none is the bot's.
            assert [step for step in own if step["stand_in"] and step["seq"] > seq + 1] == []
            assert own[-1]["stand_in"] is None


def wait_until_stood_in(page: Page, seat: int) -> Message:
    while True:
        for message in page.seen:
            if message["type"] == "happened" and message["step"]["seat"] == seat and message["step"]["stand_in"]:
                step: Message = message["step"]
                return step
        if page.snapshot["to_play"]:
            page.moved(options(page.snapshot)[0])
        else:
            page.receive()


def catch_up(page: Page, seq: int) -> None:
    """Hear all that has happened up to a position."""
    if page.snapshot["seq"] < seq:
        page.wait("snapshot", lambda seen: seen["seq"] >= seq)


def turn(pages: list[Page]) -> Page:
    """Let everyone hear what has happened, until one of them is to choose."""
    while True:
        latest = max(page.snapshot["seq"] for page in pages)
        for page in pages:
            catch_up(page, latest)
        if any(page.snapshot["seq"] != latest for page in pages):
            continue
        ready = [page for page in pages if page.snapshot["to_play"]]
        if ready:
            return ready[0]
        pages[0].receive()


def test_a_table_that_all_have_left_sleeps(online: OnlineServer):
    table = Table(online, people=2, bots=1, cover_after=0)
    ada = table.friends[0]
    with ada.page(table.id) as page:
        page.wait_for_turn()
    # What was under way when she left still happens. Then nothing does; bots who went on would come to the end.
    before, now = None, ada.ask("GET", f"/api/games/{table.id}").body
    while now != before:
        time.sleep(0.5)
        before, now = now, ada.ask("GET", f"/api/games/{table.id}").body
    assert not now["over"]


def test_without_a_grace_period_nobody_is_covered(online: OnlineServer):
    table = Table(online, people=3, bots=0, cover_after=None)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in table.friends[:2]]
        while any(page.snapshot["to_play"] for page in pages):
            mover = turn(pages)
            mover.moved("end")
            for page in pages:
                catch_up(page, mover.snapshot["seq"])
        assert pages[0].snapshot["view"]["to_act"] == 2
        assert pages[0].snapshot["thinking"] is None


# The clock.


def test_when_the_clock_runs_out_a_bot_makes_that_one_move(online: OnlineServer):
    table = Table(online, people=3, bots=0, clock=5)
    with table.friends[0].page(table.id) as page:
        clock = page.snapshot["clock"]
        assert (clock["seat"], clock["seconds"]) == (page.snapshot["view"]["to_act"], 5)
        assert 0 <= clock["left"] <= 5
        # Nobody does anything: one move is made for them, then their time begins anew, and another is made.
        for _ in range(2):
            step = page.wait("happened", lambda message: message["step"]["kind"] == "move")["step"]
            assert step["stand_in"] == "tiro"
            after = page.wait("snapshot", lambda seen: seen["thinking"] is None)
            assert after["clock"]["left"] > 0
    line = table.friends[0].ask("GET", f"/api/games/{table.id}").body
    assert line["deadline"] > line["changed"]


def test_clocks_and_what_was_agreed_survive_a_kill(tmp_path: Path):
    server = OnlineServer(tmp_path / "games.sqlite3")
    table = Table(server, people=3, bots=0, clock=5, cover_after=7200)
    before = table.friends[0].ask("GET", f"/api/games/{table.id}").body
    server.kill()
    again = OnlineServer(tmp_path / "games.sqlite3")
    ada = Friend(again, table.friends[0].cookie)
    # Nobody looks at the game: its alarm rings all the same.
    deadline = time.monotonic() + 120
    while ada.ask("GET", f"/api/games/{table.id}").body["moves"] == before["moves"]:
        assert time.monotonic() < deadline, "the clock has stopped"
        time.sleep(0.2)
    with ada.page(table.id) as page:
        assert page.welcome["agreement"]["cover_after"] == 7200
        assert any(step["stand_in"] == "tiro" for step in page.welcome["steps"])
    again.kill()


# Talk.


def lines(page: Page) -> list[str]:
    """What a page shows of the talk."""
    shown: list[str] = []
    for message in page.seen:
        if message["type"] == "talk":
            told = [line["text"] for line in message["lines"]]
            shown = told if message["afresh"] else shown + told
    return shown


def test_talk_reaches_those_it_is_meant_for(online: OnlineServer):
    table = Table(online, people=2, bots=1)
    ada, ben = table.friends
    watching, other = table.spectator(), table.spectator()
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in (ada, ben, watching, other)]
        pages[0].send("say", text="Salve, <b>Ben</b>!\n\u202eabc", ref="a1")
        for page in pages:
            line = page.wait("talk", lambda message: bool(message["lines"]))["lines"][0]
            assert (line["text"], line["name"], line["seat"]) == ("Salve, <b>Ben</b>! abc", "Ada", 0)
        pages[2].send("say", text="Ada will lose", ref="w1")
        for page in pages[2:]:
            line = page.wait("talk")["lines"][0]
            assert (line["channel"], line["name"], line["seat"]) == ("spectators", "Spectator 1", None)
        # Said again after a lost connection, it is not said twice.
        pages[2].send("say", text="Ada will lose", ref="w1")
        pages[1].send("say", text="Salve.", ref="b1")
        for page in pages:
            page.wait("talk", lambda message: message["lines"][-1]["text"] == "Salve.")
        assert lines(pages[0]) == lines(pages[1]) == ["Salve, <b>Ben</b>! abc", "Salve."]
        assert lines(pages[2]) == ["Salve, <b>Ben</b>! abc", "Ada will lose", "Salve."]


def test_who_comes_back_gets_the_talk_they_missed_once(online: OnlineServer):
    table = Table(online, people=2, bots=1)
    ada, ben = table.friends
    with ada.page(table.id) as page:
        for number in range(3):
            page.send("say", text=f"line {number}", ref=str(number))
            page.wait("talk")
        last = page.seen[-1]["lines"][0]["number"]
        with ben.page(table.id, last_talk=last - 1) as back:
            missed = next(message for message in back.seen if message["type"] == "talk")
            assert (missed["afresh"], [line["text"] for line in missed["lines"]]) == (False, ["line 2"])
        with ben.page(table.id) as anew:
            assert lines(anew) == ["line 0", "line 1", "line 2"]


def test_muting_is_for_the_one_who_mutes_and_survives_a_reload(online: OnlineServer):
    table = Table(online, people=3, bots=0)
    with ExitStack() as stack:
        ada, ben, cleo = (stack.enter_context(friend.page(table.id)) for friend in table.friends)
        ben.send("say", text="I am loud", ref="1")
        for page in (ada, ben, cleo):
            page.wait("talk", lambda message: bool(message["lines"]))
        ada.send("mute", speaker="seat 1", muted=True)
        assert wait_until(ada, "muted")["speakers"] == ["seat 1"]
        assert wait_until(ada, "talk", afresh=True)["lines"] == []
        ben.send("say", text="Do you hear me?", ref="2")
        cleo.wait("talk", lambda message: message["lines"][-1]["text"] == "Do you hear me?")
        with table.friends[0].page(table.id) as reloaded:
            assert lines(reloaded) == []
        ada.send("mute", speaker="seat 1", muted=False)
        assert len(wait_until(ada, "talk", afresh=True)["lines"]) == 2
        for speaker in ("seat 0", "seat 2", "nobody", ""):
            ada.send("mute", speaker=speaker, muted=True)
            assert ada.wait("problem")["code"] == "malformed"


@pytest.mark.parametrize(
    ("text", "ref", "code"),
    [
        ("", "1", "malformed"),
        (" \n\t ", "1", "malformed"),
        ("\u202e\u0000", "1", "malformed"),
        ("x" * 501, "1", "too_large"),
        ("x" * 50_000, "1", "too_large"),
        ("hello", "", "malformed"),
        ("hello", "x" * 65, "malformed"),
    ],
)
def test_talk_that_cannot_be_read_is_refused(online: OnlineServer, text: str, ref: str, code: str):
    table = Table(online)
    with table.friends[0].page(table.id) as page:
        page.send("say", text=text, ref=ref)
        assert page.wait("problem")["code"] == code


def test_too_much_talk_is_refused(online: OnlineServer):
    table = Table(online)
    with table.friends[0].page(table.id) as page:
        for number in range(12):
            page.send("say", text="!", ref=str(number))
        assert page.wait("problem")["code"] == "too_many"


def test_after_the_end_players_hear_the_spectators(online: OnlineServer):
    table = Table(online, people=2, bots=1, cover_after=0, changes={"win.turn_limit": 1})
    watching = table.spectator()
    with table.friends[0].page(table.id) as page, watching.page(table.id) as other:
        other.send("say", text="Now!", ref="1")
        other.wait("talk", lambda message: bool(message["lines"]))
        while not page.wait_for_turn()["view"]["outcome"]:
            page.moved(page.snapshot["choices"][-1]["id"])
        assert lines(page) == ["Now!"]
        other.send("say", text="Well played.", ref="2")
        assert page.wait("talk")["lines"][0]["text"] == "Well played."


# What the table agreed to do without.


def test_hints_chances_and_undo_only_if_agreed(online: OnlineServer):
    without = Table(online, people=3, bots=0, undo=False)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(without.id)) for friend in without.friends]
        page = turn(pages)
        page.send("ask_hint", seat=page.snapshot["seat"])
        assert page.wait("problem")["code"] == "not_agreed"
        page.send("ask_chances")
        assert page.wait("problem")["code"] == "not_agreed"
        after = page.moved(options(page.snapshot)[0])
        assert after["undo"]["earlier"] == []
        page.send("ask_undo", seq=after["seq"], seat=after["seat"], position=0)
        assert page.wait("problem")["code"] == "not_agreed"
    agreed = Table(online, people=3, bots=0, hints=True, chances=True)
    with ExitStack() as stack:
        page = turn([stack.enter_context(friend.page(agreed.id)) for friend in agreed.friends])
        page.send("ask_hint", seat=page.snapshot["seat"])
        assert page.wait("hint")["candidates"]
        page.send("ask_chances")
        assert page.wait("chances")["chances"]


# Undo by consent.


def enter(pages: list[Page]) -> tuple[Page, Message]:
    """Somebody rolls for a new agent: alone they cannot take that back. Their page, and how it stood before."""
    page = turn(pages)
    before = page.snapshot
    page.moved("enter")
    for other in pages:
        catch_up(other, page.snapshot["seq"])
    return page, before


def test_a_die_is_taken_back_if_all_agree_and_falls_anew(online: OnlineServer):
    table = Table(online, people=3, bots=0)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in table.friends]
        page, before = enter(pages)
        seat, seq = before["seat"], page.snapshot["seq"]
        assert not page.snapshot["undo"]["allowed"]
        earlier = page.snapshot["undo"]["earlier"][0]
        assert earlier["position"] == before["position"]
        page.send("ask_undo", seq=seq, seat=seat, position=earlier["position"])
        others = [other for other in pages if other is not page]
        for other in pages:
            request = other.wait("undo_asked", lambda message: message["request"] is not None)["request"]
            assert (request["seat"], request["agreed"]) == (seat, [])
        assert sorted(request["awaited"]) == sorted({0, 1, 2} - {seat})
        # Nobody answers for another, not twice, and nobody but the asked ones.
        page.send("answer_undo", number=request["number"], seat=seat, agree=True)
        assert page.wait("problem")["code"] == "no_undo"
        page.send("answer_undo", number=request["number"], seat=request["awaited"][0], agree=True)
        assert page.wait("problem")["code"] == "not_your_seat"
        first, second = others
        first.send("answer_undo", number=request["number"], seat=first.snapshot["view"]["seat"], agree=True)
        assert first.wait("undo_asked")["request"]["agreed"] == [first.snapshot["view"]["seat"]]
        first.send("answer_undo", number=request["number"], seat=first.snapshot["view"]["seat"], agree=True)
        assert first.wait("problem")["code"] == "no_undo"
        second.send("answer_undo", number=request["number"], seat=second.snapshot["view"]["seat"], agree=True)
        step = page.wait("happened", lambda message: message["step"]["kind"] == "undo")["step"]
        assert step["position"] == before["position"]
        assert "Everyone agreed" in step["text"]
        assert page.wait("undo_settled")["agreed"]
        back = page.wait("snapshot", lambda seen: seen["seq"] == seq + 1)
        assert back["view"] == before["view"]
        assert back["choices"] == before["choices"]
        # The next die has a number that was never used before.
        again = page.moved("enter")
        rolled = [m["step"] for m in page.seen if m["type"] == "happened" and m["step"]["move"] == "die"]
        assert rolled[-1]["seq"] == seq + 3
        assert again["seq"] == seq + 3
        report = table.friends[0].ask("GET", f"/api/games/{table.id}/dice").body
        assert report["draws"][-1]["number"] == seq + 3
        assert report["secret"] is None
        # What was taken back is not forgotten: by whom, who agreed, and which die went with it.
        taken = [draw for draw in report["draws"] if draw["taken_back"]]
        assert [draw["number"] for draw in taken] == [seq]
        (takeback,) = report["takebacks"]
        assert (takeback["number"], takeback["seat"], takeback["draws"]) == (seq + 1, seat, [seq])
        assert takeback["consent"] == sorted({0, 1, 2} - {seat})
        assert sum(luck["drawn"] for luck in report["luck"]) == len(report["draws"]) - 1


def test_bots_wait_for_the_answer(online: OnlineServer):
    table = Table(online, people=2, bots=1)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in table.friends]
        mover = turn(pages)
        for page in pages:
            page.send("settings", pace=6000)  # so that there is time to ask before the bot moves
        before = mover.snapshot
        while mover.snapshot["view"]["to_act"] != 2:
            mover = turn(pages)
            before = mover.snapshot
            mover.moved("end")
            for page in pages:
                catch_up(page, mover.snapshot["seq"])
        mover.send("ask_undo", seq=mover.snapshot["seq"], seat=before["seat"], position=before["position"])
        asked = mover.wait("undo_asked", lambda message: message["request"] is not None)["request"]
        time.sleep(6.5)  # longer than the bot takes
        other = next(page for page in pages if page is not mover)
        other.send("answer_undo", number=asked["number"], seat=other.snapshot["view"]["seat"], agree=True)
        assert mover.wait("undo_settled")["agreed"]
        assert mover.wait("snapshot")["view"] == before["view"]


def test_one_who_does_not_agree_ends_it_and_is_not_asked_again(online: OnlineServer):
    table = Table(online, people=3, bots=0)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in table.friends]
        page, before = enter(pages)
        seq, seat = page.snapshot["seq"], before["seat"]
        page.send("ask_undo", seq=seq, seat=seat, position=before["position"])
        number = page.wait("undo_asked", lambda message: message["request"] is not None)["request"]["number"]
        other = next(other for other in pages if other is not page)
        other.send("ask_undo", seq=seq, seat=other.snapshot["view"]["seat"], position=before["position"])
        assert other.wait("problem")["code"] == "no_undo"
        other.send("answer_undo", number=number, seat=other.snapshot["view"]["seat"], agree=False)
        settled = page.wait("undo_settled")
        assert (settled["agreed"], settled["seat"]) == (False, other.snapshot["view"]["seat"])
        page.send("ask_undo", seq=seq, seat=seat, position=before["position"])
        assert page.wait("problem")["code"] == "no_undo"
        other.send("answer_undo", number=number, seat=other.snapshot["view"]["seat"], agree=True)
        assert other.wait("problem")["code"] == "no_undo"
        assert page.snapshot["seq"] == seq


def test_a_request_is_withdrawn_or_ends_with_the_next_move(online: OnlineServer):
    table = Table(online, people=3, bots=0)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in table.friends]
        page, before = enter(pages)
        asking = {"seq": page.snapshot["seq"], "seat": before["seat"], "position": before["position"]}
        page.send("ask_undo", **asking)
        number = page.wait("undo_asked", lambda message: message["request"] is not None)["request"]["number"]
        page.send("answer_undo", number=number, seat=before["seat"], agree=False)
        assert page.wait("undo_settled")["seat"] == before["seat"]
        page.send("ask_undo", **asking)
        page.wait("undo_asked", lambda message: message["request"] is not None)
        mover = turn(pages)
        mover.moved(options(mover.snapshot)[0])
        catch_up(page, mover.snapshot["seq"])
        settled = [message for message in page.seen if message["type"] == "undo_settled"][-1]
        assert (settled["agreed"], settled["seat"]) == (False, None)
        page.send("ask_undo", **asking)
        assert page.wait("problem")["code"] == "stale"


def test_consent_that_was_given_survives_a_kill(tmp_path: Path):
    server = OnlineServer(tmp_path / "games.sqlite3")
    table = Table(server, people=3, bots=0)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in table.friends]
        page, before = enter(pages)
        page.send("ask_undo", seq=page.snapshot["seq"], seat=before["seat"], position=before["position"])
        number = page.wait("undo_asked", lambda message: message["request"] is not None)["request"]["number"]
        first, second = (friend for seat, friend in enumerate(table.friends) if seat != before["seat"])
        agreeing = next(other for other in pages if other is not page)
        agreeing.send("answer_undo", number=number, seat=agreeing.snapshot["view"]["seat"], agree=True)
        agreeing.wait("undo_asked", lambda message: bool(message["request"]["agreed"]))
        server.kill()
    again = OnlineServer(tmp_path / "games.sqlite3")
    last = Friend(again, second.cookie)
    with last.page(table.id) as page:
        asked = next(message for message in page.seen if message["type"] == "undo_asked")["request"]
        assert asked["agreed"] == [agreeing.snapshot["view"]["seat"]]
        assert asked["awaited"] == [page.snapshot["view"]["seat"]]
        page.send("answer_undo", number=number, seat=page.snapshot["view"]["seat"], agree=True)
        assert page.wait("undo_settled")["agreed"]
        assert page.wait("snapshot")["position"] == before["position"]
    assert first.cookie
    again.kill()


def test_nothing_is_taken_back_in_a_game_that_is_very_long(tmp_path: Path):
    server = OnlineServer(
        tmp_path / "games.sqlite3", first="from forvm.server.play import live_table; live_table.MOST_EVENTS = 5"
    )
    try:
        table = Table(server, people=1, bots=2)
        with table.friends[0].page(table.id) as page:
            page.play_on(random.Random(1), lambda snapshot: snapshot["seq"] >= 5)
            assert "Nothing more can be taken back" in page.snapshot["undo"]["text"]
            seq, seat = page.snapshot["seq"], page.snapshot["seat"]
            page.send("undo", seq=seq, seat=seat)
            assert page.wait("problem")["code"] == "no_undo"
            page.send("ask_undo", seq=seq, seat=seat, position=0)
            assert "Nothing more can be taken back" in page.wait("problem")["message"]
    finally:
        server.kill()
