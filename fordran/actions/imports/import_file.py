"""Import a file of registrations: begin or take it up again, make tasks of its batches, finish.

A file is known by its SHA-256 and by the account and creditor that its rows are taken to mean, so that an import which
was broken off goes on where it was, and a second one registers nothing twice. documents.py makes documents of
rows, prepare.py makes what is to be inserted of a batch of documents, in whatever process, and batch.py inserts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypedDict

from fordran.actions.imports.documents import RegistrationRows
from fordran.actions.imports.kinds import KINDS, ImportKind
from fordran.actions.imports.prepare import PreparationTask
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.registrations.look_up import contexts_of, draw_serials
from fordran.resources.file_import_reports import FILE_IMPORT_REPORTS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.reading.scope import SYSTEM, Caller
from fordran.store.rows.ids import is_id, new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import FileImportRow
from fordran.store.rows.tables import NewRow, insert_rows
from fordran.store.rows.tally_rows import tally_row


@dataclass
class FileImport:
    """An import that runs. `done` are the registrations that need nothing more, from when it ran before.

    A file that somebody sent is registered as that one could by hand, and for one creditor, its `owner`, alone.
    """

    id: str
    kind: ImportKind
    filename: str
    defaults: Mapping[str, str]
    began_before: datetime | None = None
    done: set[int] = field(default_factory=set)
    has_refused: bool = False
    caller: Caller = SYSTEM
    owner: tuple[str, str] | None = None


async def begin_import(
    tx: Connection,
    kind: str,
    filename: str,
    sha256: bytes,
    defaults: Mapping[str, str],
    owners: Iterable[tuple[str, str]],
    rows_read: int,
    now: datetime,
) -> FileImport:
    """The import of a file, new or as it was left. `owners` are the accounts and creditors that its rows name."""
    filename = storable(filename)
    asked_of = {"default_account": defaults.get("account", ""), "default_creditor": defaults.get("creditor", "")}
    known = await tx.fetchrow(
        """select id, created from file_imports
           where kind = $1 and sha256 = $2 and default_account = $3 and default_creditor = $4 for update""",
        kind,
        sha256,
        asked_of["default_account"],
        asked_of["default_creditor"],
    )
    if known is not None:
        return await _taken_up(tx, FileImport(known["id"], KINDS[kind], filename, defaults, known["created"]))
    new = FileImport(new_id(), KINDS[kind], filename, defaults)
    owner = await _owner(tx, owners)
    row = {"id": new.id, "kind": kind, "filename": filename, "sha256": sha256, "rows_read": rows_read}
    of = {"account_id": owner["account_id"], "creditor_id": owner["creditor_id"]}
    await insert(tx, "file_imports", row | asked_of | of | {"created": now, "updated": now})
    await insert_rows(tx, [_tally(owner)])
    return new


async def _taken_up(tx: Connection, running: FileImport) -> FileImport:
    """An import that ran before, with what it did then."""
    rows = await tx.fetch(
        "select row_number, outcome = 'refused' as is_refused from file_import_rows where file_import_id = $1",
        running.id,
    )
    done = {row["row_number"] for row in rows if not row["is_refused"]}
    return replace(running, done=done, has_refused=any(row["is_refused"] for row in rows))


class _Owner(TypedDict):
    partner_id: str | None
    account_id: str | None
    creditor_id: str | None


_NOBODY: _Owner = {"partner_id": None, "account_id": None, "creditor_id": None}


async def _owner(tx: Connection, owners: Iterable[tuple[str, str]]) -> _Owner:
    """Partner, account and creditor whose alone the file is, as far as it is one's."""
    named = set(owners)
    accounts, creditors = {account for account, _ in named}, {creditor for _, creditor in named}
    if len(accounts) != 1 or not is_id(next(iter(accounts))):
        return _NOBODY
    row = await fetch_row(
        tx,
        _Owner,
        """select a.partner_id, a.id as account_id,
                  (select d.id from creditors d where d.account_id = a.id and d.id = $2) as creditor_id
           from accounts a where a.id = $1""",
        next(iter(accounts)),
        next(iter(creditors)) if len(creditors) == 1 else "",
    )
    return _NOBODY if row is None else row


def _tally(owner: _Owner) -> NewRow:
    return tally_row(
        FILE_IMPORT_REPORTS.name,
        partner=owner["partner_id"],
        account=owner["account_id"],
        creditor=owner["creditor_id"],
    )


async def task_of(
    tx: Connection, running: FileImport, sheets: Sequence[RegistrationRows], now: datetime
) -> PreparationTask:
    """The batch as a task, with all that its preparation needs to know."""
    serials = await draw_serials(tx, sum(running.kind.serials(sheet) for sheet in sheets))
    pairs = {owner_of(sheet, running.defaults) for sheet in sheets}
    return PreparationTask(
        kind=running.kind.name,
        sheets=sheets,
        defaults=running.defaults,
        contexts=await contexts_of(tx, pairs),
        serials=serials,
        report=running.id,
        filename=running.filename,
        now=now,
        owner=running.owner,
    )


def owner_of(sheet: RegistrationRows, defaults: Mapping[str, str]) -> tuple[str, str]:
    """The account and the creditor that a sheet names, be there such or not."""
    row = sheet.rows[0][1]
    account, creditor = (row.get(name, defaults.get(name, "")) for name in ("account", "creditor"))
    return str(account), str(creditor)


async def finish_import(tx: Connection, running: FileImport, now: datetime) -> None:
    """Note that every row of the file has been dealt with."""
    row = await fetch_the_row(
        tx,
        FileImportRow,
        """update file_imports set revision = revision + 1, updated = greatest(updated, $2), finished = $2 where id = $1
           returning account_id, creditor_id, registered, refused, duplicates""",
        running.id,
        now,
    )
    if row["account_id"] is not None:
        details = {
            "file_import_report": running.id,
            "registered": row["registered"],
            "refused": row["refused"],
            "duplicates": row["duplicates"],
        }
        await note_events(
            tx, [DomainEvent("file_import.finished", row["account_id"], row["creditor_id"], data=details)], now
        )


async def look_at_tables(tx: Connection) -> None:
    """Have the server look at tables that were empty when the import began.

    What it believed of them then has it check foreign keys by an index that finds all of an account's rows.
    """
    if await tx.fetchval("select min(reltuples) < 100 from pg_class where oid = any('{cases,customers}'::regclass[])"):
        await tx.execute("analyze accounts, creditors, customers, cases, invoice_registrations, invoices, file_imports")


def storable(value: Any) -> Any:
    """The same without what no column takes: U+0000, and halves of surrogate pairs, which a file may well hold."""
    if isinstance(value, str):
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    return [storable(item) for item in value] if isinstance(value, list) else value
