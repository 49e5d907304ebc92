"""``forvm play`` in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from forvm import text
from forvm.errors import ForvmError


def browser_option(name: str) -> str:
    """What an option of the table in the browser means."""
    return str(text.load("table")["options"][name])


def play_in_browser(*, host: str | None, port: int | None, store: Path | None, browser: bool) -> int:
    """Serve the table to this machine and open it, until Ctrl-C."""
    try:
        from forvm.server.ops import local_server
    except ImportError as missing:
        raise ForvmError(
            f"The table in the browser needs a package that is not installed ({missing.name}). "
            "Install it with: pip install 'forvm[server]', or play here with: forvm play --terminal"
        ) from None
    local_server.play(host=host or local_server.HERE, port=port, store=store, browser=browser)
    return 0


def compare_in_browser(games: Sequence[tuple[str, str]], *, port: int | None) -> int:
    """Serve two records (name, record) side by side and open them, until Ctrl-C."""
    try:
        from forvm.server.games.replays import id_of_record
        from forvm.server.ops import local_server
    except ImportError as missing:
        raise ForvmError(
            f"The browser's pages need a package that is not installed ({missing.name}). "
            "Install it with: pip install 'forvm[server]', or keep the records with --records and use forvm replay."
        ) from None
    (left, one), (right, other) = games
    page = f"compare/{id_of_record(one)}/{id_of_record(other)}?{urlencode({'left': left, 'right': right})}"
    local_server.play(port=port, page=page, records=(one, other))
    return 0
