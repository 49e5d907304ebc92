"""A game as the server keeps it: its setup, log, dice, choices and replays. No table, and nobody at it."""
