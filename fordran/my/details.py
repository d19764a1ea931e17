"""Dina uppgifter: e-mail, phone, consent to e-mail instead of paper, and the account for refunds."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.my.own_acts import ask_for_refunds_to
from fordran.actions.refusals import EtagDiffers
from fordran.actions.registrations.customer_data import email_warnings, phone_warnings
from fordran.actions.work.change_customer import change_customer
from fordran.domain.payouts.payout import PayeeKind
from fordran.my.own_cases import own_case
from fordran.resources.customers import CUSTOMERS, CustomerChange, CustomerMarks
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.rows.rows import find_values
from fordran.web.acts import do_once
from fordran.web.visit import Visit

MOST_TEXT = 200
ACCOUNT_KINDS: tuple[PayeeKind, ...] = ("bank_account", "plusgiro", "bankgiro", "iban")
"""Accounts in the order in which a form offers them."""


async def details_page(visit: Visit) -> Response:
    """How the debtor is reached, and where to say otherwise."""
    return await _page(visit)


async def change_details(visit: Visit) -> Response:
    """Keep how the debtor is reached."""
    given = {
        "email": visit.form.text("email"),
        "mobile_number": visit.form.text("mobile_number"),
        "email_consent": visit.form.text("email_consent") == "yes",
        "sms_consent": visit.form.text("sms_consent") == "yes",
    }
    if wrong := _wrong(visit, given):
        return await _page(visit, given, wrong)

    async def work(tx: Connection) -> str:
        shown, *others = await _customers(visit, tx)
        await _change(visit, tx, shown, visit.form.text("etag"), given)
        for other in others:
            await _change(visit, tx, other, other["_etag"], given)
        return "/my/details?done=details"

    try:
        return visit.redirect(await do_once(visit, work))
    except EtagDiffers:
        return await _page(visit, given, is_changed=True)


async def _change(visit: Visit, tx: Connection, customer: Values, etag: str, given: dict[str, Any]) -> None:
    marks = {name: customer[name] for name in CustomerMarks.model_fields}
    change = read(CustomerChange, marks | given)
    await change_customer(tx, visit.signed_in, customer["_id"], etag, change, clock.now())


def _wrong(visit: Visit, given: dict[str, Any]) -> dict[str, str]:
    wrong = {}
    email, phone = given["email"], given["mobile_number"]
    if email and (len(email) > MOST_TEXT or email_warnings(email)):
        wrong["email"] = visit.t("my.details.email_hint")
    if phone and (len(phone) > MOST_TEXT or phone_warnings(phone)):
        wrong["mobile_number"] = visit.t("my.details.telephone_hint")
    if given["email_consent"] and not email:
        wrong["email"] = visit.t("my.details.email_required")
    if given["sms_consent"] and not phone:
        wrong["mobile_number"] = visit.t("my.details.telephone_required")
    return wrong


async def give_account(visit: Visit) -> Response:
    """Keep to which account refunds are wanted."""
    kind = next((kind for kind in ACCOUNT_KINDS if kind == visit.form.text("account_kind")), None)
    number = visit.form.text("account_number")
    if kind is None or not number or len(number) > MOST_TEXT:
        return await _page(visit, wrong={"account_number": visit.t("my.details.account_number_required")})
    written = visit.t("my.details.refund_account", kind=visit.t.of("payee_kind", kind, "debtor"), number=number)

    async def work(tx: Connection) -> str:
        now = clock.now()
        case = await own_case(visit, tx, visit.signed_in.cases[0])
        flowing = await lock_flowing(tx, case.id, case.document["creditor"], case.document["account"], now)
        assert flowing is not None
        await ask_for_refunds_to(tx, flowing, kind, number, written, now)
        return "/my/details?done=account"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused:
        return await _page(visit, wrong={"account_number": visit.t("my.details.account_number_required")})


async def _customer(visit: Visit, connection: Connection) -> Values:
    """The visitor as a debtor, by the creditor's details. A letter is to one debtor, so its first case has it."""
    if visit.signed_in.customers:
        return await visit.find(connection, CUSTOMERS, visit.signed_in.customers[0])
    case = await own_case(visit, connection, visit.signed_in.cases[0])
    return await visit.find(connection, CUSTOMERS, case.document["customer"])


async def _customers(visit: Visit, connection: Connection) -> list[Values]:
    """The debtor as each account knows them, the one that is shown first. A code is of one alone; a person may be several."""
    shown = await _customer(visit, connection)
    if not visit.signed_in.accounts:
        return [shown]
    known = {*visit.signed_in.customers} - {shown["_id"]}
    found = [await find_values(connection, CUSTOMERS, visit.signed_in, id_) for id_ in sorted(known)]
    return [shown, *(one for one in found if one is not None)]


async def _page(
    visit: Visit,
    given: dict[str, Any] | None = None,
    wrong: dict[str, str] | None = None,
    *,
    is_changed: bool = False,
) -> Response:
    async with visit.database.connection() as connection:
        customer = await _customer(visit, connection)
    visit.note_reading("customers", customer["_id"])
    return visit.render(
        "details.html",
        409 if is_changed else 422 if wrong else 200,
        customer=customer,
        etag=customer["_etag"],
        given=customer if given is None else given,
        wrong=wrong or {},
        is_changed=is_changed,
        kinds=visit.t.options("payee_kind", ACCOUNT_KINDS, "debtor"),
        account_kind=visit.form.text("account_kind"),
        account_number=visit.form.text("account_number")[:MOST_TEXT],
        done=visit.query.get("done", ""),
    )
