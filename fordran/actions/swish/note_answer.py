"""Note what Swish says of a payment request: its state, and that the case waits while money is on its way."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypedDict

from fordran.actions.cases.move_case import FlowingCase, lock_flowing, save
from fordran.domain.bank.swish import (
    ASKED_ABOUT,
    BANK_DAYS,
    ON_THEIR_WAY,
    UNKNOWN_AFTER,
    SwishAnswer,
    SwishState,
    asked_again,
)
from fordran.domain.days import banking_days_after
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.rows.schema_rows import SwishPaymentRow


async def note_answer(tx: Connection, account: str, id_: str, answer: SwishAnswer | None, now: datetime) -> None:
    """Note an answer, or that there was none. What has ended does not change; the same answer twice does nothing."""
    named = await fetch_the_row(
        tx,
        SwishPaymentRow,
        "select case_id, creditor_id from swish_payments where account_id = $1 and id = $2",
        account,
        id_,
    )
    flowing = await lock_flowing(tx, named["case_id"], named["creditor_id"], account, now)
    assert flowing is not None
    row = await fetch_row(
        tx,
        SwishPaymentRow,
        """select state, error, created, ask_at, until_day, token, payment_reference from swish_payments
           where account_id = $1 and id = $2 and state = any($3::text[]) for update""",
        account,
        id_,
        list(ASKED_ABOUT),
    )
    if row is None:
        return
    state, error = _state_after(row, answer, now)
    until = row["until_day"]
    if state in ON_THEIR_WAY and until is None:
        until = banking_days_after(flowing.today, BANK_DAYS)
    await tx.execute(
        """update swish_payments set state = $3, error = $4, token = $5, payment_reference = $6, until_day = $7,
               paid = $10, ask_at = $9, updated = $8,
               revision = revision + 1
           where account_id = $1 and id = $2""",
        account,
        id_,
        state,
        error,
        (answer.token if answer and answer.token else row["token"]) if state == "open" else None,
        answer.payment_reference if answer and answer.payment_reference else row["payment_reference"],
        until,
        now,
        _ask_at(row, now) if state in ASKED_ABOUT else None,
        now if state == "paid" else None,
    )
    if state != row["state"]:
        await show_on_its_way(tx, flowing, now)


def _state_after(row: SwishPaymentRow, answer: SwishAnswer | None, now: datetime) -> tuple[SwishState, str | None]:
    """The state after an answer. Without one a request stays open for a while, and is then unknown."""
    if answer is not None and not (answer.state == "open" and row["state"] == "unknown"):
        return answer.state, answer.error
    if answer is None and row["state"] == "open" and now - row["created"] > UNKNOWN_AFTER:
        return "unknown", row["error"]
    return row["state"], row["error"]


def _ask_at(row: SwishPaymentRow, now: datetime) -> datetime:
    """When Swish is asked again: at once where a callback came meanwhile."""
    asked = row["ask_at"]
    return asked if asked is not None and asked <= now else asked_again(row["created"], now)


class _SumRow(TypedDict):
    amount: int
    until: date | None


async def show_on_its_way(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """Let a locked case know what is on its way to it, by Swish or Autogiro, and say again what comes next."""
    row = await fetch_the_row(
        tx,
        _SumRow,
        """select coalesce(sum(amount), 0)::bigint as amount, max(until_day) as until from (
               select amount, until_day from swish_payments
               where account_id = $1 and case_id = $2 and state = any($3::text[])
               union all
               select amount, until_day from autogiro_debits
               where account_id = $1 and case_id = $2 and state = 'sent') on_its_way""",
        flowing.case.account,
        flowing.case.id,
        list(ON_THEIR_WAY),
    )
    until = row["until"]
    flowing.flow.on_its_way = None if until is None else {"amount": row["amount"], "until": until.isoformat()}
    await save(tx, [flowing], now)
