"""Book: replay a case with new facts, and append what that changes to the journal. Nothing booked is ever changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final

from fordran.actions.cases.booking import CaseChange, Totals, change_of, totals_of, used_of
from fordran.actions.cases.case_facts import (
    BANK,
    DEDUCTION,
    RECALL,
    REGISTRATION_DELETION,
    REGISTRATION_REVERSAL,
    NewFact,
    transactions_of,
)
from fordran.actions.cases.keep_refunds import keep_refunds
from fordran.actions.cases.locked_case import CasePositionRow, LockedCase, LockedRow, stand, standing
from fordran.actions.cases.specify_payouts import specify_payouts
from fordran.actions.cases.tell_of_money import events_of
from fordran.actions.cases.work_list import resolve_closed
from fordran.actions.note_event import DomainEvent, note_events, rows_of
from fordran.domain.books.journal import Posting
from fordran.domain.claims.facts import Credit, PaymentFact
from fordran.domain.claims.small_rests import least_asked
from fordran.domain.claims.statement import DebtStatement
from fordran.domain.flow.case_flow import reopens_to
from fordran.domain.kinds.case_states import CasePosition
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.shape.moments import midnight
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import change_found, is_on_a_cluster
from fordran.store.rows.recordset import recordset
from fordran.store.rows.schema_rows import BOOKINGS_TABLE, NewBooking, NewEvent
from fordran.store.rows.tables import NewRow, execute_with_rows, insert_rows


async def book(
    tx: Connection, case: LockedCase, new: Sequence[NewFact], now: datetime, more: Sequence[Posting] = ()
) -> DebtStatement:
    """Replay the case with the new facts too, append the difference, and let the case show what is owed now."""
    change = change_of(case, new, now, more)
    await write_changes(tx, [change], now)
    return change.after


class _ChangeRow(NewBooking, Totals, CasePositionRow):
    """A change: its booking, and what its case shows after it."""

    transactions: list[dict[str, Any]]
    refund_amount: int
    closed: datetime | None
    close_reason: CloseReason | None


_SHOW = """
update cases k set revision = k.revision + 1, updated = greatest(k.updated, g.at), facts = k.facts || g.facts,
    transactions = g.transactions, bookings = g.position, head_hash = g.hash, refund_amount = g.refund_amount,
    total_added_capital_amount = g.total_added_capital_amount,
    total_added_interest_amount = g.total_added_interest_amount,
    total_added_costs_amount = g.total_added_costs_amount,
    total_remaining_capital_amount = g.total_remaining_capital_amount,
    total_remaining_interest_amount = g.total_remaining_interest_amount,
    total_remaining_costs_amount = g.total_remaining_costs_amount,
    state = g.state, status = g.status, state_history = g.state_history, status_history = g.status_history,
    latest_state_date = g.latest_state_date, closed = g.closed, close_reason = g.close_reason, flow = g.flow,
    start_flow = g.start_flow, next_step = g.next_step, next_step_date = g.next_step_date,
    waits_for = g.waits_for
from {given} where k.account_id = g.account_id and k.id = g.case_id"""
_WRITE = f"""
with given as (select * from {recordset(_ChangeRow, 1, "given")}),
booking as (
    insert into bookings (account_id, id, creditor_id, case_id, position, at, booked_on, facts, entries, ledger_accounts,
                          amounts, previous_hash, hash, days)
    select account_id, id, creditor_id, case_id, position, at, booked_on, facts, entries, ledger_accounts, amounts,
           previous_hash, hash, days
    from given),
