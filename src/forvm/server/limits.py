"""How much anyone may ask for, and how often."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass

from forvm.server.errors import ServerError

BUCKETS_KEPT = 10_000  # of those heard of last


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many each second after that."""

    burst: float
    each_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What an online server puts up with. They are wide enough for a family behind one address."""

    requests: Rate = Rate(200, 20)  # of one address
    gatherings: Rate = Rate(20, 20 / 3600)  # that one address opens
    messages: Rate = Rate(60, 10)  # over one socket
    talk: Rate = Rate(8, 0.5)  # lines of one speaker
    sockets: int = 60  # of one address at a time
    open_games: int = 20  # of one host at a time
    open_games_in_all: int | None = None  # on the whole server


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


def neighbourhood(address: str) -> str:
    """Whom an address stands for: with IPv6 a household has not one but a whole network of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return address
