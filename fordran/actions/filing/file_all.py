"""Exchange post with the receiver: what is due goes out, and what has come is applied."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.filing.read_feed import read_feed
from fordran.actions.filing.receiver import AuthorityReceiver
from fordran.actions.filing.send_messages import send_some
from fordran.store.connections.clock_lock import Begin


async def file_some(begin: Begin, receiver: AuthorityReceiver, now: datetime, *, alone: bool = True) -> int:
    """Send some messages and read a page of the feed; how much of both."""
    return await send_some(begin, receiver, now, alone=alone) + await read_feed(begin, receiver, now, alone=alone)


async def file_all(begin: Begin, receiver: AuthorityReceiver, now: datetime) -> None:
    """The same until nothing is left of a day that passes."""
    while await file_some(begin, receiver, now):
        pass
