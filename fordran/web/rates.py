"""Rate limits: a bucket of requests for each client, filled steadily.

Buckets are kept for so many clients; of more, those who asked least lately are forgotten, whose buckets have filled most.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from ipaddress import IPv4Address, IPv6Address

MOST_CLIENTS = 100_000


def client_of_address(address: IPv4Address | IPv6Address | None) -> object:
    """The key that an address counts under: for IPv6 the network of 64 bits, since the owner of one address has all."""
    if isinstance(address, IPv6Address):
        return int(address) >> 64
    return address


class Rates:
    """The buckets of one process. A limit of 0 is no limit."""

    def __init__(self, per_second: float, burst: int, most_clients: int = MOST_CLIENTS) -> None:
        self.per_second = per_second
        self.most_clients = most_clients
        self.burst = max(burst, 1)
        self._buckets: OrderedDict[object, tuple[float, float]] = OrderedDict()
        self._limit = str(self.burst).encode()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: object, now: float) -> tuple[bool, list[tuple[bytes, bytes]]]:
        """Whether the client may make one more request now (UNIX seconds), and the headers with its remaining requests."""
        if not self.per_second:
            return True, []
        left, since = self._buckets.get(client, (float(self.burst), now))
        # A clock that is set back takes nothing away.
        left = min(self.burst, left + max(0.0, now - since) * self.per_second)
        is_allowed = left >= 1
        if is_allowed:
            left -= 1
        self._buckets[client] = (left, now)
        self._buckets.move_to_end(client)
        if len(self._buckets) > self.most_clients:
            self._buckets.popitem(last=False)
        wait = 0 if is_allowed else math.ceil((1 - left) / self.per_second)
        headers = [
            (b"x-ratelimit-limit", self._limit),
            (b"x-ratelimit-remaining", str(int(left)).encode()),
            (b"x-ratelimit-reset", str(math.ceil(now + (self.burst - left) / self.per_second)).encode()),
        ]
        if not is_allowed:
            headers.append((b"retry-after", str(max(wait, 1)).encode()))
        return is_allowed, headers
