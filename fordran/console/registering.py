"""Registering by forms: an invoice with its lines, a credit invoice of one, and a claim that is overdue.

What the forms say becomes the body that the interface takes, and is registered by the same verbs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.printing.print_invoice import print_invoice
from fordran.actions.registrations.register_case import register_case
from fordran.actions.registrations.register_invoice import register_invoice
from fordran.console.downloads import download
from fordran.console.fields import NOT_READ, FormField, by_path, day, number
from fordran.console.form_acts import ShownChange, confirm_page, is_confirmed
from fordran.domain.kinds.claim_kinds import ClaimKind
from fordran.domain.kinds.steps import FirstAction
from fordran.domain.vat import VatPercent
from fordran.formats.table_documents import BadCell
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.resources.cases import CASES
from fordran.resources.creditors import CREDITORS
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS, InvoiceRegistrationInput
from fordran.resources.invoices import INVOICES
from fordran.shape.fields import Refused, Shape, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.rows.rows import find_values
from fordran.web.acts import do_once, dry_run
from fordran.web.formatting import amount_text, day_in
from fordran.web.shown_forms import PREVIEW
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

LINES, MOST_CREDITORS, USUAL_DAYS = 6, 500, 30
CUSTOMER = (
    FormField("name", "console.name"),
    FormField("id_number", "console.personal_or_org_number"),
    FormField("customer_number", "console.register.customer_number", required=False),
    FormField("address_line_1", "console.street_address"),
    FormField("zip_code", "console.postal_code"),
    FormField("city", "console.town"),
    FormField("email", "console.email", "email", required=False),
    FormField("mobile_number", "console.phone", "tel", required=False),
)
_DAYS = (
    FormField("invoice_number", "console.register.invoice_number"),
    FormField("invoice_date", "console.invoice_date", "date"),
    FormField("invoice_due_date", "console.register.due_date", "date"),
)
_ADDRESS = ("address_line_1", "zip_code", "city")
_LINE = ("what", "units", "price", "vat")


@dataclass(frozen=True)
class RegistrationForm:
    """A form that registers something: the fields beside those of the customer, and what they become."""

    path: str
    title: str
    about: str
    fields: tuple[FormField, ...]
    shape: type[Shape]
    document: Callable[[Visit, Values, date], dict[str, Any]]
    """The body of the interface, by the form's values and the creditor; raises `Refused` by field."""
    register: Callable[..., Awaitable[Mapping[str, Any]]]
    has_lines: bool = False


def _invoice(visit: Visit, _creditor: Values, _today: date) -> dict[str, Any]:
    form = visit.form
    named = ("invoice_number", "invoice_headline", "your_reference", "our_reference", "debt_description")
    lines = _lines(visit)
    given = {name: form.text(name) for name in named if form.text(name)}
    return given | _days_of(visit) | {"invoice_type": "invoice", "matrix": lines}


def _claim(visit: Visit, _creditor: Values, _today: date) -> dict[str, Any]:
    form, days = visit.form, _days_of(visit)
    due = None
    if {"invoice_date", "invoice_due_date"} <= days.keys():
        due = (date.fromisoformat(days["invoice_due_date"]) - date.fromisoformat(days["invoice_date"])).days
    debt: dict[str, Any] = {
        name: form.text(name) for name in ("invoice_number", "debt_description", "claim_kind") if form.text(name)
    }
    if form.text("capital"):
        debt["capital_to_claim"] = _number(visit, "capital")
    debt |= {"invoice_date": days["invoice_date"]} if "invoice_date" in days else {}
    debt |= {} if due is None else {"invoice_due_days_after_invoice_date": due}
    return {"first_action": form.text("first_action"), "debts": [debt]}


INVOICE_FORM = RegistrationForm(
    "/console/invoices",
    "console.register.invoice",
    "console.register.invoice_about",
    (
        *_DAYS,
        FormField("invoice_headline", "console.headline", required=False),
        FormField("your_reference", "console.register.your_reference", required=False),
        FormField("our_reference", "console.register.our_reference", required=False),
        FormField("debt_description", "console.register.debt_description", required=False),
    ),
    InvoiceRegistrationInput,
    _invoice,
    register_invoice,
    has_lines=True,
)
CLAIM_FORM = RegistrationForm(
    "/console/claims",
    "console.register.claim",
    "console.register.claim_about",
    (
        *_DAYS,
        FormField("capital", "console.register.capital", read=number),
        FormField("debt_description", "console.register.debt_description"),
        FormField("claim_kind", "console.register.claim_kind"),
        FormField("first_action", "console.register.first_action"),
    ),
    CaseRegistrationInput,
    _claim,
    register_case,
)


def _days_of(visit: Visit) -> dict[str, str]:
    """The days that were written; text that is no day is refused; a missing day is an issue beside the others."""
    found = {}
    for name in ("invoice_date", "invoice_due_date"):
        if text := visit.form.text(name):
            try:
                found[name] = day(text)
            except BadCell:
                raise Refused({name: visit.t(NOT_READ["date"])}) from None
    return found


