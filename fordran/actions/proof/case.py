"""Verify one case: its chain, and everything that can be computed anew from its facts and its registrations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from fordran.actions.cases.book import CASE_CLOSED, OVERCREDITED, OVERPAID
from fordran.actions.cases.booking import Booking, totals_of, used_of
from fordran.actions.cases.case_facts import (
    CREDITOR_SYSTEM,
    DEDUCTION,
    RECALL,
    StoredFact,
    TermsRow,
    entry_from_json,
    entry_json,
    from_json,
    terms_of,
    transactions_of,
)
from fordran.actions.proof.differences import Difference, differs
from fordran.actions.registrations.record_cancellation import ALREADY_CLOSED
from fordran.domain.chain import GENESIS
from fordran.domain.entries import Entry, difference
from fordran.domain.facts import Closing, Credit, Payment, Terms
from fordran.domain.journal import postings
from fordran.domain.numbers import ocr
from fordran.domain.statement import Statement, booked
from fordran.shape.moments import day_of, midnight
from fordran.shape.wire import parsed

Row = Mapping[str, Any]


@dataclass(frozen=True)
class CaseRows:
    """A case's row and the rows that hang on it, each sort in order of its ids or positions."""

    case: Row
    account_number: int
    bookings: Sequence[Row]
    ocr_numbers: Sequence[Row]
    payments: Sequence[Row]
    creditings: Sequence[Row]
    cancellations: Sequence[Row]


def check_case(rows: CaseRows) -> Iterator[Difference]:
    """Whatever of a case is not what its facts make of it."""
    case = rows.case
    yield from _check_chain(rows)
    journal = [fact for booking in rows.bookings for fact in parsed(booking["facts"])]
    yield from differs("cases", case["id"], "facts", journal, parsed(case["facts"]))
    terms = terms_of(cast("TermsRow", case), parsed(case["case_settings"]))
    history = [parsed(booking["facts"]) for booking in rows.bookings]
    entries = [entry_from_json(entry) for booking in rows.bookings for entry in parsed(booking["entries"])]
    yield from _check_bookings(rows.bookings, terms)
    facts = from_json(journal)
    after = booked([stored.fact for stored in facts], terms)
    # A rate that was published since makes a replay come to something else than what was booked provisionally.
    is_as_booked = not difference(entries, after.lines)
    if is_as_booked or not any(entry.provisional for entry in entries):
        yield from _check_shown(case, after, facts)
        yield from _check_outcomes(rows, after, _closed_before(history, terms))
    else:
        yield from _check_sums(case, entries)
    yield from _check_ocr(rows)


def booking_of(row: Row) -> Booking:
    """A row of the journal as it was made."""
    return Booking(
        account=row["account_id"],
        creditor=row["creditor_id"],
        case=row["case_id"],
        id=row["id"],
        position=row["position"],
        at=row["at"],
        booked_on=row["booked_on"],
        facts=parsed(row["facts"]),
        entries=parsed(row["entries"]),
        ledger_accounts=row["ledger_accounts"],
        amounts=row["amounts"],
        previous_hash=row["previous_hash"],
    )


def _check_chain(rows: CaseRows) -> Iterator[Difference]:
    """Each booking after the one before it, none missing, and the last of them the one that the case names."""
    head = GENESIS
    for position, row in enumerate(rows.bookings, 1):
        id_ = row["id"]
        yield from differs("bookings", id_, "position", position, row["position"])
        yield from differs("bookings", id_, "previous_hash", head, row["previous_hash"])
        yield from differs("bookings", id_, "hash", booking_of(row).hash, row["hash"])
        head = row["hash"]
    yield from differs("cases", rows.case["id"], "bookings", len(rows.bookings), rows.case["bookings"])
    yield from differs("cases", rows.case["id"], "head_hash", head, rows.case["head_hash"])


def _check_bookings(bookings: Sequence[Row], terms: Terms) -> Iterator[Difference]:
    """Each booking is the difference that its facts made, and its postings are those of its entries."""
    facts: list[dict[str, Any]] = []
    booked_so_far: list[Entry] = []
    for row in bookings:
        facts += parsed(row["facts"])
        entries = [entry_from_json(entry) for entry in parsed(row["entries"])]
        after = booked([stored.fact for stored in from_json(facts)], terms)
        # The first booking has the lines in the order of the replay.
        expected = difference(booked_so_far, after.lines) if booked_so_far else list(after.lines)
        booked_so_far += entries
        if not any(entry.provisional for entry in booked_so_far):
            shown = [entry_json(entry) for entry in expected]
            yield from differs("bookings", row["id"], "entries", shown, parsed(row["entries"]))
        yield from _check_postings(row, entries)


def _check_postings(row: Row, entries: Sequence[Entry]) -> Iterator[Difference]:
    lines = list(zip(row["ledger_accounts"], row["amounts"], strict=False))
    made = [(posting.account, posting.amount) for posting in postings(entries)]
    others = len(lines) - len(made)
    yield from differs("bookings", row["id"], "postings", made, lines[max(0, others) :])
    yield from differs("bookings", row["id"], "sum of postings", 0, sum(amount for _, amount in lines))
    # Only money that comes in or goes out over our own accounts is posted beside what entries make.
    moves_money = any(fact.get("reached_us") or fact["kind"] in (RECALL, DEDUCTION) for fact in parsed(row["facts"]))
    if others > 0 and not moves_money:
        yield Difference("bookings", row["id"], "postings that no entry makes", [], lines[:others])


