"""Notes about a case over HTTP: reading them, and writing one."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fordran import clock
from fordran.actions.work.case_notes import NoteRow, read_notes, write_note
from fordran.api.cases.acts import case_of
from fordran.api.cases.parts import PartsMeta
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import once
from fordran.api.serving.query import cursor_of, next_link, page_number, results_per_page
from fordran.resources.case_acts import NoteInput, NoteKind
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Integer, Moment, Text
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.cursor import Cursor


class NotesQuery(Shape):
    page: Integer | None = Field(default=None, description="Which page, from 1.")
    cursor: Text | None = Field(default=None, description="Where the page before ended, from its `Link` header.")
    max_results: Integer | None = Field(default=None, description="How many a page: 25, at most 100.")


class CaseNote(Shape):
    """A note about a case."""

    id: Id = Field(alias="_id")
    """Unique, made by the service; later ones are greater."""
    created: Moment = Field(alias="_created")
    """When it was stored."""
    kind: NoteKind
    """The kind of note."""
    text: Text
    """The text, at most 10,000 characters."""
    shared: Flag
    """Whether the creditor may read it."""
    user: Id | None = Field(default=None, description="Who wrote it; absent where the debtor did.")
    user_name: Text | None = Field(default=None, description="Absent where that user is no longer there.")


class CaseNotes(Shape):
    case: Id
    """The case that they are parts of."""
    items: list[CaseNote] = Field(alias="_items", description="The newest first.")
    meta: PartsMeta = Field(alias="_meta")
    """Which page it is, and how many there are."""


async def read_case_notes(request: Request, database: Database) -> Answer:
    """The notes about a case, the newest first."""
    page, most = page_number(request.query.get("page")), results_per_page(request.query.get("max_results"))
    cursor = cursor_of(request.query, ())
    async with database.connection() as connection:
        case = await case_of(connection, request)
        before = cursor.id if cursor else None
        found = await read_notes(connection, request.signed_in, case["account"], case["_id"], page, most, before)
    meta = {"page": page, "max_results": most, "total": found.total}
    items = [_item(row) for row in found.notes]
    done = answer(shown_as(CaseNotes, {"case": case["_id"], "_items": items, "_meta": meta}))
    if found.is_more:
        done.headers += next_link(request, Cursor((), (), found.notes[-1]["id"]))
    return done


def _item(row: NoteRow) -> dict[str, Any]:
    item = {
        "_id": row["id"],
        "_created": row["created"],
        "kind": row["kind"],
        "text": row["text"],
        "shared": bool(row["shared"]),
    }
    return item | {"user": row["user_id"], "user_name": row["user_name"]}


async def write_case_note(request: Request, database: Database) -> Answer:
    """Keep a note about a case."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        case = await case_of(tx, request)
        given = await read_all_issues(tx, request.signed_in, NoteInput, document)
        return answer(await write_note(tx, request.signed_in, case, given, clock.now()) | {"_status": "OK"}, 201)

    return await once(request, database, work, document)
