"""UBL 2.1 as Peppol BIS Billing 3 has it: an invoice or a credit note that the rules of EN 16931 and of Peppol let through.

The order of the elements is the schema's. Nothing is written that is empty, and no sign that XML or a reader has no use for.
"""

import unicodedata
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from lxml import etree
from lxml.etree import _Element as Element

from fordran.domain.money import ORE_PER_KRONA
from fordran.domain.numbers import bankgiro, e_invoice_address
from fordran.formats.amounts import decimal_kronor
from fordran.formats.e_invoices.invoice import EInvoice, EInvoiceLine, Party
from fordran.formats.e_invoices.sums import lines_sum, vat_sums

CBC = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
CAC = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
DOCUMENT = "urn:oasis:names:specification:ubl:schema:xsd:{kind}-2"
CUSTOMIZATION = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"
PROFILE = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
F_TAX = "Godkänd för F-skatt"
CREDIT_TRANSFER = "30"
CLEARING = "97"
"""Between partners: UNCL4461."""
A_PIECE = "C62"
_SLACK = Decimal("0.02")
"""How far a line may lie from its price times its units: PEPPOL-EN16931-R120."""


def invoice_xml(invoice: EInvoice) -> bytes:
    """The document. Raises `CannotSay` where BIS 3 has no way to say it."""
    invoice.check()
    kind = "CreditNote" if invoice.credits else "Invoice"
    names = {None: DOCUMENT.format(kind=kind), "cac": CAC, "cbc": CBC}
    root = etree.Element(f"{{{names[None]}}}{kind}", nsmap=names)  # type: ignore[arg-type]  # the stubs know no default
    _head(root, invoice)
    _references(root, invoice)
    _party(_in(root, "AccountingSupplierParty"), invoice.seller)
    _party(_in(root, "AccountingCustomerParty"), invoice.buyer)
    _payment(root, invoice)
    _tax(root, invoice)
    _sums(root, invoice)
    for position, line in enumerate(invoice.lines, 1):
        _line(root, kind, position, line, invoice)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def clean(text: str) -> str:
    """The text on one line, without what XML forbids and what only steers a printer."""
    kept = (" " if letter.isspace() or unicodedata.category(letter) == "Cc" else letter for letter in text)
    return " ".join("".join(letter for letter in kept if _is_writable(letter)).split())


def _is_writable(letter: str) -> bool:
    return not ("\ud800" <= letter <= "\udfff" or letter in "\ufffe\uffff" or unicodedata.category(letter) == "Cn")


def _in(parent: Element, name: str) -> Element:
    return etree.SubElement(parent, f"{{{CAC}}}{name}")


def _say(parent: Element, name: str, text: str | date, **attributes: str) -> None:
    """A value, unless it is empty: an empty element is refused (PEPPOL-EN16931-R008)."""
    if cleaned := clean(str(text)):
        etree.SubElement(parent, f"{{{CBC}}}{name}", {**attributes}).text = cleaned


def _amount(parent: Element, name: str, ore: int) -> None:
    _say(parent, name, decimal_kronor(ore), currencyID="SEK")


# The head -----------------------------------------------------------------------------------------------------------------------


def _head(root: Element, invoice: EInvoice) -> None:
    _say(root, "CustomizationID", CUSTOMIZATION)
    _say(root, "ProfileID", PROFILE)
    _say(root, "ID", invoice.number)
    _say(root, "IssueDate", invoice.invoice_date)
    if invoice.credits:
        _say(root, "CreditNoteTypeCode", "381")
    else:
        _say(root, "DueDate", invoice.due_date)
        _say(root, "InvoiceTypeCode", "380")
    _say(root, "Note", invoice.note)
    _say(root, "DocumentCurrencyCode", "SEK")
    named = invoice.buyer_reference or ("" if clean(invoice.order_reference) else invoice.customer_number)
    if not clean(named) and not clean(invoice.order_reference):
        named = invoice.number
    _say(root, "BuyerReference", named)


def _references(root: Element, invoice: EInvoice) -> None:
    if clean(invoice.order_reference):
        _say(_in(root, "OrderReference"), "ID", invoice.order_reference)
    if invoice.credits:
        _say(_in(_in(root, "BillingReference"), "InvoiceDocumentReference"), "ID", invoice.credits)
    if clean(invoice.contract_reference):
        _say(_in(root, "ContractDocumentReference"), "ID", invoice.contract_reference)


# Parties ------------------------------------------------------------------------------------------------------------------------


def _party(holder: Element, party: Party) -> None:
    element = _in(holder, "Party")
    scheme, _, identifier = (party.address or e_invoice_address.of(party.legal_no)).partition(":")
    _say(element, "EndpointID", identifier, schemeID=scheme)
    _say(_in(element, "PartyName"), "Name", party.name)
    _address(_in(element, "PostalAddress"), party)
    if party.vat_no:
        _registered(element, party.vat_no, "VAT")
    if party.approved_for_f_tax:
        _registered(element, F_TAX, "TAX")
    legal = _in(element, "PartyLegalEntity")
    _say(legal, "RegistrationName", party.name)
    _say(legal, "CompanyID", party.legal_no, schemeID=e_invoice_address.SWEDISH)
    if any(map(clean, (party.contact, party.phone, party.email))):
        contact = _in(element, "Contact")
        _say(contact, "Name", party.contact)
        _say(contact, "Telephone", party.phone)
        _say(contact, "ElectronicMail", party.email)


