"""Payments and credit notes that a ledger reports, and takes back: by the verbs of the interface, each once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from fordran.actions.ledger.ledger_cases import LedgerCase
from fordran.actions.ledger.refusals import LedgerRefusal
from fordran.actions.refusals import ActRefusal
from fordran.actions.registrations.record_crediting import record_crediting
from fordran.actions.registrations.record_payment import record_payment
from fordran.actions.registrations.reverse_registration import PAYMENT, reverse_registration
from fordran.formats.ledger_contract import LedgerCreditNote, LedgerDirectPayment
from fordran.resources.common import ReversalInput
from fordran.resources.creditor_creditings import CreditingInput
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS, PaymentInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change, find, insert
from fordran.store.rows.schema_rows import LedgerReportRow

_REASON = "Borttagen i borgenärens bokföring."
_REPORT = """
select account_id, id, amount, day, is_reverted from ledger_reports
where account_id = $1 and case_id = $2 and kind = 'payment' and ref = $3 for update
"""


async def report_payment(
    tx: Connection, caller: Caller, one: LedgerCase, given: LedgerDirectPayment, now: datetime
) -> dict[str, Any]:
    """Record a payment that the debtor made to the creditor."""
    body = _body(one, given.amount) | {
        "bank_transaction_date": given.date.isoformat(),
        "creditor_payment_reference": given.payment_ref,
    }
    with _in_words_of_the_contract():
        done = await record_payment(tx, caller, read(PaymentInput, body), now)
    return await _noted(tx, one, "payment", given.payment_ref, given.date, given.amount, done, now)


async def report_credit(
    tx: Connection, caller: Caller, one: LedgerCase, given: LedgerCreditNote, now: datetime
) -> dict[str, Any]:
    """Record a credit note of the creditor's."""
    with _in_words_of_the_contract():
        done = await record_crediting(tx, caller, read(CreditingInput, _body(one, given.amount)), now)
    return await _noted(tx, one, "credit", given.credit_ref, given.date, given.amount, done, now)


async def revert_payment(
    tx: Connection, caller: Caller, one: LedgerCase, given: LedgerDirectPayment, now: datetime
) -> dict[str, Any]:
    """Take a reported payment back. One that is taken back already stays so."""
    link = one.link
    row = await fetch_row(tx, LedgerReportRow, _REPORT, link["account_id"], link["case_id"], given.payment_ref)
    item = None if row is None else await find(tx, CREDITOR_PAYMENTS, caller, row["id"])
    if row is None or item is None:
        raise LedgerRefusal("BAD_REQUEST", "paymentRef", 404)
    if row["amount"] != int(given.amount * 100) or row["day"] != given.date:
        raise LedgerRefusal("BAD_REQUEST", "amount, date", 400)
    if not row["is_reverted"]:
        try:
            reason = (given.description or "").strip() or _REASON
            await reverse_registration(tx, PAYMENT, item, read(ReversalInput, {"reason": reason}), now)
        except ActRefusal as refused:
            raise LedgerRefusal("CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE", refused.message.code) from None
        key = {"account_id": row["account_id"], "id": row["id"]}
        await change(tx, "ledger_reports", key, {"is_reverted": True}, now)
    return {"accepted": True, "providerRef": row["id"], "ignoredAmount": 0}


def _body(one: LedgerCase, amount: Decimal) -> dict[str, Any]:
    return {
        "account": one.link["account_id"],
        "creditor": one.document["creditor"],
        "case": one.link["case_id"],
        "currency": "SEK",
        "amount": amount,
        "origin": "creditor_system",
    }


async def _noted(
    tx: Connection,
    one: LedgerCase,
    kind: Literal["payment", "credit"],
    ref: str,
    day: date,
    amount: Decimal,
    done: Mapping[str, Any],
    now: datetime,
) -> dict[str, Any]:
    """Keep the ledger's own id of it; a second report of the same id is refused."""
    link, settled = one.link, Decimal(str(done["settled_amount"]))
    inserted = await tx.fetchval(
        """select exists (select 1 from ledger_reports where account_id = $1 and case_id = $2 and kind = $3 and ref = $4)""",
        link["account_id"],
        link["case_id"],
        kind,
        ref,
    )
    if inserted:
        raise LedgerRefusal("BAD_REQUEST", f"the {kind} {ref} was reported")
    await insert(
        tx,
        "ledger_reports",
        {
            "account_id": link["account_id"],
            "id": done["_id"],
            "created": now,
            "updated": now,
            "creditor_id": link["creditor_id"],
            "case_id": link["case_id"],
            "kind": kind,
            "ref": ref,
            "day": day,
            "amount": int(amount * 100),
            "matched_amount": int(settled * 100),
        },
    )
    return {"accepted": True, "providerRef": done["_id"], "ignoredAmount": float(amount - settled)}


@contextmanager
def _in_words_of_the_contract() -> Iterator[None]:
    """Refuse what a verb refuses, by the contract's own codes."""
    try:
        yield
    except Refused as refused:
        raise _refusal_of(refused) from None
    except ActRefusal as refused:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE", refused.message.code) from None


def _refusal_of(refused: Refused) -> LedgerRefusal:
    fields = ", ".join(sorted(refused.issues))
    if set(refused.issues) == {"amount"}:
        return LedgerRefusal("CONNECTOR_COLLECTIONS_AMOUNT_INVALID", fields)
    return LedgerRefusal("BAD_REQUEST", fields, 400)
