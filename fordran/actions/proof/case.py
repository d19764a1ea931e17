"""Verify one case: its chain, and everything that can be recomputed from its facts and its registrations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Literal, get_args

from fordran.actions.cases.booking import Booking, totals_of
from fordran.actions.cases.case_facts import (
    BANK,
    DEDUCTION,
    RECALL,
    REGISTRATION_DELETION,
    StoredFact,
    entry_from_json,
    entry_json,
    from_json,
    terms_of,
    transactions_of,
)
from fordran.actions.proof.case_rows import CaseRows, StoredBookingRow
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.actions.proof.outcomes import check_outcomes
from fordran.domain.books.chain import GENESIS
from fordran.domain.books.journal import claim_written_off, outlays_paid, postings
from fordran.domain.claims.entries import LedgerEntry, difference
from fordran.domain.claims.facts import ClaimTerms
from fordran.domain.claims.statement import DebtStatement, booked
from fordran.domain.law.law import Law
from fordran.domain.numbers import ocr
from fordran.shape.moments import midnight
from fordran.shape.wire import parsed
from fordran.store.rows.schema_rows import CaseRow

AmountColumn = Literal[
    "total_added_capital_amount",
    "total_added_interest_amount",
    "total_added_costs_amount",
    "total_remaining_capital_amount",
    "total_remaining_interest_amount",
    "total_remaining_costs_amount",
]
_GIVEN_UP = {posting.account for posting in claim_written_off(1)}
AMOUNT_COLUMNS: tuple[AmountColumn, ...] = get_args(AmountColumn)


def check_case(rows: CaseRows, laws: Sequence[Law]) -> Iterator[Discrepancy]:
    """Whatever of a case is not what its facts make of it, by the law today or one of its earlier versions."""
    case = rows.case
    yield from _check_chain(rows)
    journal = [fact for booking in rows.bookings for fact in parsed(booking["facts"])]
    yield from differs("cases", case["id"], "facts", journal, parsed(case["facts"]))
    terms = _terms_of_booking(rows, len(rows.bookings), laws)
    history = [parsed(booking["facts"]) for booking in rows.bookings]
    entries = [entry_from_json(entry) for booking in rows.bookings for entry in parsed(booking["entries"])]
    yield from _check_bookings(rows, laws)
    facts = from_json(journal)
    after = booked([stored.fact for stored in facts], terms)
    # A rate that was published since makes a replay come to something else than what was booked provisionally.
    is_as_booked = not difference(entries, after.lines)
    if is_as_booked or not any(entry.provisional for entry in entries):
        yield from _check_shown(case, after, facts)
        yield from check_outcomes(rows, facts, after.lines, _closed_before(history, terms))
    else:
        yield from _check_sums(case, entries)
    yield from _check_ocr(rows)


def booking_of(row: StoredBookingRow) -> Booking:
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
        days=row["days"],
    )


def _check_chain(rows: CaseRows) -> Iterator[Discrepancy]:
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


def _check_bookings(rows: CaseRows, laws: Sequence[Law]) -> Iterator[Discrepancy]:
    """Each booking is the difference that its facts made, and its postings are those of its entries."""
    booked_so_far: list[LedgerEntry] = []
    for number, row in enumerate(rows.bookings, 1):
        entries = [entry_from_json(entry) for entry in parsed(row["entries"])]
        before, booked_so_far = booked_so_far, [*booked_so_far, *entries]
        if not any(entry.provisional for entry in booked_so_far):
            expected = _expected(rows, number, _terms_of_booking(rows, number, laws), before)
            yield from differs("bookings", row["id"], "entries", expected, parsed(row["entries"]))
        yield from _check_postings(row, entries)


def _terms_of_booking(rows: CaseRows, number: int, laws: Sequence[Law]) -> ClaimTerms:
    """The terms by which a booking was made: rows of law that were approved later did not count for it.

    `laws` are the law today and its earlier versions, the latest first.
    """
    terms = [terms_of(rows.case, parsed(rows.case["case_settings"]), law) for law in laws]
    if len(terms) == 1 or not rows.bookings:
        return terms[0]
    entries = [entry for row in rows.bookings[:number] for entry in parsed(row["entries"])]
    before = [entry_from_json(entry) for row in rows.bookings[: number - 1] for entry in parsed(row["entries"])]
    made = entries[len(before) :]
    return next((one for one in terms if _expected(rows, number, one, before) == made), terms[0])


def _expected(rows: CaseRows, number: int, terms: ClaimTerms, before: Sequence[LedgerEntry]) -> list[dict[str, Any]]:
    """The entries of a booking as its facts make them."""
    facts = [fact for row in rows.bookings[:number] for fact in parsed(row["facts"])]
    after = booked([stored.fact for stored in from_json(facts)], terms)
    # The first booking has the lines in the order of the replay.
    return [entry_json(entry) for entry in (difference(before, after.lines) if before else after.lines)]


def _check_postings(row: StoredBookingRow, entries: Sequence[LedgerEntry]) -> Iterator[Discrepancy]:
    lines = list(zip(row["ledger_accounts"], row["amounts"], strict=False))
    facts = parsed(row["facts"])
    paid = outlays_paid((date.fromisoformat(fact["date"]), fact["outlay"]) for fact in facts if fact.get("outlay"))
    made = [(posting.account, posting.amount) for posting in (*paid, *postings(entries))]
    others = len(lines) - len(made)
    yield from differs("bookings", row["id"], "postings", made, lines[max(0, others) :])
    yield from differs("bookings", row["id"], "sum of postings", 0, sum(amount for _, amount in lines))
    # Only money that comes in or goes out over our own accounts is posted beside what entries make, or is given up.
    moves_money = any(
        fact.get("reached_us")
        or fact["kind"] in (RECALL, DEDUCTION)
        or (fact["kind"] == REGISTRATION_DELETION and fact["origin"] == BANK)
        for fact in facts
    )
    is_given_up = {account for account, _ in lines[: max(0, others)]} == _GIVEN_UP
    if others > 0 and not moves_money and not is_given_up:
        yield Discrepancy("bookings", row["id"], "postings that no entry makes", [], lines[:others])


def _check_shown(case: CaseRow, after: DebtStatement, facts: Sequence[StoredFact]) -> Iterator[Discrepancy]:
    """The case shows the result of the replay."""
    stored: Mapping[str, Any] = {**case, "transactions": parsed(case["transactions"])}
    for column, value in _shown(after, facts).items():
        yield from differs("cases", case["id"], column, value, stored[column])


def _shown(after: DebtStatement, facts: Sequence[StoredFact]) -> dict[str, Any]:
    """The columns of a case that follow from its replay."""
    totals = totals_of(after)
    return {column: totals[column] for column in AMOUNT_COLUMNS} | {
        "refund_amount": after.refund,
        "closed": after.closed and midnight(after.closed.date),
        "close_reason": after.closed and after.closed.reason,
        "transactions": transactions_of(after, facts),
    }


def derived_values(rows: CaseRows, laws: Sequence[Law]) -> dict[tuple[str, str], dict[str, Any]] | None:
    """Table and id → columns that follow from the journal of a case, of the case itself, and of others those that differ.

    None where the journal is not whole, or says something else.
    """
    if any(_check_chain(rows)) or any(_check_bookings(rows, laws)):
        return None
    terms = _terms_of_booking(rows, len(rows.bookings), laws)
    history = [parsed(booking["facts"]) for booking in rows.bookings]
    journal = [fact for facts in history for fact in facts]
    entries = [entry_from_json(entry) for booking in rows.bookings for entry in parsed(booking["entries"])]
    facts = from_json(journal)
    after = booked([stored.fact for stored in facts], terms)
    if difference(entries, after.lines):
        return None
    found = {("cases", rows.case["id"]): {"facts": journal} | _shown(after, facts)}
    for one in check_outcomes(rows, facts, after.lines, _closed_before(history, terms)):
        found.setdefault((one.table, one.id), {})[one.what] = one.expected
    return found


def _check_sums(case: CaseRow, entries: Sequence[LedgerEntry]) -> Iterator[Discrepancy]:
    """The case shows the sums of its entries."""
    for column in AMOUNT_COLUMNS:
        _, what, component, _ = column.split("_")
        amounts = [
            entry.amount
            for entry in entries
            if entry.component == component and (what == "remaining" or entry.kind == "added")
        ]
        yield from differs("cases", case["id"], column, sum(amounts), case[column])


def _closed_before(history: Sequence[Sequence[Mapping[str, Any]]], terms: ClaimTerms) -> set[str]:
    """The facts that arrived when the case was closed already."""
    late: set[str] = set()
    known: list[Mapping[str, Any]] = []
    for facts in history:
        if known and booked([stored.fact for stored in from_json(known)], terms).closed is not None:
            late |= {fact["id"] for fact in facts}
        known += facts
    return late


def _check_ocr(rows: CaseRows) -> Iterator[Discrepancy]:
    """One payment reference, which is right and begins with the account's own number."""
    case = rows.case
    if not rows.ocr_numbers:
        yield Discrepancy("ocr_numbers", case["ocr_number"], "row", f"there, as case {case['id']} says", "missing")
    for extra in rows.ocr_numbers[1:]:
        yield Discrepancy("ocr_numbers", extra["id"], "row", "one a case", "a further one")
    for row in rows.ocr_numbers[:1]:
        yield from differs("ocr_numbers", row["id"], "ocr", case["ocr_number"], row["ocr"])
        yield from differs("ocr_numbers", row["id"], "creditor", case["creditor_id"], row["creditor_id"])
        made_of = ocr.account_and_serial(row["ocr"])
        yield from differs("ocr_numbers", row["id"], "account's number", rows.account_number, made_of and made_of[0])
