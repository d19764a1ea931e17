"""Issue operator invoices: one for each creditor and month that has ended, dated its last day, in one series of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Any

from fordran.actions.keep_file import Put
from fordran.actions.outbox.queue_to_creditor import ToCreditor, queue_to_creditor
from fordran.actions.payouts.invoice_documents import keep_documents
from fordran.actions.payouts.invoice_journal import INVOICE_COLUMNS, book_invoice
from fordran.actions.payouts.kept_fees import KeptFeeRow, fee_of, kept_fees
from fordran.actions.payouts.outlays_to_bill import OutlayRow, outlays_to_bill, shown_outlay
from fordran.actions.payouts.payout_rows import LONG_SECONDS, lock_payouts
from fordran.actions.payouts.terms import PaidCreditor, paid_creditors
from fordran.actions.put_aside import FailedJob, put_aside, take_up_creditors
from fordran.domain.books.chain import GENESIS
from fordran.domain.books.journal import OUTLAYS
from fordran.domain.days import ONE_DAY
from fordran.domain.payouts.operator_invoice import (
    PAY_DAYS,
    FeeInvoice,
    fee_invoice,
    first_month,
    last_day_of,
    month_after,
    taxation_of,
)
from fordran.operator import Operator
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert, tally
from fordran.store.rows.schema_rows import OperatorInvoiceRow
from fordran.store.upkeep.installation import business_day

ISSUING = "invoice of kept fees"
"""The name of this job on the work list."""

_DUE = f"""
select due.account_id from (
    select s.account_id from payout_specifications s
    where s.operator_invoice_id is null and (s.finance_category = 'operator_fees' or s.vat_amount <> 0)
      and s.booking_date between $1 and $2
    union
    select b.account_id from bookings b where {OUTLAYS} = any (b.ledger_accounts)
) due
left join operator_invoice_runs r on r.account_id = due.account_id
where $1 < $2 and (r.invoiced_until is null or r.invoiced_until < $2)
order by due.account_id
"""


async def issue_next_account(tx: Connection, put: Put, operator: Operator, now: datetime) -> int:
    """Issue an account's invoices of the months that have ended; how many accounts were done, 0 when none is left."""
    first, last = await _invoiced_days(tx, now)
    for row in await tx.fetch(_DUE, first, last, timeout=LONG_SECONDS):
        if await issue_invoices(tx, put, operator, row["account_id"], now) is not None:
            return 1
    return 0


async def issue_invoices(tx: Connection, put: Put, operator: Operator, account: str, now: datetime) -> int | None:
    """Issue an account's invoices of all months that have ended; their number, or None where one of them failed."""
    await lock_payouts(tx, account)
    first, last = await _invoiced_days(tx, now)
    done: date | None = await tx.fetchval(
        "select invoiced_until from operator_invoice_runs where account_id = $1", account
    )
    month = first if done is None else max(first, done + ONE_DAY)
    issued, is_whole = 0, True
    while month <= last:
        fees = await kept_fees(tx, account, first, last_day_of(month))
        outlays = await outlays_to_bill(tx, account, last_day_of(month))
        for creditor in sorted(fees.keys() | outlays.keys()):
            billed = (fees.get(creditor, ()), outlays.get(creditor, ()))
            one = await _issue_alone(tx, put, operator, account, creditor, *billed, month, now)
            issued, is_whole = issued + (one or 0), is_whole and one is not None
        month = month_after(month)
    if not is_whole:
        return None
    await tx.execute(
        """insert into operator_invoice_runs (account_id, invoiced_until) values ($1, $2)
           on conflict (account_id) do update set invoiced_until = excluded.invoiced_until""",
        account,
        last,
    )
    return issued


async def _invoiced_days(tx: Connection, now: datetime) -> tuple[date, date]:
    """The first day whose fees are invoiced, and the last day of the last month that has ended."""
    upgraded: date | None = await tx.fetchval("select operator_invoices_since from installation")
    today = await business_day(tx, now)
    return first_month(upgraded), today.replace(day=1) - ONE_DAY


