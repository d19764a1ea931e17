"""E-invoices: what is written of an invoice, that the official rules let all of it through, and what cannot be said."""

from __future__ import annotations

import os
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from lxml import etree

from fordran.formats.e_invoices.invoice import EInvoice, EInvoiceLine, NotExpressible
from fordran.formats.e_invoices.ubl import CAC, CBC, clean, invoice_xml, priced
from tests.formats.e_invoices import official_rules
from tests.formats.e_invoices.samples import BUYER, PAYEE, SELLER, invoice, invoices

EXAMPLES = int(os.environ.get("FORDRAN_TEST_EXAMPLES", "60"))
NAMES = {"cbc": CBC, "cac": CAC}
by_official_rules = pytest.mark.skipif(
    not official_rules.ARE_HERE, reason="the official rules lie neither beside the project nor in FORDRAN_PEPPOL_RULES"
)


def said(document: bytes, path: str) -> list[str]:
    """The texts at a path of element names."""
    found = etree.fromstring(document).xpath(f"{path}/text()", namespaces=NAMES)
    return [str(text) for text in found]  # type: ignore[union-attr]


KINDS: dict[str, EInvoice] = {
    "one line": invoice(),
    "all rates": invoice(tuple(EInvoiceLine(rate, 10_001, rate) for rate in ("25%", "12%", "6%", "0%"))),
    "a discount": invoice((EInvoiceLine("Vara", 50_000, "25%"), EInvoiceLine("Rabatt", -12_345, "25%"))),
    "units and a price": invoice(
        (EInvoiceLine("Timmar", 237_625, "25%", units=Decimal("2.5"), unit_price=Decimal("950.5")),)
    ),
    "0 % as a rate": invoice((EInvoiceLine("Export", 10_000, "0%", is_zero_rated=True),)),
    "a seller outside of the tax": invoice(
        (EInvoiceLine("Medlemsavgift", 10_000, "0%"),), seller=replace(SELLER, vat_no="", approved_for_f_tax=False)
    ),
    "approved for F-tax alone": invoice((EInvoiceLine("Vård", 10_000, "0%"),), seller=replace(SELLER, vat_no="")),
    "a credit note": invoice(credits="1041"),
    "a credit note without VAT": invoice((EInvoiceLine("Avgift", 5_000, "0%"),), credits="1041"),
    "rounded to kronor": invoice((EInvoiceLine("Vara", 10_037, "25%"),)),
    "nothing to pay": invoice((EInvoiceLine("Prov", 0, "25%"),)),
    "references": invoice(buyer_reference="REF", order_reference="O-1", contract_reference="C-1", note="Tack!"),
    "a buyer abroad": invoice(buyer=replace(BUYER, organization_no="", address="0192:987654325", country="NO")),
    "paid to the seller": invoice(payee=SELLER),
    "a sole trader": invoice(seller=replace(SELLER, organization_no="850709-9805", vat_no="SE850709980501")),
}


@by_official_rules
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_invoice_passes_the_official_rules(kind: str) -> None:
    assert official_rules.broken_rules(invoice_xml(KINDS[kind])) == []


@by_official_rules
@given(invoices())
@settings(max_examples=EXAMPLES, deadline=None)
def test_whatever_invoice_we_can_make_passes_the_official_rules(drawn: EInvoice) -> None:
    assert official_rules.broken_rules(invoice_xml(drawn)) == []


@by_official_rules
def test_the_official_rules_see_a_wrong_sum() -> None:
    wrong = invoice_xml(invoice()).replace(b">1250.00</cbc:PayableAmount>", b">1251.00</cbc:PayableAmount>")
    assert any(broken.startswith("BR-CO-16") for broken in official_rules.broken_rules(wrong))


# What is so wherever the tests are run ---------------------------------------------------------------------------------------


def _kronor(document: bytes, path: str) -> list[Decimal]:
    return [Decimal(text) for text in said(document, path)]


