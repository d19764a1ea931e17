"""Import invoices together, as a file of an account's creditors with them would be: what a week of an invented business begins
with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from fordran.actions.imports.batch import register_batch
from fordran.actions.imports.documents import RegistrationRows
from fordran.actions.imports.import_file import begin_import, finish_import, look_at_tables, task_of
from fordran.actions.imports.kinds import INVOICES
from fordran.actions.imports.prepare import prepare
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CaseRow
from fordran.store.upkeep.installation import business_day


class InvoicedCase(NamedTuple):
    """A case that an invoice began: its payment reference, and the amount of the invoice in öre."""

    id: str
    ocr_number: str
    amount: int


class _CaseRow(CaseRow):
    """A row of `cases`."""


async def import_together(
    tx: Connection, account: str, documents: Sequence[dict[str, Any]], now: datetime
) -> list[InvoicedCase]:
    """Import registrations of invoices, whose numbers are all different; their cases, in the same order."""
    sheets = [RegistrationRows(((row, document),)) for row, document in enumerate(documents, start=1)]
    digest = hashlib.sha256(orjson.dumps(documents)).digest()
    name = f"fakturor-{await business_day(tx, now)}.jsonl"
    owners = {(account, document["creditor"]) for document in documents}
    running = await begin_import(tx, INVOICES.name, name, digest, {}, owners, rows_read=len(sheets), now=now)
    await register_batch(tx, running, prepare(await task_of(tx, running, sheets, now)), now)
    await finish_import(tx, running, now)
    await look_at_tables(tx)
    numbers = [document["invoice_number"] for document in documents]
    rows = await fetch_rows(
        tx,
        _CaseRow,
        """select id, ocr_number, invoice_number, initial_capital from cases
           where account_id = $1 and invoice_number = any($2::text[])""",
        account,
        numbers,
    )
    found = {row["invoice_number"]: InvoicedCase(row["id"], row["ocr_number"], row["initial_capital"]) for row in rows}
    return [found[number] for number in numbers]
