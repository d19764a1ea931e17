"""Finance payout: what is paid to a creditor for a category and a period. Its lines are the finance payout specifications."""

from __future__ import annotations

from fordran.domain.articles import PayoutArticle
from fordran.domain.days import Interval
from fordran.domain.gathering import NotReady
from fordran.domain.journal import Category
from fordran.domain.money import Currency
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Integer, Moment, Money, Name, Text
from fordran.shape.resource import Resource


class ArticleSummary(Shape):
    """What a payout has of one article."""

    count: Integer
    amount: Money
    vat_amount: Money
    total_amount: Money


class PayoutDocument(Shape):
    """The self invoice of a commission payout."""

    file: Id
    content_type: Text
    name: Text
    length: Integer
    """In bytes."""


class FinancePayout(Shape):
    account: Id
    creditor: Id
    currency: Currency
    payout_reference: Text
    ready_for_payout: Flag
    """Whether its period has ended, its minimum is reached and it can be paid to the creditor's account."""
    not_ready_reason: NotReady | None = None
    bank_payout_request: Text | None = None
    """The order to the bank that it was exported with."""
    payout_date: Moment | None = None
    """When it was exported, or paid by hand."""
    banking_account: Text | None = None
    """The account of ours that it was paid from."""
    ledger_account: Integer | None = None
    amount: Money | None = None
    vat_amount: Money | None = None
    total_amount: Money | None = None
    summary: dict[PayoutArticle, ArticleSummary] | None = None
    """By article."""
    creditor_payment_reference: Text | None = None
    """What the payment is known by in the banks' files."""
    finance_category: Category | None = None
    finance_interval: Interval | None = None
    finance_period_start_date: Moment | None = None
    finance_period_end_date: Moment | None = None
    finance_period_day: Integer | None = None
    finance_period_week: Integer | None = None
    finance_period_month: Integer | None = None
    finance_period_quarter: Integer | None = None
    finance_period_half_year: Integer | None = None
    finance_period_year: Integer | None = None
    document: PayoutDocument | None = None


class FinancePayoutChange(Shape):
    """What can be changed of a payout; its specifications show it at once."""

    payout_reference: Name
    payout_date: CountableDay | None = None
    """Setting it on a payout that was not exported says that it was paid by hand."""
    finance_interval: Interval


FINANCE_PAYOUTS = Resource(
    "finance--payouts",
    FinancePayout,
    owner="creditor",
    personal=False,
    about="What is paid to creditors, by category and period.",
    change=FinancePayoutChange,
)
