"""Files of registrations over HTTP: one that is sent is registered by the worker, or tried as a dry run."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from fordran import clock
from fordran.actions.imports.sent_files import MOST_BYTES, read_sent, register_all_of, take_file
from fordran.api.http.answers import Answer, answer
from fordran.api.http.forms import FORM_TYPE, file_in, form_of
from fordran.api.http.request import Request
from fordran.api.serving.media import File
from fordran.api.serving.once import is_dry_run, once
from fordran.resources.file_import_reports import FILE_IMPORT_REPORTS, ImportedKind
from fordran.shape.fields import Shape, read
from fordran.shape.kinds import Id, Text
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import find

# Beside the file a form has a few short fields and their borders.
MOST_FORM_BYTES = MOST_BYTES + 64 * 1024


class FileImportQuery(Shape):
    """Whose the registrations are, and what they are, of a file that is sent as the body itself."""

    kind: ImportedKind
    """The kind of the file's rows."""
    creditor: Id
    """The creditor of all rows."""
    filename: Text | None = None
    """The name of a file that is sent as the body itself."""


class FileImportForm(Shape):
    """A file of registrations: CSV, Excel or JSON lines, recognised by its content. It may also be sent as the body."""

    file: File
    """The file of registrations."""
    kind: ImportedKind
    """The kind of the file's rows."""
    creditor: Id
    """The creditor of all rows."""


async def import_registrations(request: Request, database: Database) -> Answer:
    """Take a file of registrations, as the `file` of a form or as the body itself."""
    async with _sent(request) as (content, filename, fields):
        asked = read(FileImportQuery, fields)
        sent = await asyncio.to_thread(read_sent, asked.kind, filename, content)

    async def work(tx: Connection) -> Answer:
        id_ = await take_file(tx, request.signed_in, sent, asked.creditor, clock.now())
        if is_dry_run(request):
            await register_all_of(tx, id_, clock.now())
        item = await find(tx, FILE_IMPORT_REPORTS, request.signed_in, id_)
        assert item is not None
        names = (*META, "rows_read", "registered", "refused", "duplicates", "refusals")
        shown = {name: item.document[name] for name in names}
        location = (b"location", f"/{FILE_IMPORT_REPORTS.name}/{id_}".encode())
        return answer(shown | {"_status": "OK"}, 201, [location])

    return await once(request, database, work, [fields, hashlib.sha256(content).hexdigest()])


@asynccontextmanager
async def _sent(request: Request) -> AsyncIterator[tuple[bytes, str, Mapping[str, str]]]:
    """The file that was sent, its name, and the fields beside it."""
    if request.media_type == FORM_TYPE:
        async with form_of(request, request.stream(MOST_FORM_BYTES), most_files=1) as form:
            file = file_in(form, FileImportForm)
            fields = {name: text for name, text in form.multi_items() if isinstance(text, str)}
            yield await file.read(), file.filename or "", fields
        return
    parts = [part async for part in request.stream(MOST_BYTES)]
    known = {name: text for name, text in request.query.items() if name in FileImportQuery.model_fields}
    yield b"".join(parts), known.get("filename", ""), known
