"""Invänd: the debtor's own words and files; collection stops at once."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from starlette.datastructures import UploadFile
from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.flow.dispute_case import open_dispute
from fordran.actions.flow.dispute_records import read_disputes
from fordran.actions.keep_file import content_type_of
from fordran.actions.my.own_acts import UploadedFile, lock_own, object_to_claim
from fordran.actions.refusals import EtagDiffers
from fordran.my.own_cases import Changes, OwnCase, changes_of, own_case
from fordran.outside.media import media_of
from fordran.resources.case_acts import DisputeInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.web.acts import do_once, dry_run
from fordran.web.visit import Visit

MOST_TEXT = 5000
MOST_FILE_BYTES = 10 * 1024 * 1024
FILES = ("file_1", "file_2", "file_3")


async def objection_page(visit: Visit) -> Response:
    """Where an objection is written, what it comes to, and what was objected before."""
    return await _page(visit)


async def make_objection(visit: Visit) -> Response:
    """Object."""
    reason = visit.form.text("reason")
    files, wrong = await _files(visit)
    try:
        objection = _objection(reason, visit.form.text("amount"))
    except (InvalidOperation, Refused):
        wrong["amount"] = visit.t("my.dispute.amount_wrong")
    if not reason:
        wrong["reason"] = visit.t("my.dispute.text_required")
    elif len(reason) > MOST_TEXT:
        wrong["reason"] = visit.t("my.dispute.text_too_long", most=MOST_TEXT)
    if wrong:
        return await _page(visit, reason, wrong)

    async def work(tx: Connection) -> str:
        now = clock.now()
        flowing = await lock_own(tx, visit.signed_in, visit.path["id"], visit.form.text("etag"), now)
        await object_to_claim(tx, media_of(visit.settings).put, flowing, objection, files, now)
        return f"/my/cases/{visit.path['id']}?done=dispute"

    try:
        return visit.redirect(await do_once(visit, work))
    except EtagDiffers:
        return await _page(visit, reason, is_changed=True)


def _objection(reason: str, amount: str) -> DisputeInput:
    """The objection as the debtor wrote it. An amount has a comma or a point, and perhaps spaces between its thousands."""
    given: dict[str, Any] = {"reason": reason or "-"}
    if amount:
        given["amount"] = Decimal("".join(amount.removesuffix("kr").split()).replace(",", "."))
    return read(DisputeInput, given)


async def _files(visit: Visit) -> tuple[list[UploadedFile], dict[str, str]]:
    """The uploaded files and their faults. The first bytes decide the type of a file, not its name."""
    files, wrong = [], {}
    for name in FILES:
        sent = visit.form.files.get(name)
        if sent is None:
            continue
        content = await _content(sent)
        kind = content_type_of(content)
        if len(content) > MOST_FILE_BYTES:
            wrong[name] = visit.t("my.dispute.file_too_large")
        elif kind is None:
            wrong[name] = visit.t("my.dispute.file_unreadable")
        else:
            files.append(UploadedFile((sent.filename or name)[-200:], kind, content))
    return files, wrong


async def _content(sent: UploadFile) -> bytes:
    return await sent.read(MOST_FILE_BYTES + 1)


async def _page(
    visit: Visit, reason: str = "", wrong: dict[str, str] | None = None, *, is_changed: bool = False
) -> Response:
    async with visit.database.connection() as connection:
        case = await own_case(visit, connection, visit.path["id"])
        disputes = await read_disputes(
            connection, case.document["account"], case.id, is_closed="closed" in case.document
        )
    why_not = case.why_not("dispute")
    changes = None if why_not else await dry_run(visit, lambda tx: _objected(visit, tx, case))
    visit.note_reading("cases", case.id)
    return visit.render(
        "objection.html",
        409 if is_changed else 422 if wrong else 200,
        case=case,
        why_not=why_not,
        reason=reason,
        amount=visit.form.text("amount") if wrong or is_changed else "",
        wrong=wrong or {},
        files=FILES,
        most=MOST_TEXT,
        is_changed=is_changed,
        changes=changes,
        disputes=disputes,
    )


async def _objected(visit: Visit, tx: Connection, case: OwnCase) -> Changes:
    now = clock.now()
    flowing = await lock_flowing(tx, case.id, case.document["creditor"], case.document["account"], now)
    assert flowing is not None
    given: dict[str, Any] = {"reason": "-"}
    await open_dispute(tx, flowing, read(DisputeInput, given), now)
    return await changes_of(visit, tx, case)
