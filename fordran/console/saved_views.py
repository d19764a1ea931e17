"""Saved views: the links above a list, and the forms that save and delete them."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.actions.work.saved_views import remove_view, save_view
from fordran.console.fields import is_ticked
from fordran.console.listing import address
from fordran.console.who import STAFF
from fordran.domain.message import Message
from fordran.resources.saved_views import SAVED_VIEWS, SavedViewInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.web.acts import do_once
from fordran.web.troubles import ActRefused
from fordran.web.visit import Visit

PATH = "/console/views"
MOST = 500


async def saved_views(visit: Visit, connection: Connection) -> list[Values]:
    """The views of the page: one's own, and those that others share; none for people outside of the operator's."""
    if not visit.signed_in.roles & (STAFF | {"auditor"}):
        return []
    found = await visit.read(connection, SAVED_VIEWS, most=MOST, sort=(("name", False),))
    here = visit.request.url.path
    mine = visit.signed_in.user
    return [
        one | {"is_mine": one["user"] == mine, "is_here": one["address"] == shown_address(visit)}
        for one in found
        if one["address"].partition("?")[0] == here and (one["shared"] or one["user"] == mine)
    ]


def shown_address(visit: Visit) -> str:
    """The address of the list that is shown, from its first page."""
    return address(visit, after="", done="")


async def make_view(visit: Visit) -> Response:
    """Save the list that the form was on, and go back to it."""
    form = visit.form
    sent = {"name": form.text("name"), "address": form.text("address"), "shared": is_ticked(form.text("shared"))}
    try:
        given = read(SavedViewInput, sent)

        async def work(tx: Connection) -> str:
            await save_view(tx, visit.signed_in, given, clock.now())
            return given.address

        return visit.redirect(await do_once(visit, work))
    except Refused:
        raise ActRefused(message=Message("console.views.not_saved")) from None


async def drop_view(visit: Visit) -> Response:
    """Delete a saved view, and go back to its list."""

    async def work(tx: Connection) -> str:
        view = await visit.find(tx, SAVED_VIEWS)
        await remove_view(tx, visit.signed_in, view["_id"], view["_etag"], clock.now())
        path: str = view["address"].partition("?")[0]
        return path

    return visit.redirect(await do_once(visit, work))
