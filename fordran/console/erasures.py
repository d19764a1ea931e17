"""The pages of erasure: lists of people whose retention has ended, confirmed or put off by an administrator."""

from __future__ import annotations

from datetime import date

from starlette.responses import Response

from fordran import clock
from fordran.actions.bulk.bulk_messages import asker_of
from fordran.actions.privacy.decide_batch import ADMIN, confirm_batch, put_batch_off
from fordran.actions.privacy.show_batches import customers_on
from fordran.console.fields import day, issues_of
from fordran.console.form_acts import confirm_page, is_confirmed
from fordran.console.listing import listed
from fordran.formats.table_documents import BadCell
from fordran.resources.customers import CUSTOMERS
from fordran.resources.erasure_batches import ERASURE_BATCHES
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.web.acts import do_once
from fordran.web.visit import Visit

HERE = "/console/erasures"
MOST_SHOWN = 200


async def erasures_page(visit: Visit) -> Response:
    """The lists, the newest first."""
    async with visit.database.connection() as connection:
        batches, pager = await listed(visit, connection, ERASURE_BATCHES)
    return visit.render("erasures.html", batches=batches, pager=pager)


async def erasure_page(visit: Visit) -> Response:
    """A list: who is on it, what is erased of each, and what became of it."""
    return await _shown(visit, {})


async def _shown(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        batch = await visit.find(connection, ERASURE_BATCHES)
        customers = await customers_on(connection, batch["_id"], MOST_SHOWN)
        by = await asker_of(connection, batch["decided_by"]) if "decided_by" in batch else ""
    visit.note_reading(CUSTOMERS.name, [one["customer_id"] for one in customers])
    return visit.render(
        "erasure.html",
        status,
        batch=batch,
        decided_by=by,
        customers=customers,
        issues=issues,
        form=visit.form,
        may_decide=ADMIN in visit.signed_in.roles and batch["status"] in ("waiting", "put_off"),
    )


async def confirm_erasure(visit: Visit) -> Response:
    """Confirm a list, once it has been shown what that means."""
    async with visit.database.connection() as connection:
        batch = await visit.find(connection, ERASURE_BATCHES)
    here = f"{HERE}/{batch['_id']}"
    if not is_confirmed(visit):
        title = visit.t("console.erasures.confirm", count=batch["left"] + batch["payers"])
        remark = visit.t("console.erasures.confirm_about", count=batch["left"], payers=batch["payers"])
        return confirm_page(visit, title, here, visit.request.url.path, [], remark=remark)

    async def work(tx: Connection) -> str:
        await confirm_batch(tx, batch["_id"], visit.signed_in, clock.now())
        return here

    return visit.redirect(await do_once(visit, work))


async def put_erasure_off(visit: Visit) -> Response:
    """Put a list off until a day."""
    async with visit.database.connection() as connection:
        batch = await visit.find(connection, ERASURE_BATCHES)
    try:
        until = date.fromisoformat(day(visit.form.text("until")))
    except (BadCell, ValueError):
        return await _shown(visit, {"until": visit.t("console.form.day_required")}, 422)

    async def work(tx: Connection) -> str:
        await put_batch_off(tx, batch["_id"], visit.signed_in, until, visit.form.text("note"), clock.now())
        return f"{HERE}/{batch['_id']}"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _shown(visit, issues_of(visit.t, refused), 422)
