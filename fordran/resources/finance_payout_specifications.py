"""Finance payout specification: a line of what settled money owes to a creditor, and how it is paid out."""

from __future__ import annotations

from pydantic import Field

from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, IsoMoment, Money, Text
from fordran.shape.resource import Resource


class BankAccount(Shape):
    """Where it was paid to, or is going to be. What an account does not have is empty."""

    account_number: Text
    clearing_number: Text
    bank_name: Text
    iban: Text
    swift: Text


class FinancePayoutSpecification(Shape):
    creditor: Id
    account: Id
    bank_account: BankAccount
    payout_frequency: Text
    payout_day: Text
    minimum_payout_amount: Money
    currency: Text
    is_active: Flag
    """Whether the creditor is."""
    status: Text = Field(alias="_status")
    article: Text
    amount: Money
    """Negative where an earlier line is taken back."""
    vat_amount: Money
    total_amount: Money
    booking_date: IsoMoment
    case: Id
    invoice_number: Text
    reference_number: Text | None = None
    finance_category: Text
    payout: Id | None = None
    payout_date: IsoMoment | None = None
    payout_reference: Text | None = None
    payout_interval: Text
    state: Text
    """`loose` until it is gathered, then `prepared`, and `paid_out` once its payout was exported or paid by hand."""


FINANCE_PAYOUT_SPECIFICATIONS = Resource(
    "finance--payout-specifications",
    FinancePayoutSpecification,
    owner="creditor",
    personal=False,
    about="What settled money owes to creditors, line by line.",
    iso_moments=True,
)
