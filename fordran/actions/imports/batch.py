"""Register a batch of an imported file, with what became of each of its rows, in one transaction.

Registrations that were prepared are copied in together. Others (a credit invoice, a number that is taken, an unknown
creditor) go through the verb one by one, which registers them or refuses them with every reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import asyncpg

from fordran.actions.imports.documents import RegistrationRows, document_of
from fordran.actions.imports.import_file import FileImport
from fordran.actions.imports.issues import coded
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
from fordran.actions.registrations.customer_book import ClaimCustomer, CustomerBook
from fordran.actions.registrations.look_up import contexts_of
from fordran.actions.registrations.new_registration import NewRegistration
from fordran.actions.registrations.register import taken_numbers, write
from fordran.resources import RESOURCES
from fordran.shape.fields import Issues, Refused, add_issue, references_in
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import savepoint
from fordran.store.rows.rows import find, no_such

NOT_TOGETHER = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.DeadlockDetectedError,
    ConcurrentDuplicate,
    Refused,
)
"""Raised if a batch cannot be copied in together: another writer took a number or a customer at the same moment, or a customer
number belongs to another customer. The batch is then rolled back."""


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
    if in_bulk and await contexts_of(tx, task.contexts) == task.contexts:
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
    numbers = {made.row: {(made.account, made.creditor, number) for number in made.numbers} for made in prepared}
    taken = await taken_numbers(work.tx, set().union(*numbers.values()))
    same = await _same(work, {row for row, own in numbers.items() if own & taken})
    work.outcome.duplicates += sorted(same)
    seen = set(taken)
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
            if numbers[made.row] & seen:
                last.append(made.row)
            else:
                seen |= numbers[made.row]
                waiting.append(made)
    await _copy_all(work, waiting)
    for row in last:
        await _register(work, work.sheets[row])


async def _copy_all(work: _Work, waiting: Sequence[PreparedRegistration]) -> None:
    """Copy in registrations with their customers."""
    if not waiting:
        return
    task = work.batch.task
    book = CustomerBook()
    await book.find(work.tx, waiting)
    await book.find_locked(work.tx, waiting)

    async def make(prepared: PreparedRegistration, customer: str, known: ClaimCustomer) -> NewRegistration:
        if known == prepared.customer:
            return prepared.of_customer(customer)
        kind, context = work.running.kind, task.contexts[prepared.account, prepared.creditor]
        given = read_sheet(kind, work.sheets[prepared.row], task.defaults, task.owner)
        sent = kind.registration.sent(given, task.now, report_of(task, prepared.row))
        return kind.registration.make(sent, context, prepared.serials, customer, known, task.now)

    made = await write(work.tx, waiting, task.contexts, book, make, task.now)
    work.outcome.registered += [(prepared.row, new.id) for prepared, new in zip(waiting, made, strict=True)]
    work.outcome.warned |= {prepared.row: prepared.data.warnings for prepared in waiting if prepared.data.warnings}


async def _same(work: _Work, rows: set[int]) -> set[int]:
    """Those of the rows that are registered already, with the very same content."""
    kind, defaults, owner = work.running.kind, work.running.defaults, work.running.owner
    sent = {row: read_sheet(kind, work.sheets[row], defaults, owner) for row in sorted(rows)}
    return await registered_before(work.tx, kind, sent)


async def _register(work: _Work, sheet: RegistrationRows) -> None:
    """Register one by the verb itself, which reports every reason if it refuses."""
    tx, running, kind = work.tx, work.running, work.running.kind
    try:
        given = read_sheet(kind, sheet, running.defaults, running.owner)
    except UnreadableRow as wrong:
        work.outcome.refused[sheet.row] = await _with_references(work, sheet, wrong.issues)
        return
    try:
        async with savepoint(tx):
            made = await kind.register(tx, running.caller, given, work.now, report_of(work.batch.task, sheet.row))
        work.outcome.registered.append((sheet.row, made["_id"]))
        if warnings := warnings_of(given, work.now):
            work.outcome.warned[sheet.row] = warnings
    except Refused as refused:
        if await registered_before(tx, kind, {sheet.row: given}):
            work.outcome.duplicates.append(sheet.row)
        else:
            work.outcome.refused[sheet.row] = coded(refused.issues)


async def _with_references(work: _Work, sheet: RegistrationRows, issues: Issues) -> Issues:
    """The issues of a document without its shape, and which of its references are to nothing."""
    kind = work.running.kind
    document, _ = document_of(sheet, kind.shape, kind.lines, work.running.defaults)
    for path, name, id_ in references_in(kind.shape, document):
        resource = RESOURCES.get(name)
        if resource and id_ and await find(work.tx, resource, work.running.caller, id_) is None:
            add_issue(issues, path, no_such(resource, id_))
    return dict(coded(issues))
