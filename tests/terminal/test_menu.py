"""The moves on offer."""

import pytest

from forvm import Game, content
from forvm.terminal import menu
from tests.terminal.screens import advanced, rendered


@pytest.mark.parametrize("edition", content.names())
def test_every_legal_move_is_in_the_menu_once(edition: str):
    game = Game(edition, 4)
    checked: set[str] = set()

    def check(g: Game) -> bool:
        if g.to_act is not None and g.to_act >= 0:
            made = menu.choices(g, g.view(g.to_act))
            offered = [move.id for choice in made for move in choice.moves]
            assert sorted(offered) == sorted(move.id for move in g.legal())
            assert len(made) < 60
            kinds = {choice.moves[0].kind for choice in made}
            if not kinds <= checked:
                checked.update(kinds)
                shown = rendered(menu.shown(made, g.to_act))
                assert all(f"{number}  " in shown for number in range(1, len(made) + 1))
        return g.turn > 12

    advanced(game, check)
    assert {"move", "enter", "build", "give", "propose", "accept", "end"} <= checked


def test_a_proposal_is_one_line_with_its_prices():
    game = advanced(Game("forvm", 3, ["Ada", "Ben", "Cleo"]), lambda g: g.phase == "intrigue")
    seat = game.to_act
    assert seat is not None
    lines = [c for c in menu.choices(game, game.view(seat)) if c.moves[0].kind == "propose"]
    assert len(lines) == 4  # two children, two partners
    assert lines[0].prices == list(range(0, 225, 25))
    move = lines[0].at(75)
    assert move is not None
    assert move.price == 75
    assert lines[0].at(80) is None
    assert lines[0].notation == "propose:B:son:…" if seat == 0 else lines[0].notation.endswith(":son:…")


def test_ending_comes_last():
    game = advanced(Game("forvm", 3), lambda g: g.phase == "move" and g.to_act == 0)
    made = menu.choices(game, game.view(0))
    assert str(made[-1].moves[0]) == "end"


def test_a_note_tells_what_a_horreum_would_bring():
    game = advanced(Game("forvm", 3), lambda g: g.phase == "move" and g.to_act == 0)
    notes = {str(c.moves[0]): c.note for c in menu.choices(game, game.view(0))}
    assert notes["Roma>Carthago"].startswith("large, 1 link, pays $175")
