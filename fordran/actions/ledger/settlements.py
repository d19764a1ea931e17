"""Payouts to a ledger's company, as the contract shows settlements, and which of them the ledger has booked."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.ledger.refusals import LedgerRefusal
from fordran.domain.books.journal import Category
from fordran.domain.money import kronor
from fordran.formats.ledger_contract import LedgerSettlementBooked
from fordran.store.connections.database import Connection
from fordran.store.rows.schema_rows import LedgerConnectionRow

KINDS: dict[Category, str] = {
    "capital": "principal",
    "interest": "interest_to_creditor",
    "creditor_outlay": "fee_to_creditor",
    "creditor_commission": "fee_to_creditor",
}
"""Category of a payout → the kind of its lines. One that pays an invoice of the operator's is a set-off."""
SETOFF = "supplier_invoice_setoff"

_PAYOUTS = """
select p.id, p.payout_date, p.payout_reference, p.bank_payout_request, p.finance_period_end_date,
       (select coalesce(sum(s.amount + s.vat_amount), 0)::bigint from payout_specifications s
        where s.account_id = p.account_id and s.payout_id = p.id) as total
from payouts p where p.account_id = $1 and p.creditor_id = $2 and p.payout_date is not null
"""
_LINES = """
select s.article, s.finance_category, s.amount, s.vat_amount, s.invoice_number, s.paid_invoice_id, c.case_ref, c.invoice_ref
from payout_specifications s
left join ledger_cases c on c.account_id = s.account_id and c.case_id = s.case_id and c.connection_id = $3
where s.account_id = $1 and s.payout_id = $2 order by s.id
"""


async def list_settlements(tx: Connection, row: LedgerConnectionRow, since: date) -> list[dict[str, Any]]:
    """The payouts of a company since a day, the first one first."""
    found = await tx.fetch(
        f"""{_PAYOUTS} and (p.payout_date at time zone 'Europe/Stockholm')::date >= $3
            order by p.payout_date, p.id""",
        row["account_id"],
        row["creditor_id"],
        since,
    )
    return [_summary(one) for one in found]


async def shown_settlement(tx: Connection, row: LedgerConnectionRow, ref: str) -> dict[str, Any]:
    """A payout with its lines, which sum to it."""
    found = await _own(tx, row, ref)
    lines = await tx.fetch(_LINES, row["account_id"], ref, row["id"])
    period = found["finance_period_end_date"]
    return _summary(found) | {
        "settlementDate": None if period is None else period.isoformat(),
        "statusCode": "paid_out",
        "bankReference": found["payout_reference"],
        "lines": [_line(line) for line in lines],
        "raw": {"payout": found["id"], "order": found["bank_payout_request"]},
    }


async def note_booked(tx: Connection, row: LedgerConnectionRow, given: LedgerSettlementBooked, now: datetime) -> None:
    """Keep the ledger's own voucher of a payout; the latest one counts."""
    await _own(tx, row, given.settlement_ref)
    await tx.execute(
        """insert into ledger_settlements (account_id, id, created, updated, creditor_id, internal_ref)
           values ($1, $2, $3, $3, $4, $5)
           on conflict (account_id, id) do update set internal_ref = excluded.internal_ref, updated = excluded.updated,
               revision = ledger_settlements.revision + 1""",
        row["account_id"],
        given.settlement_ref,
        now,
        row["creditor_id"],
        given.internal_ref,
    )


async def _own(tx: Connection, row: LedgerConnectionRow, ref: str) -> Any:
    found = await tx.fetchrow(f"{_PAYOUTS} and p.id = $3", row["account_id"], row["creditor_id"], ref[:24])
    if found is None or found["id"] != ref:
        raise LedgerRefusal("BAD_REQUEST", "settlementRef", 404)
    return found


def _summary(found: Any) -> dict[str, Any]:
    return {
        "settlementRef": found["id"],
        "paymentDate": clock.stockholm_date(found["payout_date"]).isoformat(),
        "amount": kronor(found["total"]),
        "currency": "SEK",
        "statusOk": True,
    }


def _line(line: Any) -> dict[str, Any]:
    kind = SETOFF if line["paid_invoice_id"] is not None else KINDS.get(line["finance_category"], "unknown")
    return {
        "kind": kind,
        "inPayout": True,
        "amount": kronor(line["amount"]),
        "taxAmount": kronor(line["vat_amount"]),
        "recipient": "agency" if kind == SETOFF else "creditor",
        "caseRef": line["case_ref"],
        "invoiceRef": line["invoice_ref"],
        "originalInvoiceRefs": [],
        "providerType": line["article"],
        "description": line["invoice_number"],
    }
