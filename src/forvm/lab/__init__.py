"""The lab: many games at once, and what they show."""

from forvm.lab.arena.contest import arena

__all__ = ["arena"]
