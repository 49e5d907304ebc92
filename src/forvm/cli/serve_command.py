"""``forvm serve``."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from forvm import text
from forvm.errors import ForvmError


def _option(name: str) -> str:
    return str(text.load("serve")["options"][name])


def serve(
    *,
    host: Annotated[str, Parameter(help=_option("host"))] = "127.0.0.1",
    port: Annotated[int | None, Parameter(help=_option("port"))] = None,
    store: Annotated[str | None, Parameter(help=_option("store"))] = None,
    public_url: Annotated[str | None, Parameter(help=_option("public_url"))] = None,
    proxy: Annotated[list[str] | None, Parameter(help=_option("proxy"), negative=())] = None,
    open_games: Annotated[int, Parameter(help=_option("open_games"))] = 1000,
    thinkers: Annotated[int | None, Parameter(help=_option("thinkers"))] = None,
    metrics_host: Annotated[str, Parameter(help=_option("metrics_host"))] = "127.0.0.1",
    metrics_port: Annotated[int | None, Parameter(help=_option("metrics_port"))] = None,
    standby: Annotated[bool, Parameter(help=_option("standby"), negative=())] = False,
    log_format: Annotated[Literal["text", "json"], Parameter(help=_option("log_format"))] = "text",
    log_level: Annotated[Literal["debug", "info", "warning", "error"], Parameter(help=_option("log_level"))] = "info",
) -> int:
    """Serve games to others until the process is ended."""
    try:
        from forvm.server.common.server_limits import ServerLimits
        from forvm.server.ops.serving import Service, checked_proxies
        from forvm.server.ops.serving import serve as serve_others
        from forvm.server.store.addresses import read_address
        from forvm.server.store.sqlite_store import default_path
    except ImportError as missing:
        raise ForvmError(
            f"A server needs a package that is not installed ({missing.name}). "
            "Install it with: pip install 'forvm[server]'"
        ) from None
    for name, value in (("--thinkers", thinkers), ("--open-games", open_games)):
        if value is not None and value < 1:
            raise ForvmError(f"{name} is a number from 1 up, not {value}.")
    serve_others(
        Service(
            host=host,
            port=port,
            store=read_address(store) if store else default_path(),
            public_url=public_url,
            proxies=checked_proxies(proxy or ()),
            limits=ServerLimits(open_games_in_all=open_games),
            bot_pool=thinkers,
            metrics_host=metrics_host,
            metrics_port=metrics_port,
            standby=standby,
            log_format=log_format,
            log_level=log_level,
        ),
        say=lambda said: print(said, flush=True),
    )
    return 0
