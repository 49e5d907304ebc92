"""Plays games and returns a row of statistics for each: who won and why, where money and prestige came from.

>>> from forvm import content
>>> from forvm.lab.games import Setting, play
>>> setting = Setting(content.load("forvm"), players=3, bots=("random",), seed=7)
>>> rows = play(setting, first=100, count=2)
>>> rows["game"].to_list()
[100, 101]
>>> rows["money_in_trade_A"].to_list() == play(setting, 0, 200)[100:102]["money_in_trade_A"].to_list()
True
"""

from forvm.lab.games.columns import GameColumn, columns
from forvm.lab.games.game_rows import play, play_turns, prepare
from forvm.lab.games.setting import Setting, seats_of

__all__ = ["GameColumn", "Setting", "columns", "play", "play_turns", "prepare", "seats_of"]
