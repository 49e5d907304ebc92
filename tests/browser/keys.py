"""Somebody who has a keyboard and no mouse."""

from __future__ import annotations

from playwright.sync_api import Keyboard, Locator, Page, expect

FURTHEST = 150  # presses of the Tab key that lead round every page
ARROWS = ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")


class Keys:
    """Goes about the page by keys, and sees where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def has_focus(self, element: Locator) -> bool:
        return bool(element.evaluate("element => element === document.activeElement"))

    def tab_to(self, element: Locator) -> Keyboard:
        """Press Tab until an element has the focus."""
        expect(element).to_be_attached()
        for _ in range(FURTHEST):
            if self.has_focus(element):
                return self.page.keyboard
            self.press("Tab")
        raise AssertionError(f"no keyboard reaches {element}")

    def choose(self, index: int) -> None:
        """A move of the list: A goes to the list, arrows go through it, Enter chooses."""
        moves = self.page.locator("#moves button[data-choice]")
        self.press("a")
        expect(self.page.locator("#moves button.move").first).to_be_focused()
        # Between them are buttons that propose a marriage or unfold moves.
        for _ in range(FURTHEST):
            if self.has_focus(moves.nth(index)):
                break
            self.press("ArrowDown")
        expect(moves.nth(index)).to_be_focused()
        asks = moves.nth(index).get_attribute("aria-expanded") is not None
        self.press("Enter")
        if asks:
            self.confirm()

    def end_phase(self) -> None:
        """E ends the phase; where something would be left undone, the page says so and asks."""
        warned = self.page.locator("#moves [data-choice=end]").get_attribute("aria-expanded") is not None
        self.press("e")
        if warned:
            self.confirm()

    def confirm(self) -> None:
        self.tab_to(self.page.locator("#moves [data-confirm]")).press("Enter")

    def step_on_the_map(self, origin: str, targets: list[str]) -> None:
        """M goes to the map, arrows from market to market, Enter picks; a card asks where a challenge would follow."""
        self.press("m")
        self.find_market([origin])
        self.press("Enter")
        target = self.find_market(targets)
        listed = self.page.locator(f'#moves [data-choice="{origin}>{target}"]')
        asks = listed.get_attribute("aria-expanded") is not None
        self.press("Enter")
        if asks:
            card = self.page.get_by_role("article", name=target.replace("_", " "), exact=True)
            self.tab_to(card.locator(f'[data-choice="{origin}>{target}"]')).press("Enter")
            self.tab_to(card.locator("[data-confirm]")).press("Enter")

    def find_market(self, wanted: list[str]) -> str:
        """Go to one of some markets; its name as moves write it."""
        for turn in range(FURTHEST):
            name = self.page.evaluate("document.activeElement?.dataset.market")
            assert name, "no market has the focus"
            if name.replace(" ", "_") in wanted:
                return str(name.replace(" ", "_"))
            self.press(ARROWS[turn * 7 // 3 % 4])
        raise AssertionError(f"the arrow keys found none of {wanted}")