@given(invoices())
@settings(max_examples=200, deadline=None)
def test_sums_are_the_invoices_own_and_add_up(drawn: EInvoice) -> None:
    document = invoice_xml(drawn)
    total = "/*/cac:LegalMonetaryTotal/cbc:"
    lines = _kronor(document, "//cbc:LineExtensionAmount[not(parent::cac:LegalMonetaryTotal)]")
    assert _kronor(document, f"{total}LineExtensionAmount") == [sum(lines)]
    assert _kronor(document, f"{total}PayableAmount") == [Decimal(drawn.totals.amount_to_pay) / 100]
    vat = _kronor(document, "//cac:TaxSubtotal/cbc:TaxAmount")
    assert [sum(vat)] == _kronor(document, "/*/cac:TaxTotal/cbc:TaxAmount") == [Decimal(drawn.totals.total_vat) / 100]
    taxable = _kronor(document, "//cac:TaxSubtotal/cbc:TaxableAmount")
    assert [sum(taxable)] == _kronor(document, f"{total}TaxExclusiveAmount")
    assert min(_kronor(document, "//cbc:PriceAmount")) >= 0
    assert not etree.fromstring(document).xpath("//*[not(*) and not(normalize-space())]")


@given(invoices())
@settings(max_examples=200, deadline=None)
def test_units_times_price_is_the_line(drawn: EInvoice) -> None:
    for line in drawn.lines:
        units, price = priced(line)
        assert abs(units * price - Decimal(line.amount) / 100) <= Decimal("0.01")


@pytest.mark.parametrize(
    ("more", "reference"),
    [
        ({}, ["1042"]),
        ({"customer_number": "K-7"}, ["K-7"]),
        ({"customer_number": "K-7", "order_reference": "O-1"}, []),
        ({"buyer_reference": "Maja", "order_reference": "O-1"}, ["Maja"]),
        ({"buyer_reference": "\x07", "customer_number": "\x00"}, ["1042"]),
    ],
)
def test_the_buyers_reference_is_what_was_said_or_what_finds_the_invoice(
    more: dict[str, Any], reference: list[str]
) -> None:
    assert said(invoice_xml(invoice(**more)), "/*/cbc:BuyerReference") == reference


def test_how_to_pay_is_the_operators_bankgiro_and_the_payment_reference() -> None:
    document = invoice_xml(invoice())
    means = "/*/cac:PaymentMeans"
    assert said(document, f"{means}/cbc:PaymentID") == ["104221"]
    assert said(document, f"{means}/cac:PayeeFinancialAccount/cbc:ID") == ["9912346"]
    assert said(document, "/*/cac:PayeeParty/cac:PartyName/cbc:Name") == [PAYEE.name]


def test_a_credit_note_names_the_invoice_that_it_credits_and_asks_for_nothing() -> None:
    document = invoice_xml(KINDS["a credit note"])
    assert said(document, "/*/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID") == ["1041"]
    assert said(document, "//cac:PaymentMeans//cbc:ID") == []


def test_f_tax_is_said_where_it_was_told_and_else_not() -> None:
    paths = "//cac:AccountingSupplierParty//cac:PartyTaxScheme/cbc:CompanyID"
    assert said(invoice_xml(invoice()), paths) == ["SE556036079301", "Godkänd för F-skatt"]
    assert said(invoice_xml(invoice(seller=replace(SELLER, approved_for_f_tax=False))), paths) == ["SE556036079301"]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"seller": replace(SELLER, vat_no="")}, "the creditor has no vat_no, and lines have VAT"),
        ({"seller": replace(SELLER, organization_no="123")}, "no Swedish organisation number"),
        ({"buyer": replace(BUYER, address="")}, "the customer has no e_invoice_address"),
        ({"buyer": replace(BUYER, country="")}, "the customer's address has no country"),
        ({"lines": ()}, "it has no lines"),
    ],
)
def test_what_cannot_be_said_is_refused_with_its_reason(more: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotExpressible) as refused:
        invoice_xml(replace(invoice(), **more))
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("text", "written"), [("a\x00b\nc", "a b c"), ("\ud800x\uffff", "x"), (" \u00a0 ", ""), ("<&>'\"", "<&>'\"")]
)
def test_signs_that_xml_has_no_use_for_are_left_out(text: str, written: str) -> None:
    assert clean(text) == written
