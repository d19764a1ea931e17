"""Finance payout specification: a line of what settled money owes to a creditor, and how it is paid out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.domain.articles import PayoutArticle
from fordran.domain.days import Interval
from fordran.domain.journal import Category
from fordran.domain.money import Currency
from fordran.domain.payout import PayoutDay, SpecificationState
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
    payout_frequency: Interval
    payout_day: PayoutDay
    minimum_payout_amount: Money
    currency: Currency
    is_active: Flag
    """Whether the creditor is."""
    status: Literal["OK"] = Field(alias="_status")
    article: PayoutArticle
    amount: Money
    """Negative where an earlier line is taken back."""
    vat_amount: Money
    total_amount: Money
    booking_date: IsoMoment
    case: Id
    invoice_number: Text
    reference_number: Text | None = None
    finance_category: Category
    payout: Id | None = None
    payout_date: IsoMoment | None = None
    payout_reference: Text | None = None
    payout_interval: Interval
    state: SpecificationState
    """`loose` until it is gathered, then `prepared`, and `paid_out` once its payout was exported or paid by hand."""


FINANCE_PAYOUT_SPECIFICATIONS = Resource(
    "finance--payout-specifications",
    FinancePayoutSpecification,
    owner="creditor",
    personal=False,
    about="What settled money owes to creditors, line by line.",
    iso_moments=True,
)
