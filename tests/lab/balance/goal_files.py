"""Files of goals for the tests."""

from pathlib import Path

LINEUPS = """
[[lineups]]
name = "greedy"
bots = ["greedy"]
games = 48

[[lineups]]
name = "characters"
bots = ["merchant", "warlord"]
players = 3
games = 24
use = "confirm"
"""
GOALS = """
[[goals]]
metric = "order_of_play"
within = 5

[[goals]]
metric = "characters"
from = 15

[[goals]]
metric = "turns"
aim = "down"
"""
FACTORS = """
[factors]
start.agents = [0]
win.prestige = [12, 13]
alliance.repaid = [false]

[prices]
win.prestige = 0.5
"""
BUDGET = """
[search]
first = 24
pairs = 2
trials = 3
finalists = 4
front = 3
"""
HEAD = """
format = 1
id = "small"
title = "A small search"
seed = 5
"""
SMALL = HEAD + LINEUPS + GOALS + FACTORS + BUDGET


def write(folder: Path, text: str = SMALL) -> Path:
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path
