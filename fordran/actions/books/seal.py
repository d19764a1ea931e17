"""Seal ended days: a hash a day over the last booking of every case that was booked on, after the seal of the day before.

A seal holds the heads of all cases, and of bank transactions whose money waits: of those booked on its day by name, of the
others by the seals before it. To change a booking, one must make every later seal again; a seal that was written down
elsewhere then no longer fits.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TypedDict

from fordran import clock
from fordran.domain.books.chain import GENESIS, seal_hash
from fordran.domain.days import ONE_DAY
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.rows.rows import insert
from fordran.store.upkeep.installation import read_installation

SETTLING = timedelta(hours=1)
"""How long after midnight a day is sealed: no transaction that began on it is still under way by then."""

MOST_DAYS = 100


class _LastRow(TypedDict):
    sealed: date | None
    hash: str | None


async def seal_days(tx: Connection, now: datetime) -> int:
    """Seal the days that have ended, the oldest first and no more than some at a time; return how many were sealed."""
    if not await tx.fetchval("select pg_try_advisory_xact_lock(hashtext('fordran seals'))"):
        return 0
    installation = await read_installation(tx)
    today = clock.stockholm_date(clock.business(now, installation.clock_offset_days) - SETTLING)
    last = await fetch_the_row(
        tx,
        _LastRow,
        """select (select day from seals order by day desc limit 1) as sealed,
                  (select hash from seals order by day desc limit 1) as hash""",
    )
    day = last["sealed"] + ONE_DAY if last["sealed"] else await first_booked_day(tx)
    previous = last["hash"] or GENESIS
    sealed = 0
    while day is not None and day < today and sealed < MOST_DAYS:
        heads, bookings = await heads_of(tx, day)
        hash_ = seal_hash(previous, day, heads)
        made = {"day": day, "at": now, "bookings": bookings, "previous_hash": previous, "hash": hash_}
        await insert(tx, "seals", made)
        previous, day, sealed = hash_, day + ONE_DAY, sealed + 1
    return sealed


async def first_booked_day(tx: Connection) -> date | None:
    """The day of the first booking, of a case or of money that is on none."""
    day: date | None = await tx.fetchval(
        "select least((select min(booked_on) from bookings), (select min(booked_on) from bank_bookings))"
    )
    return day


async def heads_of(tx: Connection, day: date) -> tuple[dict[str, str], int]:
    """The hash of the last booking on a day of each case or transaction booked on then, and how many bookings there were."""
    rows = await tx.fetch(
        """select id, (array_agg(hash order by position desc))[1] as head, count(*) as bookings
           from (select case_id as id, position, hash from bookings where booked_on = $1
                 union all select transaction_id, position, hash from bank_bookings where booked_on = $1) booked
           group by id""",
        day,
    )
    return {row["id"]: row["head"] for row in rows}, sum(row["bookings"] for row in rows)
