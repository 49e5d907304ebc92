"""FORVM: Trade Empires of Rome, the board game by Shawn Graham, Tom Brughmans and Iza Romanowska."""

from forvm._version import __version__

__all__ = ["__version__"]
