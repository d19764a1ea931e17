"""Print an invoice: make its PDF and keep it, once. What is printed is in printed_invoice.py.

One that cannot be printed is put on the work list, is tried again after an hour or when its item is resolved, and keeps no
other waiting (unprintable.py).
"""

from __future__ import annotations

import asyncio
from datetime import datetime

import asyncpg

from fordran.actions.debtors.codes import code_for_case
from fordran.actions.keep_file import Put, keep_file
from fordran.actions.keep_logo import logo_of
from fordran.actions.registrations.printed_invoice import PRINTED, PrintedRow, invoice_document
from fordran.actions.registrations.unprintable import NOT_PUT_ASIDE, put_aside, take_up_again
from fordran.documents.access import Access
from fordran.documents.invoices.invoice import render
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.savepoints import savepoint
from fordran.store.rows.rows import change


async def print_invoice(tx: Connection, put: Put, operator: Operator, id_: str, now: datetime) -> bool:
    """Print one invoice that is not printed yet; False where it is, somebody else is printing it, or it cannot be."""
    rows = await fetch_locked(
        tx,
        PrintedRow,
        f"""{PRINTED} where i.id = $1 and i.print_id is null and {of_one_account("i")}
            and {NOT_PUT_ASIDE.format(now="$2")} for update of i skip locked""",
        id_,
        now,
    )
    return bool(rows) and await _print_or_put_aside(tx, put, operator, rows[0], now)


async def print_due_invoices(tx: Connection, put: Put, operator: Operator, now: datetime, most: int = 20) -> int:
    """Print invoices that wait for it, the oldest first; how many were seen to."""
    rows = await fetch_locked(
        tx,
        PrintedRow,
        f"""{PRINTED} where i.print_id is null and {of_one_account("i")} and {NOT_PUT_ASIDE.format(now="$2")}
            order by i.id limit $1 for update of i skip locked""",
        most,
        now,
    )
    for row in rows:
        await _print_or_put_aside(tx, put, operator, row, now)
    return len(rows)


async def _print_or_put_aside(tx: Connection, put: Put, operator: Operator, row: PrintedRow, now: datetime) -> bool:
    try:
        async with savepoint(tx):
            await _print(tx, put, operator, row, now)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        raise  # it is not this invoice's fault
    except Exception as trouble:  # noqa: BLE001  (whatever it is: the invoices of others are not to wait for it)
        await put_aside(tx, row, f"cannot be printed: {trouble!r}", now)
        return False
    await take_up_again(tx, row, now)
    return True


async def _print(tx: Connection, put: Put, operator: Operator, row: PrintedRow, now: datetime) -> None:
    name = "kreditfaktura" if row["invoice_type"] == "credit_invoice" else "faktura"
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in row["invoice_number"])[:80]
    account, creditor = row["account_id"], row["creditor_id"]
    code = await code_for_case(tx, operator, account, creditor, row["case_id"], now)
    logo = await logo_of(tx, account, row["logo_id"])
    document = invoice_document(row, operator, Access(operator.public_url, code), logo)
    # Typesetting takes long enough for others to wait for it, and runs beside them in a thread.
    content = await asyncio.to_thread(render, document)
    kept = await keep_file(
        tx,
        put,
        account=account,
        creditor=creditor,
        filename=f"{name}-{safe}.pdf",
        content_type="application/pdf",
        content=content,
        now=now,
    )
    await change(tx, "invoices", {"account_id": account, "id": row["id"]}, {"print_id": kept.id}, now)