noted as (
    insert into events (account_id, id, created, creditor_id, type, case_id, data)
    select account_id, id, created, creditor_id, type, case_id, data from {recordset(NewEvent, 2, "event")})
{_SHOW.format(given="given g")}
"""
_SHOW_GIVEN = _SHOW.format(given=recordset(_ChangeRow, 1, "g"))


async def _write(
    tx: Connection,
    changes: Sequence[CaseChange],
    events: list[DomainEvent],
    now: datetime,
    documents: Sequence[NewRow],
) -> None:
    """Write all in one statement; one by one on a cluster, which sends what parts of a statement share to every node."""
    rows = [_row_of(change, events) for change in changes]
    if not is_on_a_cluster(tx):
        await execute_with_rows(tx, _WRITE, [rows, rows_of(events, now)], documents)
        return
    bookings = [BOOKINGS_TABLE.row(change.booking.row()) for change in changes]
    await insert_rows(tx, [*documents, *bookings])
    await note_events(tx, events, now)
    await change_found(tx, _SHOW_GIVEN, rows)


async def write_changes(
    tx: Connection, changes: Sequence[CaseChange], now: datetime, documents: Sequence[NewRow] = ()
) -> None:
    """Append the bookings of one change or of many, each of a case of its own, and let the cases show what is owed now.

    `documents` are the rows of what was recorded, which go along.
    """
    events: list[DomainEvent] = []
    await _write(tx, changes, events, now, documents)
    closed = [event for event in events if event.type == "case.closed"]
    for account in dict.fromkeys(event.account for event in closed):
        await resolve_closed(
            tx, account, [event.case for event in closed if event.account == account and event.case], now
        )
    await specify_payouts(tx, changes, now)
    for change in changes:
        case, booking = change.case, change.booking
        await _note_changed_outcomes(tx, case, change.after, now)
        case.row["revision"] += 1
        case.facts, case.entries = change.facts, [*case.entries, *change.appended]
        case.bookings, case.head_hash, case.remaining = booking.position, booking.hash, change.after.remaining
    await keep_refunds(tx, [(change.case, change.after) for change in changes], now)


def _row_of(change: CaseChange, events: list[DomainEvent]) -> _ChangeRow:
    """A change as the statement above takes it; its events are added to the events."""
    case, booking, after = change.case, change.booking, change.after
    events += events_of(change)
    _close_or_reopen(case, after, events)
    row = case.row
    if row["closed"] is None:
        _look_at_small_rest(row, after.remaining, least_asked(case.terms, case.today), case.today)
    is_part_disputed = "disputed_amount" in parsed(row["flow"])
    is_watched = row["status"] == "amortization" or is_part_disputed or bool(parsed(row["waits_for"]))
    if is_watched and row["closed"] is None and any(fact["kind"] in _MONEY for fact in booking.facts):
        # An instalment, all that is undisputed, or the capital may be covered by it: what comes next is looked at again.
        row["next_step_date"] = case.today
    return {
        **booking.row(),
        **totals_of(after),
        **standing(row),
        "transactions": transactions_of(after, change.facts),
        "refund_amount": after.refund,
        "closed": row["closed"],
        "close_reason": row["close_reason"],
    }


def _look_at_small_rest(row: LockedRow, remaining: int, least: int, today: date) -> None:
    """Nothing comes next while too little is owed to be asked for; the case is looked at again at once where that changes."""
    if 0 < remaining < least:
        row["next_step"], row["next_step_date"] = None, today
    elif row["next_step"] is None and remaining:
        row["next_step_date"] = today


_MONEY = ("payment", "credit", "waiver", RECALL, DEDUCTION, REGISTRATION_REVERSAL, REGISTRATION_DELETION)


def _close_or_reopen(case: LockedCase, after: DebtStatement, events: list[DomainEvent]) -> None:
    """Let the case be where the replay leaves it: closed, closed for another reason, or open again where it was."""
    row, closed = case.row, after.closed
    if closed is None and row["close_reason"] is not None:
        events.append(_reopen(case))
    elif closed is not None and row["close_reason"] != closed.reason:
        events.append(case.event("case.closed", {"close_reason": closed.reason, "from": row["state"]}))
        row["next_step"] = row["next_step_date"] = None
        row["waits_for"] = []
        stand(case, CasePosition("closed", closed.reason))
    row["closed"] = None if closed is None else midnight(closed.date)
    row["close_reason"] = None if closed is None else closed.reason


def _reopen(case: LockedCase) -> DomainEvent:
    """Reopen a case: what had closed it was taken back, or turned out to be too little.

    The day counts as the end of a hold: what comes next is looked at again at once, and comes no sooner than the debtor has
    had time to hear of it.
    """
    row = case.row
    states, statuses = parsed(row["state_history"]), parsed(row["status_history"])
    place = reopens_to([item["state"] for item in states], [item["status"] for item in statuses])
    known = {name: value for name, value in parsed(row["flow"]).items() if name != "confirmed"}
    row["flow"] = known | {"held_until": case.today.isoformat()}
    row["next_step"], row["next_step_date"] = "review", case.today
    stand(case, place)
    return case.event("case.reopened", {"to": place.state, "status": place.status})


OVERPAID: Final = "payment_more_than_owed"
CASE_CLOSED: Final = "payment_on_closed_case"
OVERCREDITED: Final = "crediting_more_than_capital"


async def _note_changed_outcomes(tx: Connection, case: LockedCase, after: DebtStatement, now: datetime) -> None:
    """A late fact can change how much of earlier payments and creditings was used: their documents say so."""
    settled = {id_: payment.settled for id_, payment in after.payments.items()}
    credited = {id_: credit.used for id_, credit in after.credits.items()}
    for table, was_more, changed in (
        ("creditor_payments", OVERPAID, _changed(case, PaymentFact, used_of(case.entries, "settled"), settled)),
        ("creditor_creditings", OVERCREDITED, _changed(case, Credit, used_of(case.entries, "credited"), credited)),
    ):
        for id_, used in changed:
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
                used,
                was_more,
            )


def _changed(
    case: LockedCase, kind: type[PaymentFact | Credit], before: Mapping[str, int], after: Mapping[str, int]
) -> Iterator[tuple[str, int]]:
    """Facts of a kind of which more or less is used than before, and how much; not the bank's, which have no document."""
    for stored in case.facts:
        if isinstance(stored.fact, kind) and stored.origin != BANK:
            used = after.get(stored.fact.id, 0)
            if used != before.get(stored.fact.id, 0):
                yield stored.fact.id, used