async def _issue_alone(
    tx: Connection,
    put: Put,
    operator: Operator,
    account: str,
    creditor: str,
    rows: Sequence[KeptFeeRow],
    outlays: Sequence[OutlayRow],
    month: date,
    now: datetime,
) -> int | None:
    """Issue one invoice, so that others do not wait for one that cannot be made; 0 where there is nothing to bill."""
    if not sum(row["amount"] for row in rows) and not sum(row["amount"] for row in outlays):
        # What comes to nothing is shown with the next month's.
        return 0
    thing = FailedJob(account, creditor, ISSUING)
    try:
        async with part(tx):
            (whom,) = (await paid_creditors(tx, account, [creditor])).values()
            await _issue(tx, put, operator, whom, rows, outlays, month, now)
    except SavepointRolledBack as undone:
        await put_aside(tx, thing, f"cannot be issued: {undone}", now)
        return None
    await take_up_creditors(tx, account, [creditor], ISSUING, now)
    return 1


async def _issue(
    tx: Connection,
    put: Put,
    operator: Operator,
    creditor: PaidCreditor,
    rows: Sequence[KeptFeeRow],
    outlays: Sequence[OutlayRow],
    month: date,
    now: datetime,
) -> None:
    # One at a time takes a number, and gives it back where the invoice is not made: so that the series has no gaps.
    await tx.execute("select pg_advisory_xact_lock(hashtext('fordran operator invoices'))", timeout=LONG_SECONDS)
    number: int = await tx.fetchval("select coalesce(max(number), 0) + 1 from operator_invoices")
    taxation = taxation_of(creditor.config.get("vat_area") or "", creditor.vat_no)
    fee_vat = creditor.fee_vat
    made = fee_invoice(map(fee_of, rows), fee_vat, taxation, sum(outlay["amount"] for outlay in outlays))
    row = _row(creditor, made, month, now) | {
        "number": number,
        "fee_vat": fee_vat,
        "settle_fees": creditor.settle_fees,
        "taxation": taxation,
        "outlays": [shown_outlay(outlay) for outlay in outlays] or None,
    }
    await insert(tx, "operator_invoices", row)
    await tx.execute(
        """update payout_specifications set operator_invoice_id = $3, revision = revision + 1, updated = greatest(updated, $4)
           where account_id = $1 and id = any($2::text[])""",
        creditor.account,
        [one["id"] for one in rows],
        row["id"],
        now,
        timeout=LONG_SECONDS,
    )
    invoice = await fetch_the_row(
        tx,
        OperatorInvoiceRow,
        f"select {INVOICE_COLUMNS} from operator_invoices where account_id = $1 and id = $2",
        creditor.account,
        row["id"],
    )
    day = row["invoice_date"]
    await book_invoice(tx, invoice, "issued", made.to_pay, day, await business_day(tx, now), now)
    documents = await keep_documents(tx, put, operator, creditor, invoice, made, now)
    await queue_to_creditor(
        tx,
        ToCreditor(
            creditor.account,
            creditor.id,
            row["id"],
            "operator_credit_invoice" if made.is_credit else "operator_invoice",
            has_e_invoice="ubl_id" in documents,
        ),
        now,
    )
    await tally(
        tx, OPERATOR_INVOICES, partner=creditor.partner, account=creditor.account, creditor=creditor.id, documents=1
    )


def _row(creditor: PaidCreditor, made: FeeInvoice, month: date, now: datetime) -> dict[str, Any]:
    last = last_day_of(month)
    return {
        "account_id": creditor.account,
        "id": new_id(),
        "created": now,
        "updated": now,
        "creditor_id": creditor.id,
        "period_start_date": month,
        "period_end_date": last,
        "invoice_date": last,
        "due_date": last + timedelta(days=PAY_DAYS),
        "lines": shown_lines(made),
        "kept_amount": made.kept,
        "net_amount": made.net,
        "vat_percent": made.vat_percent,
        "vat_amount": made.vat,
        "outlay_amount": made.outlays,
        "settled_amount": 0,
        "bookings": 0,
        "head_hash": GENESIS,
    }


def shown_lines(made: FeeInvoice) -> list[dict[str, Any]]:
    """The lines as the document shows them."""
    return [
        {name: value for name, value in asdict(line).items() if name != "credits"}
        | {"amount": kronor(line.amount)}
        | ({"credits": list(line.credits)} if line.credits else {})
        for line in made.lines
    ]
