"""What markets are worth to who holds them: holdings are the real ones, and planted effects are found."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

pytest.importorskip("numba")

from forvm.content import load
from forvm.lab.games import Setting, play
from forvm.lab.games.row_replay import replay
from forvm.lab.statistics.network import centralities
from forvm.lab.why.choice_model import fit
from forvm.lab.why.holdings import Holdings, holdings
from forvm.lab.why.place_value import associations_of_effects, effects_of_markets, effects_of_shape, judge, shape

BOARD = load("forvm").board
CLOSENESS = centralities(BOARD)["closeness"].to_numpy()


def test_weights_are_found_again():
    generator = np.random.default_rng(4)
    features = generator.normal(size=(6000, 4, 2))
    chances = np.exp(features @ [0.8, -0.4])
    chances /= chances.sum(axis=1, keepdims=True)
    won = np.array([generator.multinomial(1, one) for one in chances], np.float64)
    model = fit(features, won)
    for feature, planted in enumerate((0.8, -0.4)):
        assert abs(model.weights[feature] - planted) < 4 * model.error(feature)
        assert 0.01 < model.error(feature) < 0.05


def test_holdings_are_those_of_the_game():
    setting = Setting(load("forvm"), 4, ("greedy",), 9)
    rows = play(setting, 0, 8)
    held = holdings(setting, rows)
    for place, number in enumerate(held.games.tolist()[:3]):
        game = replay(setting, number)
        played = next(index for index, move in enumerate(game.history) if move.turn > held.turn)
        game.undo(len(game.history) - played)
        starter = "ABCD".index(rows["starter"][number])
        for seat in range(4):
            player = game.players[(starter + seat) % 4]
            assert held.prestige[place, seat] == player.prestige
            assert held.money[place, seat] == player.money
            assert held.held[place, seat].sum() == len(player.horrea)
    assert held.won.sum(axis=1).tolist() == [1.0] * len(held.games)


def planted(effect: float, games: int = 3000) -> Holdings:
    """Players hold markets by chance; the odds of a victory grow with the closeness of what they hold."""
    generator = np.random.default_rng(2)
    markets = len(BOARD.markets)
    held = (generator.random((games, 4, markets)) < 0.12).astype(np.float64)
    central = held @ ((CLOSENESS - CLOSENESS.mean()) / CLOSENESS.std())
    chances = np.exp(effect * central)
    chances /= chances.sum(axis=1, keepdims=True)
    won = np.array([generator.multinomial(1, one) for one in chances], np.float64)
    standing = generator.normal(size=(3, games, 4))
    return Holdings(6, np.arange(games), won, held, *standing)


def test_planted_closeness_is_found_and_foretells_unseen_games():
    held = planted(0.4)
    worth = effects_of_shape(held, BOARD).filter(of="closeness", controls="seat and value")
    assert (worth["low"] < np.exp(0.4)).all()
    assert (worth["high"] > np.exp(0.4)).all()
    told = judge(held, BOARD).filter(features="controls and network")
    assert (told["low"] > 0).all()
    markets = effects_of_markets(held, BOARD)
    found = associations_of_effects(markets)
    assert found.filter(pl.col("with") == "closeness")["rho"][0] > 0.8
    assert found.filter(pl.col("with") == "the other half")["rho"][0] > 0.3


def test_where_places_do_not_matter_nothing_is_found():
    held = planted(0.0)
    told = judge(held, BOARD).filter(pl.col("features").str.contains("network|every market"))
    assert (told["low"] <= 0).all()
    markets = effects_of_markets(held, BOARD)
    assert (markets["p_holm"] < 0.05).sum() <= 1
    assert shape(held, BOARD).shape == (3000, 4, 2)


def test_tables_and_picture_are_written(tmp_path, monkeypatch):
    from forvm.lab.report import place_report
    from forvm.lab.study import sweep

    study = {
        "format": 1,
        "id": "small",
        "title": "Small",
        "baseline": {"bots": ["greedy"]},
        "factors": {"bots": [["greedy"], ["random"]]},
        "games": {"each": 240},
    }
    sweep(study, out=tmp_path / "games", workers=1)
    monkeypatch.setattr("sys.argv", ["place_report", str(tmp_path / "games"), "--out", str(tmp_path / "told")])
    place_report.main()
    judged = pl.read_csv(tmp_path / "told" / "tables" / "judged.csv")
    assert judged.group_by("bots").len()["len"].to_list() == [8, 8]
    assert (tmp_path / "told" / "pictures" / "places.svg").read_text().startswith('<svg width="845"')
