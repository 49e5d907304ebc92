"""The friendly layer: a game that one plays, reads, takes back and writes down."""

from forvm.game.dice import Bot, Dice, play_out
from forvm.game.events import Event, TradeLine
from forvm.game.game import Game
from forvm.game.history import Played
from forvm.game.move import Move
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
