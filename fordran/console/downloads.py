"""Files: tables as CSV and Excel, and stored letters, invoices and uploads."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from fordran.actions.cases.registering import sees
from fordran.actions.file_copies import CannotMask, copy_for
from fordran.actions.keep_file import find_file
from fordran.actions.refusals import NotAllowed
from fordran.formats.tables_making import make_csv, make_excel
from fordran.outside.media import NoSuchFile, media_of
from fordran.store.rows.ids import is_id
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
}


def table_download(name: str, form: str, headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> Response:
    """A table as a file of that form."""
    cells = [[_cell(value) for value in row] for row in rows]
    content = make_excel(name, headings, cells) if form == "xlsx" else make_csv(headings, cells)
    return download(f"{name}.{form}", form, content)


def _cell(value: Any) -> Any:
    """A document's value as a cell: floats are amounts, whose digits are exact as text."""
    if isinstance(value, float):
        return Decimal(str(value))
    return value if value is None or isinstance(value, str | int | Decimal | date) else str(value)


def download(name: str, form: str, content: bytes, *, inline: bool = False) -> Response:
    """A file with its name."""
    place = "inline" if inline else "attachment"
    return Response(
        content,
        media_type=_TYPES.get(form, "application/octet-stream"),
        headers={
            "content-disposition": f"{place}; filename*=UTF-8''{quote(name)}",
            # A file shown beside a page may not do anything there.
            "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        },
    )


async def file_page(visit: Visit) -> Response:
    """The file's bytes, to be shown in the browser."""
    id_ = visit.path["id"]
    if not is_id(id_):
        raise NoSuchPage
    async with visit.database.connection() as connection:
        found = await find_file(connection, id_)
    if found is None:
        raise NoSuchPage
    kept, partner, account, creditor = found
    if not sees(visit.signed_in, partner, account, creditor):
        raise NoSuchPage
    if kept.is_protected and not visit.signed_in.may_see_protected:
        raise NotAllowed("error.file_of_a_protected_person")
    try:
        content = await asyncio.to_thread(lambda: copy_for("console", media_of(visit.settings).get(id_)))
    except (NoSuchFile, CannotMask):
        raise NoSuchPage from None
    visit.note_reading("media--files", id_)
    shown = download(kept.filename, kept.content_type, content, inline=True)
    shown.headers["content-type"] = kept.content_type
    return shown
