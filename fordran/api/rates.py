"""Rate limits: a bucket of requests for each client, filled steadily."""

from __future__ import annotations

import math
from collections import OrderedDict

from fordran.api.answers import Headers

MOST_CLIENTS = 100_000


class Rates:
    """The buckets of one process. A limit of 0 is no limit."""

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second = per_second
        self.burst = max(burst, 1)
        self._buckets: OrderedDict[object, tuple[float, float]] = OrderedDict()
        self._limit = str(self.burst).encode()

    def take(self, client: object, now: float) -> tuple[bool, Headers]:
        """Whether the client may make one more request now (UNIX seconds), and the headers that say where it stands."""
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
        if len(self._buckets) > MOST_CLIENTS:
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
