"""A creditor's logo, which invoices and letters carry."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.actions.keep_logo import keep_logo
from fordran.console.blanks import plain, written
from fordran.console.creditor_blanks import BLANKS
from fordran.console.creditors import creditor_form
from fordran.formats.logos import MOST_BYTES, NotALogo, read_logo
from fordran.outside.media import media_of
from fordran.resources.creditors import CREDITORS, CreditorData
from fordran.store.connections.database import Connection
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


async def give_logo(visit: Visit) -> Response:
    """Keep a picture as the creditor's logo, in place of the one that it had."""
    async with visit.database.connection() as connection:
        creditor = await visit.find_document(connection, CREDITORS)
    try:
        file = visit.form.files.get("logo")
        if file is None:
            raise NotALogo(visit.t("console.creditor.choose_picture"))
        content = await file.read(MOST_BYTES + 1)
        logo, name = read_logo(content), file.filename or "logo"

        async def work(tx: Connection) -> str:
            put = media_of(visit.settings).put
            kept = await keep_logo(tx, visit.signed_in, put, creditor["_id"], name, logo, content, clock.now())
            if kept is None:
                raise NoSuchPage
            return f"/console/creditors/{creditor['_id']}?done=saved"

        return visit.redirect(await do_once(visit, work))
    except NotALogo as wrong:
        values = written(plain(creditor, CreditorData), BLANKS)
        return await creditor_form(visit, creditor, values, {"logo": str(wrong)}, 422)
