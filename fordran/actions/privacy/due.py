"""Erase customers whose time has come, one at a time, and payers without any case."""

from __future__ import annotations

from datetime import date, datetime, time

from fordran import clock
from fordran.actions.privacy.erase_person import ErasureResult, RetentionTerms, erase_customers
from fordran.actions.privacy.find import Key, found_of
from fordran.actions.privacy.stages import erase_payers
from fordran.actions.put_aside import PUT_ASIDE, FailedJob, put_aside
from fordran.domain.days import ONE_DAY
from fordran.domain.service.retention import bookkeeping_kept_until, erasable_from
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.rows.schema_rows import CaseRow
from fordran.store.upkeep.installation import business_day

ERASING = "erasure"
"""The name of this job on the work list."""

_PUT_ASIDE = f"""
exists (select 1 from cases o where o.account_id = k.account_id and o.customer_id = k.customer_id
        and {PUT_ASIDE.format(account="o.account_id", case="o.id", now="{now}", name=f"'{ERASING}'")})
"""

_TO_PSEUDONYMISE = f"""
select k.account_id, k.customer_id from cases k
where k.closed is not null and k.erasure is null and k.closed < $1
  and not exists (select 1 from cases o where o.account_id = k.account_id and o.customer_id = k.customer_id
                  and (o.closed is null or o.closed >= $1 or o.refund_amount > 0))
  and not {_PUT_ASIDE.format(now="$2")}
order by k.closed limit 1
"""
_TO_ANONYMISE = f"""
select k.account_id, k.customer_id from cases k
where k.erasure = 'pseudonymised' and k.closed < $1
  and not exists (
      select 1 from cases o where o.account_id = k.account_id and o.customer_id = k.customer_id
      and (o.closed >= $1
           or exists (select 1 from bookings b where b.account_id = o.account_id and b.case_id = o.id and b.booked_on >= $2)
           or exists (select 1 from payout_specifications s join payout_bookings b
                      on b.account_id = s.account_id and b.payout_id = s.payout_id
                      where s.account_id = o.account_id and s.case_id = o.id and b.booked_on >= $2)))
  and not {_PUT_ASIDE.format(now="$3")}
  and k.customer_id <> all($4::text[])
order by k.closed limit 1
"""
# Bank data is stored apart from cases, so it has its own query.
_IS_KEPT_FOR_THE_BANK = """
select exists (select 1 from bank_payments p join bank_transactions t on t.id in (p.transaction_id, p.recall_id)
               where p.account_id = $1 and p.case_id = any($2::text[]) and t.booking_date >= $3)
"""
PAYERS_AT_A_TIME = 500


async def erase_next(tx: Connection, terms: RetentionTerms, now: datetime) -> ErasureResult | None:
    """Erase one customer whose time has come; None when there is nobody."""
    today = await business_day(tx, now)
    while (customer := await _next_customer(tx, terms, today, now)) is not None:
        try:
            async with part(tx):
                return await erase_customers(tx, [customer], "", terms, now)
        except SavepointRolledBack as undone:
            await _put_aside(tx, customer, f"cannot be done: {undone}", now)
    return None


class _CaseRow(CaseRow):
    """A row of `cases`."""


async def _put_aside(tx: Connection, customer: Key, reason: str, now: datetime) -> None:
    """Put one case of a customer on the work list, who is passed by until it is tried again."""
    account, id_ = customer
    case = await fetch_the_row(
        tx,
        _CaseRow,
        "select creditor_id, id from cases where account_id = $1 and customer_id = $2 order by id limit 1",
        account,
        id_,
    )
    await put_aside(tx, FailedJob(account, case["creditor_id"], ERASING, case["id"]), reason, now)


async def _next_customer(tx: Connection, terms: RetentionTerms, today: date, now: datetime) -> Key | None:
    row = await tx.fetchrow(_TO_PSEUDONYMISE, _midnight(last_closing(today, terms.months) + ONE_DAY), now)
    if row is None:
        return await _next_to_anonymise(tx, first_kept_day(today, terms.fiscal_year_end_month), now)
    return row["account_id"], row["customer_id"]


async def _next_to_anonymise(tx: Connection, first_kept: date, now: datetime) -> Key | None:
    """The first whose bookkeeping need not be kept, of whom the bank says nothing either that has to be."""
    kept: list[str] = []
    while row := await tx.fetchrow(_TO_ANONYMISE, _midnight(first_kept), first_kept, now, kept):
        account, customer = key = row["account_id"], row["customer_id"]
        cases = await tx.fetch("select id from cases where account_id = $1 and customer_id = $2", *key)
        if not await tx.fetchval(_IS_KEPT_FOR_THE_BANK, account, [case["id"] for case in cases], first_kept):
            return key
        kept.append(customer)
    return None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), clock.STOCKHOLM)


def last_closing(today: date, months: int) -> date:
    """The last day on which a case may have been closed that can be erased today.

    >>> last_closing(date(2027, 2, 28), 36).isoformat()
    '2024-02-29'
    """
    day = erasable_from(today, -months)
    # Where a month lacks a day of that number, several closings come due together.
    while erasable_from(day + ONE_DAY, months) <= today:
        day += ONE_DAY
    return day


def first_kept_day(today: date, fiscal_year_end_month: int) -> date:
    """The first day whose bookkeeping has to be kept still: it begins a fiscal year.

    >>> first_kept_day(date(2033, 12, 31), 12).isoformat(), first_kept_day(date(2034, 1, 1), 12).isoformat()
    ('2026-01-01', '2027-01-01')
    """
    begins = date(today.year - 8, fiscal_year_end_month % 12 + 1, 1)
    return (
        begins
        if bookkeeping_kept_until(begins, fiscal_year_end_month) >= today
        else begins.replace(year=begins.year + 1)
    )


async def forget_payers(tx: Connection, terms: RetentionTerms, now: datetime) -> int:
    """Erase the payers of payments without a case, when their bookkeeping need not be kept; return how many."""
    today = await business_day(tx, now)
    rows = await tx.fetch(
        """select t.id from bank_transactions t
           where t.booking_date < $1 and t.status not in ('suspense', 'to_refund') and (t.payer <> '{}' or t.information <> '[]')
             and not exists (select 1 from bank_payments p where p.transaction_id = t.id or p.recall_id = t.id)
           order by t.id limit $2""",
        first_kept_day(today, terms.fiscal_year_end_month),
        PAYERS_AT_A_TIME,
    )
    if rows:
        found = await found_of(tx, [], "", today, transactions=[row["id"] for row in rows])
        await erase_payers(tx, found, now)
    return len(rows)
