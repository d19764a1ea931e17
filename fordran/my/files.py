"""The papers themselves: letters that were sent, and the invoice that it began with."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from fordran.actions.debtors.own_copy import copy_of
from fordran.actions.file_copies import copy_for
from fordran.actions.keep_file import find_file
from fordran.my.own_cases import is_first_debtor, own_case
from fordran.outside.media import NoSuchFile, media_of
from fordran.resources.invoices import INVOICES
from fordran.resources.letters import LETTERS
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


async def letter_file(visit: Visit) -> Response:
    """A letter as it was sent; to one of several debtors, the copy that was addressed to that debtor."""
    letter = await visit.look_up(LETTERS)
    if not letter.get("sent") or "document" not in letter:
        raise NoSuchPage
    if not is_first_debtor(visit, letter["customer"]):
        async with visit.database.connection() as connection:
            letter["document"] = await copy_of(connection, letter["_id"], visit.signed_in.customers)
        if letter["document"] is None:
            raise NoSuchPage
    visit.note_reading("letters", letter["_id"])
    return await _file(visit, letter["document"])


async def invoice_file(visit: Visit) -> Response:
    """The creditor's own invoice of a case, else the one that we printed."""
    async with visit.database.connection() as connection:
        case = await own_case(visit, connection, visit.path["id"])
        invoices = await visit.read(connection, INVOICES, {"case": case.id}, 1, sort=(("_id", False),))
    file = case.document.get("original_invoice") or next((one.get("print_document") for one in invoices), None)
    if file is None:
        raise NoSuchPage
    visit.note_reading("cases", case.id)
    return await _file(visit, file)


async def _file(visit: Visit, file: dict[str, Any]) -> Response:
    async with visit.database.connection() as connection:
        found = await find_file(connection, file["id"])
    # A letter opens this page, and an old letter may be in another's hands.
    if found is None or found[0].is_protected:
        raise NoSuchPage
    try:
        content = await asyncio.to_thread(lambda: copy_for("debtor_page", media_of(visit.settings).get(file["id"])))
    except NoSuchFile:
        raise NoSuchPage from None
    headers = {
        "content-disposition": f"inline; filename*=UTF-8''{quote(file['filename'])}",
        "content-security-policy": "sandbox; default-src 'none'",
    }
    return Response(content, headers=headers, media_type=file["content_type"])
