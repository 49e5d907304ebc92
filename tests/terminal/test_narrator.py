"""Telling what happened."""

import re

import pytest

from forvm import Game, content
from forvm.game.game_events import trade_lines
from forvm.terminal import cards, narrator
from tests.terminal.screens import advanced, finished, rendered, screen, text_of


def test_the_trade_report_adds_up_to_what_was_paid():
    game = finished(Game("forvm", 4, ["Ada", "Ben", "Cleo", "Dora"]))
    trades = 0
    for played in game.history:
        report = trade_lines(played.table, played.notes)
        if not any(report):
            continue
        trades += 1
        shown = rendered(narrator.trade(game, report), 200)
        for seat, lines in enumerate(report):
            total = sum(line.amount for line in lines)
            sign = "+" if total > 0 else ""
            words = f"{sign}${total}" if total >= 0 else f"−${-total}"
            row = next(line for line in shown.splitlines() if game.names[seat] in line)
            assert words in row.split()
            for line in lines:
                assert line.clause in shown
                assert (line.market or "") in shown
    assert trades > 10


@pytest.mark.parametrize("edition", [*content.names(), *content.house_rules()])
def test_every_card_is_told_in_full(edition: str):
    rules = content.load(edition)
    for card in rules.deck.cards:
        words = cards.card_words(rules, card)
        assert words
        assert "{" not in words
        shown = " ".join(rendered(cards.panel(rules, card, "Ada draws", 84)).replace("│", " ").split())
        assert words in shown
        assert cards.card_name(card) in shown


def test_moves_dice_and_cards_are_told_once_each():
    game = Game("forvm", 3, ["Ada", "Ben", "Cleo"])
    on = screen(200)
    teller = narrator.Narrator(on, game)

    def tell(g: Game) -> bool:
        teller.tell(None)
        return g.turn > 6

    advanced(game, tell)
    teller.tell(None)
    told = text_of(on)
    for turn in range(1, 7):
        assert len(re.findall(rf"Turn {turn} ·", told)) == 1
    steps = [p for p in game.history if re.search(">|@", p.notation)]
    assert len(steps) > 5
    for sentence in {p.describe() for p in steps}:
        assert told.count(f": {sentence}\n") == sum(p.describe() == sentence for p in steps)
    drawn = [p.notation.partition(":")[2] for p in game.history if p.notation.startswith("card:")]
    for id in set(drawn):
        card = game.rules.deck.find(id)
        assert card is not None
        assert told.count(f" {cards.card_name(card)} ") >= drawn.count(id)


def test_a_hidden_child_is_told_to_its_owner_alone():
    game = Game("short", 3, ["Ada", "Ben", "Cleo"])
    screens = {viewer: screen() for viewer in (0, 1, 2, None)}
    narrators = {viewer: narrator.Narrator(on, game) for viewer, on in screens.items()}
    advanced(game, lambda g: bool(g.history) and g.history[-1].phase == "fate" and g.history[-1].notation == "son")
    born = game.history[-1]
    assert born.notation == "son"
    for viewer, on in screens.items():
        narrators[viewer].tell(viewer)
        last = text_of(on).rstrip().rpartition("Joyful news")[2]
        assert ("a son" in last) == (viewer == born.actor)
