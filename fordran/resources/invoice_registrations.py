"""Invoice registration: an invoice that the operator is to distribute, as the creditor's system sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field

from fordran.domain.money import Currency
from fordran.domain.service.retention import (
    ANONYMISED,
    BOOKKEEPING,
    KEPT,
    PSEUDONYMISED,
    SALES_INVOICE,
    STORAGE_LIMITATION,
)
from fordran.domain.vat import VatPercent
from fordran.resources.common import CaseSettings, CountableDay
from fordran.resources.customers import CustomerInput
from fordran.resources.invoices import InvoiceType
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import Kept
from fordran.shape.kinds import AccountId, CreditorId, Flag, Id, Moment, Money, Name, Quantity, Text
from fordran.shape.moments import NotAMoment, day_of, moment_of
from fordran.shape.resource import Resource
from fordran.shape.rules import Rule, any_of, at_least_one, is_not, says


class MatrixInput(Shape):
    """A line of an invoice. Its total is the truth; price and units are shown as sent."""

    article_number: Text | None = None
    article_description: Text
    unit_price: Quantity | None = None
    number_of_units: Quantity | None = None
    total_price_excluding_vat: Money
    unit_vat_percent: VatPercent = "25%"
    is_discount: Flag | None = None
    cost_center: Text | None = None
    article_date: Moment | None = None
    order_line_reference: Text | None = None
    custom_column_data: list[Text] | None = None
    extra_rows: list[Text] | None = None


class InvoiceRegistrationInput(Shape):
    account: AccountId
    creditor: CreditorId
    customer: CustomerInput
    """Matched or made."""
    invoice_type: InvoiceType
    invoice_number: Name
    """Unique for the creditor."""
    reference_number: Text | None = None
    """Of a credit invoice: the number of the invoice that it credits."""
    payout_reference: Text | None = None
    invoice_date: CountableDay
    invoice_due_date: CountableDay
    """Not before `invoice_date`."""
    invoice_delivery_date: Moment | None = None
    invoice_headline: Text | None = None
    invoice_body_text: Text | None = None
    currency: Currency
    your_contact: Text | None = None
    your_reference: Text | None = None
    our_reference: Text | None = None
    your_additional_reference: Text | None = None
    order_reference: Text | None = None
    contract_reference: Text | None = None
    debt_description: Text | None = None
    letter_template: Text | None = Field(default=None, deprecated="Deprecated since 2025-06-13; no longer required.")
    """Deprecated since 2025-06-13; not required."""
    custom_column_headlines: list[Text] | None = None
    matrix: list[MatrixInput]
    """At least one line."""
    preferred_invoice_distribution: Text | None = None
    """`email`, `print`, `e_invoice`; anything else is taken as the default."""
    case_settings: CaseSettings | None = None
    """For this case alone."""
    labels: list[Text] | None = None
    """Your own."""
    start_flow: Flag | None = None
    """`false` waits."""
    said_rules: ClassVar[tuple[Rule, ...]] = (
        at_least_one("matrix"),
        any_of(is_not("invoice_type", "credit_invoice"), says("reference_number")),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        issues: Issues = {}
        if _is_before(given.get("invoice_due_date"), given.get("invoice_date")):
            issues["invoice_due_date"] = "must not be before invoice_date"
        if given.get("matrix") == []:
            issues["matrix"] = "min length is 1"
        if given.get("invoice_type") == "credit_invoice" and not given.get("reference_number"):
            issues["reference_number"] = "required field for a credit invoice: the number of the invoice it credits"
        return issues


def _is_before(one: Any, other: Any) -> bool:
    """Whether a day is before another; one may be said as midnight in Sweden and the other as midnight in UTC."""
    try:
        return day_of(moment_of(one)) < day_of(moment_of(other))
    except (NotAMoment, TypeError, OverflowError):
        return False


class InvoiceRegistration(Shape):
    """The registration as it was sent, and what it made."""

    account: Id
    creditor: Id
    customer: CustomerInput
    """As sent."""
    invoice_type: InvoiceType
    invoice_number: Text
    reference_number: Text | None = None
    payout_reference: Text | None = None
    invoice_date: Moment
    invoice_due_date: Moment
    invoice_delivery_date: Moment | None = None
    invoice_headline: Text | None = None
    invoice_body_text: Text | None = None
    currency: Currency
    """`SEK`."""
    your_contact: Text | None = None
    your_reference: Text | None = None
    our_reference: Text | None = None
    your_additional_reference: Text | None = None
    order_reference: Text | None = None
    contract_reference: Text | None = None
    debt_description: Text | None = None
    letter_template: Text | None = Field(default=None, deprecated="Deprecated since 2025-06-13; no longer required.")
    """Deprecated since 2025-06-13; not required."""
    custom_column_headlines: list[Text] | None = None
    matrix: list[MatrixInput]
    preferred_invoice_distribution: Text | None = None
    case_settings: CaseSettings | None = None
    labels: list[Text] | None = None
    """Your own."""
    file_import_report: dict[str, Any] | None = None
    """Where it came from a file."""
    start_flow: Flag | None = None
    """As sent."""
    invoice: Id = Field(alias="_invoice")
    """The invoice it made."""
    case: Id = Field(alias="_case")
    """Its case."""
    ocr_number: Id = Field(alias="_ocr_number")
    """The payment reference's record."""
    ocr_number_ocr: Text
    """The payment reference."""


class InvoiceRegistered(Shape):
    """What registering an invoice answers beside the usual."""

    invoice: Id = Field(alias="_invoice")
    case: Id = Field(alias="_case")
    ocr_number: Id = Field(alias="_ocr_number")
    ocr_number_ocr: Text


INVOICE_REGISTRATIONS = Resource(
    "invoice--registrations",
    InvoiceRegistration,
    owner="creditor",
    personal=True,
    about="Invoices as they were sent to us.",
    input=InvoiceRegistrationInput,
    kept=(
        Kept("invoice_registrations", ("document",), PSEUDONYMISED, "without contact details", STORAGE_LIMITATION),
        Kept("invoice_registrations", ("document",), ANONYMISED, "without identity", SALES_INVOICE),
        Kept("invoice_registrations", ("ocr_number",), KEPT, "as it was", BOOKKEEPING),
    ),
)
