"""Articles: what an amount is for, on a case, by the creditor's own claim, and in a payout."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

FeeArticle: TypeAlias = Literal[
    "invoice_fee",
    "reminder",
    "debt_collection",
    "late_payment_fee",
    "amortization_setup",
    "amortization_advice",
    "amortization_reminder",
    "enforcement",
    "attachment",
    "cost",
]
"""Costs that a debtor is charged with."""

Article: TypeAlias = Literal["capital", "interest", FeeArticle]
"""What an amount on a case is for."""

LineType: TypeAlias = Literal[Article, "letter_paid"]
"""The `type` of a line of what is owed: its article, or that a letter was paid and what remained beside it is given."""

CreditorArticle: TypeAlias = Literal["invoice_fee", "reminder", "debt_collection", "late_payment_fee", "cost"]
"""Costs that a creditor may have claimed itself, before the debt came to us."""

PayoutArticle: TypeAlias = Literal[
    "capital",
    "interest",
    "reminder",
    "cost",
    "debt_collection",
    "enforcement",
    "amortization_setup",
    "amortization_advice",
    "amortization_reminder",
    "commission",
    "commission_intercompany",
    "finance_refund",
]
"""The names under which a payout's `summary` has its lines."""

ARTICLES: tuple[Article, ...] = get_args(Article)
CREDITOR_ARTICLES: tuple[CreditorArticle, ...] = get_args(CreditorArticle)
PAYOUT_ARTICLES: tuple[PayoutArticle, ...] = get_args(PayoutArticle)

PAID_OUT_AS: Mapping[Article, PayoutArticle] = MappingProxyType[Article, PayoutArticle](
    {
        "capital": "capital",
        "interest": "interest",
        "invoice_fee": "cost",
        "reminder": "reminder",
        "debt_collection": "debt_collection",
        "late_payment_fee": "cost",
        "amortization_setup": "amortization_setup",
        "amortization_advice": "amortization_advice",
        "amortization_reminder": "amortization_reminder",
        "enforcement": "enforcement",
        "attachment": "enforcement",
        "cost": "cost",
    }
)
"""What a settled line is called in a payout; a cost without a name of its own there is `cost`."""
