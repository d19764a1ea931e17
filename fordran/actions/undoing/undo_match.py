"""Undo a match: a payment that a person gave to the wrong case waits in suspense again, as if it had never been there.

It is refused once something that builds on it has left (a letter, a payout, a refund, an order to the bank), or the enforcement
authority knows of it. The journals of the transaction and of the cases keep both.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from fordran.actions.bank.journal import BookingAct, ChainedRow, lock_bank, write_acts
from fordran.actions.bank.lower_payments import IS_LOWERED
from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import BANK, RegistrationReversed
from fordran.actions.cases.locked_case import LockedCase, lock_cases
from fordran.actions.refusals import Conflict
from fordran.domain.bank.refunds import LEFT
from fordran.domain.books.journal import unmatched
from fordran.resources.bank_transactions import UnmatchInput
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import is_id, new_id
from fordran.store.rows.schema_rows import BankPaymentRow
from fordran.store.upkeep.installation import business_day


class MatchedRow(ChainedRow):
    """A transaction that has been decided on."""

    kind: str
    status: str
    amount: int
    booking_date: date
    matched_at: datetime | None
    """When a person matched it; None where nobody did."""


_MATCHED = """
select t.id, t.bookings, t.head_hash, t.kind, t.status, t.amount, t.booking_date,
       (select b.at from bank_bookings b where b.transaction_id = t.id and b.position = t.bookings
        and b.act = 'matched' and b.details ? 'cases') as matched_at
from bank_transactions t where t.id = $1
"""


async def find_matched(tx: Connection, id_: str) -> MatchedRow | None:
    """The transaction, locked so that this database transaction alone decides on it; None if the id is unknown."""
    if not is_id(id_):
        return None
    await lock_bank(tx)
    return await fetch_row(tx, MatchedRow, _MATCHED, id_)


async def is_matched_by_hand(connection: Connection, id_: str) -> bool:
    """Whether a person matched the transaction, and nothing has happened to it since."""
    row = await fetch_row(connection, MatchedRow, _MATCHED, id_)
    return row is not None and row["matched_at"] is not None


class _PaymentRow(BankPaymentRow):
    is_lowered: bool


_PAYMENTS = f"""
select b.id, b.account_id, b.case_id, b.amount, b.booking_date, b.recalled_on, b.is_booked, {IS_LOWERED} as is_lowered
from bank_payments b where b.transaction_id = $1 order by b.id
"""


async def unmatch_payment(
    tx: Connection, caller: Caller, payment: MatchedRow, given: UnmatchInput, now: datetime
) -> None:
    """Take the payment from its cases and let it wait again; refused where no person matched it."""
    if payment["status"] != "matched" or payment["kind"] != "payment" or payment["matched_at"] is None:
        raise Conflict("error.not_matched_by_hand")
    parts = await fetch_rows(tx, _PaymentRow, _PAYMENTS, payment["id"])
    for account in sorted({part["account_id"] for part in parts}):
        of_account = [part for part in parts if part["account_id"] == account]
        await _take_from_cases(tx, account, of_account, payment, now)
    await tx.execute("delete from bank_payments where transaction_id = $1", payment["id"])
    cases = [{"case": part["case_id"], "amount": part["amount"]} for part in parts]
    details = {"by": caller.user, "cases": cases} | ({"reason": given.reason} if given.reason else {})
    act = BookingAct(payment, "unmatched", details, (), "suspense", payment["amount"])
    await write_acts(tx, [act], await business_day(tx, now), now)
    await tx.execute("update bank_transactions set reason = 'match_undone' where id = $1", payment["id"])


async def _take_from_cases(
    tx: Connection, account: str, parts: Sequence[_PaymentRow], payment: MatchedRow, now: datetime
) -> None:
    cases = await lock_cases(tx, account, sorted({part["case_id"] for part in parts}), now)
    # One that was settled while this waited for its case is seen so.
    booked = {part["id"]: part for part in await fetch_rows(tx, _PaymentRow, _PAYMENTS, payment["id"])}
    mine = [booked[part["id"]] for part in parts]
    assert payment["matched_at"] is not None
    for case in cases:
        await _refuse(tx, case, [part for part in mine if part["case_id"] == case.id], payment["matched_at"])
    changes = []
    for case in cases:
        of_case = [part for part in mine if part["case_id"] == case.id and part["is_booked"]]
        gone = [
            RegistrationReversed(new_id(), part["id"], case.today, case.business_now, BANK, is_deletion=True)
            for part in of_case
        ]
        if gone:
            postings = [posting for part in of_case for posting in unmatched(part["amount"], part["booking_date"])]
            changes.append(change_of(case, gone, now, postings))
    if changes:
        await write_changes(tx, changes, now)


_BUILT_UPON = """
select exists (select 1 from letters l where l.account_id = $1 and l.case_id = $2 and l.sent >= $3)
    or exists (select 1 from payout_specifications s join payouts p on p.account_id = s.account_id and p.id = s.payout_id
               where s.account_id = $1 and s.case_id = $2 and s.created >= $3
               and (p.bank_payout_request is not null or p.payout_date is not null))
    or exists (select 1 from refunds r where r.account_id = $1 and r.payment_id = any($4::text[]) and r.status = any($5::text[]))
    or exists (select 1 from bank_order_lines b join bank_orders o on o.id = b.order_id
               where b.account_id = $1 and b.case_id = $2 and o.created >= $3)
    or exists (select 1 from enforcements e where e.account_id = $1 and e.case_ids @> jsonb_build_array($2::text)
               and e.answered_facts ?| $4::text[])
    or exists (select 1 from cases k where k.account_id = $1 and k.id = $2 and k.erasure is not null)
"""


async def _refuse(tx: Connection, case: LockedCase, parts: Sequence[_PaymentRow], since: datetime) -> None:
    ids = [part["id"] for part in parts]
    is_changed = any(part["is_lowered"] or part["recalled_on"] is not None for part in parts)
    if is_changed or await tx.fetchval(_BUILT_UPON, case.account, case.id, since, ids, list(LEFT)):
        raise Conflict("error.match_built_upon")
