"""Erase a person: all that the retention table allows, in one transaction, or a refusal with every reason.

Files lie outside the transaction. The transaction notes their removal, and the next process to come removes them (files.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.privacy.erasing import StageResult
from fordran.actions.privacy.find import Key, find_person, found_of
from fordran.actions.privacy.stages import CustomerToErase, erase_at
from fordran.actions.refusals import Conflict
from fordran.domain.days import ONE_DAY
from fordran.domain.service.retention import (
    ANONYMISED,
    BOOKKEEPING,
    ERASE_AFTER_MONTHS,
    PSEUDONYMISED,
    bookkeeping_kept_until,
    erasable_from,
)
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row
from fordran.store.rows.schema_rows import CaseRow, CustomerRow
from fordran.store.upkeep.installation import business_day


@dataclass(frozen=True)
class RetentionTerms:
    """How long an installation keeps what it knows."""

    months: int = ERASE_AFTER_MONTHS
    fiscal_year_end_month: int = 12


@dataclass(frozen=True)
class ErasureObstacle:
    """A case that keeps its customer from being erased."""

    case: str
    account: str
    invoice_number: str
    closed: date | None
    erasable_from: date | None
    why: str

    def __str__(self) -> str:
        return f"Case {self.case} (invoice {self.invoice_number}): {self.why}."


class TooEarly(Conflict):
    """Something of the person's has to be kept as it is; `reasons` says every case that is why."""

    def __init__(self, reasons: Sequence[ErasureObstacle]) -> None:
        super().__init__("error.too_early_to_erase", cases="".join(f"\n{reason}" for reason in reasons))
        self.reasons = tuple(reasons)


@dataclass
class ErasureResult:
    """The erased data, and the data that is kept with its date."""

    pseudonymised: int = 0
    anonymised: int = 0
    rows: Counter[str] = field(default_factory=Counter)
    files: int = 0
    kept_until: date | None = None

    def with_more(self, other: ErasureResult) -> ErasureResult:
        """Both together. The kept data concern one person, not many."""
        return ErasureResult(
            self.pseudonymised + other.pseudonymised,
            self.anonymised + other.anonymised,
            self.rows + other.rows,
            self.files + other.files,
        )

    def add(self, done: StageResult) -> None:
        """Count what a stage has done."""
        self.rows.update(done.rows)
        self.files += done.files

    def shown(self) -> dict[str, Any]:
        """As programs read it."""
        document: dict[str, Any] = {
            "pseudonymised": self.pseudonymised,
            "anonymised": self.anonymised,
            "rows": {table: rows for table, rows in sorted(self.rows.items()) if rows},
            "files": self.files,
        }
        if self.kept_until is not None:
            kept = {"until": self.kept_until.isoformat(), "erasable_from": (self.kept_until + ONE_DAY).isoformat()}
            document["bookkeeping_kept"] = kept | {"law": BOOKKEEPING}
        return document


async def erase_person(tx: Connection, number: str, terms: RetentionTerms, now: datetime) -> ErasureResult:
    """Erase the person with the number, in every account; raises `NobodyByThatNumber` or `TooEarly`."""
    found = await find_person(tx, number, clock.stockholm_date(now))
    rows = await tx.fetch(
        "select account_id, id from customers where account_id = any($1::text[]) and id = any($2::text[])",
        found.accounts,
        found.customers,
    )
    return await erase_customers(tx, sorted((row["account_id"], row["id"]) for row in rows), found.compact, terms, now)


async def erase_customers(
    tx: Connection, customers: Sequence[Key], compact: str, terms: RetentionTerms, now: datetime
) -> ErasureResult:
    """Erase customers as far as their time has come; raises `TooEarly` where a case of any of them is too young."""
    today = await business_day(tx, now)
    locked = [await _lock(tx, key) for key in customers]
    reasons = [reason for _, cases in locked for reason in _reasons(cases, terms, today)]
    if reasons:
        raise TooEarly(reasons)
    erased = ErasureResult()
    for key, (customer, cases) in zip(customers, locked, strict=True):
        found = await found_of(tx, [key], compact or customer["id_number_compact"], clock.stockholm_date(now))
        await _erase_customer(CustomerToErase(tx, key, found, today, now), customer["erasure"], cases, terms, erased)
    return erased


async def _erase_customer(
    customer: CustomerToErase,
    reached: str | None,
    cases: Sequence[_CaseRow],
    terms: RetentionTerms,
    erased: ErasureResult,
) -> None:
    """Take a customer from the stage that it has reached to the one that it may, and add to what was erased."""
    if reached is None:
        erased.add(await erase_at(PSEUDONYMISED, customer))
        erased.pseudonymised += 1
    if reached == ANONYMISED:
        return
    kept_until = await _kept_until(customer, cases, terms)
    if kept_until < customer.today:
        erased.add(await erase_at(ANONYMISED, customer))
        erased.anonymised += 1
    else:
        erased.kept_until = max(kept_until, erased.kept_until or kept_until)


class _CustomerRow(CustomerRow):
    """A row of `customers`."""


class _CaseRow(CaseRow):
    """A row of `cases`."""


async def _lock(tx: Connection, key: Key) -> tuple[_CustomerRow, list[_CaseRow]]:
    """The customer's row and its cases', which nobody changes until we are done."""
    customer = await fetch_the_row(
        tx,
        _CustomerRow,
        "select id_number_compact, erasure from customers where account_id = $1 and id = $2 for update",
        *key,
    )
    cases = await fetch_rows(
        tx,
        _CaseRow,
        """select account_id, id, invoice_number, closed, refund_amount from cases
           where account_id = $1 and (customer_id = $2 or id in (
               select case_id from case_parties where account_id = $1 and customer_id = $2)) order by id for update""",
        *key,
    )
    return customer, cases


def _reasons(cases: Sequence[_CaseRow], terms: RetentionTerms, today: date) -> list[ErasureObstacle]:
    """Every case that is open, was closed too recently, or owes the customer money."""
    found = []
    for case in cases:
        closed = clock.stockholm_date(case["closed"]) if case["closed"] else None
        first = erasable_from(closed, terms.months) if closed else None
        if closed is None or first is None:
            why = f"it is open; it can be erased {terms.months} months after it is closed"
        elif first > today:
            why = f"it was closed on {closed}; it can be erased from {first}, {terms.months} months later"
        elif case["refund_amount"]:
            why = f"it was closed on {closed}, and a refund is still owed to its payer"
        else:
            continue
        found.append(ErasureObstacle(case["id"], case["account_id"], case["invoice_number"], closed, first, why))
    return found


async def _kept_until(customer: CustomerToErase, cases: Sequence[_CaseRow], terms: RetentionTerms) -> date:
    """The last day on which the law asks for the bookkeeping of a customer's cases."""
    last: date | None = await customer.tx.fetchval(
        """select max(day) from (
               select max(booked_on) as day from bookings where account_id = $1 and case_id = any($2::text[])
               union all
               select max(b.booked_on) from payout_specifications s
               join payout_bookings b on b.account_id = s.account_id and b.payout_id = s.payout_id
               where s.account_id = $1 and s.case_id = any($2::text[])
               union all
               select max(booking_date) from bank_transactions where id = any($3::text[])) days""",
        customer.key[0],
        customer.found.cases,
        customer.found.transactions,
    )
    closed = [clock.stockholm_date(case["closed"]) for case in cases if case["closed"]]
    days = [*closed, *([last] if last else [])]
    # A person who never had a case is in no bookkeeping.
    return bookkeeping_kept_until(max(days), terms.fiscal_year_end_month) if days else date.min
