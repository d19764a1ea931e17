"""Applications to the enforcement authority: how far each has come, its amounts, days and papers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.enforcements.keep_document import keep_document
from fordran.actions.keep_file import MOST_FILE_BYTES, content_type_of
from fordran.console.listing import address, listed
from fordran.console.who import STAFF
from fordran.domain.kinds.enforcement_kinds import ENFORCEMENT_STATUSES
from fordran.outside.media import media_of
from fordran.resources.cases import CASES
from fordran.resources.enforcements import ENFORCEMENTS
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

DATES: Mapping[str, str] = {
    "sent_date": "console.enforcement.sent_date",
    "received_date": "console.enforcement.received_date",
    "served_date": "console.enforcement.served_date",
    "contested_date": "console.enforcement.contested_date",
    "hand_over_by": "console.enforcement.hand_over_by",
    "handed_over_date": "console.enforcement.handed_over_date",
    "order_date": "console.enforcement.order_date",
    "execution_date": "console.enforcement.execution_date",
    "ended_date": "console.enforcement.ended_date",
}
"""The days of an application → the codes of their texts."""
PARTS = ("capital", "interest", "costs")
ACTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "to_sign": (("application-posted", "console.case.application_posted"),),
    "contested": (
        ("hand-over", "console.case.hand_over"),
        ("authority-reply", "console.case.authority_reply"),
    ),
    "ended": (("renew", "console.case.renew_execution"),),
    # It goes by file; the receiver answers.
    "prepared": (),
    "dismissed": (),
    "withdrawn": (),
}
"""Status → the acts of its first case that come next, by path and title. The others take a reply."""
_REPLY = (("authority-reply", "console.case.authority_reply"),)


async def enforcements_page(visit: Visit) -> Response:
    """Applications, the newest first, all or those of a status."""
    status = visit.query.get("status", "")
    status = status if status in ENFORCEMENT_STATUSES else ""
    async with visit.database.connection() as connection:
        found, pager = await listed(visit, connection, ENFORCEMENTS, {"status": status} if status else None)
        cases = await _cases(visit, connection, found)
    return visit.render(
        "enforcements.html",
        enforcements=found,
        cases=cases,
        pager=pager,
        which=status,
        tabs=[(name, address(visit, status=name, after="")) for name in ("", *ENFORCEMENT_STATUSES)],
    )


async def enforcement_page(visit: Visit) -> Response:
    """An application: its days, its amounts, the replies, the notices and the papers."""
    return await _shown(visit, {})


async def give_document(visit: Visit) -> Response:
    """Keep a paper of the authority with its application."""
    file = visit.form.files.get("document")
    content = b"" if file is None else await file.read(MOST_FILE_BYTES + 1)
    content_type = content_type_of(content) if len(content) <= MOST_FILE_BYTES else None
    if file is None or content_type is None:
        return await _shown(visit, {"document": visit.t("console.creditor.choose_mandate")}, 422)
    name, put = file.filename or "beslut", media_of(visit.settings).put
    async with visit.database.connection() as connection:
        found = await visit.find(connection, ENFORCEMENTS)

    async def work(tx: Connection) -> str:
        kept = await keep_document(tx, visit.signed_in, put, found["_id"], name, content_type, content, clock.now())
        if kept is None:
            raise NoSuchPage
        return f"/console/enforcements/{found['_id']}?done=saved"

    return visit.redirect(await do_once(visit, work))


async def _shown(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        found = await visit.find(connection, ENFORCEMENTS)
        cases = await _cases(visit, connection, [found])
    visit.note_reading(ENFORCEMENTS.name, found["_id"])
    may_act = bool(visit.signed_in.roles & STAFF)
    return visit.render(
        "enforcement.html",
        status,
        one=found,
        issues=issues,
        cases=[cases[id_] for id_ in found["cases"] if id_ in cases],
        dates=[(text, found[name]) for name, text in DATES.items() if name in found],
        amounts=[(part, found.get(f"asked_{part}_amount"), found.get(f"awarded_{part}_amount")) for part in PARTS],
        acts=ACTS.get(found["status"], _REPLY) if may_act else (),
        may_act=may_act,
        done=visit.query.get("done"),
    )


async def _cases(visit: Visit, connection: Connection, found: list[Values]) -> dict[str, Values]:
    ids = sorted({id_ for one in found for id_ in one["cases"]})
    if not ids:
        return {}
    chosen: dict[str, Any] = {"customer_name": True, "ocr_number": True, "creditor_name": True, "case_number": True}
    cases = await visit.read(connection, CASES, {"_id": {"$in": ids}}, len(ids), projection=chosen)
    return {case["_id"]: case for case in cases}
