"""The Python interface: games that you can play, read, take back and save."""

from forvm.game.bot_games import Bot, play_out
from forvm.game.dice import Dice
from forvm.game.game import Game
from forvm.game.game_events import Event, TradeLine
from forvm.game.game_move import Move
from forvm.game.history import Played
from forvm.game.outcome import Outcome
from forvm.game.player import Player
from forvm.notation.phases import CHANCE
from forvm.notation.timeline import Epoch, TakenBack

__all__ = [
    "CHANCE",
    "Bot",
    "Dice",
    "Epoch",
    "Event",
    "Game",
    "Move",
    "Outcome",
    "Played",
    "Player",
    "TakenBack",
    "TradeLine",
    "play_out",
]
