"""Days: the clock in a test's hand, and a worker that does what is due on the days that it is told to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

import pytest

from fordran import clock
from fordran.actions.days.run_day import DAY, DayServices
from fordran.actions.demo.sign_applications import sign_applications
from fordran.actions.filing.file_all import file_all
from fordran.api.app import Api
from fordran.operator import Operator
from fordran.store.connections.database import Connection

MORNING, NOON, EVENING = time(5), time(11), time(17)
FLOW = (
    *(
        "settle bank payments",
        "reverse reminder fees",
        "warn of control fees",
        "restate open cases",
        "show invoices",
        "advance cases",
        "take back letters",
    ),
    *("make letters", "show letters", "tell the authority"),
)
"""What of a day moves cases."""


MOST_ROUNDS = 1000
"""A day of a test has less to do than that."""


@dataclass
class Days:
    """Time passes only by `at` and what calls it."""

    app: Api
    patch: pytest.MonkeyPatch
    day: date = date(2026, 1, 1)
    signs_applications: bool = True
    """Whether a person signs and posts the applications that wait after the work."""
    means: DayServices = field(default_factory=lambda: DayServices(lambda *_: None, Operator()))
    """What a day's work needs."""

    def at(self, day: date, hour: time = NOON) -> datetime:
        """Let it be that hour of a day, in UTC."""
        now = datetime.combine(day, hour, UTC)
        self.patch.setattr(clock, "now", lambda: now)
        self.day = day
        return now

    async def work(self, day: date, hour: time = MORNING, only: tuple[str, ...] = FLOW) -> None:
        """Let a worker do all that is due then."""
        now = self.at(day, hour)
        for thing in DAY:
            did, rounds = 1 if thing.name in only else 0, 0
            while did:
                async with self.transaction() as tx:
                    did = await thing.do(tx, self.means, now)
                rounds += 1
                assert rounds < MOST_ROUNDS, f"{thing.name} does not come to an end"
        if self.means.outside.authority is not None:
            await file_all(self.transaction, self.means.outside.authority, now)
        if self.signs_applications:
            async with self.transaction() as tx:
                await sign_applications(tx, now)

    async def live(self, until: date) -> None:
        """Let a worker work every day on which something is due, up to and with the morning of a day."""
        while (due := await self._next_due()) is not None and self.day < due < until:
            await self.work(due)
        if until > self.day:
            await self.work(until)

    async def _next_due(self) -> date | None:
        """The first day after this one on which a case has something to do, or a letter leaves that waits for its day."""
        tomorrow = self.day + timedelta(days=1)
        async with self.transaction() as tx:
            found: date | None = await tx.fetchval(
                """select greatest(least((select min(next_step_date) from cases where next_step_date is not null),
                                         (select min(day) from envelopes where status = 'queued' and day > $2)), $1::date)""",
                tomorrow,
                self.day,
            )
        return found

    async def forget(self) -> None:
        """Let nothing come due any more of the cases there are, so that another story is not disturbed."""
        async with self.transaction() as tx:
            await tx.execute("update cases set next_step_date = null where next_step_date is not null")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        async with self.app.database.transaction() as tx:
            yield tx
