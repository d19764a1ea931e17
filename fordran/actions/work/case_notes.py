"""Notes about cases: what somebody thought, heard on the telephone or got in a message. None is changed or taken away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from fordran.actions.cases.work_list import resolve_work
from fordran.actions.note_event import DomainEvent, note_events
from fordran.resources.case_acts import NoteInput
from fordran.shape.moments import rfc_1123
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.documents import Document
from fordran.store.reading.scope import OPERATOR, Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import CaseNoteRow


async def write_note(
    tx: Connection, caller: Caller, case: Document, given: NoteInput, now: datetime, *, is_answer: bool = True
) -> dict[str, Any]:
    """Keep a note about a case, with its author; return the answer. One to the debtor answers what the debtor wrote, where
    it `is_answer`.
    """
    id_, account, creditor = new_id(), case["account"], case["creditor"]
    row = {
        "account_id": account,
        "id": id_,
        "created": now,
        "creditor_id": creditor,
        "case_id": case["_id"],
        "user_id": caller.user or None,
        "kind": given.kind,
        "text": given.text,
        "shared": given.shared or caller.level != OPERATOR,
    }
    await insert(tx, "case_notes", row)
    if given.kind == "to_debtor" and is_answer:
        await _answered(tx, account, case["_id"], now)
    details = {"note": id_, "kind": given.kind}
    await note_events(tx, [DomainEvent("case.noted", account, creditor, case["_id"], details)], now)
    moment = rfc_1123(now)
    etag: str = await tx.fetchval("select etag($1, '1')", id_)
    made = {"_id": id_, "_created": moment, "_updated": moment, "_etag": etag}
    return made | {"case": case["_id"], "kind": given.kind}


async def _answered(tx: Connection, account: str, case: str, now: datetime) -> None:
    """Resolve the items about the debtor's messages."""
    await resolve_work(tx, account, ["debtor_message"], now, case=case)


class _NotedCase(Protocol):
    """A case, as far as a note has to know it."""

    @property
    def account(self) -> str: ...
    @property
    def creditor(self) -> str: ...
    @property
    def id(self) -> str: ...


async def note_from_debtor(tx: Connection, case: _NotedCase, text: str, now: datetime) -> None:
    """Keep what the debtor of a case wrote on the debtor's page. It is no user's."""
    id_, kind = new_id(), "from_debtor"
    row = {
        "account_id": case.account,
        "id": id_,
        "created": now,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "kind": kind,
        "text": text,
    }
    await insert(tx, "case_notes", row)
    await note_events(
        tx, [DomainEvent("case.noted", case.account, case.creditor, case.id, {"note": id_, "kind": kind})], now
    )


async def read_conversation(connection: Connection, account: str, case: str) -> list[CaseNoteRow]:
    """The debtor's messages about a case and the answers, the latest last; at most the latest hundred."""
    latest = await fetch_rows(
        connection,
        CaseNoteRow,
        """select created, kind, text from case_notes
           where account_id = $1 and case_id = $2 and kind in ('from_debtor', 'to_debtor') order by id desc limit 100""",
        account,
        case,
    )
    return latest[::-1]


class NoteRow(CaseNoteRow):
    """A note by the columns of `_NOTES`: with the name of its author, if it is a user's."""

    user_name: str | None


@dataclass(frozen=True)
class NotesPage:
    """Some notes about a case, how many there are in all, and whether there are more after these."""

    notes: list[NoteRow]
    total: int
    is_more: bool


_NOTES = """
select n.id, n.created, n.kind, n.text, n.user_id, n.shared, u.name as user_name
from case_notes n left join users u on u.id = n.user_id
where n.account_id = $1 and n.case_id = $2 and ($6::text is null or n.shared or n.user_id = $6)
  and ($5::text is null or n.id < $5) order by n.id desc limit $3 offset $4
"""


async def read_notes(
    connection: Connection,
    caller: Caller,
    account: str,
    case: str,
    page: int,
    max_results: int,
    before: str | None = None,
) -> NotesPage:
    """A page of the notes about a case, the newest first; of those before a note, where one is given.

    Others than the operator's staff see those that are shared with the creditor, and their own.
    """
    of = None if caller.level == OPERATOR else caller.user
    first = min((page - 1) * max_results, 2**62)
    rows = await fetch_rows(connection, NoteRow, _NOTES, account, case, max_results + 1, first, before, of)
    total: int = await connection.fetchval(
        """select count(*) from case_notes
           where account_id = $1 and case_id = $2 and ($3::text is null or shared or user_id = $3)""",
        account,
        case,
        of,
    )
    return NotesPage(rows[:max_results], total, len(rows) > max_results)
