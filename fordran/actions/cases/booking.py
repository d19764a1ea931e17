"""What a change comes to: the booking that new facts of a case make, chained to the one before it. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

import orjson

from fordran.actions.cases.case_facts import (
    NewFact,
    StoredFact,
    entry_json,
    joined,
    to_json,
)
from fordran.actions.cases.locked_case import LockedCase
from fordran.domain.chain import GENESIS, entry_hash
from fordran.domain.entries import Entry, Kind, difference
from fordran.domain.facts import Terms
from fordran.domain.journal import Posting, postings
from fordran.domain.statement import Statement, booked
from fordran.shape.moments import iso_8601
from fordran.store.ids import new_id


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
        return entry_hash(self.previous_hash, content)


def _text(rows: list[dict[str, Any]]) -> str:
    return orjson.dumps(rows, option=orjson.OPT_SORT_KEYS).decode()


def make_booking(
    account: str,
    creditor: str,
    case: str,
    position: int,
    at: datetime,
    booked_on: date,
    facts: Sequence[NewFact],
    entries: Sequence[Entry],
    more: Sequence[Posting],
    previous_hash: str,
) -> Booking:
    """The booking of what one act changed. `more` are postings that no entry makes."""
    lines = [*more, *postings(entries)]
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
        ledger_accounts=[line.account for line in lines],
        amounts=[line.amount for line in lines],
        previous_hash=previous_hash,
    )


def first_booking(
    account: str, creditor: str, case: str, facts: Sequence[StoredFact], terms: Terms, now: datetime, booked_on: date
) -> tuple[Booking, Statement]:
    """The booking that opens a case."""
    after = booked([stored.fact for stored in facts], terms)
    return make_booking(account, creditor, case, 1, now, booked_on, facts, after.lines, (), GENESIS), after


@dataclass(frozen=True)
class Change:
    """What new facts do to a case: the booking to append, the entries in it, and what the case comes to."""

    case: LockedCase
    booking: Booking
    appended: list[Entry]
    facts: list[StoredFact]
    after: Statement


def change_of(case: LockedCase, new: Sequence[NewFact], now: datetime, more: Sequence[Posting] = ()) -> Change:
    """Replay the case with the new facts too; what has to be appended is the difference to what is booked."""
    facts = joined([*case.facts, *new])
    after = booked([stored.fact for stored in facts], case.terms)
    # Against what is booked, not against what the old facts would come to now: a rate may have been published since.
    appended = difference(case.entries, after.lines)
    booking = make_booking(
        case.account,
        case.creditor,
        case.id,
        case.bookings + 1,
        now,
        case.today,
        new,
        appended,
        more,
        case.head_hash,
    )
    return Change(case, booking, appended, facts, after)


def amounts_of(statement: Statement) -> tuple[int, ...]:
    """Added and remaining, in the order capital, interest, costs."""
    components = (statement.capital, statement.interest, statement.costs)
    return (*(part.added for part in components), *(part.remaining for part in components))


def used_of(entries: Iterable[Entry], kind: Kind) -> dict[str, int]:
    """What the entries of a kind used of each fact: `settled` of payments, `credited` of credits."""
    used: dict[str, int] = {}
    for entry in entries:
        if entry.kind == kind:
            used[entry.fact] = used.get(entry.fact, 0) - entry.amount
    return used
