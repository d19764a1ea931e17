"""Book: replay a case with new facts, and append what that changes to the journal. Nothing booked is ever changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

import orjson

from fordran import clock
from fordran.actions.case_facts import (
    BANK,
    DEDUCTION,
    RECALL,
    NewFact,
    StoredFact,
    entry_from_json,
    entry_json,
    from_json,
    joined,
    terms_of,
    to_json,
    transactions_of,
)
from fordran.actions.note_event import Event, rows_of
from fordran.actions.specify_payouts import specify_payouts
from fordran.actions.tell_of_money import events_of
from fordran.domain.case_flow import reopens_to
from fordran.domain.case_states import Place
from fordran.domain.chain import GENESIS, entry_hash
from fordran.domain.entries import Entry, Kind, difference
from fordran.domain.facts import Credit, Payment, Terms
from fordran.domain.journal import Posting, postings
from fordran.domain.statement import Statement, booked
from fordran.shape.moments import iso_8601, midnight, rfc_1123
from fordran.shape.wire import parsed
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.tables import NewRow, execute_with_rows


@dataclass
class LockedCase:
    """A case that nobody else changes until the transaction ends, with all that is known of it."""

    account: str
    creditor: str
    partner: str | None
    id: str
    row: dict[str, Any]
    """Its row, with what this transaction changes of it."""
    facts: list[StoredFact]
    terms: Terms
    business_now: datetime
    entries: list[Entry]
    """Everything booked so far, corrections included."""
    bookings: int
    head_hash: str
    remaining: int
    """What is owed, as far as booked."""

    @cached_property
    def today(self) -> date:
        """The business day."""
        return clock.stockholm_date(self.business_now)

    @property
    def before(self) -> Statement:
        """What the facts known so far come to."""
        return booked([stored.fact for stored in self.facts], self.terms)

    @property
    def is_closed(self) -> bool:
        return self.row["closed"] is not None

    def event(self, type_: str, data: dict[str, Any] | None = None) -> Event:
        """Something that happened to the case."""
        return Event(type_, self.account, self.creditor, self.id, data or {})


LOCKED = """
    k.account_id, k.creditor_id, k.id, k.revision, k.invoice_date, k.invoice_due_days, k.interest_days, k.is_business,
    k.case_settings, k.facts, k.bookings, k.head_hash, k.state, k.status, k.state_history, k.status_history,
    k.latest_state_date, k.closed, k.close_reason, k.flow, k.start_flow, k.next_step, k.next_step_date,
    k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount as remaining,
    (select jsonb_agg(b.entries order by b.position) from bookings b
     where b.account_id = k.account_id and b.case_id = k.id) as booked,
    (select partner_id from accounts a where a.id = k.account_id) as partner_id,
    (select clock_offset_days from installation) as clock_offset_days
"""
"""Selects what a locked case is made of, where `k` is the case."""

_LOCKED = f"select {LOCKED} from cases k"


async def lock_case(tx: Connection, id_: str, creditor: str, account: str | None, now: datetime) -> LockedCase | None:
    """The case, locked; None where it is not one of that creditor's."""
    row = await tx.fetchrow(
        _LOCKED + " where k.id = $1 and k.creditor_id = $2 and ($3::text is null or k.account_id = $3) for update of k",
        id_,
        creditor,
        account,
    )
    return None if row is None else await locked_case(tx, row, now)


async def lock_cases(tx: Connection, account: str, ids: Sequence[str], now: datetime) -> list[LockedCase]:
    """Cases of an account, locked in the order of their ids, so that two who lock the same ones never wait in a circle."""
    rows = await tx.fetch(
        _LOCKED + " where k.account_id = $1 and k.id = any($2::text[]) order by k.id for update of k", account, ids
    )
    return [await locked_case(tx, row, now) for row in rows]


