"""Verify what creditors have sent of a case, payments, creditings and cancellations: each a fact and a document, and both
say the same."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import date

from fordran import clock
from fordran.actions.cases.book import CASE_CLOSED, OVERCREDITED, OVERPAID
from fordran.actions.cases.booking import used_of
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact, terms_of
from fordran.actions.proof.case_rows import CaseRows, CreditingRow, PaymentRow, SentRow
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.actions.registrations.record_cancellation import ALREADY_CLOSED
from fordran.actions.registrations.reverse_registration import CANCELLATION, CREDITING, PAYMENT
from fordran.domain.claims.assignments import assignments_of
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.claims.facts import Closing, Credit, Fact, PaymentFact
from fordran.domain.claims.payment_days import earliest_payment_day, is_payment_day
from fordran.domain.law.law import LAW
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed

PAYMENTS, CREDITINGS, CANCELLATIONS = "creditor_payments", "creditor_creditings", "creditor_cancellations"


def check_outcomes(
    rows: CaseRows, stored: Sequence[StoredFact], lines: Iterable[LedgerEntry], late: Container[str]
) -> Iterator[Discrepancy]:
    """Every document of a case that a creditor has sent, by the facts that the journal holds.

    `late` are the facts that came when the case was closed already.
    """
    facts = [known.fact for known in stored if known.origin == CREDITOR_SYSTEM]
    lines = list(lines)
    yield from _check_payments(rows, facts, used_of(lines, "settled"), late)
    yield from _check_payment_days(rows, stored)
    yield from _check_creditings(rows, facts, used_of(lines, "credited"), late)
    yield from _check_cancellations(rows, facts, late)


def _check_payments(
    rows: CaseRows, facts: Sequence[Fact], used: dict[str, int], late: Container[str]
) -> Iterator[Discrepancy]:
    by_id = {fact.id: fact for fact in facts if isinstance(fact, PaymentFact)}
    yield from _check_there(PAYMENTS, rows.payments, by_id.keys())
    for row, fact in ((row, by_id[row["id"]]) for row in rows.payments if row["id"] in by_id):
        yield from _check_creditor(PAYMENTS, rows, row)
        yield from _check_amounts(PAYMENTS, row, fact.amount, used.get(fact.id, 0))
        yield from _check_day(row, fact)
        reason = CASE_CLOSED if fact.id in late else OVERPAID if used.get(fact.id, 0) < fact.amount else None
        reason = reason if fact.recalled_on is None else PAYMENT.reason
        yield from _check_status(PAYMENTS, row, "payment_status", reason)
        yield from _check_reversal(PAYMENTS, row, fact.recalled_on)


def _check_payment_days(rows: CaseRows, stored: Sequence[StoredFact]) -> Iterator[Discrepancy]:
    """No payment that a creditor reported is dated after the day on which it was recorded, or long before the debt arose."""
    terms = terms_of(rows.case, parsed(rows.case["case_settings"]), LAW)
    for known in stored:
        if known.origin != CREDITOR_SYSTEM or not isinstance(known.fact, PaymentFact):
            continue
        first, last = earliest_payment_day(terms.arose), clock.stockholm_date(known.registered)
        if not is_payment_day(known.fact.date, terms.arose, last):
            yield Discrepancy(
                PAYMENTS, known.fact.id, "bank_transaction_date", f"{first} to {last}", str(known.fact.date)
            )


def _check_creditings(
    rows: CaseRows, facts: Sequence[Fact], used: dict[str, int], late: Container[str]
) -> Iterator[Discrepancy]:
    by_id = {fact.id: fact for fact in facts if isinstance(fact, Credit)}
    yield from _check_there(CREDITINGS, rows.creditings, by_id.keys())
    for row, fact in ((row, by_id[row["id"]]) for row in rows.creditings if row["id"] in by_id):
        yield from _check_creditor(CREDITINGS, rows, row)
        yield from _check_amounts(CREDITINGS, row, fact.amount, used.get(fact.id, 0))
        reason = CASE_CLOSED if fact.id in late else OVERCREDITED if used.get(fact.id, 0) < fact.amount else None
        reason = reason if fact.reversed_on is None else CREDITING.reason
        yield from _check_status(CREDITINGS, row, "payment_status", reason)
        yield from _check_reversal(CREDITINGS, row, fact.reversed_on)


def _check_cancellations(rows: CaseRows, facts: Sequence[Fact], late: Container[str]) -> Iterator[Discrepancy]:
    by_id = {fact.id: fact for fact in facts if isinstance(fact, Closing)}
    yield from _check_there(CANCELLATIONS, rows.cancellations, by_id.keys())
    for row, fact in ((row, by_id[row["id"]]) for row in rows.cancellations if row["id"] in by_id):
        yield from _check_creditor(CANCELLATIONS, rows, row)
        reason = ALREADY_CLOSED if fact.id in late else None
        reason = reason if fact.reversed_on is None else CANCELLATION.reason
        yield from _check_status(CANCELLATIONS, row, "cancellation_status", reason)
        yield from _check_reversal(CANCELLATIONS, row, fact.reversed_on)


def _check_reversal(table: str, row: SentRow, day: date | None) -> Iterator[Discrepancy]:
    reversed_on = None if row["reversed_date"] is None else day_of(row["reversed_date"])
    yield from differs(table, row["id"], "reversed_date", day, reversed_on)


def _check_there(table: str, documents: Sequence[SentRow], ids: Iterable[str]) -> Iterator[Discrepancy]:
    """No document without its fact, and no fact without its document."""
    there, facts = {row["id"] for row in documents}, set(ids)
    for id_ in sorted(facts - there):
        yield Discrepancy(table, id_, "row", "there, as the journal says", "missing")
    for id_ in sorted(there - facts):
        yield Discrepancy(table, id_, "fact in the journal", "there", "missing")


def _check_creditor(table: str, rows: CaseRows, row: SentRow) -> Iterator[Discrepancy]:
    now = rows.case["creditor_id"]
    former = {one.former for one in assignments_of(parsed(rows.case["assignments"]))}
    yield from differs(
        table, row["id"], "creditor", row["creditor_id"] if row["creditor_id"] in former else now, row["creditor_id"]
    )


def _check_amounts(table: str, row: CreditingRow, amount: int, used: int) -> Iterator[Discrepancy]:
    yield from differs(table, row["id"], "amount", amount, row["amount"])
    yield from differs(table, row["id"], "settled_amount", used, row["settled_amount"])


def _check_day(row: PaymentRow, fact: PaymentFact) -> Iterator[Discrepancy]:
    day = day_of(row["bank_transaction_date"])
    yield from differs(PAYMENTS, row["id"], "bank_transaction_date", fact.date, day)


def _check_status(table: str, row: SentRow, column: str, reason: str | None) -> Iterator[Discrepancy]:
    yield from differs(table, row["id"], column, "warning" if reason else "completed", row["status"])
    yield from differs(table, row["id"], "status_reason_locale", reason, row["status_reason_locale"])
