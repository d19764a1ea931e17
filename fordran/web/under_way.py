"""Requests under way in a process: how many in all, and how many of one client, one account, or all strangers."""

from __future__ import annotations

from collections import Counter
from types import TracebackType

from fordran.settings import Settings
from fordran.store.connections.shares import Share
from fordran.store.reading.scope import DEBTOR, Caller

STRANGERS = ("strangers", "")


class TooManyUnderWay(Exception):
    """A process, or one client of it, has as many requests under way as it may; the message says which."""


def shares_of(caller: Caller | None, client: object, settings: Settings) -> tuple[Share, ...]:
    """The shares that a request counts for. Debtors are many and nobody's clients: they share with strangers."""
    own = Share(("client", client), settings.client_share_percent)
    if caller is None or caller.level == DEBTOR:
        return (own, Share(STRANGERS, settings.stranger_share_percent))
    if caller.account is None:
        return (own,)
    return (own, Share(("account", caller.account), settings.account_share_percent))


class RequestsUnderWay:
    """Counts requests while they are answered."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.total = 0
        self.by_owner: Counter[tuple[str, object]] = Counter()

    def check(self) -> None:
        """Raise `TooManyUnderWay` if there are more than may be."""
        if self.total > self.most:
            raise TooManyUnderWay("Too many requests are under way; nothing was done. Try again soon.")

    def counted(self, shares: tuple[Share, ...]) -> CountedRequest:
        """A block during which a request counts for its shares; raises `TooManyUnderWay` if one of them is used up."""
        return CountedRequest(self, shares)


class CountedRequest:
    """A block during which a request counts. Every request has such a block, so it is no generator."""

    __slots__ = ("_shares", "_under_way")

    def __init__(self, under_way: RequestsUnderWay, shares: tuple[Share, ...]) -> None:
        self._under_way = under_way
        self._shares = shares

    def __enter__(self) -> None:
        counts, most = self._under_way.by_owner, self._under_way.most
        if any(counts[share.owner] >= share.of(most) for share in self._shares):
            raise TooManyUnderWay(
                "Too many requests of this client or account are under way; nothing was done. Try again soon."
            )
        for share in self._shares:
            counts[share.owner] += 1

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        counts = self._under_way.by_owner
        for share in self._shares:
            counts[share.owner] -= 1
            if not counts[share.owner]:
                del counts[share.owner]
