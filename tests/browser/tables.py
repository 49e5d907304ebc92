"""The table as somebody before the screen uses it: by mouse, by keys, and only by what the page shows."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

# Something can be chosen; or the curtain is down; or the game is over.
READY = ".table[data-seq], .curtain, a.end"


class TablePage:
    """An open table."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.game = game
        self.received: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def open(self) -> TablePage:
        self.page.goto(f"/game/{self.game}")
        return self.settle()

    def plays(self) -> list[dict[str, Any]]:
        """The moves that the page has sent."""
        return [message for message in self.sent if message["type"] == "play"]

    # What the page shows.

    @property
    def root(self) -> Locator:
        return self.page.locator(".table")

    @property
    def moves(self) -> Locator:
        return self.page.locator("#moves [data-choice]")

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def undo(self) -> Locator:
        return self.page.get_by_role("button", name="Take back")

    @property
    def curtain(self) -> Locator:
        return self.page.get_by_role("dialog", name="it is your turn")

    @property
    def end_link(self) -> Locator:
        return self.page.get_by_role("link", name="See how it went")

    @property
    def problem(self) -> Locator:
        return self.page.locator(".problem[role=alert]")

    def settle(self) -> TablePage:
        """Wait until somebody at this screen can do something, or the game is over."""
        self.page.locator(READY).first.wait_for(state="attached")
        return self

    @property
    def seq(self) -> int | None:
        told = self.root.get_attribute("data-seq")
        return None if told is None else int(told)

    @property
    def is_over(self) -> bool:
        return self.end_link.count() > 0

    def choices(self) -> list[str]:
        """What can be done, in the notation of moves."""
        written: list[str] = self.moves.evaluate_all("buttons => buttons.map((button) => button.dataset.choice)")
        return written

    def market(self, name: str) -> Locator:
        return self.page.locator(f'[data-market="{name}"]')

    def plate(self, name: str) -> Locator:
        return self.page.locator("article").filter(has=self.page.get_by_role("heading", name=name, exact=True))

    def announced(self) -> Locator:
        return self.page.locator("[data-announcer]")

    # What somebody does.

    def moved_on(self, before: int | None) -> TablePage:
        """Wait until another position waits for somebody here, or the game is over."""
        # While a move is sent no position waits, but one that is refused comes back: it must be another one.
        another = READY if before is None else READY.replace("[data-seq]", f'[data-seq]:not([data-seq="{before}"])')
        self.page.locator(another).first.wait_for(state="attached")
        return self

    def choose(self, notation: str) -> TablePage:
        """A move of the list, by mouse, and what follows until somebody here can do something again."""
        before = self.seq
        return self.pick(notation).moved_on(before)

    def pick(self, notation: str) -> TablePage:
        """A move of the list, by mouse; confirmed where the page asks."""
        before = self.seq
        self.page.locator(f'#moves [data-choice="{notation}"]').click()
        self._confirm(notation, asks=before)
        expect(self.page.locator(f'.table[data-seq="{before}"]')).to_have_count(0)
        return self

    def _confirm(self, notation: str, asks: int | None) -> None:
        again = self.page.locator(f'[data-confirm="{notation}"]').first
        still = self.page.locator(f'.table[data-seq="{asks}"]')
        # The page shows the move once more, or has made it already.
        expect(again.or_(self.page.locator(f'.table:not([data-seq="{asks}"])')).first).to_be_attached()
        if still.count() and again.count():
            again.click()

    def walk(self, origin: str, target: str) -> TablePage:
        """An agent's step on the board: the market it stands on, then where it goes."""
        before = self.seq
        self.click_market(origin)
        expect(self.market(origin)).to_have_attribute("aria-pressed", "true")
        self.click_market(target)
        return self.moved_on(before)

    def click_market(self, name: str) -> None:
        x, y = self.place(name)
        self.page.mouse.click(x, y)

    def place(self, name: str) -> tuple[float, float]:
        box = self.market(name).locator(".reach").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def is_in_reach(self, name: str) -> bool:
        """Would a click there meet the market, and nothing that lies above it?"""
        x, y = self.place(name)
        met = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-market]')?.dataset.market"
        return bool(self.page.evaluate(met, [x, y]) == name)

    def lift(self) -> TablePage:
        self.page.get_by_role("button", name="Lift the curtain").click()
        expect(self.curtain).to_have_count(0)
        return self.settle()

    def end_until_offers(self) -> TablePage:
        """Do as little as can be done until a marriage can be proposed."""
        while not self.page.locator("[data-offer]").count():
            choices = self.choices()
            self.choose("end" if "end" in choices else choices[-1])
        return self

    def finish_with(self, dice: random.Random, *, by_board: bool = False) -> int:
        """Play to the end, now and then ending a phase; the number of moves made on the board."""
        on_board = 0
        while not self.is_over:
            if self.curtain.count():
                self.lift()
                continue
            choices = self.choices()
            notation = dice.choice([*choices, *(["end"] if "end" in choices else [])])
            step = re.fullmatch(r"(\w+)>(\w+)", notation)
            if step and by_board and self.step_by_board(step[1].replace("_", " "), step[2].replace("_", " ")):
                on_board += 1
            else:
                self.choose(notation)
        return on_board

    def asks(self, notation: str) -> bool:
        """Is a move shown once more before it is made?"""
        return self.page.locator(f'#moves [data-choice="{notation}"]').get_attribute("aria-expanded") is not None

    def step_by_board(self, origin: str, target: str) -> bool:
        """A step by clicking the board, unless something lies above one of the markets."""
        before = self.seq
        if not self.is_in_reach(origin):
            return False
        self.click_market(origin)
        expect(self.market(origin)).to_have_attribute("aria-pressed", "true")
        if not self.is_in_reach(target):
            self.page.keyboard.press("Escape")
            return False
        asks = self.asks(f"{origin}>{target}".replace(" ", "_"))
        self.click_market(target)
        if asks:
            self.confirm_in_card(target, f"{origin}>{target}".replace(" ", "_"))
        self.moved_on(before)
        return True

    def confirm_in_card(self, market: str, notation: str) -> None:
        """A move that is shown once more, made in the card of its market."""
        card = self.page.get_by_role("article", name=market, exact=True)
        card.locator(f'[data-choice="{notation}"]').click()
        card.locator(f'[data-confirm="{notation}"]').click()
