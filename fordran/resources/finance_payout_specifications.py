"""Finance payout specification: a line of what settled money owes to a creditor, and how it is paid out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.money import Currency
from fordran.domain.payouts.payout import PayoutDay, SpecificationState
from fordran.domain.service.retention import ANONYMISED, BOOKKEEPING, KEPT, VERIFICATION
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Flag, Id, IsoMoment, Money, Text
from fordran.shape.resource import Resource


class BankAccount(Shape):
    """Where it was paid to, or is going to be. What an account does not have is empty."""

    account_number: Text
    """Also a bankgiro or plusgiro."""
    clearing_number: Text
    """Of a bankgiro `9900`, of a plusgiro `9960`."""
    bank_name: Text
    """The name of the bank."""
    iban: Text
    """The international account number."""
    swift: Text
    """The bank that holds the IBAN."""


class FinancePayoutSpecification(Shape):
    creditor: Text
    """Empty for what is left of a fee to the operator, which nobody else sees."""
    account: Id
    """The account that it belongs to."""
    bank_account: BankAccount
    """The account that it was paid to, or is going to be."""
    payout_frequency: Interval
    """The creditor's, for the category."""
    payout_day: PayoutDay
    """The day of the week on which payouts of an ended period are paid."""
    minimum_payout_amount: Money
    """A smaller amount is carried over to the next period."""
    currency: Currency
    """`SEK`."""
    is_active: Flag
    """Whether the creditor is."""
    status: Literal["OK"] = Field(alias="_status")
    """`OK`."""
    article: PayoutArticle
    """`capital`, `interest`, `reminder`, `cost`, `debt_collection`, `enforcement`, `amortization_setup`,
    `amortization_advice`, `amortization_reminder` or `commission`."""
    amount: Money
    """Negative where an earlier line is taken back."""
    vat_amount: Money
    """Of commission."""
    total_amount: Money
    """The amount with its VAT."""
    booking_date: IsoMoment
    """The day on which it was booked."""
    case: Id
    """The case that it is about."""
    invoice_number: Text
    """The creditor's own number of the invoice."""
    reference_number: Text | None = None
    """A reference number of your own; of a credit invoice, the number of the invoice that it credits."""
    finance_category: Category
    """The kind of money."""
    payout: Id | None = None
    """The payout that it is in."""
    payout_date: IsoMoment | None = None
    """The payout's."""
    payout_reference: Text | None = None
    """The payout's."""
    payout_interval: Interval
    """The payout's `finance_interval`, before it is in one the creditor's."""
    operator_invoice: Id | None = None
    """The operator's invoice that a kept fee is billed in, or that a line of article `cost` pays."""
    state: SpecificationState
    """`loose` until it is gathered, then `prepared`, and `paid_out` once its payout was exported or paid by hand."""


FINANCE_PAYOUT_SPECIFICATIONS = Resource(
    "finance--payout-specifications",
    FinancePayoutSpecification,
    owner="creditor_or_operator",
    personal=False,
    about="What settled money owes to creditors, line by line.",
    iso_moments=True,
    kept=(
        RetentionRule("payout_specifications", ("reference_number",), ANONYMISED, "no value", VERIFICATION),
        RetentionRule(
            "payout_specifications",
            (
                *("settles", "settled_type", "article", "finance_category", "invoice_number"),
                *("bank_date", "booking_date"),
            ),
            KEPT,
            "as it was",
            BOOKKEEPING,
        ),
    ),
)
