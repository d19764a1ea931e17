"""Refunds by Swish: begun once they are approved, and booked as having left when Swish says that they are paid.

A refund is noted as begun before Swish is asked, by an id that stays: however often it is sent, it is one refund. From then on
nothing else happens to its money, until Swish has answered what became of it, or a person has found out.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Literal, TypeAlias, TypedDict

import orjson

from fordran.actions.approvals.four_eyes import approved, what_hash
from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import SYSTEM, ReversedPayment
from fordran.actions.cases.keep_refunds import reject_refund
from fordran.actions.cases.locked_case import LockedCase, lock_cases
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.payers import payers_of
from fordran.actions.refusals import Conflict
from fordran.actions.swish.asking import CLAIMED_FOR
from fordran.domain.bank.refunds import RefundStatus
from fordran.domain.bank.swish import asked_again
from fordran.domain.bank.swish_refunds import (
    BANK_DAYS,
    LIVE,
    SENT_WITHIN,
    UNKNOWN_AFTER,
    SwishRefundAnswer,
    SwishRefundState,
)
from fordran.domain.books.journal import refunded
from fordran.domain.days import banking_days_after
from fordran.domain.message import Message
from fordran.shape.wire import kronor, parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import change_found, fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import insert

SwishRefundFinding: TypeAlias = Literal["paid", "not_paid"]
"""The finding of a person about a refund that Swish does not answer about."""


class _OrderedRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    case_id: str
    payment_id: str
    amount: int
    name: str | None
    bank_account: orjson.Fragment


_ORDERED = """
select account_id, id, creditor_id, case_id, payment_id, amount, name, bank_account from refunds r
where status = 'ordered' and bank_account ->> 'kind' = 'swish'
  and not exists (select 1 from swish_refunds s where s.account_id = r.account_id and s.id = r.id)
order by account_id, id
"""


async def begin_refunds(tx: Connection, now: datetime, *, takes_two: bool) -> int:
    """Begin the refunds of an account's next case that may leave by Swish; how many. Swish is asked afterwards."""
    rows = await fetch_rows(tx, _OrderedRow, _ORDERED)
    payers = await payers_of(tx, {row["payment_id"] for row in rows})
    for row in rows:
        given = await approved(tx, row["account_id"], "refund", [row["id"]])
        is_approved = given.covers(row["id"], row["amount"], what_hash(row["name"], parsed(row["bank_account"])))
        if (is_approved or not takes_two) and payers[row["payment_id"]].is_settled:
            (case,) = await lock_cases(tx, row["account_id"], [row["case_id"]], now)
            return await _begin(tx, case, row, now)
    return 0


async def _begin(tx: Connection, case: LockedCase, row: _OrderedRow, now: datetime) -> int:
    # Read again once the case is locked: it may have been lowered, rejected or begun since.
    still = await tx.fetchval(
        "select amount from refunds where account_id = $1 and id = $2 and status = 'ordered'", case.account, row["id"]
    )
    new = {
        "account_id": case.account,
        "id": row["id"],
        "created": now,
        "updated": now,
        "creditor_id": row["creditor_id"],
        "case_id": row["case_id"],
        "state": "open",
        "request_id": secrets.token_hex(16).upper(),
        "callback_identifier": secrets.token_hex(16),
        "ask_at": now,
        "until_day": banking_days_after(case.today, BANK_DAYS),
    }
    if still != row["amount"]:
        return 0
    return int(await insert(tx, "swish_refunds", new, "on conflict (account_id, id) do nothing"))


class RefundToAsk(TypedDict):
    """A refund about which Swish is asked, with all that it is asked for."""

    account_id: str
    id: str
    amount: int
    payment_reference: str
    ocr_number: str
    request_id: str
    callback_identifier: str
    created: datetime
    taken: datetime | None


def may_send(row: RefundToAsk, now: datetime) -> bool:
    """Whether one that Swish does not have is sent: not once Swish had it, nor so late that it may have forgotten it."""
    return row["taken"] is None and now - row["created"] < SENT_WITHIN


class _KeyRow(TypedDict):
    account_id: str
    id: str


_DUE = f"""
select s.account_id, s.id, s.request_id, s.callback_identifier, s.created, s.taken, r.amount, k.ocr_number,
       r.bank_account ->> 'number' as payment_reference
from swish_refunds s join refunds r on r.account_id = s.account_id and r.id = s.id
join cases k on k.account_id = s.account_id and k.id = s.case_id
where s.ask_at <= $1 and {of_one_account("s")} order by s.ask_at limit $2 for update of s skip locked
"""
_CLAIM = f"""
update swish_refunds s set ask_at = $1 from {recordset(_KeyRow, 2, "g")} where s.account_id = g.account_id and s.id = g.id
"""


