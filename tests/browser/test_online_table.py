"""At an online table: who is there, what they say, what they agree to take back, and what nobody else may see."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.online import SHORT, Person, whose_turn
from tests.browser.tables import TablePage

# A browser without a screen shows no notifications and always has the focus: what it would show is written down, and
# whether somebody looks at it is said by the test.
NO_SCREEN = """
window.notices = [];
window.looking = true;
document.hasFocus = () => window.looking;
window.focus = () => (window.looking = true);
window.Notification = class {
  static permission = 'default';
  static requestPermission = async () => (Notification.permission = 'granted');
  constructor(title, options) { notices.push(Object.assign(this, { title, ...options, open: true })); }
  close() { this.open = false; }
};
"""
HIDDEN = {"rules": "horrea"}  # family cards are a hidden hand


def say(page: Page, words: str) -> None:
    page.locator("[data-tab=talk]").click()
    page.get_by_label("Write a message").fill(words)
    page.keyboard.press("Enter")


def lines(page: Page) -> list[str]:
    return page.get_by_role("log", name="Chat").locator(".words").all_inner_texts()


def plate(person: Person, name: str):
    return person.page.locator("article").filter(has=person.page.get_by_role("heading", name=name, exact=True))


def test_talk_is_text_and_reaches_the_table(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    ada.sit_down(game)
    ben.sit_down(game)
    wicked = "<script>document.title = 'gone'</script> & <b>bold</b>"
    say(ada.page, wicked)
    # Ben reads his log meanwhile, and is told that there is something to read.
    tab = ben.page.locator("[data-tab=talk]")
    expect(tab).to_have_text("Chat (1)")
    say(ben.page, "Salve, Ada")
    expect(tab).to_have_text("Chat")
    for page in (ada.page, ben.page):
        expect(page.get_by_role("log", name="Chat").locator(".words")).to_have_text([wicked, "Salve, Ada"])
        assert page.title() != "gone"
        assert page.locator(".words b, .words script").count() == 0
    ben.page.reload()
    tab.click()
    expect(ben.page.get_by_role("log", name="Chat").locator(".words")).to_have_count(2)


def test_what_was_said_without_a_network_is_said_once(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    ada.sit_down(game)
    ben.sit_down(game)
    ada.lose_network()
    say(ada.page, "Can you hear me?")
    expect(ada.page.get_by_text("sending …")).to_be_visible()
    ada.find_network()
    expect(ada.page.get_by_text("sending …")).to_have_count(0)
    ben.page.locator("[data-tab=talk]").click()
    expect(ben.page.get_by_role("log", name="Chat").locator(".words")).to_have_text(["Can you hear me?"])


def test_somebody_can_be_muted_and_heard_again(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    ada.sit_down(game)
    ben.sit_down(game)
    say(ada.page, "la la la")
    ben.page.locator("[data-tab=talk]").click()
    ben.page.get_by_role("button", name="Mute Ada").click()
    expect(ben.page.get_by_role("button", name="Unmute 1 person")).to_be_visible()
    say(ada.page, "la la la la")
    expect(ada.page.get_by_role("log", name="Chat").locator(".words")).to_have_count(2)
    assert lines(ben.page) == []
    ben.page.get_by_role("button", name="Unmute 1 person").click()
    expect(ben.page.get_by_role("log", name="Chat").locator(".words")).to_have_text(["la la la", "la la la la"])


def test_spectators_talk_among_themselves(people):
    game, (ada, _) = people.meet("Ada", "Ben", **SHORT)
    ada.sit_down(game)
    cleo = people.watch("Cleo", game)
    expect(ada.page.get_by_text("1 spectator")).to_be_visible()
    say(ada.page, "Nobody knows my plan")
    say(cleo.page, "I think I do")
    expect(cleo.page.get_by_role("log", name="Chat").locator(".words")).to_have_count(2)
    assert lines(ada.page) == ["Nobody knows my plan"]


def hands(frame: Any) -> list[Any]:
    """Every hand of family cards that a message tells of, wherever it is in it."""
    if isinstance(frame, list):
        return [hand for each in frame for hand in hands(each)]
    if not isinstance(frame, dict):
        return []
    own = [frame["children"]] if frame.get("children") else []
    return own + [hand for each in frame.values() for hand in hands(each)]


def test_a_spectator_sees_nothing_hidden(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **HIDDEN)
    cleo = people.come("Cleo")
    cleo.post("/join", secret=people.links["spectators"])
    watched, played = cleo.sit_down(game), ada.sit_down(game)
    others = [ben.sit_down(game)]
    for _ in range(4):
        table = whose_turn([played, *others])
        assert table is not None
        table.pick(table.choices()[-1])
    expect(cleo.page.locator(".table")).to_be_visible()
    assert len(hands(played.received)) > 0
    assert hands(watched.received) == []
    # Nor is there any word of what a dealt card shows.
    dealt = [step for frame in watched.received for step in [*frame.get("steps", []), frame.get("step")] if step]
    children = [step for step in dealt if step["move"] == "child"]
    assert children
    assert not [
        step for step in children if step["child"] or "daughter" in json.dumps(step) or '"son"' in json.dumps(step)
    ]
    # And nothing can be done.
    assert watched.moves.count() == 0
    assert cleo.page.locator("[data-action=undo]").count() == 0
    assert cleo.get(f"/games/{game}/record")["code"] == "hidden"


def test_a_bot_covers_and_hands_back(people):
    game, (ada, ben) = people.meet("Ada", "Ben", agreed={"cover_after": 1}, **SHORT)
    tables = [ada.sit_down(game), ben.sit_down(game)]
    expect(plate(ada, "Ben").get_by_role("img", name="here", exact=True)).to_be_visible()
    ben.page.goto("about:blank")
    expect(plate(ada, "Ben").get_by_text("bot plays")).to_be_visible()
    # The bot plays for Ben: his move comes and goes.
    while not any(step["seat"] == 1 and step["stand_in"] for step in ada.get(f"/games/{game}/replay")["steps"]):
        if (table := whose_turn(tables[:1], patience=0.5)) is not None:
            table.pick("end" if "end" in table.choices() else table.choices()[0])
    tables[1] = ben.sit_down(game)
    expect(plate(ada, "Ben").get_by_text("bot plays")).to_have_count(0)
    expect(plate(ada, "Ben").get_by_role("img", name="here", exact=True)).to_be_visible()
    # He has his seat back.
    while (table := whose_turn(tables)) is not tables[1]:
        assert table is not None
        table.pick("end" if "end" in table.choices() else table.choices()[0])


@pytest.mark.parametrize(("answer", "agreed"), [("Refuse", False), ("Agree", True)])
def test_undo_by_consent(people, answer, agreed):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    tables = [ada.sit_down(game), ben.sit_down(game)]
    asker = whose_turn(tables)
    assert asker is not None
    other = tables[1 - tables.index(asker)]
    # A die is rolled: nobody takes that back alone.
    asker.pick("enter")
    rolled = asker.page.locator("[data-action=undo]")
    expect(rolled).to_have_text("Ask to take back")
    before = log_of(asker)
    rolled.click()
    asker.page.locator("[data-earlier]").first.click()
    expect(asker.page.get_by_text("You asked to take back")).to_be_visible()
    dialog = other.page.get_by_role("dialog")
    expect(dialog).to_contain_text("asks to take back")
    dialog.get_by_role("button", name=answer).click()
    expect(asker.page.get_by_text("You asked to take back")).to_have_count(0)
    expect(dialog).to_have_count(0)
    if agreed:
        expect(asker.page.locator("#moves [data-choice=enter]")).to_be_visible()
        assert len(log_of(asker)) < len(before)
    else:
        assert log_of(asker) == before


def test_a_request_can_be_withdrawn(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    tables = [ada.sit_down(game), ben.sit_down(game)]
    asker = whose_turn(tables)
    assert asker is not None
    other = tables[1 - tables.index(asker)]
    asker.pick("enter")
    asker.page.locator("[data-action=undo]").click()
    asker.page.locator("[data-earlier]").first.click()
    expect(other.page.get_by_role("dialog")).to_be_visible()
    other.page.get_by_role("button", name="Later").click()
    expect(other.page.get_by_role("button", name="Answer")).to_be_visible()
    asker.page.get_by_role("button", name="Withdraw").click()
    expect(other.page.get_by_role("button", name="Answer")).to_have_count(0)


def test_one_who_plays_two_seats_asks_for_the_moves_that_are_listed(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    ada.post("/join", secret=ben.post(f"/games/{game}/seats/1/link")["secret"])
    table = ada.sit_down(game).settle()
    # The list holds moves of Ada's first seat. It is Ben's turn, and a die has fallen since.
    ask = table.page.locator("[data-action=undo]").filter(has_text="Ask to take back")
    wanted = table.page.locator(".table[data-seq]").filter(has=table.page.locator(".prompt", has_text="Ben"))
    wanted = wanted.filter(has=ask)  # all of it of one position, and one waits after each step here
    while not wanted.count():
        if table.curtain.count():
            table.lift()
            continue
        choices = table.choices()
        table.choose("enter" if "enter" in choices else choices[-1])
    ask.click()
    table.page.locator("[data-earlier]").first.click()
    expect(table.page.get_by_text("You asked to take back")).to_be_visible()
    expect(table.problem).to_have_count(0)


def log_of(table: TablePage) -> list[str]:
    return table.page.get_by_role("tabpanel").get_by_role("listitem").all_inner_texts()


def test_hints_only_if_all_agreed(people):
    for agreed in (False, True):
        game, (ada, _) = people.meet("Ada", "Ben", agreed={"hints": agreed, "chances": agreed}, **SHORT)
        ada.sit_down(game)
        expect(ada.page.locator("[data-action=hint]")).to_have_count(int(agreed))
        expect(ada.page.locator("[data-action=chances]")).to_have_count(int(agreed))


def test_the_title_and_the_list_of_games_say_whose_move_it_is(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    tables = [ada.sit_down(game), ben.sit_down(game)]
    first = whose_turn(tables)
    assert first is not None
    expect(first.page).to_have_title("● Your move · FORVM")
    second = tables[1 - tables.index(first)]
    expect(second.page).to_have_title("FORVM")
    first.page.goto("/")
    expect(first.page.get_by_role("article").get_by_text("Your move")).to_be_visible()
    expect(first.page).to_have_title("(1) FORVM: Trade Empires of Rome")
    first.page.get_by_role("link", name="Continue").click()
    first.settle()


def test_who_looks_elsewhere_is_notified_of_their_move(people):
    game, friends = people.meet("Ada", "Ben", **SHORT)
    tables = []
    for friend in friends:
        friend.context.add_init_script(NO_SCREEN)
        tables.append(friend.sit_down(game))
        friend.page.locator("[data-action=game]").click()
        wish = friend.page.get_by_label("Notify me when it is my move")
        expect(wish).not_to_be_checked()
        wish.check()
        friend.page.keyboard.press("Escape")
    first = whose_turn(tables)
    assert first is not None
    second = tables[1 - tables.index(first)]
    second.page.evaluate("window.looking = false")
    while whose_turn(tables) is first:
        choices = first.choices()
        first.pick("end" if "end" in choices else choices[-1])
    second.page.wait_for_function("notices.length")
    told = second.page.evaluate("notices.map(({ title, body, tag, open }) => [title, body, tag, open])")
    assert told == [["FORVM", "It is your move.", game, True]]
    assert first.page.evaluate("notices") == [], "nobody who looks at the table need be told"
    second.page.evaluate("notices[0].onclick()")
    assert second.page.evaluate("[looking, notices[0].open]") == [True, False]


def test_the_clock_runs(people):
    game, (ada, ben) = people.meet("Ada", "Ben", agreed={"clock": 600}, **SHORT)
    tables = [ada.sit_down(game), ben.sit_down(game)]
    first = whose_turn(tables)
    assert first is not None
    expect(first.prompt).to_contain_text(re.compile(r"\b\d:[0-5]\d\b"))
    now = re.search(r"\b\d:[0-5]\d\b", first.prompt.inner_text())
    assert now is not None
    expect(first.prompt).not_to_contain_text(now[0])
    expect(first.prompt).to_contain_text(re.compile(r"\b\d:[0-5]\d\b"))
