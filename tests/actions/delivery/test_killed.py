"""A worker that is killed at every point of a delivery: never two of the same, never none unless that is said."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import asyncpg
import pytest
from aiosmtplib.protocol import SMTPProtocol

from fordran.actions.delivery.claim import CLAIMED_FOR
from fordran.outside import batches
from fordran.store.connections.database import Database
from fordran.worker.post import DeliveryWorker
from tests.actions.delivery.house import BUYER, House
from tests.outside.post_office import PostOffice

_of_worker: ContextVar[bool] = ContextVar("of_worker", default=False)
"""Whether a statement is the worker's, and not the interface's in the same process."""


class Killed(BaseException):
    """The worker is gone, and nothing of it runs on."""


class Points:
    """The points of a delivery, counted as they are passed; at one of them the worker is killed."""

    def __init__(self) -> None:
        self.passed = 0
        self.kill_at = 0
        self.is_dead = False
        self.connections: set[Any] = set()

    def at(self) -> None:
        if self.is_dead:
            raise Killed
        self.passed += 1
        if self.passed == self.kill_at:
            self.is_dead = True
            raise Killed


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Points:
    """Before every statement, commit, write, rename and word to the mail server is a point, which is after the one before."""
    found = Points()

    def around(owner: Any, name: str) -> None:
        really: Callable[..., Any] = getattr(owner, name)

        def wrapped(*given: Any, **named: Any) -> Any:
            found.at()
            return really(*given, **named)

        monkeypatch.setattr(owner, name, wrapped)

    for name in ("write", "read_response"):
        around(SMTPProtocol, name)
    for name in ("write_through", "rename_for_good", "keep_names"):
        around(batches, name)
    for name in ("fetch", "fetchrow", "fetchval", "execute"):
        really = getattr(asyncpg.Connection, name)

        monkeypatch.setattr(asyncpg.Connection, name, _awaited(found, really))
    return found


def _awaited(points: Points, really: Callable[..., Any]) -> Callable[..., Any]:
    async def wrapped(*given: Any, **named: Any) -> Any:
        if _of_worker.get():
            points.connections.add(given[0])
            points.at()
        return await really(*given, **named)

    return wrapped


async def attempt(
    post: contextlib.AbstractAsyncContextManager[DeliveryWorker],
    points: Points,
    channel: Any,
    url: str,
    kill_at: int = 0,
) -> bool:
    """Let a worker work on connections of its own, and be killed at a point; whether it came to that point."""
    points.passed, points.kill_at, points.is_dead = 0, kill_at, False
    database = Database(url, size=2, wait_seconds=30)
    _of_worker.set(True)
    with contextlib.suppress(Killed):
        async with post as worker:
            worker.database = database
            if channel == "email":
                await worker.begin_messages("email")
                await asyncio.gather(*worker.under_way)
                await worker.note_done()
            else:
                await worker.deliver_batch(channel)
    _of_worker.set(False)
    killed, points.is_dead, points.kill_at = points.is_dead, False, 0
    # Whatever a worker leaves that is gone, its server rolls back.
    for connection in points.connections:
        connection.terminate()
    points.connections.clear()
    await database.close()
    return killed


CUSTOMERS: dict[str, dict[str, Any]] = {"print": {}, "email": {"email": "karin@example.com"}, "e_invoice": BUYER}


# A worker that is killed closes nothing.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore:unclosed:ResourceWarning")
@pytest.mark.parametrize("channel", CUSTOMERS)
async def test_a_worker_killed_at_any_point_leaves_one_of_each_however_it_went(
    house: House, post: PostOffice, points: Points, channel: str
) -> None:
    invoices: list[str] = []
    kill_at, is_killed = 0, True
    while is_killed:
        kill_at += 1
        id_ = await house.invoice(CUSTOMERS[channel] | {"customer_number": f"{channel} {kill_at}"})
        invoices.append(id_)
        await house.print()
        is_killed = await attempt(house.post(), points, channel, house.app.database.url, kill_at)
        shown = await house.delivery(id_)
        assert (shown["channel"], shown["status"]) in ((channel, "queued"), (channel, "sent")), kill_at
        house.now += CLAIMED_FOR
        assert not await attempt(house.post(), points, channel, house.app.database.url)
        shown = await house.delivery(id_)
        assert (shown["channel"], shown["status"]) == (channel, "sent"), kill_at
        assert await house.told(id_) == [f"invoice.sent {channel}"], kill_at
    assert kill_at > 10, "there are so many points at the least"
    if channel == "email":
        ids = Counter(got.message["Message-ID"] for got in post.mailed)
        assert len(ids) == len(invoices), "each by one Message-ID"
        assert max(ids.values()) <= 2, "and again by that one at the most, where its answer was lost"
    else:
        items = house.items("print" if channel == "print" else "e-invoices")
        assert sorted(item["delivery"] for item in items) == sorted(invoices), "each in one batch"
    assert (post.mailed == []) == (channel != "email")
