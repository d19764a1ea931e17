"""Invoice: what a customer got, and the case that follows it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.channels import DeliveryState
from fordran.domain.money import Currency
from fordran.domain.service.retention import (
    ANONYMISED,
    BOOKKEEPING,
    KEPT,
    NOT_PERSONAL,
    PSEUDONYMISED,
    SALES_INVOICE,
    STORAGE_LIMITATION,
)
from fordran.domain.vat import VatPercent
from fordran.resources.delivery import Delivery
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Flag, Id, Moment, Money, Quantity, Text
from fordran.shape.resource import Resource

InvoiceType: TypeAlias = Literal["invoice", "credit_invoice"]


class MatrixItem(Shape):
    article_number: Text | None = None
    """Your own number of the article."""
    article_description: Text
    """The goods or service, as printed on the invoice."""
    unit_price: Quantity
    """The price of one unit without VAT; shown as sent."""
    number_of_units: Quantity | None = None
    """How many units; negative where they are taken back."""
    total_price_excluding_vat: Money
    """The total of the line without VAT. It is authoritative."""
    unit_vat_percent: VatPercent | None = None
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


class Invoice(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose invoice it is."""
    creditor_name: Text
    """The creditor's name."""
    customer: Id
    """The customer who got it."""
    customer_name: Text
    """The customer's name."""
    customer_id_number: Text
    """The customer's personal or organisation number."""
    customer_number: Text | None = None
    """Your own number of the customer."""
    customer_status: Text
    """`initialized`."""
    invoice_type: InvoiceType
    """`invoice` or `credit_invoice`."""
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
    custom_column_headlines: list[Text] | None = None
    """Headlines of columns of your own on the invoice."""
    matrix: list[MatrixItem]
    """The lines of the invoice."""
    ocr_number: Text
    """The payment reference itself."""
    case: Id
    """The case that it is about."""
    case_status: Status
    """As the case's now."""
    case_state: State
    """As the case's now."""
    agreement_version: Text
    """The agreement in force."""
    invoice_registration: Id
    """The registration that made it."""
    print: Id | None = None
    """The printed document; left out for the moments until it is made."""
    print_document: FileShown | None = None
    """The printed document, with a signed link."""
    delivery: Delivery | None = None
    """How it leaves, or left; absent for one that was registered before invoices were sent."""
    total_amount_including_vat: Money
    """Before rounding."""
    total_amount_excluding_vat: Money
    """The sum of the lines."""
    total_vat_25_percent: Money
    """VAT of what has 25 %."""
    total_vat_12_percent: Money
    """VAT of what has 12 %."""
    total_vat_6_percent: Money
    """VAT of what has 6 %."""
    total_vat: Money
    """All VAT."""
    amount_rounding: Money
    """To whole kronor, 50 öre up; the case's capital is the total and this."""
    letter_template: Text
    """As sent."""
    increment_invoice_number: Flag
    """Always false: the number is the creditor's own."""
    debtor: Id
    """The customer's id."""
    debtor_name: Text
    """The customer's name."""
    preferred_invoice_distribution: Text | None = None
    """How it was wished that the invoice goes out, as sent."""
    labels: list[Text] | None = None
    """Your own."""
    case_total_added_transaction_amount: Money
    """As the case's totals are now; so are the next."""
    case_total_added_capital_amount: Money
    """The capital added to the case so far."""
    case_total_added_interest_amount: Money
    """The interest added to the case so far."""
    case_total_added_costs_amount: Money
    """The costs added to the case so far."""
    case_total_remaining_transaction_amount: Money
    """All that the case still owes."""
    case_total_remaining_capital_amount: Money
    """The capital that the case still owes."""
    case_total_remaining_interest_amount: Money
    """The interest that the case still owes."""
    case_total_remaining_costs_amount: Money
    """The costs that the case still owes."""


class InvoiceVoidInput(Shape):
    """Nothing more is needed to end an invoice that has not left."""


class InvoiceReleaseInput(Shape):
    """Nothing more is needed to let an invoice leave that was held."""


class InvoiceActed(Shape):
    """An invoice after an act."""

    delivery_status: DeliveryState
    """`queued` when it is released, `failed` when it is voided."""


INVOICES = Resource(
    "invoices",
    Invoice,
    owner="creditor",
    personal=True,
    about="What customers got.",
    made_costs={"_updated": 10, "delivery": 600},
    sorted_by=("invoice_date",),
    kept=(
        RetentionRule("invoices", ("labels",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        RetentionRule("invoices", ("matrix",), ANONYMISED, "amounts alone", SALES_INVOICE),
        RetentionRule(
            "invoices",
            (
                *("reference_number", "payout_reference", "invoice_headline", "invoice_body_text", "your_contact"),
                *("your_reference", "our_reference", "your_additional_reference", "order_reference"),
                *("contract_reference", "debt_description", "custom_column_headlines"),
            ),
            ANONYMISED,
            "no value",
            SALES_INVOICE,
        ),
        RetentionRule(
            "invoices",
            (
                *("invoice_type", "invoice_number", "ocr_number", "letter_template", "preferred_invoice_distribution"),
                "agreement_version",
            ),
            KEPT,
            "as it was",
            BOOKKEEPING,
        ),
        RetentionRule("deliveries", ("receiver",), PSEUDONYMISED, "empty text", STORAGE_LIMITATION),
        RetentionRule(
            "deliveries", ("reason", "message_id", "channel_reference"), PSEUDONYMISED, "no value", STORAGE_LIMITATION
        ),
        RetentionRule("deliveries", ("history",), PSEUDONYMISED, "empty list", STORAGE_LIMITATION),
        RetentionRule(
            "deliveries", (), PSEUDONYMISED, "file deleted", STORAGE_LIMITATION, "the copy that was handed over"
        ),
        RetentionRule(
            "deliveries",
            ("kind", "channel", "ways", "status", "batch", "traceparent", "read", "declined"),
            KEPT,
            "as it was",
            NOT_PERSONAL,
        ),
    ),
)
