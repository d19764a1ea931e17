"""A worker that is killed at every point of delivering letters: each leaves once, and costs once."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from fordran import clock
from fordran.actions.days.run_day import DayServices, run_day
from fordran.actions.delivery import claim
from fordran.outside.channels import Channels
from fordran.outside.media import MediaFolder
from fordran.store.connections.clock_lock import transactions_of
from fordran.worker import post as posts
from fordran.worker.post import DeliveryWorker
from tests.actions.delivery.test_killed import Points, attempt, points
from tests.outside.post_office import PostOffice
from tests.outside.test_letters_leaving import House, house, post

__all__ = ["house", "points", "post"]

CASES = 70
"""More than there are points: each takes one."""


async def _work(house: House, points: Points, channel: Any, seconds: int, kill_at: int = 0) -> bool:
    """Let a worker take one envelope, and be killed at a point; whether it came to that point."""
    return await attempt(_post(house, seconds), points, channel, house.app.database.url, kill_at)


@contextlib.asynccontextmanager
async def _post(house: House, seconds: int) -> AsyncIterator[DeliveryWorker]:
    channels = Channels.of(house.settings)
    then = clock.business(house.now, 1) + timedelta(seconds=seconds)
    try:
        yield DeliveryWorker(house.app.database, channels, house.settings.operator, gathers=False, now=lambda: then)
    finally:
        channels.close()


# A worker that is killed closes nothing. It takes some seconds: there are some fifty points, and each is passed thrice.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore:unclosed:ResourceWarning")
@pytest.mark.parametrize("channel", ["print", "email"])
async def test_a_worker_killed_at_any_point_of_a_letter_leaves_one_of_each_that_costs_once(
    house: House, post: PostOffice, points: Points, monkeypatch: pytest.MonkeyPatch, channel: str
) -> None:
    monkeypatch.setattr(claim, "CLAIMED_FOR", timedelta(seconds=1))
    monkeypatch.setattr(claim, "MOST_IN_A_BATCH", 1)
    monkeypatch.setattr(posts, "AT_ONCE", 1)
    cases = [await house.debt(number, customer=_customer(channel, number)) for number in range(CASES)]
    async with house.app.database.transaction() as tx:
        await tx.execute("update customer_details set email_consent = true where email is not null")
    await _make(house)
    kill_at, is_killed = 0, True
    while is_killed:
        kill_at += 1
        assert kill_at < CASES
        is_killed = await _work(house, points, channel, 10 * kill_at, kill_at)
        assert not await _work(house, points, channel, 10 * kill_at + 5)
    assert kill_at > 20, "there are so many points at the least"
    left = [case for case in cases if (await house.delivery(case))["status"] == "sent"]
    assert len(left) >= kill_at
    for case in left:
        assert [letter["status"] for letter in await house.letters(case)] == ["sent"]
        assert (await house.office.case(case))["total_remaining_costs_amount"] == 180
    _each_once(house, post, channel, [(await house.delivery(case))["id"] for case in left])


def _customer(channel: str, number: int) -> dict[str, str]:
    return {"email": f"karin{number}@example.com"} if channel == "email" else {}


async def _make(house: House) -> None:
    means = DayServices(MediaFolder(house.settings.data / "media").put, house.settings.operator)
    async with house.app.database.connection() as connection:
        await run_day(transactions_of(connection), means, clock.business(house.now, 1))


def _each_once(house: House, post: PostOffice, channel: str, deliveries: list[str]) -> None:
    if channel == "email":
        ids = Counter(got.message["Message-ID"] for got in post.mailed)
        assert len(ids) == len(deliveries), "each by one Message-ID"
        assert max(ids.values()) <= 2, "and again by that one at the most, where its answer was lost"
    else:
        manifests = list(house.settings.data.glob("print/*/*/manifest.json"))
        assert sorted(house.printed()) == sorted(deliveries)
        assert len(manifests) == len(deliveries), "each in one batch"
