"""The change of a case: the booking that new facts make, chained to the booking before it. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, TypedDict

import orjson

from fordran.actions.cases.case_facts import (
    NewFact,
    StoredFact,
    entry_json,
    joined,
    outlays_of,
    to_json,
)
from fordran.actions.cases.locked_case import LockedCase
from fordran.domain.books.chain import GENESIS, entry_hash
from fordran.domain.books.journal import Posting, outlays_paid, postings
from fordran.domain.claims.entries import EntryKind, LedgerEntry, difference
from fordran.domain.claims.facts import ClaimTerms
from fordran.domain.claims.statement import DebtStatement, booked
from fordran.shape.moments import iso_8601
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import NewBooking


@dataclass(frozen=True)
class Booking:
    """A row of the journal: what one act changed, chained to the row before it of the same case."""

    account: str
    creditor: str
    case: str
    id: str
    position: int
    at: datetime
    booked_on: date
    facts: list[dict[str, Any]]
    entries: list[dict[str, Any]]
    ledger_accounts: list[int]
    amounts: list[int]
    previous_hash: str
    days: list[date] | None = None
    """The day of each posting in the books; None where all are of `booked_on`."""

    @cached_property
    def hash(self) -> str:
        """Over all that the row holds, after the hash of the row before it."""
        content: dict[str, str | int | bool | None] = {
            "account": self.account,
            "creditor": self.creditor,
            "case": self.case,
            "id": self.id,
            "position": self.position,
            "at": iso_8601(self.at),
            "booked_on": self.booked_on.isoformat(),
            "facts": _text(self.facts),
            "entries": _text(self.entries),
            "ledger_accounts": " ".join(map(str, self.ledger_accounts)),
            "amounts": " ".join(map(str, self.amounts)),
        }
        if self.days is not None:
            content["days"] = " ".join(map(str, self.days))
        return entry_hash(self.previous_hash, content)

    def row(self) -> NewBooking:
        """As it is inserted."""
        return {
            "account_id": self.account,
            "id": self.id,
            "creditor_id": self.creditor,
            "case_id": self.case,
            "position": self.position,
            "at": self.at,
            "booked_on": self.booked_on,
            "facts": self.facts,
            "entries": self.entries,
            "ledger_accounts": tuple(self.ledger_accounts),
            "amounts": tuple(self.amounts),
            "previous_hash": self.previous_hash,
            "hash": self.hash,
            "days": None if self.days is None else tuple(self.days),
        }


def _text(rows: list[dict[str, Any]]) -> str:
    return orjson.dumps(rows, option=orjson.OPT_SORT_KEYS).decode()


def make_booking(
    *,
    account: str,
    creditor: str,
    case: str,
    position: int,
    at: datetime,
    booked_on: date,
    facts: Sequence[NewFact],
    entries: Sequence[LedgerEntry],
    more: Sequence[Posting] = (),
    previous_hash: str = GENESIS,
) -> Booking:
    """The booking of what one act changed. `more` are postings that no entry makes."""
    posted = [*more, *outlays_paid(outlays_of(facts)), *postings(entries)]
    days = [posting.day or booked_on for posting in posted]
    return Booking(
        account=account,
        creditor=creditor,
        case=case,
        id=new_id(),
        position=position,
        at=at,
        booked_on=booked_on,
        facts=[to_json(fact) for fact in facts],
        entries=[entry_json(entry) for entry in entries],
        ledger_accounts=[posting.account for posting in posted],
        amounts=[posting.amount for posting in posted],
        previous_hash=previous_hash,
        days=days if any(day != booked_on for day in days) else None,
    )


def first_booking(
    account: str,
    creditor: str,
    case: str,
    facts: Sequence[StoredFact],
    terms: ClaimTerms,
    now: datetime,
    booked_on: date,
) -> tuple[Booking, DebtStatement]:
    """The booking that opens a case."""
    after = booked([stored.fact for stored in facts], terms)
    booking = make_booking(
        account=account,
        creditor=creditor,
        case=case,
        position=1,
        at=now,
        booked_on=booked_on,
        facts=facts,
        entries=after.lines,
    )
    return booking, after


@dataclass(frozen=True)
class CaseChange:
    """The effect of new facts on a case: the booking to append, its entries, and the resulting case."""

    case: LockedCase
    booking: Booking
    appended: list[LedgerEntry]
    facts: list[StoredFact]
    after: DebtStatement


def change_of(case: LockedCase, new: Sequence[NewFact], now: datetime, more: Sequence[Posting] = ()) -> CaseChange:
    """Replay the case with the new facts too; what has to be appended is the difference to what is booked."""
    facts = joined([*case.facts, *new])
    after = booked([stored.fact for stored in facts], case.terms)
    # Against what is booked, not against what the old facts would come to now: a rate may have been published since.
    appended = difference(case.entries, after.lines)
    booking = make_booking(
        account=case.account,
        creditor=case.creditor,
        case=case.id,
        position=case.bookings + 1,
        at=now,
        booked_on=case.today,
        facts=new,
        entries=appended,
        more=more,
        previous_hash=case.head_hash,
    )
    return CaseChange(case, booking, appended, facts, after)


class Totals(TypedDict):
    """The sums added and remaining that a case shows, by column."""

    total_added_capital_amount: int
    total_added_interest_amount: int
    total_added_costs_amount: int
    total_remaining_capital_amount: int
    total_remaining_interest_amount: int
    total_remaining_costs_amount: int


def totals_of(statement: DebtStatement) -> Totals:
    """The fields of a statement that a case shows."""
    return {
        "total_added_capital_amount": statement.capital.added,
        "total_added_interest_amount": statement.interest.added,
        "total_added_costs_amount": statement.costs.added,
        "total_remaining_capital_amount": statement.capital.remaining,
        "total_remaining_interest_amount": statement.interest.remaining,
        "total_remaining_costs_amount": statement.costs.remaining,
    }


def used_of(entries: Iterable[LedgerEntry], kind: EntryKind) -> dict[str, int]:
    """The amounts that entries of a kind used of each fact: `settled` of payments, `credited` of credits."""
    used: dict[str, int] = {}
    for entry in entries:
        if entry.kind == kind:
            used[entry.fact] = used.get(entry.fact, 0) - entry.amount
    return used
