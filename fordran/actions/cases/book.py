"""Book: replay a case with new facts, and append what that changes to the journal. Nothing booked is ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from fordran.actions.cases.booking import Change, amounts_of, change_of, used_of
from fordran.actions.cases.case_facts import (
    BANK,
    DEDUCTION,
    RECALL,
    NewFact,
    transactions_of,
)
from fordran.actions.cases.locked_case import LockedCase, stand
from fordran.actions.cases.specify_payouts import specify_payouts
from fordran.actions.cases.tell_of_money import events_of
from fordran.actions.note_event import Event, rows_of
from fordran.domain.case_flow import reopens_to
from fordran.domain.case_states import Place
from fordran.domain.facts import Credit, Payment
from fordran.domain.journal import Posting
from fordran.domain.statement import Statement
from fordran.shape.moments import midnight
from fordran.shape.wire import parsed
from fordran.store.database import Connection
from fordran.store.tables import NewRow, execute_with_rows


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
