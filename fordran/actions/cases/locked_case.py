"""A case, locked: nobody else changes it until the transaction ends, and all that is known of it is at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, TypedDict

import orjson

from fordran import clock
from fordran.actions.cases.case_facts import (
    TERMS,
    StoredFact,
    TermsRow,
    entry_from_json,
    from_json,
    terms_of,
)
from fordran.actions.cases.law_in_force import CLOSED_AT, LAW_ROWS, law_of_case
from fordran.actions.note_event import DomainEvent
from fordran.domain.claims.assignments import ClaimAssignment, assignments_of
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.claims.facts import ClaimTerms
from fordran.domain.claims.statement import DebtStatement, booked
from fordran.domain.kinds.application_needs import WaitsFor
from fordran.domain.kinds.case_states import CasePosition, State, Status
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.kinds.event_types import EventName
from fordran.domain.kinds.steps import NextStepCode
from fordran.shape.moments import rfc_1123
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import account_of, everywhere, is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_row, fetch_rows, own_copy


class CasePositionRow(TypedDict):
    """The position of a case and its next step. JSON values stay as they were read until the transaction changes them."""

    state: State
    status: Status
    state_history: orjson.Fragment | list[dict[str, str]]
    status_history: orjson.Fragment | list[dict[str, str]]
    latest_state_date: datetime
    flow: orjson.Fragment | dict[str, Any]
    start_flow: bool
    next_step: NextStepCode | None
    next_step_date: date | None
    waits_for: orjson.Fragment | list[WaitsFor]


class LockedRow(TermsRow, CasePositionRow):
    """The columns of `LOCKED`."""

    account_id: str
    creditor_id: str
    id: str
    revision: int
    case_settings: orjson.Fragment
    facts: orjson.Fragment
    bookings: int
    head_hash: str
    closed: datetime | None
    close_reason: CloseReason | None
    remaining: int
    refund_amount: int
    assignments: orjson.Fragment | None
    booked: orjson.Fragment
    partner_id: str | None
    clock_offset_days: int
    law_rows: str
    closed_at: str | None


LOCKED = f"""
    k.account_id, k.creditor_id, k.id, k.revision, {TERMS},
    k.case_settings, k.facts, k.bookings, k.head_hash, k.state, k.status, k.state_history, k.status_history,
    k.latest_state_date, k.closed, k.close_reason, k.flow, k.start_flow, k.next_step, k.next_step_date,
    coalesce(k.waits_for, '[]') as waits_for,
    k.refund_amount, k.assignments,
    k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount as remaining,
    (select jsonb_agg(b.entries order by b.position) from bookings b
     where b.account_id = k.account_id and b.case_id = k.id) as booked,
    (select partner_id from accounts a where a.id = k.account_id) as partner_id,
    (select clock_offset_days from installation) as clock_offset_days,
    {LAW_ROWS}, {CLOSED_AT}
"""
"""Selects what a locked case is made of, where `k` is the case."""


@dataclass
class LockedCase:
    """A case that nobody else changes until the transaction ends, with all that is known of it."""

    account: str
    creditor: str
    partner: str | None
    id: str
    row: LockedRow
    """Its row, with what this transaction changes of it."""
    facts: list[StoredFact]
    terms: ClaimTerms
    business_now: datetime
    entries: list[LedgerEntry]
    """Everything booked so far, corrections included."""
    bookings: int
    head_hash: str
    remaining: int
    """The booked amount owed."""

    @cached_property
    def today(self) -> date:
        """The business day."""
        return clock.stockholm_date(self.business_now)

    @property
    def before(self) -> DebtStatement:
        """The statement of the facts known so far."""
        return booked([stored.fact for stored in self.facts], self.terms)

    @property
    def is_closed(self) -> bool:
        return self.row["closed"] is not None

    @property
    def assignments(self) -> tuple[ClaimAssignment, ...]:
        """The creditors that the claim came from and to."""
        return assignments_of(parsed(self.row["assignments"]))

    def event(self, type_: EventName, data: dict[str, Any] | None = None) -> DomainEvent:
        """Something that happened to the case."""
        return DomainEvent(type_, self.account, self.creditor, self.id, data or {})


WHOSE = (
    "(k.creditor_id = {creditor} or k.assignments @> jsonb_build_array(jsonb_build_object('from', {creditor}::text)))"
)
"""Whether a case is a creditor's, or was: letters, files and payments of before name the former one."""

