"""Preview of a file of registrations: what each would become. It registers them, in a transaction that its caller undoes."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from typing import Any, Literal, TypedDict

from fordran.actions.imports.documents import RegistrationRows, sheets
from fordran.actions.imports.kinds import KINDS
from fordran.actions.imports.outcome import ImportOutcome
from fordran.actions.imports.sent_files import SentFile, first_cells, register_all_of, take_file
from fordran.formats.tables import read_table
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller

_COLUMNS = {
    "invoices": ("invoice_number", "customer.name"),
    "cases": ("debts.invoice_number", "customer.name"),
}


@dataclass(frozen=True)
class PreviewedRow:
    """A registration of a file, by the number of its first row, and what it would become."""

    row: int
    outcome: Literal["registered", "duplicate", "refused"]
    number: str
    customer: str
    amount: int | None = None
    due: date | None = None
    issues: Any = None
    warnings: tuple[str, ...] = ()


class _CaseRow(TypedDict):
    registration: str
    amount: int
    due: date


async def preview_file(
    tx: Connection, caller: Caller, sent: SentFile, creditor: str, now: datetime
) -> list[PreviewedRow]:
    """The outcome that each registration of the file would have. Those that were registered before are duplicates."""
    id_ = await take_file(tx, caller, sent, creditor, now)
    outcome = await register_all_of(tx, id_, now)
    cases = await fetch_rows(
        tx,
        _CaseRow,
        """select registration_id as registration, sum(capital_to_claim)::bigint as amount,
                  min((invoice_date at time zone 'Europe/Stockholm')::date + invoice_due_days) as due
           from cases where account_id = (select account_id from file_imports where id = $1)
             and registration_id = any($2::text[]) group by registration_id""",
        id_,
        [registration for _, registration in outcome.registered],
    )
    found = {one["registration"]: one for one in cases}
    every = await asyncio.to_thread(lambda: list(sheets(read_table(BytesIO(sent.content)), KINDS[sent.kind].lines)))
    return list(_rows(sent, every, outcome, found))


def _rows(
    sent: SentFile, every: list[RegistrationRows], outcome: ImportOutcome, found: dict[str, _CaseRow]
) -> Iterator[PreviewedRow]:
    registered = dict(outcome.registered)
    for sheet in every:
        number, customer = first_cells(sheet, _COLUMNS[sent.kind])
        if sheet.row in outcome.refused:
            yield PreviewedRow(sheet.row, "refused", number, customer, issues=outcome.refused[sheet.row])
        elif sheet.row not in registered:
            yield PreviewedRow(sheet.row, "duplicate", number, customer)
        else:
            case = found.get(registered[sheet.row])
            amount, due = (case["amount"], case["due"]) if case else (None, None)
            doubts = tuple(" ".join(map(str, one.values())) for one in outcome.warned.get(sheet.row, ()))
            yield PreviewedRow(sheet.row, "registered", number, customer, amount, due, warnings=doubts)


async def under_way(connection: Connection, sent: SentFile, creditor: str) -> str | None:
    """The report of the very same file, where it is being registered for the creditor already."""
    found: str | None = await connection.fetchval(
        """select f.id from file_imports f join import_files k on k.file_import_id = f.id
           where f.kind = $1 and f.sha256 = $2 and f.default_creditor = $3""",
        sent.kind,
        hashlib.sha256(sent.content).digest(),
        creditor,
    )
    return found
