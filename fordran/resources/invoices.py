"""Invoice: what a customer got, and the case that follows it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.domain.flow.case_states import State, Status
from fordran.domain.money import Currency
from fordran.domain.service.delivery import DeliveryState, Distribution, Way
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
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kept import Kept
from fordran.shape.kinds import Flag, Id, Integer, Moment, Money, Quantity, Text
from fordran.shape.resource import Resource

InvoiceType: TypeAlias = Literal["invoice", "credit_invoice"]


class MatrixItem(Shape):
    article_number: Text | None = None
    article_description: Text
    unit_price: Quantity
    number_of_units: Quantity | None = None
    total_price_excluding_vat: Money
    unit_vat_percent: VatPercent | None = None
    is_discount: Flag | None = None
    cost_center: Text | None = None
    article_date: Moment | None = None
    order_line_reference: Text | None = None
    custom_column_data: list[Text] | None = None
    extra_rows: list[Text] | None = None


class EarlierDelivery(Shape):
    """A channel that did not bring an invoice to its receiver."""

    channel: Way
    status: DeliveryState
    """`failed`, also where it had been sent and came back."""
    attempts: Integer
    reason: Text | None = None
    sent: Moment | None = None
    ended: Moment
    """When the channel gave it up."""
    message_id: Text | None = None


class Delivery(Shape):
    """How an invoice leaves. Moments are of the business clock."""

    channel: Distribution
    """`e_invoice`, `email`, `print`, or `none`."""
    status: DeliveryState
    """`queued`, `sent`, `delivered`, `failed`, `not_ours`, or in a sandbox `shown`."""
    queued: Moment
    sent: Moment | None = None
    delivered: Moment | None = None
    next_attempt: Moment | None = None
    """While it is queued."""
    reason: Text | None = None
    """What went wrong last, or why it goes another way than was asked for."""
    attempts: Integer
    """By this channel."""
    message_id: Text | None = None
    """Of an e-mail."""
    history: list[EarlierDelivery]
    """Earlier channels, the first one first."""


class Invoice(Shape):
    account: Id
    creditor: Id
    creditor_name: Text
    customer: Id
    customer_name: Text
    customer_id_number: Text
    customer_number: Text | None = None
    customer_status: Text
    """`initialized`."""
    invoice_type: InvoiceType
    """`invoice` or `credit_invoice`."""
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
    custom_column_headlines: list[Text] | None = None
    matrix: list[MatrixItem]
    ocr_number: Text
    """The payment reference itself."""
    case: Id
    case_status: Status
    """As the case's now."""
    case_state: State
    """As the case's now."""
    agreement_version: Text
    """The agreement in force."""
    invoice_registration: Id
    print: Id | None = None
    """The printed document."""
    print_document: FileShown | None = None
    """The printed document, with a signed link."""
    delivery: Delivery | None = None
    """How it leaves, or left; absent for one that was registered before invoices were sent."""
    total_amount_including_vat: Money
    """Before rounding."""
    total_amount_excluding_vat: Money
    total_vat_25_percent: Money
    total_vat_12_percent: Money
    total_vat_6_percent: Money
    total_vat: Money
    amount_rounding: Money
    """To whole kronor, 50 öre up; the case's capital is the total and this."""
    letter_template: Text
    """As sent."""
    increment_invoice_number: Flag
    debtor: Id
    """The customer's id."""
    debtor_name: Text
    """The customer's name."""
    preferred_invoice_distribution: Text | None = None
    labels: list[Text] | None = None
    """Your own."""
    case_total_added_transaction_amount: Money
    """As the case's totals are now; so are the next."""
    case_total_added_capital_amount: Money
    case_total_added_interest_amount: Money
    case_total_added_costs_amount: Money
    case_total_remaining_transaction_amount: Money
    case_total_remaining_capital_amount: Money
    case_total_remaining_interest_amount: Money
    case_total_remaining_costs_amount: Money


INVOICES = Resource(
    "invoices",
    Invoice,
    owner="creditor",
    personal=True,
    about="What customers got.",
    sorted_by=("invoice_date",),
    kept=(
        Kept("invoices", ("labels",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        Kept("invoices", ("matrix",), ANONYMISED, "amounts alone", SALES_INVOICE),
        Kept(
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
        Kept(
            "invoices",
            (
                *("invoice_type", "invoice_number", "ocr_number", "letter_template", "preferred_invoice_distribution"),
                "agreement_version",
            ),
            KEPT,
            "as it was",
            BOOKKEEPING,
        ),
        Kept("deliveries", ("receiver",), PSEUDONYMISED, "empty text", STORAGE_LIMITATION),
        Kept("deliveries", ("reason", "message_id"), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        Kept("deliveries", ("history",), PSEUDONYMISED, "empty list", STORAGE_LIMITATION),
        Kept("deliveries", (), PSEUDONYMISED, "file deleted", STORAGE_LIMITATION, "the copy that was handed over"),
        Kept("deliveries", ("kind", "channel", "ways", "status", "batch"), KEPT, "as it was", NOT_PERSONAL),
    ),
)
