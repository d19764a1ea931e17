"""Close a month of the operator's ledger: one person proposes it, another confirms, and its export is stored.

Nothing is dated into a closed month. Later bookings are dated the first day of the month after, with their own day in the text.
"""

from __future__ import annotations

import calendar
import hashlib
from dataclasses import dataclass
from datetime import date, datetime

from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.books.export_sie import sie_file
from fordran.actions.books.ledger import BOOKED, LONG_SECONDS, first_day, vouchers
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.domain.days import ONE_DAY
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import ClosedPeriodRow
from fordran.store.upkeep.installation import business_day

_COUNTED = f"""
insert into closed_period_bookings (month, booking_id)
select $1, b.id from ({BOOKED}) b where b.booked_on >= $2
"""
_CLOSE = """
update closed_periods set closed = $2, confirmed_by = $3, vouchers = $4, file = $5, file_hash = $6 where month = $1
"""
_ALL = """
select p.month, p.last_day, p.proposed, p.proposed_by, p.closed, p.closed_on, p.confirmed_by, p.vouchers, p.file_hash,
       proposer.name as proposer, confirmer.name as confirmer
from closed_periods p left join users proposer on proposer.id = p.proposed_by
left join users confirmer on confirmer.id = p.confirmed_by
where p.last_day between $1 and $2 order by p.month
"""


class PeriodRow(ClosedPeriodRow):
    """A month that is closed or proposed, without its file."""

    proposer: str | None
    confirmer: str | None


KEEPERS = frozenset({"operator", "finance"})
"""Roles that close periods."""


@dataclass(frozen=True)
class Books:
    """The installation's own books: whose they are, the numbers of accounts, and whether a second person confirms a closing."""

    operator: Operator
    numbers: LedgerNumbers
    four_eyes: str = "auto"


def last_day_of(month: date) -> date:
    """The last day of the month of a day.

    >>> last_day_of(date(2028, 2, 1))
    datetime.date(2028, 2, 29)
    """
    return month.replace(day=calendar.monthrange(month.year, month.month)[1])


async def close_period(tx: Connection, books: Books, month: date, by: Caller | None, now: datetime) -> PeriodRow:
    """Close a month, or propose it where a second person has to confirm it."""
    if by is not None:
        _refuse_outsider(by)
    await _refuse_early(tx, month, now)
    row = {"month": month, "last_day": last_day_of(month), "proposed": now, "proposed_by": by and by.user}
    await insert(tx, "closed_periods", row, "on conflict do nothing")
    if not await in_force(tx, books.four_eyes):
        await _close(tx, books, month, None if by is None else by.user, now)
    return await _period(tx, month)


async def confirm_period(tx: Connection, books: Books, month: date, by: Caller, now: datetime) -> PeriodRow:
    """Close a month that somebody else proposed."""
    _refuse_outsider(by)
    await _refuse_early(tx, month, now)
    proposed = await tx.fetchrow("select proposed_by from closed_periods where month = $1 for update", month)
    if proposed is None:
        raise Conflict("error.period_not_proposed", month=_name(month))
    if proposed["proposed_by"] in by.hands:
        raise Conflict("error.period_confirmed_by_proposer", month=_name(month))
    await _close(tx, books, month, by.user, now)
    return await _period(tx, month)


async def take_back_proposal(tx: Connection, month: date) -> None:
    """Take away the proposal to close a month; one that is closed stays so."""
    await tx.execute("delete from closed_periods where month = $1 and closed is null", month)


async def closed_periods(tx: Connection, first: date = date.min, last: date = date.max) -> list[PeriodRow]:
    """Months that are proposed or closed and ended between these days, in order."""
    return await fetch_rows(tx, PeriodRow, _ALL, first, last)


async def next_to_close(tx: Connection) -> date | None:
    """The month to close next: the one after the last closed one, or that of the first movement; None where nothing moved."""
    last: date | None = await tx.fetchval("select max(last_day) from closed_periods where closed is not null")
    if last is not None:
        return last + ONE_DAY
    day = await first_day(tx)
    return None if day is None else day.replace(day=1)


async def _refuse_early(tx: Connection, month: date, now: datetime) -> None:
    """Refuse a month that is closed already, that is not over, or that follows an open one."""
    following = await next_to_close(tx)
    if await tx.fetchval(
        "select exists (select 1 from closed_periods where month >= $1 and closed is not null)", month
    ):
        raise Conflict("error.period_closed", month=_name(month))
    if await business_day(tx, now) <= last_day_of(month):
        raise Conflict("error.period_not_over", month=_name(month))
    if following is not None and following < month:
        raise Conflict("error.period_before_is_open", month=_name(following))


def _refuse_outsider(by: Caller) -> None:
    if not by.roles & KEEPERS:
        raise NotAllowed("error.period_needs_finance")


async def _close(tx: Connection, books: Books, month: date, by: str | None, now: datetime) -> None:
    """Close the month. Bookings that are not committed yet are not counted, and are dated after it."""
    today = await business_day(tx, now)
    await tx.execute("update closed_periods set closed_on = $2 where month = $1", month, today)
    await tx.execute(_COUNTED, month, today - ONE_DAY, timeout=LONG_SECONDS)
    made = await vouchers(tx, month, last_day_of(month))
    file = sie_file(made, books.operator, books.numbers, today)
    await tx.execute(_CLOSE, month, now, by, len(made), file, hashlib.sha256(file).hexdigest())


async def _period(tx: Connection, month: date) -> PeriodRow:
    (row,) = await closed_periods(tx, last_day_of(month), last_day_of(month))
    return row


def _name(month: date) -> str:
    return f"{month:%Y-%m}"
