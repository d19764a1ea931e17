"""List who is to be erased: customers whose retention has ended, and payments of people without a case.

Nothing is erased by being on a list: a person of the operator's confirms it first, or puts it off (decide_batch.py).
A register of debtors is destroyed by a decision, never by itself (inkassolag (1974:182) 10 a §).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import TypedDict

from fordran import clock
from fordran.actions.privacy.erase_person import RetentionTerms
from fordran.actions.put_aside import PUT_ASIDE
from fordran.domain.days import ONE_DAY
from fordran.domain.service.retention import (
    ANONYMISED,
    PSEUDONYMISED,
    ErasureStage,
    bookkeeping_kept_until,
    erasable_from,
)
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert, insert_all
from fordran.store.upkeep.installation import business_day

ERASING = "erasure"
"""The name of this job on the work list."""

MOST_LISTED = 1_000
"""As many as a person can look through. When a full list has been seen to, the next is made at once."""

_PUT_ASIDE = f"""
exists (select 1 from cases o where o.account_id = k.account_id and o.customer_id = k.customer_id
        and {PUT_ASIDE.format(account="o.account_id", case="o.id", now="{now}", name=f"'{ERASING}'")})
"""

_TO_PSEUDONYMISE = f"""
select k.account_id, k.customer_id from cases k
where k.closed is not null and k.erasure is null and k.closed < $1
  and not exists (select 1 from cases o where o.account_id = k.account_id and o.customer_id = k.customer_id
                  and (o.closed is null or o.closed >= $1 or o.refund_amount > 0))
  and not exists (select 1 from case_parties p join cases o on o.account_id = p.account_id and o.id = p.case_id
                  where p.account_id = k.account_id and p.customer_id = k.customer_id and (o.closed is null or o.closed >= $1))
  and not {_PUT_ASIDE.format(now="$2")}
  and k.customer_id <> all($3::text[])
group by k.account_id, k.customer_id order by min(k.closed), k.customer_id limit $4
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
group by k.account_id, k.customer_id order by min(k.closed), k.customer_id limit $5
"""
# Those who owed together with customers on the list, and have no claim on them otherwise.
_JOINT_DEBTORS = """
select distinct p.account_id, p.customer_id from case_parties p join cases k on k.account_id = p.account_id and k.id = p.case_id
where p.account_id = $1 and k.customer_id = any($2::text[]) and p.customer_id <> all($3::text[])
  and not exists (select 1 from cases o where o.account_id = p.account_id and o.customer_id = p.customer_id)
  and not exists (select 1 from case_parties q join cases o on o.account_id = q.account_id and o.id = q.case_id
                  where q.account_id = p.account_id and q.customer_id = p.customer_id and o.customer_id <> all($2::text[]))
order by p.customer_id
"""
# Bank data is stored apart from cases, so it has its own query.
_KEPT_FOR_THE_BANK = """
select distinct k.customer_id from cases k
join bank_payments p on p.account_id = k.account_id and p.case_id = k.id
join bank_transactions t on t.id in (p.transaction_id, p.recall_id)
where k.account_id = $1 and k.customer_id = any($2::text[]) and t.booking_date >= $3
"""
PAYERS_TO_FORGET = """
select t.id from bank_transactions t
where t.booking_date < $1 and t.status not in ('suspense', 'to_refund') and (t.payer <> '{}' or t.information <> '[]')
  and not exists (select 1 from bank_payments p where p.transaction_id = t.id or p.recall_id = t.id)