async def claim_refunds_to_ask(tx: Connection, most: int, now: datetime) -> list[RefundToAsk]:
    """Refunds to send or to ask about, which no other worker does for a minute."""
    rows = await fetch_locked(tx, RefundToAsk, _DUE, now, most)
    keys = [_KeyRow(account_id=row["account_id"], id=row["id"]) for row in rows]
    await change_found(tx, _CLAIM, keys, now + CLAIMED_FOR)
    return rows


class _RefundRow(TypedDict):
    case_id: str
    payment_id: str
    amount: int
    state: SwishRefundState
    error: str | None
    created: datetime
    taken: datetime | None
    ask_at: datetime | None
    until_day: object


_READ = """
select s.case_id, r.payment_id, r.amount, s.state, s.error, s.created, s.taken, s.ask_at, s.until_day
from swish_refunds s join refunds r on r.account_id = s.account_id and r.id = s.id
where s.account_id = $1 and s.id = $2
"""


async def note_refund(tx: Connection, account: str, id_: str, answer: SwishRefundAnswer | None, now: datetime) -> None:
    """Note what Swish says of a refund, or that it says nothing. What has ended does not change."""
    case, row = await _locked(tx, account, id_, now)
    if row["state"] not in LIVE:
        return
    state, error = row["state"], row["error"]
    if answer is not None and not (answer.state == "open" and state == "unknown"):
        state, error = answer.state, answer.error
    elif answer is None and now - row["created"] > UNKNOWN_AFTER:
        state = "unknown"
    taken = row["taken"] or (now if answer is not None and answer.is_taken else None)
    await _change(tx, case, id_, row, state, error, taken, now)


async def settle_refund(tx: Connection, id_: str, found: SwishRefundFinding, now: datetime) -> RefundStatus | None:
    """End a refund that Swish does not answer about, as a person has found out; its status, None where there is none."""
    account = await tx.fetchval("select account_id from swish_refunds where id = $1", id_)
    if account is None:
        return None
    case, row = await _locked(tx, account, id_, now)
    if row["state"] != "unknown":
        raise Conflict("error.swish_refund_is_known")
    state: SwishRefundState = "paid" if found == "paid" else "failed"
    await _change(tx, case, id_, row, state, row["error"], row["taken"], now)
    return "exported" if found == "paid" else "withdrawn"


async def _locked(tx: Connection, account: str, id_: str, now: datetime) -> tuple[LockedCase, _RefundRow]:
    named = await fetch_row(tx, _RefundRow, _READ, account, id_)
    assert named is not None
    (case,) = await lock_cases(tx, account, [named["case_id"]], now)
    row = await fetch_row(tx, _RefundRow, _READ, account, id_)
    assert row is not None
    return case, row


async def _change(
    tx: Connection,
    case: LockedCase,
    id_: str,
    row: _RefundRow,
    state: SwishRefundState,
    error: str | None,
    taken: datetime | None,
    now: datetime,
) -> None:
    await tx.execute(
        """update swish_refunds set state = $3, error = $4, taken = $5, ask_at = $6, updated = $7, revision = revision + 1
           where account_id = $1 and id = $2""",
        case.account,
        id_,
        state,
        error,
        taken,
        _ask_at(row, now) if state in LIVE else None,
        now,
    )
    if state == "paid":
        await _book(tx, case, id_, row, now)
    elif state == "failed":
        await reject_refund(tx, case, id_, error or "", now)
    elif state == "unknown" and case.today > row["until_day"]:  # type: ignore[operator]
        reason = Message("work.swish_refund_unknown", amount=str(kronor(row["amount"])), refund=id_)
        await put_on_work_list(tx, case, "swish_missing", reason, now, subject=id_)
    if state not in LIVE:
        await resolve_work(tx, case.account, ["swish_missing"], now, case=case.id, subject=id_)


async def _book(tx: Connection, case: LockedCase, id_: str, row: _RefundRow, now: datetime) -> None:
    """The money has left: in the case's journal it is as if it had not come."""
    await tx.execute(
        """update refunds set revision = revision + 1, updated = $3, status = 'exported'
           where account_id = $1 and id = $2 and status = 'ordered'""",
        case.account,
        id_,
        now,
    )
    amount = row["amount"]
    taken = ReversedPayment(id_, row["payment_id"], case.today, case.business_now, SYSTEM, amount, is_refund=True)
    await write_changes(tx, [change_of(case, [taken], now, refunded(amount, case.today))], now)


def _ask_at(row: _RefundRow, now: datetime) -> datetime:
    """When Swish is asked again: at once where a callback came meanwhile."""
    asked = row["ask_at"]
    return asked if asked is not None and asked <= now else asked_again(row["created"], now)
