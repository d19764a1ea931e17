"""Payouts: what will be paid to whom, from which payments; approving them, and the order to the bank."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.approving.waiting import waiting
from fordran.actions.delivery.send_again import send_to_creditor
from fordran.actions.monitoring.creditor_documents import shown_delivery
from fordran.actions.outbox.queue_to_creditor import ToCreditor
from fordran.actions.payouts.approve_payout import approve_payout
from fordran.actions.payouts.export_payouts import Exporter, OperatorIsPlaceholder, OwnAccountIsWrong, export_payouts
from fordran.actions.payouts.orders import executed_of, find_order, latest_orders
from fordran.actions.refunds.refunds_to_order import refunds_to_order
from fordran.console.approvals import account_text
from fordran.console.cases import names_of_cases
from fordran.console.downloads import download
from fordran.console.fields import number
from fordran.console.form_acts import ShownChange, confirm_page, confirmed, is_confirmed
from fordran.console.listing import address, listed
from fordran.console.sending import chosen_way, delivery_text
from fordran.console.who import FINANCE, STAFF
from fordran.domain.message import Message
from fordran.formats.table_documents import BadCell
from fordran.outside.media import media_of
from fordran.outside.order_files import OrderFolder
from fordran.resources.creditors import CREDITORS
from fordran.resources.finance_payout_specifications import FINANCE_PAYOUT_SPECIFICATIONS
from fordran.resources.finance_payouts import FINANCE_PAYOUTS, ApproveInput
from fordran.resources.users import USERS
from fordran.shape.fields import Refused, read
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.totals import read_totals
from fordran.store.rows.rows import find_values
from fordran.web.formatting import amount_text
from fordran.web.troubles import ActRefused, BadForm, NoSuchPage
from fordran.web.visit import Visit

SHOWN: Mapping[str, dict[str, Any]] = {
    "ready": {"ready_for_payout": True, "payout_date": None},
    "waiting": {"ready_for_payout": False, "payout_date": None},
    "paid": {"payout_date": {"$ne": None}},
}
SORTED = ("finance_category", "finance_period_end_date", "total_amount")
"""Columns by which the list is sorted."""
MOST_READY, MOST_ORDERS = 100, 10
PAPER_AND_MAIL = ("email", "print")
"""The channels that documents of payouts go by."""


async def payouts_page(visit: Visit) -> Response:
    """Payouts that can be paid, that wait, or that are paid; and the orders that went to the bank."""
    which = visit.query.get("which", "ready")
    which = which if which in SHOWN else "ready"
    async with visit.database.connection() as connection:
        payouts, pager = await listed(visit, connection, FINANCE_PAYOUTS, SHOWN[which], sortable=SORTED)
        totals = await read_totals(connection, FINANCE_PAYOUTS, visit.signed_in, SHOWN[which], ["total_amount"])
        names = await creditor_names(visit, connection, payouts)
        orders = await latest_orders(connection, MOST_ORDERS)
        executed = await executed_of(connection, [payout["_id"] for payout in payouts])
        takes_two = await in_force(connection, visit.settings.four_eyes)
        to_approve = len(await waiting(connection)) if takes_two else 0
    return visit.render(
        "payouts.html",
        payouts=payouts,
        pager=pager,
        count=totals[0],
        total=totals[1][0],
        which=which,
        tabs=[(name, address(visit, which=name, after="")) for name in SHOWN],
        names=names,
        executed=executed,
        orders=orders,
        to_approve=to_approve,
        may_act=bool(visit.signed_in.roles & FINANCE),
        done=visit.query.get("done"),
    )


async def creditor_names(visit: Visit, connection: Connection, documents: list[Values]) -> dict[str, str]:
    """The names of the creditors of documents, by id; what is the operator's own is called so."""
    ids = sorted({one["creditor"] for one in documents if one["creditor"]})
    found = (
        await visit.read(connection, CREDITORS, {"_id": {"$in": ids}}, len(ids), projection={"name": True})
        if ids
        else []
    )
    return {one["_id"]: one["name"] for one in found} | {"": visit.t("console.payout.ourselves")}


async def payout_page(visit: Visit) -> Response:
    """A payout: to whom, how much, of which payments, and who has approved it."""
    async with visit.database.connection() as connection:
        payout = await visit.find(connection, FINANCE_PAYOUTS)
        lines, pager = await listed(visit, connection, FINANCE_PAYOUT_SPECIFICATIONS, {"payout": payout["_id"]})
        names = await creditor_names(visit, connection, [payout])
        approvals = await _approvals(visit, connection, payout)
        cases = await names_of_cases(visit, connection, lines)
        left = await shown_delivery(connection, payout["account"], payout["_id"]) if "document" in payout else None
    return visit.render(
        "payout.html",
        left=left,
        ways=visit.t.options("distribution", PAPER_AND_MAIL),
        may_send=bool(visit.signed_in.roles & STAFF),
        payout=payout,
        name=names.get(payout["creditor"], payout["creditor"]),
        lines=lines,
        cases=cases,
        pager=pager,
        to=lines[0]["bank_account"] if lines else {},
        approvals=approvals,
        seen=kronor(payout["total_amount"]),
        summary=payout.get("summary"),
        document=payout.get("document"),
        may_act=bool(visit.signed_in.roles & FINANCE) and "payout_date" not in payout,
        done=visit.query.get("done"),
    )


