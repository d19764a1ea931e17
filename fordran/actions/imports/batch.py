"""Register a batch of an imported file, with what became of each of its rows, in one transaction.

Whatever is usual is copied in whole. What is not (a credit invoice, a number that is taken, an unknown creditor) goes
through the verb by itself, which does it or refuses it with every reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import asyncpg
import orjson

from fordran.actions.imports.customers import CustomerBook
from fordran.actions.imports.documents import Sheet, document_of
from fordran.actions.imports.import_file import FileImport, ground_of, storable
from fordran.actions.imports.prepare import Aside, Batch, Prepared, Refusal, Task, Unreadable, read_sheet, report_of
from fordran.actions.refusals import DoneMeanwhile
from fordran.resources import RESOURCES
from fordran.shape.fields import Issues, Refused, add_issue, references_in
from fordran.shape.wire import wire
from fordran.store.database import Connection
from fordran.store.rows import find, no_such
from fordran.store.savepoints import savepoint
from fordran.store.scope import SYSTEM
from fordran.store.tables import TALLY_CHANGES, Table, copy_line, copy_lines

FILE_IMPORT_ROWS = Table("file_import_rows", ("file_import_id", "row_number", "outcome", "registration_id", "issues"))

SOMEBODY_ELSE_WROTE = (asyncpg.IntegrityConstraintViolationError, asyncpg.DeadlockDetectedError, DoneMeanwhile)
"""What a batch ends with where another writer took a number or a customer at the same moment; the batch is then undone."""


@dataclass
class Outcome:
    """What became of registrations, by the numbers of their rows."""

    registered: list[tuple[int, str]] = field(default_factory=list)
    duplicates: list[int] = field(default_factory=list)
    refused: dict[int, Issues] = field(default_factory=dict)


async def register_batch(
    tx: Connection, running: FileImport, batch: Batch, now: datetime, *, in_bulk: bool = True
) -> Outcome:
    """Register what was prepared, and note what became of each. Without `in_bulk` each goes through the verb by itself."""
    task, outcome = batch.task, Outcome()
    sheets = {sheet.row: sheet for sheet in task.sheets}
    if running.has_refused:
        await _forget_refused(tx, running, list(sheets))
    # What was known when the batch was prepared may have changed since.
    if in_bulk and await ground_of(tx, task.ground) == task.ground:
        for one in batch.registrations:
            if isinstance(one, Refusal):
                outcome.refused[one.row] = await _with_references(tx, running, sheets[one.row], one.issues)
        await _register_in_bulk(tx, running, batch, sheets, outcome, now)
    else:
        for sheet in task.sheets:
            await _register(tx, running, task, sheet, outcome, now)
    await _note(tx, running, outcome, now)
    return outcome


async def _register_in_bulk(
    tx: Connection, running: FileImport, batch: Batch, sheets: Mapping[int, Sheet], outcome: Outcome, now: datetime
) -> None:
    """Copy in what can be, in the order of the file, and leave the rest to the verb."""
    prepared = [one for one in batch.registrations if isinstance(one, Prepared)]
    taken = await _taken(tx, prepared)
    same = await _same(tx, running, [one for one in prepared if one.row in taken], sheets)
    outcome.duplicates += sorted(same)
    seen: set[tuple[str, str, str]] = set()
    waiting: list[Prepared] = []
    last: list[int] = []
    for one in batch.registrations:
        if isinstance(one, Aside):
            if one.in_turn:
                await _copy_all(tx, running, batch, waiting, sheets, outcome, now)
                waiting = []
                await _register(tx, running, batch.task, sheets[one.row], outcome, now)
            else:
                last.append(one.row)
        elif isinstance(one, Prepared) and one.row not in same:
            numbers = {(one.account, one.creditor, number) for number in one.numbers}
            if one.row in taken or numbers & seen:
                last.append(one.row)
            else:
                seen |= numbers
                waiting.append(one)
    await _copy_all(tx, running, batch, waiting, sheets, outcome, now)
    for row in last:
        await _register(tx, running, batch.task, sheets[row], outcome, now)


async def _copy_all(
    tx: Connection,
    running: FileImport,
    batch: Batch,
    waiting: Sequence[Prepared],
    sheets: Mapping[int, Sheet],
    outcome: Outcome,
    now: datetime,
) -> None:
    while waiting:
        copied = await _copy(tx, batch, waiting, outcome, now)
        if copied < len(waiting):
            await _register(tx, running, batch.task, sheets[waiting[copied].row], outcome, now)
        waiting = waiting[copied + 1 :]


async def _copy(tx: Connection, batch: Batch, waiting: Sequence[Prepared], outcome: Outcome, now: datetime) -> int:
    """Copy in those up to the first that was prepared for another sort of customer than it has; how many there were."""
    book = await CustomerBook.open(tx, waiting)
    lines: dict[str, list[bytes]] = {name: [] for name in batch.tables}
    tallies: Counter[tuple[Any, ...]] = Counter()
    copied = 0
    for one in waiting:
        found = book.match(one)
        if found is not None and one.data.is_business_of(found.row) != one.is_business:
            break
        proposed, customer = one.customer.encode(), book.take(one, found, batch.task.now).encode()
        for table, line in one.lines:
            lines[table].append(line if customer == proposed else line.replace(proposed, customer))
        for *what, documents in one.tallies:
            tallies[tuple(what)] += documents
        outcome.registered.append((one.row, one.registration))
        copied += 1
    partners = {account: row["partner_id"] for (account, _), row in batch.task.ground.items()}
    await book.write(tx, partners, now)
    for name, columns in batch.tables.items():
        await copy_lines(tx, columns, lines[name])
    await copy_lines(tx, TALLY_CHANGES, (copy_line((*what, documents)) for what, documents in tallies.items()))
    return copied


async def _taken(tx: Connection, prepared: Sequence[Prepared]) -> set[int]:
    """The rows of those that have an invoice number which their creditor has used."""
    asked = [(one.account, one.creditor, number, one.row) for one in prepared for number in one.numbers]
    rows = await tx.fetch(
        """select t.row_number from unnest($1::text[], $2::text[], $3::text[], $4::integer[])
               t (account, creditor, number, row_number)
           left join lateral (select 1 as one from cases k where k.account_id = t.account and k.creditor_id = t.creditor
                              and k.invoice_number = t.number limit 1) k on true
           left join lateral (select 1 as one from invoices i where i.account_id = t.account and i.creditor_id = t.creditor
                              and i.invoice_number = t.number limit 1) i on true
           where k.one = 1 or i.one = 1""",
        *(list(column) for column in (zip(*asked, strict=True) if asked else ((), (), (), ()))),
    )
    return {row["row_number"] for row in rows}


async def _same(
    tx: Connection, running: FileImport, asked: Sequence[Prepared], sheets: Mapping[int, Sheet]
) -> set[int]:
    """The rows of those that are registered already, with the very same content."""
    if not asked:
        return set()
    documents = [wire(read_sheet(running.kind, sheets[one.row], running.defaults)) for one in asked]
    rows = await tx.fetch(
        running.kind.same,
        [one.account for one in asked],
        [one.creditor for one in asked],
        [one.numbers[0] for one in asked],
        [orjson.dumps(document).decode() for document in documents],
    )
    return {asked[row["place"] - 1].row for row in rows}


async def _register(
    tx: Connection, running: FileImport, task: Task, sheet: Sheet, outcome: Outcome, now: datetime
) -> None:
    """Register one by the verb itself, which tells every reason where it refuses."""
    try:
        given = read_sheet(running.kind, sheet, running.defaults)
    except Unreadable as wrong:
        outcome.refused[sheet.row] = await _with_references(tx, running, sheet, wrong.issues)
        return
    try:
        async with savepoint(tx):
            made = await running.kind.register(tx, SYSTEM, given, now, report_of(task, sheet.row))
        outcome.registered.append((sheet.row, made["_id"]))
    except Refused as refused:
        rows = await tx.fetch(
            running.kind.same,
            [given.account],
            [given.creditor],
            [running.kind.numbers(given)[0]],
            [orjson.dumps(wire(given)).decode()],
        )
        if rows:
            outcome.duplicates.append(sheet.row)
        else:
            outcome.refused[sheet.row] = refused.issues


async def _with_references(tx: Connection, running: FileImport, sheet: Sheet, issues: Issues) -> Issues:
    """The issues of a document without its shape, and which of its references are to nothing."""
    document, _ = document_of(sheet, running.kind.shape, running.kind.lines, running.defaults)
    for path, name, id_ in references_in(running.kind.shape, document):
        resource = RESOURCES.get(name)
        if resource and id_ and await find(tx, resource, SYSTEM, id_) is None:
            add_issue(issues, path, no_such(resource, id_))
    return issues


async def _forget_refused(tx: Connection, running: FileImport, rows: Sequence[int]) -> None:
    """What was refused when the import ran before is tried again: what was wrong may have been put right elsewhere."""
    await tx.execute(
        """with forgotten as (
               delete from file_import_rows
               where file_import_id = $1 and row_number = any($2::integer[]) and outcome = 'refused' returning 1)
           update file_imports set refused = refused - (select count(*) from forgotten) where id = $1""",
        running.id,
        rows,
    )


async def _note(tx: Connection, running: FileImport, outcome: Outcome, now: datetime) -> None:
    rows: list[tuple[Any, ...]] = [(running.id, row, "registered", id_, None) for row, id_ in outcome.registered]
    rows += [(running.id, row, "duplicate", None, None) for row in outcome.duplicates]
    rows += [(running.id, row, "refused", None, storable(issues)) for row, issues in outcome.refused.items()]
    await copy_lines(tx, FILE_IMPORT_ROWS, (copy_line(row) for row in rows))
    await tx.execute(
        """update file_imports set revision = revision + 1, updated = greatest(updated, $2), registered = registered + $3,
               duplicates = duplicates + $4, refused = refused + $5
           where id = $1""",
        running.id,
        now,
        len(outcome.registered),
        len(outcome.duplicates),
        len(outcome.refused),
    )
