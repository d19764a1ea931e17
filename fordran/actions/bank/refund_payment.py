"""Refund a payment that waits: a person says that it goes back to its payer, and to which account.

It stays in suspense until the payouts send the order to the bank; they then call `book_refunds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from types import ModuleType

from fordran.actions.bank.journal import BookingAct, ChainedRow, lock_bank, write_acts
from fordran.actions.bank.match_payment import WaitingRow
from fordran.actions.refusals import Conflict
from fordran.domain.books.journal import refunded
from fordran.domain.message import ListValue, Message
from fordran.domain.numbers import bank_account, bankgiro, iban, plusgiro
from fordran.domain.payouts.payout import PayeeKind
from fordran.resources.bank_transactions import RefundInput
from fordran.shape.fields import Refused
from fordran.shape.wire import parsed, wire
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.upkeep.installation import business_day

NUMBERS: dict[PayeeKind, ModuleType] = {
    "bankgiro": bankgiro,
    "plusgiro": plusgiro,
    "bank_account": bank_account,
    "iban": iban,
}


async def refund_payment(tx: Connection, caller: Caller, waiting: WaitingRow, given: RefundInput, now: datetime) -> str:
    """Mark the rest of a waiting payment to be refunded; the refund's id, by which a second person approves it."""
    if waiting["suspense_amount"] < 0:
        raise Conflict("error.nothing_to_pay_back", kind=ListValue("transaction_kind", waiting["kind"], "in_sentence"))
    account = given.bank_account
    if not NUMBERS[account.kind].is_valid(account.number):
        raise Refused(
            {
                "bank_account": {
                    "number": Message(
                        "issue.not_an_account", account=ListValue("payee_kind", account.kind, "in_sentence")
                    )
                }
            }
        )
    name = given.name or parsed(waiting["payer"]).get("name")
    if not name:
        raise Refused({"name": Message("issue.name_required")})
    id_ = new_id()
    refund = {
        "id": id_,
        "created": now,
        "transaction_id": waiting["id"],
        "amount": waiting["suspense_amount"],
        "name": name,
        "bank_account": wire(account),
        "ordered_by": list(caller.hands),
    }
    await insert(tx, "bank_refunds", refund)
    details = {"by": caller.user, "refund": id_}
    act = BookingAct(waiting, "to_refund", details, (), "to_refund", waiting["suspense_amount"])
    await write_acts(tx, [act], await business_day(tx, now), now)
    return id_


class _RejectedRow(ChainedRow):
    amount: int


async def reject_refund_payment(tx: Connection, caller: Caller, id_: str, now: datetime) -> None:
    """Let a payment that was to be refunded wait for a person's decision again."""
    await lock_bank(tx)
    rows = await fetch_rows(
        tx,
        _RejectedRow,
        """select t.id, t.bookings, t.head_hash, r.amount from bank_refunds r
           join bank_transactions t on t.id = r.transaction_id where r.id = $1 and r.exported is null""",
        id_,
    )
    acts = [
        BookingAct(row, "refund_rejected", {"by": caller.user, "refund": id_}, (), "suspense", row["amount"])
        for row in rows
    ]
    await tx.execute("delete from bank_refunds where id = $1 and exported is null", id_)
    await write_acts(tx, acts, await business_day(tx, now), now)
    await tx.execute(
        "update bank_transactions set reason = 'refund_rejected' where id = any($1::text[])",
        [row["id"] for row in rows],
    )


class _LeavingRow(ChainedRow):
    refund: str
    amount: int


async def book_refunds(tx: Connection, refunds: Sequence[str], now: datetime) -> None:
    """The refunds were exported to the bank: their money has left suspense and the client funds."""
    await lock_bank(tx)
    rows = await fetch_rows(
        tx,
        _LeavingRow,
        """update bank_refunds r set exported = $2 from bank_transactions t
           where r.id = any($1::text[]) and r.exported is null and t.id = r.transaction_id
           returning r.id as refund, r.amount, t.id, t.bookings, t.head_hash""",
        refunds,
        now,
    )
    acts = [
        BookingAct(row, "refunded", {"refund": row["refund"]}, refunded(row["amount"], from_suspense=True), "refunded")
        for row in rows
    ]
    await write_acts(tx, acts, await business_day(tx, now), now)
