"""Files of registrations that somebody sent: each is kept, registered by the worker a part at a time, and forgotten then.

What became of a row is written in the transaction that made it. A worker that is killed leaves nothing half done, and the
next one goes on where it was. The file itself is kept only as long as rows of it are left.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import Any, TypedDict

from fordran.actions.imports.batch import NOT_TOGETHER, register_batch
from fordran.actions.imports.documents import RegistrationRows, sheets
from fordran.actions.imports.import_file import FileImport, begin_import, finish_import, storable, task_of
from fordran.actions.imports.issues import coded, in_language
from fordran.actions.imports.kinds import KINDS
from fordran.actions.imports.outcome import ImportOutcome, forget_all_refused, keep_outcome
from fordran.actions.imports.prepare import prepare
from fordran.domain.languages import Language
from fordran.domain.message import Message
from fordran.domain.service.audit import AuditBy
from fordran.formats.tables import BadTable, read_table
from fordran.resources.creditors import CREDITORS
from fordran.resources.file_import_reports import ImportedKind
from fordran.shape.fields import Refused
from fordran.shape.wire import parsed
from fordran.store.callers import load_caller
from fordran.store.connections.actor import Actor, current, take_over
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find_values, insert, no_such
from fordran.store.rows.schema_rows import FileImportRow

MEGABYTE = 1024 * 1024
MOST_BYTES = 10 * MEGABYTE
MOST_ROWS = 5000
AT_A_TIME = 250


@dataclass(frozen=True)
class SentFile:
    """A file that can be read to its end, and what its rows are. Rows that name no creditor are of this one."""

    kind: ImportedKind
    filename: str
    content: bytes
    rows: int
    registrations: int


def read_sent(kind: ImportedKind, filename: str, content: bytes) -> SentFile:
    """The file, read to its end; raises `Refused` if it cannot be read, or is too large."""
    if len(content) > MOST_BYTES:
        raise Refused({"file": Message("import.too_large", most=MOST_BYTES // MEGABYTE)})
    rows = registrations = 0
    try:
        for sheet in sheets(read_table(BytesIO(content)), KINDS[kind].lines):
            rows += len(sheet.rows)
            registrations += 1
            if rows > MOST_ROWS:
                raise Refused({"file": Message("import.too_many_rows", most=MOST_ROWS)})
    except BadTable as bad:
        where = {"row": bad.row} | ({"column": bad.column} if bad.column else {})
        code = "import.unreadable_column" if bad.column else "import.unreadable"
        raise Refused({"file": Message(code, why=bad.why, **where)}) from bad
    if not rows:
        raise Refused({"file": Message("import.empty")})
    last = filename.replace("\\", "/").rpartition("/")[2]
    shown = "".join(letter for letter in last if letter.isprintable())[:200]
    return SentFile(kind, shown or f"{kind}.csv", content, rows, registrations)


async def take_file(tx: Connection, caller: Caller, sent: SentFile, creditor: str, now: datetime) -> str:
    """Keep a file to be registered for a creditor; its report. One that is under way is left to go on."""
    found = await find_values(tx, CREDITORS, caller, creditor)
    if found is None:
        raise Refused({"creditor": no_such(CREDITORS, creditor)})
    account = found["account"]
    sha256 = hashlib.sha256(sent.content).digest()
    # The same file may be sent twice at once.
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 3))", f"{sent.kind} {sha256.hex()} {creditor}")
    defaults = {"account": account, "creditor": creditor}
    running = await begin_import(tx, sent.kind, sent.filename, sha256, defaults, [(account, creditor)], sent.rows, now)
    if await tx.fetchval("select true from import_files where file_import_id = $1", running.id):
        return running.id
    if running.has_refused:
        await forget_all_refused(tx, running.id)
    await tx.execute(
        """update file_imports set finished = null, revision = revision + 1, updated = greatest(updated, $2)
           where id = $1""",
        running.id,
        now,
    )
    through = current()
    row = {
        "file_import_id": running.id,
        "account_id": account,
        "creditor_id": creditor,
        "created": now,
        "asked_by": caller.user,
        "asked_through": "api" if through is None else through.by,
        "registrations": sent.registrations,
        "content": sent.content,
    }
    await insert(tx, "import_files", row)
    return running.id


class _KeptFile(TypedDict):
    """A file that waits, or of which rows are left."""

    file_import_id: str
    account_id: str
    creditor_id: str
    asked_by: str
    asked_through: AuditBy
    content: bytes


_NEXT = """
select file_import_id, account_id, creditor_id, asked_by, asked_through, content
from import_files where ($1::text is null or file_import_id = $1)
order by created, file_import_id limit 1 for update skip locked
"""


async def register_some(tx: Connection, now: datetime, only: str | None = None) -> int:
    """Register a part of a file that was sent, or end its import where nothing is left; 0 where no file waits."""
    kept = await fetch_row(tx, _KeptFile, _NEXT, only)
    if kept is None:
        return 0
    return await _next_part(tx, kept, now) and 1


async def register_all_of(tx: Connection, id_: str, now: datetime) -> ImportOutcome:
    """Register all of one file in this transaction, for a preview that is undone; what became of its registrations."""
    whole = ImportOutcome()
    while kept := await fetch_row(tx, _KeptFile, _NEXT, id_):
        await _next_part(tx, kept, now, whole)
    return whole


async def _next_part(tx: Connection, kept: _KeptFile, now: datetime, whole: ImportOutcome | None = None) -> int:
    id_ = kept["file_import_id"]
    # `fordran import` may be at the same file.
    if not await tx.fetchval("select pg_try_advisory_xact_lock(hashtextextended($1, 2))", id_):
        return 0
    running = await _running(tx, kept)
    left = await asyncio.to_thread(_left, running, kept["content"])
    if not left:
        await finish_import(tx, running, now)
        await tx.execute("delete from import_files where file_import_id = $1", id_)
        return 1
    caller = await _asker(tx, kept)
    if caller is None:
        why = coded({"creditor": Message("import.not_allowed_any_more")})
        await keep_outcome(tx, running, ImportOutcome(refused={sheet.row: why for sheet in left}), now)
        return 1
    await take_over(tx, Actor(kept["asked_through"], f"file import {id_}", caller.user))
    outcome = await _registered(tx, replace(running, caller=caller), left, now)
    if whole is not None:
        whole.add(outcome)
    return 1


async def _running(tx: Connection, kept: _KeptFile) -> FileImport:
    of = await fetch_row(
        tx, FileImportRow, "select kind, filename from file_imports where id = $1", kept["file_import_id"]
    )
    assert of is not None, "a kept file has its report"
    done = await tx.fetch("select row_number from file_import_rows where file_import_id = $1", kept["file_import_id"])
    owner = (kept["account_id"], kept["creditor_id"])
    return FileImport(
        kept["file_import_id"],
        KINDS[of["kind"]],
        of["filename"],
        {"account": owner[0], "creditor": owner[1]},
        done={row["row_number"] for row in done},
        owner=owner,
    )


def _left(running: FileImport, content: bytes) -> list[RegistrationRows]:
    """The next registrations of the file of which nothing has become yet."""
    every = sheets(read_table(BytesIO(content)), running.kind.lines)
    return list(islice((sheet for sheet in every if sheet.row not in running.done), AT_A_TIME))


async def _asker(tx: Connection, kept: _KeptFile) -> Caller | None:
    """Who sent the file, as long as that one may register for its creditor."""
    caller = await load_caller(tx, kept["asked_by"])
    if caller is None or caller.roles == {"auditor"}:
        return None
    return caller if await find_values(tx, CREDITORS, caller, kept["creditor_id"]) else None


async def _registered(
    tx: Connection, running: FileImport, left: Sequence[RegistrationRows], now: datetime
) -> ImportOutcome:
    """The outcome of the registrations: together, or one by one where they cannot go together."""
    task = await task_of(tx, running, left, now)
    batch = await asyncio.to_thread(prepare, task)
    with suppress(*NOT_TOGETHER):
        async with savepoint(tx):
            return await register_batch(tx, running, batch, now)
    return await register_batch(tx, running, batch, now, in_bulk=False)


@dataclass(frozen=True)
class ImportProgress:
    """How many registrations of a file have been seen to, and how many there are."""

    done: int
    all: int


async def progress_of(connection: Connection, id_: str) -> ImportProgress | None:
    """How far an import of a sent file has come; None where it has ended, or was begun elsewhere."""
    row = await connection.fetchrow(
        """select k.registrations, f.registered + f.refused + f.duplicates as done
           from import_files k join file_imports f on f.id = k.file_import_id where k.file_import_id = $1""",
        id_,
    )
    return None if row is None else ImportProgress(min(row["done"], row["registrations"]), row["registrations"])


async def refusals_of(connection: Connection, id_: str, language: Language) -> list[tuple[int, Any]]:
    """The rows of a file that were refused, and their nested issues in that language."""
    rows = await connection.fetch(
        """select row_number, issues, messages from file_import_rows
           where file_import_id = $1 and outcome = 'refused' order by row_number""",
        id_,
    )
    return [(row["row_number"], in_language(parsed(row["messages"] or row["issues"]), language)) for row in rows]


def first_cells(sheet: RegistrationRows, columns: Sequence[str]) -> list[str]:
    """The cells of a registration's first row in some columns; empty where it has none."""
    _, row = sheet.rows[0]
    return [_cell(row, column.split(".")) for column in columns]


def _cell(row: object, path: Sequence[str]) -> str:
    if not isinstance(row, dict):
        return ""
    if ".".join(path) in row:
        found = row[".".join(path)]
        return storable(str(found))[:200] if not isinstance(found, dict | list) else ""
    inner = row.get(path[0])
    inner = inner[0] if isinstance(inner, list) and inner else inner
    return _cell(inner, path[1:]) if len(path) > 1 else ""