async def locked_case(tx: Connection, row: Mapping[str, Any], now: datetime) -> LockedCase:
    """The case of a row with the columns of `LOCKED`, perhaps with others, that one statement brought and locked.

    Where that had to wait for another writer, the row is read as the other left it, but the journal as it was before:
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
    return LockedCase(
        account=row["account_id"],
        creditor=row["creditor_id"],
        partner=row["partner_id"],
        id=row["id"],
        row=dict(row),
        facts=from_json(parsed(row["facts"])),
        terms=terms_of(row, parsed(row["case_settings"])),
        business_now=clock.business(now, row["clock_offset_days"]),
        entries=[entry_from_json(entry) for entries in bookings for entry in entries],
        bookings=row["bookings"],
        head_hash=row["head_hash"],
        remaining=row["remaining"],
    )


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


async def book(
    tx: Connection, case: LockedCase, new: Sequence[NewFact], now: datetime, more: Sequence[Posting] = ()
) -> Statement:
    """Replay the case with the new facts too, append the difference, and let the case show what is owed now."""
    change = change_of(case, new, now, more)
    await write_changes(tx, [change], now)
    return change.after


_WRITE = """
with given as (
    select * from jsonb_to_recordset($1) as given (
        account_id text, id text, creditor_id text, case_id text, position integer, at timestamptz, booked_on date,
        facts jsonb, entries jsonb, ledger_accounts integer[], amounts bigint[], previous_hash text, hash text,
        transactions jsonb, refund bigint, added_capital bigint, added_interest bigint, added_costs bigint,
        remaining_capital bigint, remaining_interest bigint, remaining_costs bigint, state text, status text,
        state_history jsonb, status_history jsonb, latest_state_date timestamptz, closed timestamptz, close_reason text,
        flow jsonb, start_flow boolean, next_step text, next_step_date date)),
booking as (
    insert into bookings (account_id, id, creditor_id, case_id, position, at, booked_on, facts, entries, ledger_accounts,
                          amounts, previous_hash, hash)
    select account_id, id, creditor_id, case_id, position, at, booked_on, facts, entries, ledger_accounts, amounts,
           previous_hash, hash
    from given),
noted as (
    insert into events (account_id, id, created, creditor_id, type, case_id, data)
    select account_id, id, created, creditor_id, type, case_id, data
    from jsonb_to_recordset($2) as event (account_id text, id text, created timestamptz, creditor_id text, type text,
                                          case_id text, data jsonb))
update cases k set revision = k.revision + 1, updated = greatest(k.updated, g.at), facts = k.facts || g.facts,
    transactions = g.transactions, bookings = g.position, head_hash = g.hash, refund_amount = g.refund,
    total_added_capital_amount = g.added_capital, total_added_interest_amount = g.added_interest,
    total_added_costs_amount = g.added_costs, total_remaining_capital_amount = g.remaining_capital,
    total_remaining_interest_amount = g.remaining_interest, total_remaining_costs_amount = g.remaining_costs,
    state = g.state, status = g.status, state_history = g.state_history, status_history = g.status_history,
    latest_state_date = g.latest_state_date, closed = g.closed, close_reason = g.close_reason, flow = g.flow,
    start_flow = g.start_flow, next_step = g.next_step, next_step_date = g.next_step_date
