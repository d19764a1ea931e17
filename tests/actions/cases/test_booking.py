"""What a change comes to: only the difference is booked, and each booking chains on the one before it."""

from __future__ import annotations

import dataclasses
from datetime import UTC, date, datetime
from typing import Any

import pytest

from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import Booking, change_of, first_booking, make_booking, totals_of, used_of
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, NewFact, ReversedPayment, StoredFact
from fordran.actions.cases.locked_case import LockedCase, lock_case
from fordran.domain.books.chain import GENESIS
from fordran.domain.books.journal import postings, received
from fordran.domain.claims.facts import Capital, ClaimTerms, Fact, PaymentFact
from fordran.store.rows.ids import new_id
from tests.actions.flow.days import Days
from tests.actions.office import Office

DAY = date(2026, 9, 1)
NOW = datetime(2026, 9, 1, 11, tzinfo=UTC)
NOT_DUE = {"invoice_date": "2026-09-01", "invoice_due_date": "2026-10-01"}
"""So that there is no interest yet."""
TERMS = ClaimTerms(due_date=date(2026, 10, 1), interest_from=date(2026, 10, 1))


def told(fact: Fact) -> StoredFact:
    return StoredFact(fact, NOW, CREDITOR_SYSTEM)


def opening(amount: int = 1000_00) -> Booking:
    facts = [told(Capital("f" * 24, DAY, amount))]
    return first_booking("a" * 24, "c" * 24, "k" * 24, facts, TERMS, NOW, DAY)[0]


# The booking ---------------------------------------------------------------------------------------------------------------


def test_the_first_booking_begins_the_chain_and_holds_what_opened_the_case() -> None:
    booking = opening()
    assert (booking.position, booking.previous_hash, booking.booked_on) == (1, GENESIS, DAY)
    assert [fact["kind"] for fact in booking.facts] == ["capital"]
    assert [(entry["kind"], entry["amount"]) for entry in booking.entries] == [("added", 1000_00)]
    assert sum(booking.amounts) == 0, "debit and credit are the same"


OTHERWISE: dict[str, Any] = {
    "account": "b" * 24,
    "creditor": "d" * 24,
    "case": "e" * 24,
    "id": "0" * 24,
    "position": 2,
    "at": datetime(2026, 9, 1, 12, tzinfo=UTC),
    "booked_on": date(2026, 9, 2),
    "facts": [],
    "entries": [],
    "ledger_accounts": [1],
    "amounts": [1],
    "previous_hash": "1" * 64,
    "days": [date(2026, 9, 2)],
}


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Booking)])
def test_the_hash_is_over_every_field(field: str) -> None:
    booking = opening()
    assert dataclasses.replace(booking, **{field: OTHERWISE[field]}).hash != booking.hash


def test_the_same_content_has_the_same_hash_whatever_the_order_of_its_names() -> None:
    booking = opening()
    turned = [dict(reversed(fact.items())) for fact in booking.facts]
    assert dataclasses.replace(booking, facts=turned).hash == booking.hash


def test_the_row_says_what_the_booking_says() -> None:
    booking = opening()
    row = booking.row()
    assert (row["account_id"], row["creditor_id"], row["case_id"]) == (booking.account, booking.creditor, booking.case)
    assert (row["ledger_accounts"], row["amounts"]) == (tuple(booking.ledger_accounts), tuple(booking.amounts))
    assert {name: row[name] for name in ("id", "position", "at", "booked_on", "facts", "entries", "hash")} == {
        name: getattr(booking, name) for name in ("id", "position", "at", "booked_on", "facts", "entries", "hash")
    }


def test_postings_that_no_entry_makes_come_first() -> None:
    booking = make_booking(
        account="a", creditor="c", case="k", position=2, at=NOW, booked_on=DAY, facts=[], entries=[], more=received(100)
    )
    made = list(zip(booking.ledger_accounts, booking.amounts, strict=True))
    assert made == [(posting.account, posting.amount) for posting in received(100)]
    assert postings([]) == []


# The change ----------------------------------------------------------------------------------------------------------------


async def locked(office: Office, tx: Any, id_: str, now: datetime) -> LockedCase:
    found = await lock_case(tx, id_, office.creditor, office.account, now)
    assert found is not None
    return found


async def test_nothing_new_changes_nothing(office: Office, days: Days) -> None:
    now = days.at(DAY)
    id_ = await office.register_invoice(1000, **NOT_DUE)
    async with days.transaction() as tx:
        change = change_of(await locked(office, tx, id_, now), [], now)
    assert (change.appended, change.booking.entries, change.booking.amounts) == ([], [], [])


async def test_a_change_chains_on_the_head_and_books_only_the_difference(office: Office, days: Days) -> None:
    now = days.at(DAY)
    id_ = await office.register_invoice(1000, **NOT_DUE)
    payment = PaymentFact(new_id(), DAY, 400_00, reached_us=False)
    async with days.transaction() as tx:
        case = await locked(office, tx, id_, now)
        change = change_of(case, [told(payment)], now)
        assert (change.booking.position, change.booking.previous_hash) == (2, case.head_hash)
        assert [(entry.kind, entry.amount, entry.fact) for entry in change.appended] == [
            ("settled", -400_00, payment.id)
        ]
        # Nothing is written by it, and the case is as it was.
        assert (case.bookings, len(case.facts)) == (1, 1)
        await write_changes(tx, [change], now)
        assert (case.bookings, case.head_hash, case.remaining) == (2, change.booking.hash, 600_00)
        assert change_of(case, [], now).appended == []


async def test_what_is_taken_back_is_appended_the_other_way_round(office: Office, days: Days) -> None:
    now = days.at(DAY)
    id_ = await office.register_invoice(1000, **NOT_DUE)
    payment = PaymentFact(new_id(), DAY, 400_00, reached_us=False)
    taken: NewFact = ReversedPayment(new_id(), payment.id, DAY, NOW, CREDITOR_SYSTEM)
    async with days.transaction() as tx:
        case = await locked(office, tx, id_, now)
        await write_changes(tx, [change_of(case, [told(payment)], now)], now)
        change = change_of(case, [taken], now)
        assert [(entry.kind, entry.amount) for entry in change.appended] == [("settled", 400_00)]
        assert used_of([*case.entries, *change.appended], "settled") == {payment.id: 0}
        assert totals_of(change.after)["total_remaining_capital_amount"] == 1000_00
        assert (change.booking.position, change.booking.previous_hash) == (3, case.head_hash)
