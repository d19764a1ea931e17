"""Register a batch of an imported file, with what became of each of its rows, in one transaction.

Whatever is usual is copied in whole (copy_in.py). What is not (a credit invoice, a number that is taken, an unknown
creditor) goes through the verb by itself, which does it or refuses it with every reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

import asyncpg

from fordran.actions.imports.copy_in import copy_in
from fordran.actions.imports.documents import RegistrationRows, document_of
from fordran.actions.imports.import_file import FileImport, grounds_of
from fordran.actions.imports.kinds import registered_before, warnings_of
from fordran.actions.imports.outcome import ImportOutcome, forget_refused, keep_outcome
from fordran.actions.imports.prepare import (
    DeferredRegistration,
    PreparedBatch,
    PreparedRegistration,
    RefusedRegistration,
    UnreadableRow,
    read_sheet,
    report_of,
)
from fordran.actions.refusals import ConcurrentDuplicate
from fordran.domain.languages import ENGLISH
from fordran.resources import RESOURCES
from fordran.shape.fields import Issues, Refused, add_issue, references_in
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import by_account, of_the_account
from fordran.store.connections.savepoints import savepoint
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import find, no_such
from fordran.texts.catalogue import texts

SOMEBODY_ELSE_WROTE = (asyncpg.IntegrityConstraintViolationError, asyncpg.DeadlockDetectedError, ConcurrentDuplicate)
"""Raised if another writer took a number or a customer at the same moment; the batch is then rolled back."""


@dataclass(frozen=True)
class _Work:
    """A batch that is being registered: its transaction, its import, its sheets by their rows, and what becomes of them."""

    tx: Connection
    running: FileImport
    batch: PreparedBatch
    sheets: Mapping[int, RegistrationRows]
    outcome: ImportOutcome
    now: datetime


async def register_batch(
    tx: Connection, running: FileImport, batch: PreparedBatch, now: datetime, *, in_bulk: bool = True
) -> ImportOutcome:
    """Register what was prepared, and note what became of each. Without `in_bulk` each goes through the verb by itself."""
    task = batch.task
    work = _Work(tx, running, batch, {sheet.row: sheet for sheet in task.sheets}, ImportOutcome(), now)
    if running.has_refused:
        await forget_refused(tx, running, list(work.sheets))
    # Rows that were read when the batch was prepared may have changed since.
    if in_bulk and await grounds_of(tx, task.grounds) == task.grounds:
        for refusal in batch.registrations:
            if isinstance(refusal, RefusedRegistration):
                issues = await _with_references(work, work.sheets[refusal.row], refusal.issues)
                work.outcome.refused[refusal.row] = issues
        await _register_in_bulk(work)
    else:
        for sheet in task.sheets:
            await _register(work, sheet)
    await keep_outcome(tx, running, work.outcome, now)
    return work.outcome


async def _register_in_bulk(work: _Work) -> None:
    """Copy in what can be, in the order of the file, and leave the rest to the verb."""
    prepared = [made for made in work.batch.registrations if isinstance(made, PreparedRegistration)]
    taken = await taken_numbers(work.tx, prepared)
    same = await _same(work, taken)
    work.outcome.duplicates += sorted(same)
    seen: set[tuple[str, str, str]] = set()
    waiting: list[PreparedRegistration] = []
    last: list[int] = []
    for made in work.batch.registrations:
        if isinstance(made, DeferredRegistration) and made.in_turn:
            await _copy_all(work, waiting)
            waiting = []
            await _register(work, work.sheets[made.row])
        elif isinstance(made, DeferredRegistration):
            last.append(made.row)
        elif isinstance(made, PreparedRegistration) and made.row not in same:
            numbers = {(made.account, made.creditor, number) for number in made.numbers}
            if made.row in taken or numbers & seen:
                last.append(made.row)
            else:
                seen |= numbers
                waiting.append(made)
    await _copy_all(work, waiting)
    for row in last:
        await _register(work, work.sheets[row])


async def _copy_all(work: _Work, waiting: Sequence[PreparedRegistration]) -> None:
    while waiting:
        task = work.batch.task
        copied = await copy_in(work.tx, waiting, work.batch.tables, task.grounds, task.now)
        work.outcome.registered += [(made.row, made.registration) for made in waiting[:copied]]
        work.outcome.warned |= {made.row: made.data.warnings for made in waiting[:copied] if made.data.warnings}
        if copied < len(waiting):
            await _register(work, work.sheets[waiting[copied].row])
        waiting = waiting[copied + 1 :]


class _NumberRow(TypedDict):
    row_number: int
    account_id: str
    creditor: str
    number: str


_TAKEN = f"""
select t.row_number from {recordset(_NumberRow, 1, "t")}
left join lateral (select true as is_there from cases k where k.account_id = t.account_id and k.creditor_id = t.creditor
                   and k.invoice_number = t.number limit 1) k on true
left join lateral (select true as is_there from invoices i where i.account_id = t.account_id and i.creditor_id = t.creditor
                   and i.invoice_number = t.number limit 1) i on true
where k.is_there or i.is_there
"""


async def taken_numbers(tx: Connection, prepared: Sequence[PreparedRegistration]) -> set[int]:
    """The rows of those that have an invoice number which their creditor has used."""
    asked: list[_NumberRow] = [
        {"row_number": made.row, "account_id": made.account, "creditor": made.creditor, "number": number}
        for made in prepared
        for number in made.numbers
    ]
    taken: set[int] = set()
    for some in by_account(tx, asked):
        statement, values = of_the_account(tx, _TAKEN, [some], (one["account_id"] for one in some))
        taken |= {row["row_number"] for row in await tx.fetch(statement, *values)}
    return taken


async def _same(work: _Work, rows: set[int]) -> set[int]:
    """Those of the rows that are registered already, with the very same content."""
    kind, defaults = work.running.kind, work.running.defaults
    sent = {row: read_sheet(kind, work.sheets[row], defaults) for row in sorted(rows)}
    return await registered_before(work.tx, kind, sent)


async def _register(work: _Work, sheet: RegistrationRows) -> None:
    """Register one by the verb itself, which tells every reason where it refuses."""
    tx, kind = work.tx, work.running.kind
    try:
        given = read_sheet(kind, sheet, work.running.defaults)
    except UnreadableRow as wrong:
        work.outcome.refused[sheet.row] = await _with_references(work, sheet, texts(ENGLISH).issues(wrong.issues))
        return
    try:
        async with savepoint(tx):
            made = await kind.register(tx, SYSTEM, given, work.now, report_of(work.batch.task, sheet.row))
        work.outcome.registered.append((sheet.row, made["_id"]))
        if warnings := warnings_of(given, work.now):
            work.outcome.warned[sheet.row] = warnings
    except Refused as refused:
        if await registered_before(tx, kind, {sheet.row: given}):
            work.outcome.duplicates.append(sheet.row)
        else:
            work.outcome.refused[sheet.row] = texts(ENGLISH).issues(refused.issues)


async def _with_references(work: _Work, sheet: RegistrationRows, issues: Issues) -> Issues:
    """The issues of a document without its shape, and which of its references are to nothing."""
    kind = work.running.kind
    document, _ = document_of(sheet, kind.shape, kind.lines, work.running.defaults)
    for path, name, id_ in references_in(kind.shape, document):
        resource = RESOURCES.get(name)
        if resource and id_ and await find(work.tx, resource, SYSTEM, id_) is None:
            add_issue(issues, path, no_such(resource, id_))
    return issues
