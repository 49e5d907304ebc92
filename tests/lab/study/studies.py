"""Small studies: random bots, and games of two turns."""

from pathlib import Path
from typing import Any

HEAD = 'format = 1\nid = "small"\ntitle = "Small"\n'
BASELINE = '[baseline]\nbots = ["random"]\nwin.turn_limit = 2\n'
SMALL = f"""{HEAD}{BASELINE}
[factors]
oust.cost = [100, 300]
players = [3, 4]

[games]
each = 24
"""


def small(**changes: Any) -> dict[str, Any]:
    """A study as a mapping."""
    return {
        "format": 1,
        "id": "small",
        "title": "Small",
        "baseline": {"bots": ["random"], "win.turn_limit": 2},
        "factors": {"oust.cost": [100, 300], "players": [3, 4]},
        "games": {"each": 24},
        **changes,
    }


def write(folder: Path, text: str) -> Path:
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path