def _registered(party: Element, number: str, scheme: str) -> None:
    registration = _in(party, "PartyTaxScheme")
    _say(registration, "CompanyID", number)
    _say(_in(registration, "TaxScheme"), "ID", scheme)


def _address(element: Element, party: Party) -> None:
    first, second, third = (*filter(clean, party.streets), "", "", "")[:3]
    _say(element, "StreetName", first)
    _say(element, "AdditionalStreetName", second)
    _say(element, "CityName", party.city)
    _say(element, "PostalZone", party.zip_code)
    if clean(third):
        _say(_in(element, "AddressLine"), "Line", third)
    _say(_in(element, "Country"), "IdentificationCode", party.country)


# Money --------------------------------------------------------------------------------------------------------------------------


def _payment(root: Element, invoice: EInvoice) -> None:
    """The payee, the delivery and the means of payment: a credit note asks for nothing."""
    if not invoice.credits and invoice.payee.legal_no != invoice.seller.legal_no:
        payee = _in(root, "PayeeParty")
        _say(_in(payee, "PartyName"), "Name", invoice.payee.name)
        if invoice.payee.legal_no:
            _say(
                _in(payee, "PartyLegalEntity"), "CompanyID", invoice.payee.legal_no, schemeID=e_invoice_address.SWEDISH
            )
    if invoice.delivery_date:
        _say(_in(root, "Delivery"), "ActualDeliveryDate", invoice.delivery_date)
    if invoice.credits:
        _say(_in(root, "PaymentTerms"), "Note", f"Kreditering av faktura {invoice.credits}")
        return
    means = _in(root, "PaymentMeans")
    if invoice.is_netted:
        _say(means, "PaymentMeansCode", CLEARING)
        return
    _say(means, "PaymentMeansCode", CREDIT_TRANSFER)
    _say(means, "PaymentID", invoice.ocr_number)
    account = _in(means, "PayeeFinancialAccount")
    _say(account, "ID", invoice.iban or bankgiro.compact(invoice.bankgiro))
    _say(account, "Name", invoice.payee.name)
    if invoice.iban:
        return
    _say(_in(account, "FinancialInstitutionBranch"), "ID", "SE:BANKGIRO")


def _tax(root: Element, invoice: EInvoice) -> None:
    total = _in(root, "TaxTotal")
    _amount(total, "TaxAmount", invoice.totals.total_vat)
    for taxed in vat_sums(invoice):
        subtotal = _in(total, "TaxSubtotal")
        _amount(subtotal, "TaxableAmount", taxed.taxable)
        _amount(subtotal, "TaxAmount", taxed.vat)
        category = _in(subtotal, "TaxCategory")
        _say(category, "ID", taxed.category)
        if taxed.category != "O":
            _say(category, "Percent", str(taxed.percent))
        _say(category, "TaxExemptionReason", taxed.reason)
        _say(_in(category, "TaxScheme"), "ID", "VAT")


def _sums(root: Element, invoice: EInvoice) -> None:
    totals = invoice.totals
    element = _in(root, "LegalMonetaryTotal")
    _amount(element, "LineExtensionAmount", lines_sum(invoice))
    _amount(element, "TaxExclusiveAmount", totals.total_amount_excluding_vat)
    _amount(element, "TaxInclusiveAmount", totals.total_amount_including_vat)
    if invoice.paid_amount:
        _amount(element, "PrepaidAmount", invoice.paid_amount)
    if totals.amount_rounding:
        _amount(element, "PayableRoundingAmount", totals.amount_rounding)
    _amount(element, "PayableAmount", totals.amount_to_pay - invoice.paid_amount)


# Lines --------------------------------------------------------------------------------------------------------------------------


def _line(root: Element, kind: str, position: int, line: EInvoiceLine, invoice: EInvoice) -> None:
    units, price = priced(line)
    element = _in(root, f"{kind}Line")
    _say(element, "ID", str(position))
    _say(element, "CreditedQuantity" if invoice.credits else "InvoicedQuantity", f"{units:f}", unitCode=A_PIECE)
    _amount(element, "LineExtensionAmount", line.amount)
    _say(element, "AccountingCost", line.cost_center)
    if clean(line.order_line_reference):
        _say(_in(element, "OrderLineReference"), "LineID", line.order_line_reference)
    item = _in(element, "Item")
    _say(item, "Description", _joined(line.extra))
    _say(item, "Name", clean(line.description) or "-")
    if clean(line.article_number):
        _say(_in(item, "SellersItemIdentification"), "ID", line.article_number)
    category = invoice.category(line)
    tax = _in(item, "ClassifiedTaxCategory")
    _say(tax, "ID", category)
    if category != "O":
        _say(tax, "Percent", line.vat_percent.removesuffix("%"))
    _say(_in(tax, "TaxScheme"), "ID", "VAT")
    _say(_in(element, "Price"), "PriceAmount", f"{price:f}", currencyID="SEK")


def priced(line: EInvoiceLine) -> tuple[Decimal, Decimal]:
    """Units and price each, whose product is the line's amount.

    A price is never negative (BR-27): what lowers the invoice has negative units. Where units and price were not given, or
    do not come to the amount, which is the truth, the line is one of what it costs.
    """
    amount = Decimal(line.amount) / ORE_PER_KRONA
    if line.units and line.unit_price is not None:
        price, units = abs(line.unit_price), abs(line.units).copy_sign(amount)
        if abs(units * price - amount) <= _SLACK / 2:
            return units, price
    return Decimal(1).copy_sign(amount), abs(amount)


def _joined(texts: Iterable[str]) -> str:
    return " · ".join(filter(None, map(clean, texts)))
