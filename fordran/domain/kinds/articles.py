"""Articles: what an amount is for, on a case, in the creditor's own claim, and in a payout.

A fee's record says which rows of the law cap it, how its setting is described and when it is charged. The dated amounts are
in law/fees.py. The letter that charges a fee names it in its own record (letter_kinds.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.records import by_code

CreditorArticle: TypeAlias = Literal["invoice_fee", "reminder", "debt_collection", "late_payment_fee", "cost"]
"""Costs that a creditor may have claimed itself, before the debt was registered."""

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
"""Costs that a debtor is charged."""

Article: TypeAlias = Literal["capital", "interest", FeeArticle]
"""The purpose of an amount on a case."""

LineType: TypeAlias = Literal[Article, "letter_paid"]
"""The `type` of a line of a statement: its article, or `letter_paid` for the rest that is given up when a letter is paid."""

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
"""The names of the lines in a payout's `summary`."""

LawArticle: TypeAlias = Literal[
    "reminder",
    "debt_collection",
    "amortization_setup",
    "amortization_advice",
    "amortization_reminder",
    "late_payment_fee",
    "enforcement_application",
    "enforcement_work",
    "attachment",
    "write_off_below",
]
"""Amounts of the law (law/fees.py). Enforcement has two: the authority's fee, and the cost of applying. `write_off_below` is
no fee: a smaller rest is written off."""


@dataclass(frozen=True, slots=True)
class FeeSetting:
    """The setting that holds the amount of a fee: its name and description, and its default in öre.

    Without a default the setting follows the cap of the law.
    """

    name: str
    about: str
    default: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleRecord:
    """An article: how it is paid out, capped and charged."""

    code: Article
    paid_out_as: PayoutArticle
    caps: tuple[LawArticle, ...] = ()
    """The rows of the law whose sum caps it. None: it rests on agreement alone."""
    setting: FeeSetting | None = None
    """The setting that holds its amount, for fees of our own letters and steps."""
    once_a_letter: bool = False
    """Charged once for claims that go in one letter: lag (1981:739) 2 och 3 §§, lag (1990:746) 48 §."""
    each_occasion: bool = False
    """Charged again although the case has one already."""
    business_only: bool = False
    """Lag (1981:739) 4 a §: owed by businesses and public bodies only."""
    agreed_by: str = ""
    """The setting that says whether the fee was agreed on, where it has to be: lag (1981:739) 2 §."""
    in_late_payment_fee: bool = False
    """Lag (1981:739) 5 § andra stycket: owed only as far as the sum of such fees exceeds the late-payment fee."""
    of_authority: bool = False
    """A cost of the enforcement authority or of applying to it. It is covered before other costs."""


ARTICLES: Mapping[Article, ArticleRecord] = by_code(
    Article,
    (
        ArticleRecord(code="capital", paid_out_as="capital"),
        ArticleRecord(code="interest", paid_out_as="interest"),
        ArticleRecord(code="invoice_fee", paid_out_as="cost"),
        ArticleRecord(
            code="reminder",
            paid_out_as="reminder",
            caps=("reminder",),
            setting=FeeSetting("reminder_fee", "for a written reminder"),
            once_a_letter=True,
            agreed_by="reminder_fee_agreed",
            in_late_payment_fee=True,
        ),
        ArticleRecord(
            code="debt_collection",
            paid_out_as="debt_collection",
            caps=("debt_collection",),
            setting=FeeSetting("debt_collection_fee", "for a collection demand"),
            once_a_letter=True,
            in_late_payment_fee=True,
        ),
        ArticleRecord(
            code="late_payment_fee",
            paid_out_as="cost",
            caps=("late_payment_fee",),
            setting=FeeSetting("late_payment_fee", "with the first letter to a business"),
            business_only=True,
        ),
        ArticleRecord(
            code="amortization_setup",
            paid_out_as="amortization_setup",
            caps=("amortization_setup",),
            setting=FeeSetting("amortization_setup_fee", "for an instalment plan"),
            in_late_payment_fee=True,
        ),
        ArticleRecord(
            code="amortization_advice",
            paid_out_as="amortization_advice",
            caps=("amortization_advice",),
            setting=FeeSetting("amortization_advice_fee", "for the notice of an instalment, where agreed", default=0),
            each_occasion=True,
        ),
        ArticleRecord(
            code="amortization_reminder",
            paid_out_as="amortization_reminder",
            caps=("amortization_reminder",),
            in_late_payment_fee=True,
        ),
        ArticleRecord(
            code="enforcement",
            paid_out_as="enforcement",
            caps=("enforcement_application", "enforcement_work"),
            setting=FeeSetting("enforcement_fee", "for an application and the work on it"),
            once_a_letter=True,
            of_authority=True,
        ),
        ArticleRecord(code="attachment", paid_out_as="enforcement", caps=("attachment",), of_authority=True),
        ArticleRecord(code="cost", paid_out_as="cost"),
    ),
)

CREDITOR_ARTICLES: tuple[CreditorArticle, ...] = get_args(CreditorArticle)
PAYOUT_ARTICLES: tuple[PayoutArticle, ...] = get_args(PayoutArticle)
LAW_ARTICLES: tuple[LawArticle, ...] = get_args(LawArticle)

FEE_SETTINGS: Mapping[FeeArticle, FeeSetting] = MappingProxyType(
    {code: setting for code in get_args(FeeArticle) if (setting := ARTICLES[code].setting) is not None}
)
"""The settings of fees, by article."""
