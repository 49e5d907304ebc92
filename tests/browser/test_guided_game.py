"""The guided first game to its end: the coach follows a learner wherever the game goes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.tables import TablePage

LONGEST = 400  # clicks until any guided game is over


class Learner:
    """Does what the coach says."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = TablePage(page, "")
        self.heard: list[str] = []

    @property
    def coach(self):
        return self.page.get_by_role("complementary", name="The guide")

    def begin(self) -> Learner:
        self.page.goto("/")
        self.page.get_by_role("button", name="Learn by playing").click()
        self.table.settle()
        expect(self.coach).to_be_visible()
        return self

    def listen(self) -> str:
        """Go on through all that is only told; the lesson in what to do now."""
        while True:
            lesson = self.coach.get_attribute("data-guide") or ""
            if lesson not in self.heard:
                self.heard.append(lesson)
            further = self.coach.locator("[data-guide-next]")
            if lesson == "over" or not further.count():
                return lesson
            further.click()
            expect(self.page.locator(f'[data-guide="{lesson}"]')).to_have_count(0)

    def obey(self, lesson: str) -> None:
        """Choose a move of the kind that the lesson is about, or the first one that builds, gives or ends."""
        about = {
            "enter": "enter",
            "move": r".*>.*",
            "contest": "oust@",
            "wed": "wed:",
            "build": "build@",
            "give": "give:",
        }
        choices = self.table.choices()
        wanted = [about.get(lesson, "end"), "build@", "give:", "oust@", "refuse", "end", r".*>.*", ""]
        found = next(choice for kind in wanted for choice in choices if re.match(kind, choice))
        self.table.choose(found)


def test_a_learner_is_led_to_the_end_of_a_real_game(page):
    learner = Learner(page).begin()
    for _ in range(LONGEST):
        lesson = learner.listen()
        if lesson == "over":
            break
        learner.obey(lesson)
    assert learner.heard[-1] == "over"
    taught = ["welcome", "goal", "map", "enter", "move", "wed", "trade", "build", "give", "fate", "reckoning", "alone"]
    assert [lesson for lesson in learner.heard if lesson in taught] == taught
    expect(learner.coach.get_by_role("heading")).to_have_text(re.compile("won|over"))


def test_the_learner_goes_first_and_the_first_agent_comes(page):
    learner = Learner(page).begin()
    assert learner.listen() == "enter"
    learner.obey("enter")
    steps = [choice for choice in learner.table.choices() if choice.startswith("Roma>")]
    learner.table.choose(steps[0])
    assert any(choice.startswith("Roma>") for choice in learner.table.choices()), "no second agent stands on Rome"


def test_the_coach_points_at_what_it_speaks_of(page):
    learner = Learner(page).begin()
    learner.listen()
    # The ring follows its target frame by frame.
    page.wait_for_function("""() => {
        const box = (what) => document.querySelector(what)?.getBoundingClientRect();
        const [ring, move] = [box('.ring'), box('[data-choice=enter]')];
        return ring && move && ring.left <= move.left && ring.top <= move.top && ring.right >= move.right;
    }""")


def test_the_guide_can_be_left_and_the_game_goes_on(page):
    learner = Learner(page).begin()
    learner.coach.get_by_role("button", name="Leave the guide").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the guide").click()
    expect(learner.coach).to_have_count(0)
    learner.table.choose("enter")
    page.reload()
    learner.table.settle()
    expect(learner.coach).to_have_count(0)
    learner.begin()


def test_the_guide_can_be_hidden_and_shown(page):
    learner = Learner(page).begin()
    learner.coach.get_by_role("button", name="Hide").click()
    expect(learner.coach).to_have_count(0)
    page.get_by_role("button", name="Guide", exact=True).click()
    expect(learner.coach).to_be_visible()
