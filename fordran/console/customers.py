"""Customers: a list, and of one all its cases together, how it is reached, what stops collection, and what was sent when."""

from __future__ import annotations

from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.parties.correct_customer import correct_customer
from fordran.actions.protected_details import read_shown
from fordran.actions.refusals import EtagDiffers
from fordran.actions.registrations.customer_data import email_warnings, phone_warnings
from fordran.actions.spar.last_answer import last_answer
from fordran.actions.work.change_customer import change_customer
from fordran.console.case import letters_with_files
from fordran.console.cases import owing_today
from fordran.console.complaints import complaints_about
from fordran.console.fields import issues_of
from fordran.console.form_acts import change_document
from fordran.console.listing import read_list
from fordran.console.who import STAFF, STAFF_AND_ADMINS
from fordran.domain.flow.marks import MARKS
from fordran.resources.cases import CASES
from fordran.resources.customer_corrections import CorrectedField, CorrectionInput
from fordran.resources.customers import CUSTOMERS
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.totals import read_totals
from fordran.web.acts import do_once
from fordran.web.troubles import OutOfDate
from fordran.web.visit import Visit

OWED = "total_remaining_transaction_amount"
ADDRESS = ("address_line_1", "address_line_2", "zip_code", "city")
REACHED = ("email", "mobile_number")
FLAGS = tuple(mark for mark in MARKS if mark not in ("minor", "returned_mail", "no_known_address"))
"""Marks that staff set. The others follow from the number, from returned letters and from answers of SPAR."""


async def customers_page(visit: Visit) -> Response:
    """Those who owe, the latest first."""
    customers, pager = await read_list(visit, CUSTOMERS)
    return visit.render("customers.html", customers=customers, pager=pager, marks=FLAGS)


async def customer_page(visit: Visit) -> Response:
    """A customer, whole."""
    return await _shown(visit, {})


async def _shown(
    visit: Visit, issues: dict[str, str], status: int = 200, *, is_changed: bool = False, keeps_form: bool = True
) -> Response:
    """The customer's page. Of a form that was not kept it has what was written, and where that differs what holds now."""
    async with visit.database.connection() as connection:
        customer = await visit.find(connection, CUSTOMERS)
        of = {"customer": customer["_id"]}
        cases = await owing_today(connection, await visit.read(connection, CASES, of))
        letters = await letters_with_files(visit, connection, of)
        spar = await last_answer(connection, customer["_id"])
        shown = await _shown_to_named_staff(visit, connection, customer)
        complaints = await complaints_about(visit, connection, of)
        count, (booked,) = await read_totals(connection, CASES, visit.signed_in, of, [OWED])
    visit.note_reading(CUSTOMERS.name, customer["_id"])
    now = _contact(customer | shown)
    values = {name: visit.form.text(name) for name in now} if visit.form.texts and keeps_form else now
    return visit.render(
        "customer.html",
        status,
        customer=customer,
        spar=spar,
        values=values,
        differs={name: now[name] for name in now if is_changed and now[name] != values[name]},
        is_changed=is_changed,
        consents=_ticked(visit, customer, "email_consent", keeps_form=keeps_form),
        wants_sms=_ticked(visit, customer, "sms_consent", keeps_form=keeps_form),
        ticked={name: _ticked(visit, customer, name, keeps_form=keeps_form) for name in FLAGS},
        correctable=get_args(CorrectedField),
        may_correct=bool(visit.signed_in.roles & STAFF),
        cases=cases,
        count=count,
        owed=sum(case[OWED] for case in cases) if count == len(cases) else booked,
        is_of_today=count == len(cases),
        letters=letters,
        complaints=complaints,
        may_work=bool(visit.signed_in.roles & STAFF),
        may_change=bool(visit.signed_in.roles & STAFF_AND_ADMINS),
        marks=FLAGS,
        issues=issues,
        done=visit.query.get("done"),
    )


async def _shown_to_named_staff(visit: Visit, connection: Connection, customer: Values) -> Values:
    """How a protected customer is reached, where the reader may see it; the audit log says so."""
    if not (customer["protected_identity"] and visit.signed_in.may_see_protected):
        return {}
    visit.note_reading("protected_details", customer["_id"])
    return await read_shown(connection, customer["_id"])


def _contact(customer: Values) -> dict[str, str]:
    """How a customer is reached, by the names of the form's fields."""
    address = customer.get("address") or {}
    reached = {name: customer.get(name) or "" for name in REACHED}
    return reached | {name: address.get(name) or "" for name in ADDRESS}


def _ticked(visit: Visit, customer: Values, name: str, *, keeps_form: bool) -> bool:
    return visit.form.text(name) == "yes" if visit.form.texts and keeps_form else bool(customer[name])


async def correct(visit: Visit) -> Response:
    """Correct the customer's name, number or kind."""
    form = visit.form
    value: str | bool = form.text("value")
    if form.text("field") == "is_person":
        value = form.text("value").strip().casefold() in ("ja", "yes")

    async def work(tx: Connection) -> str:
        document = await visit.find_document(tx, CUSTOMERS)
        given = read(CorrectionInput, {"field": form.text("field"), "value": value, "reason": form.text("reason")})
        await correct_customer(tx, visit.signed_in, document["_id"], given, clock.now())
        return f"/console/customers/{visit.path['id']}?done=yes"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _shown(visit, issues_of(visit.t, refused), 422, keeps_form=False)


async def change_contact(visit: Visit) -> Response:
    """Keep how a customer is reached, and its marks, as the form says."""

    if wrong := _wrong(visit):
        return await _shown(visit, wrong, 422)

    async def work(tx: Connection) -> str:
        await change_document(visit, tx, CUSTOMERS, change_customer, _changes(visit))
        return f"/console/customers/{visit.path['id']}?done=yes"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _shown(visit, issues_of(visit.t, refused), 422)
    except (OutOfDate, EtagDiffers):
        return await _shown(visit, {}, 409, is_changed=True)


def _wrong(visit: Visit) -> dict[str, str]:
    """Contact details that cannot work, which the person who enters them can correct at once."""
    email, phone, wrong = visit.form.text("email"), visit.form.text("mobile_number"), {}
    if email and email_warnings(email):
        wrong["email"] = visit.t("console.customer.email_hint")
    if phone and phone_warnings(phone):
        wrong["mobile_number"] = visit.t("console.customer.telephone_hint")
    return wrong


def _changes(visit: Visit) -> dict[str, Any]:
    form = visit.form
    written = {name: form.text(name) for name in ADDRESS if form.text(name)}
    changes: dict[str, Any] = {name: form.text(name) for name in REACHED}
    changes |= {name: form.text(name) == "yes" for name in (*FLAGS, "email_consent", "sms_consent")}
    return changes | ({"address": written} if written else {})
