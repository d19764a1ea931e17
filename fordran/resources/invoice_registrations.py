"""Invoice registration: an invoice that the operator is to distribute, as the creditor's system sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field

from fordran.domain.message import Message
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
from fordran.resources.claim_particulars import ClaimParticularsInput, is_before
from fordran.resources.common import CaseSettings, CountableDay
from fordran.resources.customers import CustomerInput
from fordran.resources.invoices import InvoiceType
from fordran.shape.deprecation import Deprecated
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import AccountId, CreditorId, Flag, Id, Moment, Money, Name, Quantity, Text
from fordran.shape.resource import Resource
from fordran.shape.rules import Rule, any_of, at_least_one, is_not, says


class MatrixInput(Shape):
    """A line of an invoice. Its total is the truth; price and units are shown as sent."""

    article_number: Text | None = None
    """Your own number of the article."""
    article_description: Text
    """The goods or service, as printed on the invoice."""
    unit_price: Quantity | None = None
    """The price of one unit without VAT; shown as sent."""
    number_of_units: Quantity | None = None
    """How many units; negative where they are taken back."""
    total_price_excluding_vat: Money
    """The total of the line without VAT. It is authoritative."""
    unit_vat_percent: VatPercent = "25%"
    """The rate of VAT."""
    is_zero_rated: Flag | None = None
    """Of a line with 0 % whether that is a rate of the tax, and no exemption from it: for e-invoices."""
    is_discount: Flag | None = None
    """Whether the line is a discount."""
    cost_center: Text | None = None
    """Your own cost centre."""
    article_date: Moment | None = None
    """The day that the line is about."""
    order_line_reference: Text | None = None
    """The line of the customer's order that it is of."""
    custom_column_data: list[Text] | None = None
    """The values of your own columns, in the order of their headlines."""
    extra_rows: list[Text] | None = None
    """Further lines of text below the line."""


class InvoiceRegistrationInput(ClaimParticularsInput):
    """An invoice, with the particulars of its claim."""

    account: AccountId
    creditor: CreditorId
    customer: CustomerInput
    """Matched or made."""
    invoice_type: InvoiceType
    """Whether it asks for money or takes back another."""
    invoice_number: Name
    """Unique for the creditor."""
    reference_number: Text | None = None
    """Of a credit invoice: the number of the invoice that it credits."""
    payout_reference: Text | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    invoice_date: CountableDay
    """The date of the invoice."""
    invoice_due_date: CountableDay
    """Not before `invoice_date`."""
    invoice_delivery_date: Moment | None = None
    """When the goods or services were delivered."""
    invoice_headline: Text | None = None
    """The headline of the invoice."""
    invoice_body_text: Text | None = None
    """A text above the lines of the invoice."""
    currency: Currency
    """The currency of every amount in it."""
    your_contact: Text | None = None
    """The customer's contact person."""
    your_reference: Text | None = None
    """The customer's own reference."""
    our_reference: Text | None = None
    """The creditor's contact for the invoice."""
    your_additional_reference: Text | None = None
    """A further reference of the customer's own."""
    order_reference: Text | None = None
    """The number of the customer's order."""
    contract_reference: Text | None = None
    """The contract that the invoice rests on."""
    debt_description: Text | None = None
    """The description of the debt, in words that the debtor understands."""
    letter_template: Text | None = Field(default=None, deprecated=Deprecated("2025-06-13", "no longer required."))
    """Deprecated since 2025-06-13; not required."""
    custom_column_headlines: list[Text] | None = None
    """Headlines of columns of your own on the invoice."""
    matrix: list[MatrixInput]
    """At least one line."""
    preferred_invoice_distribution: Text | None = None
    """A value of `InvoiceDistribution`, or a usual word for it such as `brev`; anything else is taken as the default."""
    case_settings: CaseSettings | None = None
    """For this case alone."""
    labels: list[Text] | None = None
    """Your own."""
    start_flow: Flag | None = None
    """`false` waits."""
    hold: Flag | None = None
    """`true` registers it without sending it: it leaves when it is released, or ends when it is voided."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (
        at_least_one("matrix"),
        any_of(is_not("invoice_type", "credit_invoice"), says("reference_number")),
    )

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        issues: Issues = super().broken_rules(given)
        if is_before(given.get("invoice_due_date"), given.get("invoice_date")):
            issues["invoice_due_date"] = Message("issue.due_before_invoice_date")
        if given.get("matrix") == []:
            issues["matrix"] = Message("issue.no_lines")
        if given.get("invoice_type") == "credit_invoice" and not given.get("reference_number"):
            issues["reference_number"] = Message("issue.credited_number_required")
        return issues


class HoldQuery(Shape):
    hold: Flag | None = Field(default=None, description="`true` registers without sending, as the field `hold` does.")


class InvoiceRegistration(ClaimParticularsInput):
    """The registration as it was sent, and what it made."""

    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose invoice it is."""
    customer: CustomerInput
    """As sent."""
    invoice_type: InvoiceType
    """Whether it asks for money or takes back another."""
    invoice_number: Text
    """The creditor's own number of the invoice."""
    reference_number: Text | None = None
    """A reference number of your own; of a credit invoice, the number of the invoice that it credits."""
    payout_reference: Text | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    invoice_date: Moment
    """The date of the invoice."""
    invoice_due_date: Moment
    """The day to pay by."""
    invoice_delivery_date: Moment | None = None
    """When the goods or services were delivered."""
    invoice_headline: Text | None = None
    """The headline of the invoice."""
    invoice_body_text: Text | None = None
    """A text above the lines of the invoice."""
    currency: Currency
    """`SEK`."""
    your_contact: Text | None = None
    """The customer's contact person."""
    your_reference: Text | None = None
    """The customer's own reference."""
    our_reference: Text | None = None
    """The creditor's contact for the invoice."""
    your_additional_reference: Text | None = None
    """A further reference of the customer's own."""
    order_reference: Text | None = None
    """The number of the customer's order."""
    contract_reference: Text | None = None
    """The contract that the invoice rests on."""
    debt_description: Text | None = None
    """The description of the debt, in words that the debtor understands."""
    letter_template: Text | None = Field(default=None, deprecated=Deprecated("2025-06-13", "no longer required."))
    """Deprecated since 2025-06-13; not required."""
    custom_column_headlines: list[Text] | None = None
    """Headlines of columns of your own on the invoice."""
    matrix: list[MatrixInput]
    """The lines of the invoice."""
    preferred_invoice_distribution: Text | None = None
    """How it was wished that the invoice goes out, as sent."""
    case_settings: CaseSettings | None = None
    """The case's own settings; missing ones come from the creditor or the account."""
    labels: list[Text] | None = None
    """Your own."""
    file_import_report: dict[str, Any] | None = None
    """Where it came from a file."""
    start_flow: Flag | None = None
    """As sent."""
    hold: Flag | None = None
    """As sent."""
    invoice: Id = Field(alias="_invoice")
    """The invoice it made."""
    case: Id = Field(alias="_case")
    """Its case."""
    ocr_number: Id = Field(alias="_ocr_number")
    """The payment reference's record."""
    ocr_number_ocr: Text
    """The payment reference."""