async def send_payout_document(visit: Visit) -> Response:
    """Send the document of a payout once more, by a channel that was chosen, once it has been shown what follows."""
    payout = await visit.look_up(FINANCE_PAYOUTS)
    if "document" not in payout:
        raise NoSuchPage
    way, here = chosen_way(visit), f"/console/payouts/{payout['_id']}"
    sent = ToCreditor(payout["account"], payout["creditor"], payout["_id"], "payout_document", way=way)

    async def work(tx: Connection) -> str:
        await send_to_creditor(tx, sent, clock.now())
        return f"{here}?done=sent"

    async def changes(tx: Connection) -> list[ShownChange]:
        after = await shown_delivery(tx, payout["account"], payout["_id"])
        return [(visit.t("console.delivery"), "–", delivery_text(visit, {"delivery": after}))]

    remark = visit.t("console.operator_invoice.another_copy")
    return await confirmed(visit, "page.send_again", here, "send", work, changes, {"channel": way}, remark=remark)


async def _approvals(visit: Visit, connection: Connection, payout: Values) -> list[tuple[str, Any]]:
    """The people who have approved it, by name, and when."""
    found = []
    for approval in payout.get("approvals") or []:
        user = await find_values(connection, USERS, visit.signed_in, approval["user"])
        found.append((user["name"] if user else approval["user"], approval["approved"]))
    return found


async def approve(visit: Visit) -> Response:
    """Approve a payout as it was seen, once what comes of it has been shown."""
    payout = await visit.look_up(FINANCE_PAYOUTS)
    here = f"/console/payouts/{payout['_id']}"
    seen = visit.form.text("total_amount") or str(kronor(payout["total_amount"]))
    try:
        given = read(ApproveInput, {"total_amount": number(seen)})
    except (BadCell, Refused):
        raise BadForm from None

    async def work(tx: Connection) -> str:
        await approve_payout(tx, visit.signed_in, payout["_id"], given, clock.now())
        return f"{here}?done=approve"

    async def changes(tx: Connection) -> list[ShownChange]:
        t, after = visit.t, await visit.find(tx, FINANCE_PAYOUTS)
        total = amount_text(payout["total_amount"], t.language)
        missing = [str(one["approvals_missing"]) for one in (payout, after)]
        return [(t("console.amount"), total, total), (t("console.payout.approvals_missing_2"), missing[0], missing[1])]

    return await confirmed(visit, "console.payout.approve", here, "approve", work, changes, {"total_amount": seen})


async def export(visit: Visit) -> Response:
    """Write the order to the bank of all that can be paid, once it has been shown what that is."""
    back = "/console/payouts"
    if not is_confirmed(visit):
        return await _to_export(visit, back)
    folder = OrderFolder(visit.settings.data / "payouts")
    settings = visit.settings
    put, version = media_of(settings).put, settings.bank.pain_version
    exporter = Exporter(settings.operator, put, folder, settings.four_eyes, version)
    try:
        exported = await export_payouts(visit.database, exporter, clock.now())
    except (OperatorIsPlaceholder, OwnAccountIsWrong) as refused:
        raise ActRefused(message=Message("error.technical", text=str(refused))) from None
    return visit.redirect(f"{back}?done={'exported' if exported else 'nothing'}")


async def _to_export(visit: Visit, back: str) -> Response:
    """The payouts of the next order: every payout that is ready and approved."""
    where = {"ready_for_payout": True, "approvals_missing": 0, "payout_date": None}
    async with visit.database.connection() as connection:
        payouts = await visit.read(connection, FINANCE_PAYOUTS, where, MOST_READY)
        count, _ = await read_totals(connection, FINANCE_PAYOUTS, visit.signed_in, where, [])
        names = await creditor_names(visit, connection, payouts)
        _, (total,) = await read_totals(connection, FINANCE_PAYOUTS, visit.signed_in, where, ["total_amount"])
        takes_two = await in_force(connection, visit.settings.four_eyes)
        refunds = [one for one in await refunds_to_order(connection, takes_two=takes_two) if one.may_leave]
    t = visit.t
    changes = [
        (
            f"{names.get(one['creditor'], one['creditor'])}, {t.of('category', one['finance_category'])}",
            t("console.waiting"),
            amount_text(one["total_amount"], t.language),
        )
        for one in payouts
    ]
    changes += [
        (
            f"{t('console.payout.refund_to')} {one.name}, {account_text(one.bank_account)}",
            t("console.waiting"),
            amount_text(one.amount, t.language),
        )
        for one in refunds
    ]
    all_of_it = total + sum(one.amount for one in refunds)
    changes.append((t("console.payout.sum_of_order"), "", amount_text(all_of_it, t.language)))
    remark = t("console.payout.order_about", count=count)
    return confirm_page(visit, t("console.payout.export"), back, "/console/payouts/export", changes, remark=remark)


async def order_file(visit: Visit) -> Response:
    """The file of an order, to be taken to the bank."""
    async with visit.database.connection() as connection:
        order = await find_order(connection, visit.path["id"])
    if order is None:
        raise NoSuchPage
    path = Path(order["filename"])
    try:
        content = await asyncio.to_thread(path.read_bytes)
    except OSError:
        raise NoSuchPage from None
    visit.note_reading("bank--orders", visit.path["id"])
    return download(path.name, "xml", content)
