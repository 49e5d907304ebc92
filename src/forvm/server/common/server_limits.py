"""How much anyone may ask for, and how often."""

from __future__ import annotations

import hashlib
import ipaddress
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

from forvm.server.common.server_errors import ServerError

A_DAY = 24 * 3600  # seconds
# Seconds that a client who asks too often waits for each answer: refusing thousands a second is work, too.
TOO_OFTEN_TAKES = 1.0
BUCKETS_KEPT = 10_000  # of those heard of last
MOST_SPECTATORS = 5_000  # of one game, and as many guests before it begins: about what one process bears


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many each second after that."""

    burst: float
    each_second: float


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """What an online server puts up with. They are wide enough for a family behind one address."""

    requests: Rate = Rate(200, 20)  # of one address
    health: Rate = Rate(200, 20)  # questions of one address whether the server is well; more are answered slowly
    # Files of the page, of one address. A page has at most 60, and a class of 30 opens it in two tabs each.
    files: Rate = Rate(4_000, 100)
    lobbies: Rate = Rate(20, 20 / 3600)  # that one address opens
    messages: Rate = Rate(60, 10)  # over one socket
    frames: Rate = Rate(400, 40)  # over one socket: parts of messages and pings count, and each kB that they have
    chat: Rate = Rate(8, 0.5)  # lines of one speaker
    questions: Rate = Rate(20, 0.5)  # hints and chances that one person asks for
    sockets: int = 60  # of one address at a time
    socket_openings: Rate = Rate(120, 2)  # of one address
    lab_sockets: int = 8  # of one address at a time
    connections: int = 200  # of one address at a time
    open_games: int = 20  # of one host at a time
    open_games_of_address: int = 100  # of all hosts at one address
    open_games_in_all: int | None = None  # on the whole server
    # Seconds after which an online game is forgotten that has not ended. Finished games are kept.
    empty_lobby_kept: float = 3 * A_DAY  # to which nobody but the host has come
    lobby_kept: float = 30 * A_DAY  # that has not begun
    idle_game_kept: float = 30 * A_DAY  # in which nobody has played, and at which no player has looked
    told_before: float = 7 * A_DAY  # for so long pages tell it before, while a server runs; see `timekeeping.Expiry`


class Meter:
    """Counts what each one did lately: everyone has a bucket that fills again by itself."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def allows(self, who: object, cost: float = 1) -> bool:
        """Take the cost out of somebody's bucket, if so much is in it."""
        now = time.monotonic()
        left, since = self._buckets.pop(who, (self.rate.burst, now))
        left = min(self.rate.burst, left + (now - since) * self.rate.each_second)
        allowed = left >= cost
        self._buckets[who] = (left - cost if allowed else left, now)
        if len(self._buckets) > BUCKETS_KEPT:
            self._buckets.popitem(last=False)
        return allowed

    def check(self, who: object, what: str, cost: float = 1) -> None:
        """Refuse what comes too often."""
        if not self.allows(who, cost):
            raise ServerError("too_many", f"{what} Wait a little and try again.")


class ConnectionCount:
    """Counts what each one has open at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def come(self, who: str, *, limited: bool = True) -> bool:
        """One more, if there are not too many."""
        if limited and self._open[who] >= self.most:
            return False
        self._open[who] += 1
        return True

    def go(self, who: str) -> None:
        """One less."""
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]


def neighbourhood(address: str) -> str:
    """Whom an address stands for: with IPv6 a household has not one but a whole network of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return address


def place_of(address: str) -> str:
    """How the store knows where a game was opened: enough to count by, and no address."""
    return hashlib.blake2b(neighbourhood(address).encode(), digest_size=5).hexdigest()
