"""``forvm play`` in the browser."""

from __future__ import annotations

from pathlib import Path

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