class ShownTotals(Shape):
    """The totals of an invoice."""

    total_amount_excluding_vat: Money
    """The sum of the lines without VAT."""
    total_vat_25_percent: Money
    """VAT at 25 %."""
    total_vat_12_percent: Money
    """VAT at 12 %."""
    total_vat_6_percent: Money
    """VAT at 6 %."""
    amount_rounding: Money
    """The rounding to whole kronor."""
    total_vat: Money
    """All VAT."""
    amount_to_pay: Money
    """The amount that the customer has to pay."""


class InvoiceRegistered(Shape):
    """The additional fields of the answer to registering an invoice."""

    invoice: Id = Field(alias="_invoice")
    """The invoice that it made."""
    case: Id = Field(alias="_case")
    """The case that follows the invoice."""
    ocr_number: Id = Field(alias="_ocr_number")
    """The payment reference's record."""
    ocr_number_ocr: Text
    """The payment reference."""
    totals: ShownTotals | None = Field(default=None, alias="_totals")
    """The totals of the invoice, in a dry run."""


INVOICE_REGISTRATIONS = Resource(
    "invoice--registrations",
    InvoiceRegistration,
    owner="creditor",
    personal=True,
    about="Invoices as they were sent to us.",
    # The view reads all of these from the stored document, and the dates from texts in it.
    made_costs=dict.fromkeys(
        (
            "invoice_type",
            "invoice_number",
            "reference_number",
            "payout_reference",
            "invoice_headline",
            "invoice_body_text",
            "your_contact",
            "your_reference",
            "our_reference",
            "your_additional_reference",
            "order_reference",
            "contract_reference",
            "debt_description",
            "letter_template",
            "preferred_invoice_distribution",
            "start_flow",
            "hold",
        ),
        10,
    )
    | dict.fromkeys(("invoice_date", "invoice_due_date", "invoice_delivery_date"), 400),
    input=InvoiceRegistrationInput,
    kept=(
        RetentionRule(
            "invoice_registrations", ("document",), PSEUDONYMISED, "without contact details", STORAGE_LIMITATION
        ),
        RetentionRule("invoice_registrations", ("document",), ANONYMISED, "without identity", SALES_INVOICE),
        RetentionRule("invoice_registrations", ("ocr_number", "is_protected"), KEPT, "as it was", BOOKKEEPING),
    ),
)