order by t.id limit $2
"""


class _Customer(TypedDict):
    account_id: str
    customer_id: str


async def list_due(tx: Connection, terms: RetentionTerms, now: datetime, *, at_once: bool = False) -> int:
    """Make a list of those whose time has come, where none waits; 1 where something came to be waited for.

    By itself one a month, and another when a full one has been seen to; `at_once` for a person who asks.
    """
    # Two who list at once are one after the other: the later finds the former's list.
    await tx.execute("select pg_advisory_xact_lock(hashtext('fordran erasure batches'))", timeout=600)
    today = await business_day(tx, now)
    if await _wait_again(tx, today, now):
        return 1
    if await tx.fetchval("select exists (select 1 from erasure_batches where status in ('waiting', 'confirmed'))"):
        return 0
    if not at_once and await _is_listed_this_month(tx, today):
        return 0
    customers = await _due(tx, terms, today, now)
    before = first_kept_day(today, terms.fiscal_year_end_month)
    payers = len(await tx.fetch(PAYERS_TO_FORGET, before, MOST_LISTED))
    if payers and await tx.fetchval("select exists (select 1 from erasure_batches where ended is null and payers > 0)"):
        payers = 0
    if not customers and not payers:
        return 0
    id_ = new_id()
    row = {
        "id": id_,
        "created": now,
        "updated": now,
        "status": "waiting",
        "listed_on": today,
        "payers_before": before,
        "customers": len(customers),
        "payers": payers,
    }
    await insert(tx, "erasure_batches", row)
    await insert_all(
        tx,
        "erasure_batch_customers",
        [{"erasure_batch_id": id_, "id": new_id(), "stage": stage, **one} for stage, one in customers],
    )
    return 1


async def _wait_again(tx: Connection, today: date, now: datetime) -> bool:
    """Let lists wait again that were put off until today."""
    rows = await tx.fetch(
        "select id from erasure_batches where status = 'put_off' and put_off_until <= $1 for update", today
    )
    for row in rows:
        await change(tx, "erasure_batches", {"id": row["id"]}, {"status": "waiting", "put_off_until": None}, now)
    return bool(rows)


async def _is_listed_this_month(tx: Connection, today: date) -> bool:
    """Whether the month has its list. A month with a full one has more than one."""
    return bool(
        await tx.fetchval(
            """select exists (select 1 from erasure_batches
                              where listed_on >= $1 and customers < $2 and payers < $2)""",
            today.replace(day=1),
            MOST_LISTED,
        )
    )


async def _due(
    tx: Connection, terms: RetentionTerms, today: date, now: datetime
) -> list[tuple[ErasureStage, _Customer]]:
    """Up to so many customers whose time has come and who are on no list, those whose cases were closed first, first."""
    rows = await tx.fetch("select customer_id from erasure_batch_customers where outcome is null")
    listed = [row["customer_id"] for row in rows]
    closed_before = _midnight(last_closing(today, terms.months) + ONE_DAY)
    first = await fetch_rows(tx, _Customer, _TO_PSEUDONYMISE, closed_before, now, listed, MOST_LISTED)
    for account, ids in _by_account(first).items():
        first += await fetch_rows(tx, _Customer, _JOINT_DEBTORS, account, ids, [*listed, *ids])
    found: list[tuple[ErasureStage, _Customer]] = [(PSEUDONYMISED, one) for one in first]
    kept_from = first_kept_day(today, terms.fiscal_year_end_month)
    while len(found) < MOST_LISTED:
        more = await fetch_rows(
            tx, _Customer, _TO_ANONYMISE, _midnight(kept_from), kept_from, now, listed, MOST_LISTED - len(found)
        )
        if not more:
            break
        kept = await _kept_for_the_bank(tx, more, kept_from)
        found += [(ANONYMISED, one) for one in more if one["customer_id"] not in kept]
        listed += [one["customer_id"] for one in more]
    return found


async def _kept_for_the_bank(tx: Connection, customers: Sequence[_Customer], kept_from: date) -> set[str]:
    """Those of whom the bank says something that has to be kept."""
    kept: set[str] = set()
    for account, ids in _by_account(customers).items():
        kept |= {row["customer_id"] for row in await tx.fetch(_KEPT_FOR_THE_BANK, account, ids, kept_from)}
    return kept


def _by_account(customers: Sequence[_Customer]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for one in customers:
        found[one["account_id"]].append(one["customer_id"])
    return found


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