def _check_shown(case: Row, after: Statement, facts: Sequence[StoredFact]) -> Iterator[Difference]:
    """What the case shows is what the replay comes to."""
    id_ = case["id"]
    for column, amount in totals_of(after).items():
        yield from differs("cases", id_, column, amount, case[column])
    yield from differs("cases", id_, "refund_amount", after.refund, case["refund_amount"])
    closed = after.closed
    yield from differs("cases", id_, "closed", closed and midnight(closed.date), case["closed"])
    yield from differs("cases", id_, "close_reason", closed and closed.reason, case["close_reason"])
    yield from differs("cases", id_, "transactions", transactions_of(after, facts), parsed(case["transactions"]))


AMOUNT_COLUMNS = (
    "total_added_capital_amount",
    "total_added_interest_amount",
    "total_added_costs_amount",
    "total_remaining_capital_amount",
    "total_remaining_interest_amount",
    "total_remaining_costs_amount",
)


def _check_sums(case: Row, entries: Sequence[Entry]) -> Iterator[Difference]:
    """What the case shows is what its entries sum to."""
    for column in AMOUNT_COLUMNS:
        _, what, component, _ = column.split("_")
        amounts = [
            entry.amount
            for entry in entries
            if entry.component == component and (what == "remaining" or entry.kind == "added")
        ]
        yield from differs("cases", case["id"], column, sum(amounts), case[column])


def _closed_before(history: Sequence[Sequence[Row]], terms: Terms) -> set[str]:
    """The facts that arrived when the case was closed already."""
    late: set[str] = set()
    known: list[Row] = []
    for facts in history:
        if known and booked([stored.fact for stored in from_json(known)], terms).closed is not None:
            late |= {fact["id"] for fact in facts}
        known += facts
    return late


def _check_outcomes(rows: CaseRows, after: Statement, late: set[str]) -> Iterator[Difference]:
    """Payments, creditings and cancellations that creditors sent: each a fact and a document, and both say the same."""
    facts = {
        stored.fact.id: stored for stored in from_json(parsed(rows.case["facts"])) if stored.origin == CREDITOR_SYSTEM
    }
    settled, credited = used_of(after.lines, "settled"), used_of(after.lines, "credited")
    for table, kind, documents in (
        ("creditor_payments", Payment, rows.payments),
        ("creditor_creditings", Credit, rows.creditings),
        ("creditor_cancellations", Closing, rows.cancellations),
    ):
        there = {row["id"]: row for row in documents}
        told = {id_: stored.fact for id_, stored in facts.items() if isinstance(stored.fact, kind)}
        for id_ in sorted(told.keys() - there.keys()):
            yield Difference(table, id_, "row", "there, as the journal says", "missing")
        for id_ in sorted(there.keys() - told.keys()):
            yield Difference(table, id_, "fact in the journal", "there", "missing")
        for id_ in sorted(there.keys() & told.keys()):
            row, fact = there[id_], told[id_]
            yield from differs(table, id_, "creditor", rows.case["creditor_id"], row["creditor_id"])
            if isinstance(fact, Closing):
                reason = ALREADY_CLOSED if id_ in late else None
                status = "cancellation_status"
            else:
                used = (settled if isinstance(fact, Payment) else credited).get(id_, 0)
                was_more = OVERPAID if isinstance(fact, Payment) else OVERCREDITED
                reason = CASE_CLOSED if id_ in late else was_more if used < fact.amount else None
                status = "payment_status"
                yield from differs(table, id_, "amount", fact.amount, row["amount"])
                yield from differs(table, id_, "settled_amount", used, row["settled_amount"])
            if isinstance(fact, Payment):
                day = day_of(row["bank_transaction_date"])
                yield from differs(table, id_, "bank_transaction_date", fact.date, day)
            yield from differs(table, id_, status, "warning" if reason else "completed", row[status])
            yield from differs(table, id_, "status_reason_locale", reason, row["status_reason_locale"])


def _check_ocr(rows: CaseRows) -> Iterator[Difference]:
    """One payment reference, which is right and begins with the account's own number."""
    case = rows.case
    if not rows.ocr_numbers:
        yield Difference("ocr_numbers", case["ocr_number"], "row", f"there, as case {case['id']} says", "missing")
    for extra in rows.ocr_numbers[1:]:
        yield Difference("ocr_numbers", extra["id"], "row", "one a case", "a further one")
    for row in rows.ocr_numbers[:1]:
        yield from differs("ocr_numbers", row["id"], "ocr", case["ocr_number"], row["ocr"])
        yield from differs("ocr_numbers", row["id"], "creditor", case["creditor_id"], row["creditor_id"])
        made_of = ocr.account_and_serial(row["ocr"])
        yield from differs("ocr_numbers", row["id"], "account's number", rows.account_number, made_of and made_of[0])
