"""Set the clock of a sandbox: forward, day by day, with every due thing of each day done before the next begins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.books.report_days import AMOUNTS, report_days, totals
from fordran.actions.days.outside_systems import OutsideSystems
from fordran.actions.days.run_day import DayServices, run_day
from fordran.actions.keep_file import Put
from fordran.actions.printing.print_invoice import RenderAll, in_processes
from fordran.actions.refusals import Conflict
from fordran.domain.days import ONE_DAY, days_after
from fordran.operator import Operator
from fordran.shape.wire import kronor
from fordran.store.connections.clock_lock import Begin, others_have_ended
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import business_day, read_installation

Tell = Callable[[int, int], None]
"""Called after each day with the number of days that have passed, and the total."""

People = Callable[[int], Awaitable[None]]
"""Acts of people on a day, before its due jobs run. Days are counted from the clock's first day."""

IsEnough = Callable[[], bool]
"""Asked after each day whether it was the last that there is time for."""

FARTHEST = date(2199, 12, 31)
"""Days are counted to no later year anywhere."""


class NotASandbox(Conflict):
    """The installation's business is real, and so is its time."""


class NotForward(Conflict):
    """The clock would have to go back, or farther than days are counted."""


@dataclass(frozen=True)
class ClockMove:
    """The position of the clock, and what happened on the way."""

    date: date
    days: int
    happened: dict[str, int]
    """By the names of `report_days.Day`, amounts in öre."""

    def shown(self) -> dict[str, Any]:
        """As programs read it, amounts in kronor."""
        happened = {name: kronor(value) if name in AMOUNTS else value for name, value in self.happened.items()}
        return {"date": self.date.isoformat(), "days": self.days} | happened


async def nobody(day: int) -> None:
    """No acts of people."""


def never() -> bool:
    """There is time for all days."""
    return False


async def advance_clock(
    begin: Begin,
    put: Put,
    operator: Operator,
    now: datetime,
    days: int,
    tell: Tell = lambda *_: None,
    people: People = nobody,
    render_all: RenderAll = in_processes,
    is_enough: IsEnough = never,
    outside: OutsideSystems | None = None,
) -> ClockMove:
    """Move the clock by a number of days. The caller holds the clock (store/connections/clock_lock.py).

    `now` stays the same for all days, whatever time it takes: from the same start the same happens. Once `is_enough` says so
    no other day is begun.
    """
    async with begin() as tx:
        first = await _start(tx, now)
    if days < 0 or days > (FARTHEST - first).days:
        raise NotForward("error.clock_goes_forward", day=first, last=FARTHEST)
    means = DayServices(put, operator, render_all, outside=outside or OutsideSystems())
    # The rest of the clock's current day comes first.
    await people(0)
    await run_day(begin, means, now)
    left: set[tuple[Any, ...]] = set()
    passed = 0
    while passed < days and not (passed and is_enough()):
        passed += 1
        async with begin() as tx:
            await tx.execute("update installation set clock_offset_days = clock_offset_days + 1")
        await others_have_ended(begin, left)
        await people(passed)
        await run_day(begin, means, now)
        tell(passed, days)
    last = days_after(first, passed)
    async with begin() as tx:
        return ClockMove(last, passed, totals(await report_days(tx, first + ONE_DAY, last)))


async def days_until(tx: Connection, now: datetime, day: date) -> int:
    """How many days the clock has to move to stand on a day; negative where that day has passed."""
    return (day - await _start(tx, now)).days


async def _start(tx: Connection, now: datetime) -> date:
    """The current day of the clock, if it may be moved at all."""
    if not (await read_installation(tx)).sandbox:
        raise NotASandbox("error.not_a_sandbox")
    return await business_day(tx, now)


def shown_now(now: datetime, offset_days: int) -> dict[str, object]:
    """Real time and the business's own, as they are shown."""
    business = clock.business(now, offset_days)
    return {
        "now": f"{now:%Y-%m-%dT%H:%M:%SZ}",
        "business": f"{business:%Y-%m-%dT%H:%M:%SZ}",
        "date": clock.stockholm_date(business).isoformat(),
        "offset_days": offset_days,
    }