def _lines(visit: Visit) -> list[dict[str, Any]]:
    """The lines that say something. Price times units is the total, to the öre."""
    lines = []
    for row in range(LINES):
        what, price = visit.form.text(f"what_{row}"), visit.form.text(f"price_{row}")
        if not what and not price:
            continue
        units = Decimal(_number(visit, f"units_{row}")) if visit.form.text(f"units_{row}") else Decimal(1)
        each = Decimal(_number(visit, f"price_{row}"))
        total = (units * each).quantize(Decimal("0.01"), ROUND_HALF_UP)
        line = {"article_description": what, "unit_price": each, "number_of_units": units}
        lines.append(line | {"total_price_excluding_vat": total, "unit_vat_percent": visit.form.text(f"vat_{row}")})
    return lines


def _number(visit: Visit, field: str) -> Any:
    try:
        return number(visit.form.text(field))
    except BadCell:
        raise Refused({field: visit.t(NOT_READ["number"])}) from None


def new_page(form: RegistrationForm) -> Callable[[Visit], Awaitable[Response]]:
    """The empty form; of an invoice, filled with another that is to be credited where the address names one."""

    async def serve(visit: Visit) -> Response:
        today: date = visit.frame["today"]
        values = {"invoice_date": today.isoformat(), "creditor": visit.query.get("creditor", "")}
        values |= {"invoice_due_date": (today + timedelta(USUAL_DAYS)).isoformat()}
        credited = None
        if form.has_lines and visit.query.get("credits"):
            credited = await _credited(visit, visit.query["credits"])
            values |= _values_of(credited) | {"invoice_due_date": today.isoformat()}
        return await _shown(visit, form, values, {}, credited)

    return serve


def registering(form: RegistrationForm) -> Callable[[Visit], Awaitable[Response]]:
    """The target of a form: it shows what would be registered, or the paper of it, and registers once that is confirmed."""

    async def serve(visit: Visit) -> Response:
        credited = await _credited(visit, visit.form.text("credits")) if visit.form.text("credits") else None
        try:
            given = await _given(visit, form, credited)
            if is_confirmed(visit):
                return visit.redirect(await do_once(visit, lambda tx: _do(visit, tx, form, given)))
            if visit.form.texts.get(PREVIEW) == "yes":
                return await _paper(visit, form, given)
            changes = await dry_run(visit, lambda tx: _changes(visit, tx, form, given))
        except Refused as refused:
            return await _shown(visit, form, visit.form.own, _by_field(visit, refused), credited, 422)
        title = visit.t("console.register.credit" if credited else form.title)
        back = f"/console/invoices/{credited['_id']}" if credited else f"{form.path}/new"
        remark = "" if not form.has_lines or credited else visit.t("console.register.sent_soon")
        return confirm_page(visit, title, back, form.path, changes, visit.form.own, remark=remark)

    return serve


async def _given(visit: Visit, form: RegistrationForm, credited: Values | None) -> Shape:
    """The registration that the form says, of a creditor that the visitor sees."""
    async with visit.database.connection() as connection:
        chosen = credited["creditor"] if credited else visit.form.text("creditor")
        creditor = await find_values(connection, CREDITORS, visit.signed_in, chosen)
    if creditor is None:
        raise Refused({"creditor": visit.t("console.register.choose_creditor")})
    document = form.document(visit, creditor, visit.frame["today"])
    document |= {"account": creditor["account"], "creditor": creditor["_id"], "currency": "SEK"}
    document["customer"] = credited["sent_customer"] if credited else _customer(visit)
    if credited:
        document |= {"invoice_type": "credit_invoice", "reference_number": credited["invoice_number"]}
    return read(form.shape, document)


def _customer(visit: Visit) -> dict[str, Any]:
    filled = {field.name: visit.form.text(field.name) for field in CUSTOMER if visit.form.text(field.name)}
    address = {name: filled.pop(name) for name in _ADDRESS if name in filled}
    return filled | ({"address": address} if address else {})


def _by_field(visit: Visit, refused: Refused) -> dict[str, str]:
    """Issues by the fields of the form, where the interface's documents are nested."""
    found: dict[str, str] = {}
    for path, sentence in by_path(visit.t, refused.issues).items():
        parts = path.split(".")
        row = next((part for part in parts if part.isdigit()), "0")
        name = {
            "article_description": f"what_{row}",
            "unit_price": f"price_{row}",
            "number_of_units": f"units_{row}",
            "total_price_excluding_vat": f"price_{row}",
            "unit_vat_percent": f"vat_{row}",
            "matrix": "what_0",
            "capital_to_claim": "capital",
            "invoice_due_days_after_invoice_date": "invoice_due_date",
            "address": "address_line_1",
        }.get(parts[-1], parts[-1])
        found.setdefault(name, sentence)
    return found


