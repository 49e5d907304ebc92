"""Who may reach a server, and how its people are known: everyone at one screen, or online by cookies."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from forvm.errors import ForvmError
from forvm.server.limits import Limits

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
COOKIE = "forvm"
A_YEAR = 365 * 24 * 3600  # seconds
SECRET_BYTES = 32
LONGEST_SECRET = 100  # characters; nothing longer is one of ours


@dataclass(frozen=True, slots=True)
class Access:
    """Whether people sit by invitation, and under which address others reach the server."""

    online: bool = False
    public_url: str | None = None
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """An address has to be one."""
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
                raise ForvmError(
                    f"“{self.public_url}” is no address that others could open: it looks like https://forvm.example.org."
                )
            if parts.path.strip("/"):
                raise ForvmError(
                    f"The public address must be without a path, and “{self.public_url}” has “{parts.path}”: give "
                    "FORVM a host name of its own."
                )
            object.__setattr__(self, "public_url", self.public_url.rstrip("/"))

    @property
    def hosts(self) -> frozenset[str] | None:
        """The names under which the server may be asked; None for any: online without an address of its own."""
        if not self.online:
            return LOOPBACK
        if self.public_url is None:
            return None
        return LOOPBACK | {urlsplit(self.public_url).hostname or ""}

    @property
    def origins(self) -> frozenset[str]:
        """Where pages come from, beside the host that is asked."""
        return frozenset() if self.public_url is None else frozenset({urlsplit(self.public_url).netloc})

    def give_cookie(self, response: Response, cookie: str) -> None:
        """Let the browser keep it; no script reads it, and no other site sends it along with what it asks for."""
        secure = self.public_url is not None and self.public_url.startswith("https:")
        response.set_cookie(COOKIE, cookie, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)


def new_secret() -> str:
    """A secret that nobody can guess, for a link or a cookie."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """What the store keeps of a secret. It has 256 random bits, so one round is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def cookie_of(connection: HTTPConnection) -> str | None:
    """The cookie that came with a request."""
    return connection.cookies.get(COOKIE)


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else ""