_LOCKED = f"select {LOCKED} from cases k"
_NOBODY = ""


async def lock_case(tx: Connection, id_: str, creditor: str, account: str | None, now: datetime) -> LockedCase | None:
    """The case, locked; None where it neither is nor was one of that creditor's."""
    if account is None and is_on_a_cluster(tx):
        # Asked of the creditor, and the case looked for even where there is none: what the database is asked does not tell
        # whether somebody else has such a case.
        account = await account_of(tx, creditor) or _NOBODY
    of_account = "" if account is None else " and k.account_id = $3"
    row = await fetch_row(
        tx,
        LockedRow,
        everywhere(tx, f"{_LOCKED} where k.id = $1 and {WHOSE.format(creditor='$2')}{of_account} for update of k", 3),
        id_,
        creditor,
        *([] if account is None else [account]),
    )
    return None if row is None else await locked_case(tx, own_copy(row), now)


async def lock_cases(tx: Connection, account: str, ids: Sequence[str], now: datetime) -> list[LockedCase]:
    """Cases of an account, locked in the order of their ids, so that two who lock the same ones never wait in a circle."""
    rows = await fetch_rows(
        tx,
        LockedRow,
        everywhere(
            tx, f"{_LOCKED} where k.account_id = $1 and k.id = any($2::text[]) order by k.id for update of k", 1
        ),
        account,
        ids,
    )
    return [await locked_case(tx, own_copy(row), now) for row in rows]


async def locked_case(tx: Connection, row: LockedRow, now: datetime) -> LockedCase:
    """The case of a row with the columns of `LOCKED`, perhaps with others, that one statement brought and locked."""
    return LockedCase(
        account=row["account_id"],
        creditor=row["creditor_id"],
        partner=row["partner_id"],
        id=row["id"],
        row=row,
        facts=from_json(parsed(row["facts"])),
        terms=terms_of(row, parsed(row["case_settings"]), law_of_case(row["law_rows"], row["closed_at"])),
        business_now=clock.business(now, row["clock_offset_days"]),
        entries=await _entries(tx, row),
        bookings=row["bookings"],
        head_hash=row["head_hash"],
        remaining=row["remaining"],
    )


async def _entries(tx: Connection, row: LockedRow) -> list[LedgerEntry]:
    """Everything booked on the case.

    Where locking it had to wait for another writer, the row is read as the other left it, but the journal as it was before:
    then there are too few bookings, and they are read again.
    """
    bookings = parsed(row["booked"])
    if len(bookings) != row["bookings"]:
        rows = await tx.fetch(
            "select entries from bookings where account_id = $1 and case_id = $2 order by position",
            row["account_id"],
            row["id"],
        )
        bookings = [parsed(booking["entries"]) for booking in rows]
    return [entry_from_json(entry) for entries in bookings for entry in entries]


def stand(case: LockedCase, place: CasePosition) -> None:
    """Write the new position into the case's row, and into its histories."""
    row, moment = case.row, rfc_1123(case.business_now)
    if row["state"] != place.state:
        row["state_history"] = [*parsed(row["state_history"]), {"state": place.state, "status_date": moment}]
        row["latest_state_date"] = case.business_now
    row["status_history"] = [*parsed(row["status_history"]), {"status": place.status, "status_date": moment}]
    row["state"], row["status"] = place.state, place.status


def standing(row: LockedRow) -> CasePositionRow:
    """The part of a case's row that holds its position."""
    return {
        "state": row["state"],
        "status": row["status"],
        "state_history": row["state_history"],
        "status_history": row["status_history"],
        "latest_state_date": row["latest_state_date"],
        "flow": row["flow"],
        "start_flow": row["start_flow"],
        "next_step": row["next_step"],
        "next_step_date": row["next_step_date"],
        "waits_for": row["waits_for"],
    }
