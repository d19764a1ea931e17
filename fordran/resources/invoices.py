"""Invoice: what a customer got, and the case that follows it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fordran.domain.case_states import State, Status
from fordran.domain.money import Currency
from fordran.domain.vat import VatPercent
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Moment, Money, Quantity, Text
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


class Invoice(Shape):
    account: Id
    creditor: Id
    creditor_name: Text
    customer: Id
    customer_name: Text
    customer_id_number: Text
    customer_number: Text | None = None
    customer_status: Text
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
    case: Id
    case_status: Status
    case_state: State
    agreement_version: Text
    invoice_registration: Id
    print: Id | None = None
    print_document: FileShown | None = None
    total_amount_including_vat: Money
    total_amount_excluding_vat: Money
    total_vat_25_percent: Money
    total_vat_12_percent: Money
    total_vat_6_percent: Money
    total_vat: Money
    amount_rounding: Money
    letter_template: Text
    increment_invoice_number: Flag
    debtor: Id
    debtor_name: Text
    preferred_invoice_distribution: Text | None = None
    labels: list[Text] | None = None
    case_total_added_transaction_amount: Money
    case_total_added_capital_amount: Money
    case_total_added_interest_amount: Money
    case_total_added_costs_amount: Money
    case_total_remaining_transaction_amount: Money
    case_total_remaining_capital_amount: Money
    case_total_remaining_interest_amount: Money
    case_total_remaining_costs_amount: Money


INVOICES = Resource("invoices", Invoice, owner="creditor", personal=True, about="What customers got.")
