"""Finance payout: what is paid to a creditor for a category and a period. Its lines are the finance payout specifications.

What is left of the operator's own fees is paid to the operator by the same kind of document, which nobody else sees.
"""

from __future__ import annotations

from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.money import Currency
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.service.retention import BOOKKEEPING, KEPT
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape
from fordran.shape.kept import NothingPersonal, RetentionRule
from fordran.shape.kinds import Flag, Id, Integer, Moment, Money, Name, Text
from fordran.shape.resource import Resource


class ArticleSummary(Shape):
    """The part of a payout that is of one article."""

    count: Integer
    """How many specifications."""
    amount: Money
    """The sum of the article without VAT."""
    vat_amount: Money
    """The VAT of the amount."""
    total_amount: Money
    """The amount with its VAT."""


class PayoutDocument(Shape):
    """The self invoice of a commission payout."""

    file: Id
    """The file, for `GET /media--files/{id}`."""
    content_type: Text
    """`application/pdf`."""
    name: Text
    """The name of the file."""
    length: Integer
    """In bytes."""


class PayoutApproval(Shape):
    """That a person has approved a payout as it stands."""

    user: Id
    """The user who approved."""
    approved: Moment
    """When it was approved."""


class FinancePayout(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Text
    """Empty for the operator's own fees."""
    currency: Currency
    """`SEK`."""
    payout_reference: Text
    """Shown to the creditor by its bank."""
    ready_for_payout: Flag
    """Whether its period has ended, its minimum is reached and it can be paid to the creditor's account."""
    not_ready_reason: NotReady | None = None
    """`period_running`, `below_minimum`, `no_payout_account`, `payout_account_invalid`, `payee_unpayable` or
    `transfer_rejected`."""
    approvals: list[PayoutApproval] | None = None
    """Who has approved it as it stands. What changes its amount, its account or, by hand, itself, asks for it anew."""
    approvals_missing: Integer
    """How many more people have to approve it before it is exported: `payout_approvals` of the creditor."""
    bank_payout_request: Text | None = None
    """The order to the bank that it was exported with."""
    payout_date: Moment | None = None
    """When it was exported, or paid by hand."""
    banking_account: Text | None = None
    """The account of ours that it was paid from."""
    ledger_account: Integer | None = None
    """`1990`: client funds."""
    amount: Money | None = None
    """Without VAT."""
    vat_amount: Money | None = None
    """The VAT of the amount."""
    total_amount: Money | None = None
    """The amount with its VAT."""
    summary: dict[PayoutArticle, ArticleSummary] | None = None
    """By article."""
    creditor_payment_reference: Text | None = None
    """The payment's id in the banks' files; the same for payouts that are one transfer."""
    finance_category: Category | None = None
    """`capital`, `interest`, `creditor_outlay` or `creditor_commission`; shown to the operator alone, `operator_fees`."""
    finance_interval: Interval | None = None
    """`daily`, `weekly`, `monthly` or `quarterly`."""
    finance_period_start_date: Moment | None = None
    """The first day that belongs to it."""
    finance_period_end_date: Moment | None = None
    """The last day that belongs to it."""
    finance_period_day: Integer | None = None
    """1 to 366, of a daily one."""
    finance_period_week: Integer | None = None
    """1 to 53 by ISO 8601, of a weekly one."""
    finance_period_month: Integer | None = None
    """Of a monthly one."""
    finance_period_quarter: Integer | None = None
    """Of a week, that of its Thursday; so are half-year and year."""
    finance_period_half_year: Integer | None = None
    """The half-year that it belongs to, 1 or 2."""
    finance_period_year: Integer | None = None
    """The year that it belongs to."""
    document: PayoutDocument | None = None
    """The self invoice of a commission payout."""


class FinancePayoutChange(Shape):
    """The changeable fields of a payout; its specifications show a change at once."""

    payout_reference: Name
    """The payout's reference, which the creditor's bank shows."""
    payout_date: CountableDay | None = None
    """Setting it on a payout that was not exported says that it was paid by hand."""
    finance_interval: Interval
    """How long its period is."""


class ApproveInput(Shape):
    """Approves a payout as it stands."""

    total_amount: Money | None = None
    """The expected amount, so that nothing else is approved."""


class PayoutApproved(Shape):
    """How a payout stands after an approval."""

    approvals: list[PayoutApproval]
    """Who has approved it as it stands."""
    approvals_missing: Integer
    """How many more people have to approve it before it is exported."""


FINANCE_PAYOUTS = Resource(
    "finance--payouts",
    FinancePayout,
    owner="creditor_or_operator",
    personal=False,
    about="What is paid to creditors, by category and period.",
    made_costs={"approvals": 600, "approvals_missing": 10},
    change=FinancePayoutChange,
    kept=(
        RetentionRule(
            "payouts",
            (
                *("payout_reference", "finance_category", "finance_interval", "summary", "not_ready_reason"),
                *("bank_account", "banking_account", "head_hash", "finance_period_start_date"),
                *("finance_period_end_date", "pay_on", "ready_for_payout", "changed_by"),
            ),
            KEPT,
            "as it was",
            BOOKKEEPING,
            "what the creditor was paid",
        ),
        NothingPersonal("payout_approvals", "who of the operator's own people let money leave"),
    ),
)
