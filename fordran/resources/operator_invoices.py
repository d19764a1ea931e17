"""Operator invoice: what a creditor is billed for what the operator kept of fees in a month."""

from __future__ import annotations

from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.payouts.operator_invoice import FeeSettlement, FeeTaxation, FeeVat, OperatorInvoiceStatus
from fordran.resources.common import CountableDay
from fordran.resources.delivery import Delivery
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal
from fordran.shape.kinds import Flag, Id, Integer, Moment, Money, PositiveMoney, Text
from fordran.shape.resource import Resource


class OperatorInvoiceLine(Shape):
    """Kept fees of one article, or what was given back of them."""

    article: PayoutArticle
    """The kind of fee."""
    count: Integer
    """How many settlements or reversals."""
    amount: Money
    """Without VAT; negative where fees were given back."""
    credits: list[Text] | None = None
    """Of fees that were given back: the numbers of the invoices that they were on."""


class InvoicedOutlay(Shape):
    """A fee of the enforcement authority on a case, which the debtor does not owe."""

    case: Id
    """The case."""
    outlay: Id
    """The authority's fee, which an outlay is named by."""
    date: Moment
    """The day on which the authority was paid."""
    amount: Money
    """Negative where the debtor owes it again."""


class OperatorInvoice(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor that is billed."""
    number: Integer
    """In one series for all creditors, without gaps."""
    period_start_date: Moment
    """The first day of its month."""
    period_end_date: Moment
    """The last day of its month."""
    invoice_date: Moment
    """The last day of its month."""
    due_date: Moment
    """30 days later."""
    lines: list[OperatorInvoiceLine]
    """By article."""
    net_amount: Money
    """The sum of the lines."""
    vat_percent: Integer
    """25, or 0 where the service is not taxed in Sweden."""
    vat_amount: Money
    """The VAT of the net amount."""
    total_amount: Money
    """The net amount with its VAT; negative on a credit note."""
    kept_amount: Money
    """The sum that was kept of fees. It is paid already."""
    outlay_amount: Money
    """The sum of the outlays, without VAT."""
    outlays: list[InvoicedOutlay] | None = None
    """Fees of the enforcement authority that no debtor owes, and were paid for the creditor."""
    amount_to_pay: Money
    """The amount that the creditor owes beside it: the VAT on top, and the outlays."""
    settled_amount: Money
    """How much of that is netted, set off or paid."""
    fee_vat: FeeVat
    """The creditor's, when it was made."""
    settle_fees: FeeSettlement
    """The creditor's, when it was made."""
    taxation: FeeTaxation
    """Where the service is taxed: `swedish`, `reverse_charge` or `outside_eu`."""
    reverse_charge: Flag
    """Whether the creditor accounts for the VAT."""
    status: OperatorInvoiceStatus
    """`settled` when nothing is left to pay."""
    document: FileShown | None = None
    """The invoice as PDF."""
    ubl: FileShown | None = None
    """The invoice as Peppol BIS Billing 3; absent where that cannot express it."""
    delivery: Delivery | None = None
    """How it leaves; absent on those of versions that sent none."""


class PaidInput(Shape):
    """A creditor paid an invoice to the operator's own account."""

    amount: PositiveMoney
    """How much was paid; at most the open amount."""
    date: CountableDay
    """The day on which it came in."""


class OperatorInvoicePaid(Shape):
    """An invoice after a payment."""

    settled_amount: Money
    """How much of the amount to pay is netted, set off or paid."""
    status: OperatorInvoiceStatus
    """`settled` when nothing is left to pay."""


OPERATOR_INVOICES = Resource(
    "operator--invoices",
    OperatorInvoice,
    owner="creditor",
    personal=False,
    about="What the operator bills creditors for what it keeps of fees, month by month.",
    kept=(NothingPersonal("operator_invoices", "what creditors are billed, by month and article"),),
)
