"""Where a store is: the path of a file, or the URL of a PostgreSQL database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from forvm.errors import ForvmError


@dataclass(frozen=True, slots=True)
class PostgresUrl:
    """``postgresql://user:password@host:port/database?options``. As a string it does not tell the password."""

    url: str

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        place = parts.netloc.rpartition("@")
        user = place[0].partition(":")[0]
        shown = f"{user}@{place[2]}" if user else place[2]
        query = re.sub(r"(?i)(^|&)(password|sslpassword|passfile)=[^&]*", "", parts.query).lstrip("&")
        return f"postgresql://{shown}{parts.path}{'?' if query else ''}{query}"

    def __repr__(self) -> str:
        return f"PostgresUrl({str(self)!r})"


StoreAddress: TypeAlias = Path | PostgresUrl


def read_address(given: str) -> StoreAddress:
    """The store that somebody names."""
    scheme, separator, _ = given.partition("://")
    if not separator:
        return Path(given)
    if scheme not in ("postgresql", "postgres"):
        raise ForvmError(
            f"A store is a file, or a database at an address such as postgresql://user@host/forvm. “{scheme}://” is "
            "neither."
        )
    return PostgresUrl(given)
