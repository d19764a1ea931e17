"""GET /invoices/{id}/ubl: who gets it, what it says of the creditor, and why it may not be said."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from lxml import etree

from fordran.api.app import Api
from fordran.formats.e_invoices.ubl import CAC, CBC
from tests.actions.office import Body, Office, open_office
from tests.api.bodies import creditor_data
from tests.formats.e_invoices import official_rules
from tests.pdf import text_of

COMPANY: Body = {
    "name": "Köparen AB",
    "id_number": "556016-0680",
    "address": {"address_line_1": "Björkgatan 3", "zip_code": "753 28", "city": "Uppsala"},
}
PARTICULARS: Body = {"vat_no": "SE556036079301", "approved_for_f_tax": True, "email": "svar@kraft.example"}


@pytest.fixture(scope="module")
async def office(app: Api) -> AsyncIterator[Office]:
    office = await open_office(app)
    yield office
    await office.client.aclose()


async def creditor_with(office: Office, **more: Any) -> str:
    body = {"account": office.account, **creditor_data(), "organization_no": "556036-0793", **more}
    id_: str = (await office.post("creditors", body))["_id"]
    return id_


async def invoiced(office: Office, creditor: str, customer: Body, **more: Any) -> str:
    """Register an invoice; its id."""
    line = {"article_description": "Månadsavgift", "total_price_excluding_vat": 1000.37, "unit_vat_percent": "25%"}
    body = office.invoice_body(1000, creditor=creditor, customer=customer, matrix=[line], **more)
    id_: str = (await office.post("invoice--registrations", body))["_invoice"]
    return id_


def said(document: bytes, path: str) -> list[str]:
    found = etree.fromstring(document).xpath(f"{path}/text()", namespaces={"cbc": CBC, "cac": CAC})
    return [str(text) for text in found]  # type: ignore[union-attr]


async def test_an_invoice_to_an_organisation_is_an_e_invoice_with_its_sums(office: Office) -> None:
    invoice = await invoiced(office, await creditor_with(office, **PARTICULARS), COMPANY)
    answer = await office.client.get(f"/invoices/{invoice}/ubl")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/xml"), answer.text
    shown = (await office.client.get(f"/invoices/{invoice}")).json()
    payable = shown["total_amount_including_vat"] + shown["amount_rounding"]
    assert [float(text) for text in said(answer.content, "//cbc:PayableAmount")] == [payable]
    assert said(answer.content, "//cbc:PaymentID") == [shown["ocr_number"]]
    assert said(answer.content, "//cac:AccountingCustomerParty//cbc:EndpointID") == ["5560160680"]
    assert said(answer.content, "//cac:AccountingSupplierParty//cac:Contact/cbc:ElectronicMail") == [
        "svar@kraft.example"
    ]
    if official_rules.ARE_HERE:
        assert official_rules.broken_rules(answer.content) == []


@pytest.mark.parametrize(
    ("particulars", "customer", "reason"),
    [
        ({}, COMPANY, "the creditor has no vat_no, and lines have VAT"),
        ({"vat_no": "SE1"}, COMPANY, "the creditor has no vat_no, and lines have VAT"),
        (PARTICULARS, {"name": "Karin Lind", "id_number": "850709-9805"}, "the customer has no e_invoice_address"),
    ],
)
async def test_what_an_e_invoice_cannot_say_is_a_conflict(
    office: Office, particulars: Body, customer: Body, reason: str
) -> None:
    invoice = await invoiced(office, await creditor_with(office, **particulars), customer)
    answer = await office.client.get(f"/invoices/{invoice}/ubl")
    assert answer.status_code == 409
    assert reason in answer.json()["_error"]["message"]


@pytest.mark.parametrize(
    ("says", "category"), [({}, "E"), ({"is_zero_rated": False}, "E"), ({"is_zero_rated": True}, "Z")]
)
async def test_no_vat_is_an_exemption_unless_the_line_says_that_it_is_a_rate(
    office: Office, says: Body, category: str
) -> None:
    creditor = await creditor_with(office, **PARTICULARS)
    line = {"article_description": "Export", "total_price_excluding_vat": 100, "unit_vat_percent": "0%"} | says
    body = office.invoice_body(100, creditor=creditor, customer=COMPANY, matrix=[line])
    invoice = (await office.post("invoice--registrations", body))["_invoice"]
    document = (await office.client.get(f"/invoices/{invoice}/ubl")).content
    assert said(document, "//cac:ClassifiedTaxCategory/cbc:ID") == [category]
    if official_rules.ARE_HERE:
        assert official_rules.broken_rules(document) == []


async def test_an_invoice_that_is_not_there_is_not_found(office: Office) -> None:
    assert (await office.client.get(f"/invoices/{'0' * 24}/ubl")).status_code == 404


@pytest.mark.parametrize(("particulars", "is_said"), [(PARTICULARS, True), ({}, False), ({"vat_no": ""}, False)])
async def test_a_printed_invoice_says_what_the_creditor_told_of_itself_and_nothing_else(
    office: Office, particulars: Body, is_said: bool
) -> None:
    invoice = await invoiced(office, await creditor_with(office, **particulars), COMPANY)
    shown = (await office.client.get(f"/invoices/{invoice}")).json()
    pdf = (await office.client.get(f"/media--files/{shown['print']}")).content
    text = text_of(pdf)
    assert ("F-skatt" in text, "SE556036079301" in text) == (is_said, is_said)


async def test_a_vat_number_that_does_not_fit_is_marked(office: Office) -> None:
    creditor = await creditor_with(office, vat_no="SE556036079401")
    shown = (await office.client.get(f"/creditors/{creditor}")).json()
    assert [warning["field"] for warning in shown["warnings"]] == ["vat_no"]
