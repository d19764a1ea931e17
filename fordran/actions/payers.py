"""Payers: who made payments over the bank, and to which account money of theirs can go back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import TypedDict

import orjson

from fordran.domain.payouts.payout import Payee, payee_by_number
from fordran.formats.pain001 import PartyAddress, PaymentAccount, Transfer, unpayable
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

MESSAGE = "Återbetalning"


@dataclass(frozen=True)
class KnownPayer:
    """The person or business that made a payment, as far as the bank reports it."""

    name: str
    address: PartyAddress
    payee: Payee | None
    """The account that was paid from; None where the bank did not say it, or where money sent there came back."""
    ocr_number: str
    is_returned: bool
    """Whether the payment is a refund that the bank sent back."""
    is_settled: bool
    """Whether the case has it as it is, and the bank is not about to take it back."""


class _PayerRow(TypedDict):
    id: str
    payer: orjson.Fragment
    kind: str
    customer_name: str
    ocr_number: str
    is_returned: bool
    is_settled: bool


async def payers_of(tx: Connection, payments: Collection[str]) -> dict[str, KnownPayer]:
    """The payer of each payment."""
    rows = await fetch_rows(
        tx,
        _PayerRow,
        """select b.id, b.payer, b.kind, s.name as customer_name, k.ocr_number,
                  r.id is not null as is_returned, not b.is_due and b.recalled_on is null as is_settled
           from (select b.id, b.account_id, b.case_id, b.is_due, b.recalled_on, t.id as transaction_id, t.payer, f.kind
                 from bank_payments b join bank_transactions t on t.id = b.transaction_id
                 join bank_files f on f.id = t.file_id where b.id = any($1::text[])) b
           join cases k on k.account_id = b.account_id and k.id = b.case_id
           left join refunds r on r.account_id = k.account_id and r.case_id = k.id and r.returned_id = b.transaction_id
           join customer_details s
             on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id""",
        list(payments),
    )
    return {row["id"]: _payer(row) for row in rows}


def _payer(row: _PayerRow) -> KnownPayer:
    payer = parsed(row["payer"])
    # A payer is named by a bankgiro in BgMax, and by its account elsewhere.
    payee = payee_by_number(payer.get("account") or "", is_giro=row["kind"] == "BgMax")
    return KnownPayer(
        name=payer.get("name") or row["customer_name"],
        address=PartyAddress(
            payer.get("street") or "",
            payer.get("postal_code") or "",
            payer.get("town") or "",
            payer.get("country") or "SE",
        ),
        payee=None if row["is_returned"] else payee,
        ocr_number=row["ocr_number"],
        is_returned=row["is_returned"],
        is_settled=row["is_settled"],
    )


def why_unpayable(payee: Payee, name: str, address: PartyAddress) -> str | None:
    """Why no bank would take a payment to an account; None where one would."""
    account = PaymentAccount(payee.kind, payee.number, payee.bic)
    return unpayable(Transfer("trial", 1, date.min, name, address, account, message=MESSAGE))
