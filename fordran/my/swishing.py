"""Betala med Swish: a payment request by telephone number or by the app, and what has become of it."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.swish.note_answer import note_answer
from fordran.actions.swish.payments import PayingRow, begin_payment, claim_to_send, read_payment
from fordran.documents.payment_code import qr_code
from fordran.domain.bank.swish import SwishRequest, error_of, payer_alias
from fordran.my.own_cases import own_case
from fordran.my.paying import show_pay_page
from fordran.outside.swish_section import CALLBACK_PATH
from fordran.outside.systems import swish_of
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import read_installation
from fordran.web.acts import do_once
from fordran.web.reached import reached_at
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

if TYPE_CHECKING:
    from fordran.outside.swish import Swish

MOST_TEXT = 30
LOOK_AGAIN_SECONDS = 3


async def _swish(visit: Visit) -> Swish:
    """Swish; there is no such page where the settings do not say how it is asked."""
    async with visit.database.connection() as connection:
        is_sandbox = (await read_installation(connection)).sandbox
    swish = swish_of(visit.settings.swish, is_sandbox=is_sandbox)
    if swish is None:
        raise NoSuchPage
    return swish


async def pay_by_swish(visit: Visit) -> Response:
    """Begin a payment, and send it to Swish once."""
    swish = await _swish(visit)
    case, phone = visit.path["id"], visit.form.text("phone")
    payer = payer_alias(phone) if phone else None
    wrong = {"phone": visit.t("my.swish.phone_wrong")} if phone and payer is None else {}
    amount = _ore(visit.form.text("amount"))
    if amount is None:
        wrong["amount"] = visit.t("my.swish.amount_wrong")
    if wrong or amount is None:
        return await show_pay_page(visit, case, wrong)
    asked = amount

    async def work(tx: Connection) -> str:
        now = clock.now()
        own = await own_case(visit, tx, case)
        flowing = await lock_flowing(tx, case, own.document["creditor"], own.document["account"], now)
        assert flowing is not None
        return f"/my/swish/{await begin_payment(tx, flowing, asked, own.owed, now)}"

    try:
        path = await do_once(visit, work)
    except Refused:
        return await show_pay_page(visit, case, {"amount": visit.t("my.swish.amount_wrong")})
    await _send(visit, swish, path.rpartition("/")[2], payer)
    return visit.redirect(path)


async def _send(visit: Visit, swish: Swish, id_: str, payer: str | None) -> None:
    """Send a payment to Swish, where it was not sent before. A process that ends meanwhile leaves it to be asked about."""
    async with visit.database.transaction() as tx:
        row = await claim_to_send(tx, visit.signed_in.cases, id_, clock.now())
    if row is None:
        return
    answer = await swish.create(
        SwishRequest(
            id=row["request_id"],
            amount=row["amount"],
            reference=row["ocr_number"],
            callback_url=f"{reached_at(visit)}{CALLBACK_PATH}",
            callback_identifier=row["callback_identifier"],
            payer=payer,
        )
    )
    if answer is not None:
        async with visit.database.transaction() as tx:
            await note_answer(tx, row["account_id"], id_, answer, clock.now())


async def swish_page(visit: Visit) -> Response:
    """The state of a payment. While it is open the page asks again by itself."""
    row = await _own(visit)
    visit.note_reading("cases", row["case_id"])
    app = code = None
    if row["state"] == "open" and row["token"]:
        back = f"{reached_at(visit)}/my/swish/{row['id']}"
        app = f"swish://paymentrequest?token={quote(row['token'])}&callbackurl={quote(back, safe='')}"
        # Drawn by us, of a symbol's modules: nothing of it is anybody's text.
        code = Markup(qr_code(f"D{row['token']}"))  # noqa: S704
    page = visit.render(
        "swish.html", payment=row, app=app, code=code, error=error_of(row["error"]).text if row["error"] else None
    )
    if row["state"] == "open":
        page.headers["Refresh"] = str(LOOK_AGAIN_SECONDS)
    return page


async def cancel_swish(visit: Visit) -> Response:
    """Cancel a payment that is open; what became of it is what Swish says then."""
    swish, row = await _swish(visit), await _own(visit)
    if row["state"] == "open":
        await swish.cancel(row["request_id"])
        answer = await swish.read(row["request_id"], row["amount"])
        async with visit.database.transaction() as tx:
            await note_answer(tx, row["account_id"], row["id"], answer, clock.now())
    return visit.redirect(f"/my/swish/{row['id']}")


async def _own(visit: Visit) -> PayingRow:
    async with visit.database.connection() as connection:
        row = await read_payment(connection, visit.signed_in.cases, visit.path["id"])
    if row is None:
        raise NoSuchPage
    return row


def _ore(written: str) -> int | None:
    """An amount as the debtor wrote it, in öre: a comma or a point, and perhaps spaces between thousands."""
    if len(written) > MOST_TEXT:
        return None
    try:
        ore = Decimal("".join(written.removesuffix("kr").split()).replace(",", ".")) * 100
        return int(ore) if ore == int(ore) and ore > 0 else None
    except (InvalidOperation, ValueError, OverflowError):
        return None