async def _register(visit: Visit, tx: Connection, form: RegistrationForm, given: Shape) -> Mapping[str, Any]:
    return await form.register(tx, visit.signed_in, given, clock.now())


async def _do(visit: Visit, tx: Connection, form: RegistrationForm, given: Shape) -> str:
    made = await _register(visit, tx, form, given)
    if form.has_lines:
        return f"/console/invoices/{made['_invoice']}?done=registered"
    return f"/console/cases/{made['_cases'][0]}?done=registered"


async def _changes(visit: Visit, tx: Connection, form: RegistrationForm, given: Shape) -> list[ShownChange]:
    """The new documents, as rows of the confirmation; it registers them."""
    made, t = await _register(visit, tx, form, given), visit.t
    case = await visit.find(tx, CASES, made["_case"] if form.has_lines else made["_cases"][0])
    rows: list[ShownChange] = [
        (t("console.creditor"), "", case["creditor_name"]),
        (t("console.customer"), "", f"{case['customer_name']}, {case['customer_id_number']}"),
        (t("console.ocr"), "", case["ocr_number"]),
    ]
    if form.has_lines:
        invoice = await visit.find(tx, INVOICES, made["_invoice"])
        total = amount_text(invoice["total_amount_including_vat"], t.language)
        rows += [
            (t("console.invoice"), "", invoice["invoice_number"]),
            (t("console.invoice.total_incl_vat"), "", total),
            (t("console.invoice.falls_due"), "", str(day_in(invoice["invoice_due_date"]))),
        ]
    rows.append((t("console.case.debt_today"), "", amount_text(case["total_remaining_transaction_amount"], t.language)))
    return [*rows, (t("console.status"), "", t.of("case_status", case["status"]))]


async def _paper(visit: Visit, form: RegistrationForm, given: Shape) -> Response:
    """The invoice as it would be printed."""
    if not form.has_lines:
        raise NoSuchPage
    papers: dict[str, bytes] = {}

    async def work(tx: Connection) -> None:
        made = await _register(visit, tx, form, given)
        await print_invoice(tx, papers.__setitem__, visit.settings.operator, made["_invoice"], clock.now())

    await dry_run(visit, work)
    if not papers:
        raise NoSuchPage
    return download("faktura.pdf", "pdf", next(iter(papers.values())), inline=True)


async def _credited(visit: Visit, id_: str) -> Values:
    """The invoice that is to be credited, with its customer as it was sent."""
    async with visit.database.connection() as connection:
        invoice = await visit.find(connection, INVOICES, id_)
        if invoice["invoice_type"] != "invoice":
            raise NoSuchPage
        sent = await find_values(connection, INVOICE_REGISTRATIONS, visit.signed_in, invoice["invoice_registration"])
    if sent is None:
        raise NoSuchPage
    visit.note_reading(INVOICES.name, id_)
    return invoice | {"sent_customer": sent["customer"]}


def _values_of(credited: Values) -> dict[str, str]:
    """The lines of an invoice as the form has them."""
    values: dict[str, str] = {}
    for row, line in enumerate((credited.get("matrix") or [])[:LINES]):
        total = Decimal(line["total_price_excluding_vat"]).scaleb(-2)
        units = line.get("number_of_units") or 1
        price = line.get("unit_price")
        if price is None or Decimal(str(price)) * Decimal(str(units)) != total:
            units, price = 1, total
        cells = (line.get("article_description", ""), units, price, line.get("unit_vat_percent", ""))
        values |= {f"{name}_{row}": str(text).replace(".", ",") for name, text in zip(_LINE, cells, strict=True)}
    return values


async def creditor_choices(visit: Visit, connection: Connection) -> list[tuple[str, str]]:
    """The active creditors that the visitor sees, as options; one alone is chosen already."""
    order = (("name", False),)
    found = await visit.read(connection, CREDITORS, {"is_active": True}, MOST_CREDITORS, order, {"name": True})
    first = [] if len(found) == 1 else [("", visit.t("console.choose"))]
    return [*first, *((one["_id"], one["name"]) for one in found)]


async def _shown(
    visit: Visit,
    form: RegistrationForm,
    values: Mapping[str, str],
    issues: Mapping[str, str],
    credited: Values | None,
    status: int = 200,
) -> Response:
    t = visit.t
    async with visit.database.connection() as connection:
        creditors = await creditor_choices(visit, connection)
    choices = {
        "claim_kind": t.options("claim_kind", get_args(ClaimKind)),
        "first_action": t.options("first_action", get_args(FirstAction), "about"),
    }
    return visit.render(
        "registering.html",
        status,
        form=form,
        credited=credited,
        customer=CUSTOMER,
        creditors=creditors,
        values=values,
        issues=issues,
        options=choices,
        lines=range(LINES) if form.has_lines else (),
        vat=[(rate, rate) for rate in get_args(VatPercent)],
    )