from given g where k.account_id = g.account_id and k.id = g.case_id
"""


async def write_changes(
    tx: Connection, changes: Sequence[Change], now: datetime, documents: Sequence[NewRow] = ()
) -> None:
    """Append the bookings of one change or of many, each of a case of its own, and let the cases show what is owed now.

    `documents` are the rows of what was recorded, which go along.
    """
    events: list[Event] = []
    rows = [_row_of(change, events) for change in changes]
    await execute_with_rows(tx, _WRITE, [rows, rows_of(events, now)], documents)
    await specify_payouts(tx, changes, now)
    for change in changes:
        case, booking = change.case, change.booking
        await _note_changed_outcomes(tx, case, change.after, now)
        case.row["revision"] += 1
        case.facts, case.entries = change.facts, [*case.entries, *change.appended]
        case.bookings, case.head_hash, case.remaining = booking.position, booking.hash, change.after.remaining


_AMOUNTS = tuple(f"{what}_{of}" for what in ("added", "remaining") for of in ("capital", "interest", "costs"))
_FROM_ROW = (
    *("state", "status", "state_history", "status_history", "latest_state_date", "closed", "close_reason"),
    *("flow", "start_flow", "next_step", "next_step_date"),
)


def _row_of(change: Change, events: list[Event]) -> dict[str, Any]:
    """A change in the columns of the statement above, which takes many of them as one JSON text; what is told of it is added."""
    case, booking, after = change.case, change.booking, change.after
    events += events_of(change)
    _close_or_reopen(case, after, events)
    row = case.row
    if row["status"] == "amortization" and any(fact["kind"] in _MONEY for fact in booking.facts):
        # An instalment may be covered by it: what comes next is looked at again at once.
        row["next_step_date"] = case.today
    return {
        "account_id": case.account,
        "id": booking.id,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "position": booking.position,
        "at": booking.at,
        "booked_on": booking.booked_on,
        "facts": booking.facts,
        "entries": booking.entries,
        "ledger_accounts": booking.ledger_accounts,
        "amounts": booking.amounts,
        "previous_hash": booking.previous_hash,
        "hash": booking.hash,
        "transactions": transactions_of(after, change.facts),
        "refund": after.refund,
        **dict(zip(_AMOUNTS, amounts_of(after), strict=True)),
        **{name: row[name] for name in _FROM_ROW},
    }


_MONEY = ("payment", "credit", RECALL, DEDUCTION)


def amounts_of(statement: Statement) -> tuple[int, ...]:
    """Added and remaining, in the order capital, interest, costs."""
    components = (statement.capital, statement.interest, statement.costs)
    return (*(part.added for part in components), *(part.remaining for part in components))


def _close_or_reopen(case: LockedCase, after: Statement, events: list[Event]) -> None:
    """Let the case be where the replay leaves it: closed, closed for another reason, or open again where it was."""
    row, closed = case.row, after.closed
    if row["close_reason"] != (closed.reason if closed else None):
        if closed is not None:
            place = Place("closed", closed.reason)
            events.append(case.event("case.closed", {"close_reason": closed.reason, "from": row["state"]}))
            row |= {"next_step": None, "next_step_date": None}
        else:
            # What closed it was recalled, or turns out to have left something. The day counts as the end of a hold: what
            # comes next is looked at again at once, and comes no sooner than the debtor has had time to hear of it.
            states, statuses = parsed(row["state_history"]), parsed(row["status_history"])
            place = reopens_to([item["state"] for item in states], [item["status"] for item in statuses])
            row["flow"] = parsed(row["flow"]) | {"held_until": case.today.isoformat()}
            row |= {"next_step": "review", "next_step_date": case.today}
            events.append(case.event("case.reopened", {"to": place.state, "status": place.status}))
        stand(case, place)
    row |= {"closed": closed and midnight(closed.date), "close_reason": closed and closed.reason}


def stand(case: LockedCase, place: Place) -> None:
    """Let the case's row say that it stands at a place now, and its histories too."""
    row, moment = case.row, rfc_1123(case.business_now)
    if row["state"] != place.state:
        row["state_history"] = [*parsed(row["state_history"]), {"state": place.state, "status_date": moment}]
        row["latest_state_date"] = case.business_now
    row["status_history"] = [*parsed(row["status_history"]), {"status": place.status, "status_date": moment}]
    row |= {"state": place.state, "status": place.status}


OVERPAID, CASE_CLOSED, OVERCREDITED = "payment_more_than_owed", "payment_on_closed_case", "crediting_more_than_capital"


async def _note_changed_outcomes(tx: Connection, case: LockedCase, after: Statement, now: datetime) -> None:
    """A late fact can change how much of earlier payments and creditings was used: their documents say so."""
    for table, kind, was_more, outcomes in (
        ("creditor_payments", Payment, OVERPAID, {id_: paid.settled for id_, paid in after.payments.items()}),
        ("creditor_creditings", Credit, OVERCREDITED, {id_: credit.used for id_, credit in after.credits.items()}),
    ):
        before = used_of(case.entries, "settled" if kind is Payment else "credited")
        for stored in case.facts:
            id_ = stored.fact.id
            if stored.origin == BANK:
                continue  # has no document of its own
            if isinstance(stored.fact, kind) and outcomes.get(id_, 0) != before.get(id_, 0):
                await tx.execute(
                    f"""update {table} set revision = revision + 1, updated = greatest(updated, $3), settled_amount = $4,
                            payment_status = case when $4 = amount and status_reason_locale = $5 then 'completed'
                                                  when $4 < amount then 'warning' else payment_status end,
                            status_reason_locale = case when $4 < amount then coalesce(status_reason_locale, $5)
                                                        when status_reason_locale <> $5 then status_reason_locale end
                        where account_id = $1 and id = $2""",
                    case.account,
                    id_,
                    now,
                    outcomes.get(id_, 0),
                    was_more,
                )


def used_of(entries: Iterable[Entry], kind: Kind) -> dict[str, int]:
    """What the entries of a kind used of each fact: `settled` of payments, `credited` of credits."""
    used: dict[str, int] = {}
    for entry in entries:
        if entry.kind == kind:
            used[entry.fact] = used.get(entry.fact, 0) - entry.amount
    return used
