"""Verify specifications: every line that is owed to a creditor is what a booking of its case settles."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import date

import orjson

from fordran.actions.cases.case_facts import entry_from_json
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, as_far_as_readable, differs
from fordran.domain.claims.assignments import assignments_of
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.payouts.payout import Commission, SettlementCause, lines_of, makes_lines
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BookingRow, PayoutSpecificationRow

CASES_AT_A_TIME = 500


_BOOKINGS = """
select t.case_id, t.id, t.booked_on, t.entries
from bookings t join unnest($1::text[], $2::text[]) as g (account_id, case_id)
  on g.account_id = t.account_id and g.case_id = t.case_id order by t.position
"""
_SPECIFICATIONS = """
select t.case_id, t.id, t.booking_id, t.payment_id, t.settles, t.settled_type, t.bank_date, t.booking_date, t.article,
       t.finance_category, t.amount, t.vat_amount, t.share_percent, t.vat_percent
from payout_specifications t join unnest($1::text[], $2::text[]) as g (account_id, case_id)
  on g.account_id = t.account_id and g.case_id = t.case_id where t.paid_invoice_id is null order by t.id
"""
_ASSIGNED = """
select k.id, k.assignments from cases k
join unnest($1::text[], $2::text[]) as g (account_id, case_id) on g.account_id = k.account_id and g.case_id = k.id
where k.assignments is not null
"""
_OF_OTHERS = """
select s.id, s.booking_id from payout_specifications s
left join bookings b on b.account_id = s.account_id and b.id = s.booking_id
left join cases k on k.account_id = s.account_id and k.id = s.case_id
where b.case_id is distinct from s.case_id
   or (s.finance_category <> 'operator_fees'
       and owner_on(k.creditor_id, k.assignments, s.bank_date) is distinct from s.creditor_id)
"""


async def check_specifications(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """The specifications of each case are those that its journal makes, booking by booking."""
    last = ("", "")
    total = await tx.fetchval("select count(*) from cases")
    done = 0
    while cases := await tx.fetch(
        "select account_id, id from cases where (account_id, id) > ($1, $2) order by account_id, id limit $3",
        *last,
        CASES_AT_A_TIME,
    ):
        last = (cases[-1]["account_id"], cases[-1]["id"])
        for found in await specifications_that_differ(tx, [(case["account_id"], case["id"]) for case in cases]):
            yield found
        done += len(cases)
        tell("payout_specifications", done, total)
    for row in await tx.fetch(_OF_OTHERS):
        yield Discrepancy("payout_specifications", row["id"], "booking", "one of its case", row["booking_id"])


async def specifications_that_differ(tx: Connection, cases: Sequence[tuple[str, str]]) -> list[Discrepancy]:
    """Of some cases, each by its account and id."""
    accounts, ids = [account for account, _ in cases], [id_ for _, id_ in cases]
    bookings: dict[str, list[BookingRow]] = {id_: [] for id_ in ids}
    for booking in await fetch_rows(tx, BookingRow, _BOOKINGS, accounts, ids):
        bookings[booking["case_id"]].append(booking)
    specifications: dict[str, list[PayoutSpecificationRow]] = {id_: [] for id_ in ids}
    for row in await fetch_rows(tx, PayoutSpecificationRow, _SPECIFICATIONS, accounts, ids):
        specifications[row["case_id"]].append(row)
    assigned = {case["id"]: case["assignments"] for case in await tx.fetch(_ASSIGNED, accounts, ids)}
    found: list[Discrepancy] = []
    for id_ in ids:
        of_case = _check_case(bookings[id_], specifications[id_], assigned.get(id_))
        found += as_far_as_readable("payout_specifications", f"of case {id_}", "content", of_case)
    return found


def _check_case(
    bookings: Sequence[BookingRow],
    specifications: Sequence[PayoutSpecificationRow],
    assignments: orjson.Fragment | None,
) -> Iterator[Discrepancy]:
    assigned = [] if assignments is None else [one.date for one in assignments_of(parsed(assignments))]
    booked: list[LedgerEntry] = []
    terms: dict[SettlementCause, Commission] = {}
    by_booking: dict[str, list[PayoutSpecificationRow]] = {}
    for row in specifications:
        by_booking.setdefault(row["booking_id"], []).append(row)
    for booking in bookings:
        entries = [entry_from_json(entry) for entry in parsed(booking["entries"])]
        there = by_booking.get(booking["id"], [])
        if makes_lines(entries) or there:
            yield from _check_booking(booking, booked, entries, there, terms, assigned)
        booked += entries


def _check_booking(
    booking: BookingRow,
    before: Sequence[LedgerEntry],
    entries: Sequence[LedgerEntry],
    there: Sequence[PayoutSpecificationRow],
    terms: dict[SettlementCause, Commission],
    assigned: Sequence[date],
) -> Iterator[Discrepancy]:
    former: list[tuple[date, Commission]] = []
    left = list(there)
    for day in assigned:
        former.append((day, _agreed([row for row in left if row["bank_date"] < day], terms)))
        left = [row for row in left if row["bank_date"] >= day]
    agreed = _agreed(left, terms)
    made = Counter(
        (*line.cause, line.article, line.category, line.amount, line.vat_amount)
        for line in lines_of(before, entries, agreed, terms, former)
    )
    found = Counter(
        (*_cause(row), row["article"], row["finance_category"], row["amount"], row["vat_amount"]) for row in there
    )
    if made != found:
        ids = ", ".join(row["id"] for row in there) or f"of booking {booking['id']}"
        yield Discrepancy("payout_specifications", ids, "lines", sorted(made.elements()), sorted(found.elements()))
    for row in there:
        yield from differs(
            "payout_specifications", row["id"], "booking_date", booking["booked_on"], row["booking_date"]
        )


def _agreed(there: Sequence[PayoutSpecificationRow], terms: dict[SettlementCause, Commission]) -> Commission:
    """The share agreed at the time, which is only in the rows; the rest follows from the entries.

    By what each cause was settled is added to `terms`.
    """
    agreed: Commission | None = None
    again = Commission()
    for row in there:
        if row["share_percent"] is not None:
            assert row["vat_percent"] is not None, "a share has its VAT"
            given = Commission(row["share_percent"], row["vat_percent"])
            if _cause(row) not in terms:
                agreed = given
            elif row["amount"] > 0:
                # A cause that had lost its share gets one again, on the terms of this booking.
                again = given
            terms.setdefault(_cause(row), given)
    return again if agreed is None else agreed


def _cause(row: PayoutSpecificationRow) -> SettlementCause:
    return SettlementCause(row["payment_id"], row["settles"], row["settled_type"], row["bank_date"])
