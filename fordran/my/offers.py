"""Offers on Din skuld: what we propose instead of what the debtor asked for, to accept or to decline."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import read_flowing
from fordran.actions.my.answer_offer import Offer, answer_offer, as_offer
from fordran.actions.my.own_acts import lock_own
from fordran.actions.refusals import EtagDiffers
from fordran.my.own_cases import OwnCase, is_first_debtor, own_case
from fordran.store.connections.database import Connection
from fordran.store.rows.schema_rows import WorkItemRow
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

ANSWERS = {"accept": "accepted", "decline": "declined"}
"""Button → the words that are kept of it."""


async def shown_offers(visit: Visit, connection: Connection, case: OwnCase, rows: Sequence[WorkItemRow]) -> list[Offer]:
    """The offers that can be accepted today. They answer the first debtor, as messages do."""
    if not rows or case.is_closed or not is_first_debtor(visit, case.document["customer"]):
        return []
    flowing = await read_flowing(connection, case.id, case.document["account"], clock.now())
    return [offer for row in rows if (offer := as_offer(row, flowing)) is not None]


async def answer_own_offer(visit: Visit) -> Response:
    """Accept or decline what is offered, as it was shown."""
    act = visit.form.text("act")
    if act not in ANSWERS:
        raise NoSuchPage

    async def work(tx: Connection) -> str:
        now = clock.now()
        case = await own_case(visit, tx, visit.path["id"])
        if not is_first_debtor(visit, case.document["customer"]):
            raise NoSuchPage
        flowing = await lock_own(tx, visit.signed_in, case.id, visit.form.text("etag"), now)
        words = visit.t.of("my.offer.words", act)
        await answer_offer(tx, flowing, visit.form.text("item"), accepts=act == "accept", words=words, now=now)
        return f"/my/cases/{case.id}?done=offer_{ANSWERS[act]}"

    try:
        return visit.redirect(await do_once(visit, work))
    except EtagDiffers:
        return visit.redirect(f"/my/cases/{visit.path['id']}?done=offer_changed")
