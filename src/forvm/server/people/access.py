"""Who may reach a server, and how its people are known: everyone at one screen, or online by cookies."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from forvm import text
from forvm.errors import ForvmError
from forvm.server.common.server_limits import ServerLimits, place_of

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
COOKIE = "forvm"
HOST_COOKIE = "__Host-forvm"  # where TLS allows: no other host of the domain can set or replace it
A_YEAR = 365 * 24 * 3600  # seconds
SECRET_BYTES = 32
LONGEST_SECRET = 100  # characters; nothing longer is one of ours
LONGEST_AGENT = 400  # characters of a User-Agent that are looked at
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
# The first that fits: browsers say that they are others, too.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
_HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9._-]{1,253}))(?::[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Access:
    """Whether people sit by invitation, and under which address others reach the server."""

    online: bool = False
    public_url: str | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)

    def __post_init__(self) -> None:
        """An address has to be one."""
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
                raise ForvmError(
                    f"“{self.public_url}” is not an address that a browser can open. Write it like https://forvm.example.org."
                )
            if parts.path.strip("/"):
                raise ForvmError(
                    f"The public address “{self.public_url}” has the path “{parts.path}”. It must have none: give "
                    "FORVM its own host name."
                )
            object.__setattr__(self, "public_url", self.public_url.rstrip("/"))

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which the server may be asked: without an address of its own, this machine's alone."""
        if not self.online or self.public_url is None:
            return LOOPBACK
        return LOOPBACK | {urlsplit(self.public_url).hostname or ""}

    @property
    def origin(self) -> str | None:
        """Where pages come from that others open: scheme, host and port, as a browser writes them."""
        return None if self.public_url is None else self.public_url.lower()

    @property
    def secure(self) -> bool:
        """Do others reach the server over TLS alone?"""
        return self.public_url is not None and self.public_url.startswith("https:")

    def give_cookie(self, response: Response, cookie: str) -> None:
        """Let the browser keep it; no script reads it, and no other site sends it along with what it asks for."""
        name = HOST_COOKIE if self.secure else COOKIE
        response.set_cookie(name, cookie, max_age=A_YEAR, httponly=True, samesite="lax", secure=self.secure)
        if self.secure:
            response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=True)

    def take_cookie(self, response: Response) -> None:
        """Let the browser forget it."""
        for name in (HOST_COOKIE, COOKIE) if self.secure else (COOKIE,):
            response.delete_cookie(name, httponly=True, samesite="lax", secure=self.secure)


def new_secret() -> str:
    """A secret that nobody can guess, for a link or a cookie."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """What the store keeps of a secret. It has 256 random bits, so one round is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, as far as the headers tell: the secret of a cookie, if one came that could be ours, and the browser."""

    secret: str | None
    browser: str | None  # in a few words
    old_cookie: bool = False  # it came under the name without `__Host-`


def caller_of(connection: HTTPConnection) -> Caller:
    """Who asks."""
    cookies = connection.cookies
    secret = cookies.get(HOST_COOKIE, cookies.get(COOKIE, ""))
    known = secret if _SECRET.fullmatch(secret) else None
    return Caller(known, _browser(connection.headers.get("user-agent", "")), HOST_COOKIE not in cookies)


def _browser(agent: str) -> str | None:
    """A browser in a few words, such as “Firefox on Android”: enough to tell one's own devices apart."""
    start = agent[:LONGEST_AGENT]
    browser = next((name for sign, name in _BROWSERS if sign in start), None)
    system = next((name for sign, name in _SYSTEMS if sign in start), None)
    if browser is None or system is None:
        return browser or system
    return text.fill(text.load("table")["devices"]["named"], {"browser": browser, "system": system})


def host_of(header: str) -> str | None:
    """The name in a Host header, without its port; None if it is no name of a host."""
    found = _HOST.fullmatch(header)
    return None if found is None else (found["v6"] or found["name"]).lower()


def is_loopback(host: str) -> bool:
    """Does somebody who listens there hear this machine alone?"""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def household(connection: HTTPConnection) -> str:
    """On whose account a request is: a digest of its address, or of the network of an IPv6 household."""
    return place_of(address_of(connection))


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else ""
