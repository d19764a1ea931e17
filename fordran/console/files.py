"""Stored files: letters, invoices, uploads. A user that sees a creditor's documents sees its files."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from fordran.actions.cases.registering import sees
from fordran.actions.keep_file import find_file
from fordran.console.downloads import download
from fordran.outside.media import NoSuchFile, media_of
from fordran.store.rows.ids import is_id
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


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
    try:
        content = await asyncio.to_thread(media_of(visit.settings).get, id_)
    except NoSuchFile:
        raise NoSuchPage from None
    visit.note_reading("media--files", id_)
    shown = download(kept.filename, kept.content_type, content, inline=True)
    shown.headers["content-type"] = kept.content_type
    return shown
