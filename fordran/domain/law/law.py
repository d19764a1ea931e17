"""The law of an installation: the rows of this version, and those that its operator added."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.articles import ARTICLES, Article, LawArticle
from fordran.domain.kinds.claim_kinds import ClaimKind
from fordran.domain.law.fees import FEE_ROWS, FeeCap, FeeRow
from fordran.domain.law.payment_order import ORDER_ROWS, PaymentOrderRow, order_on
from fordran.domain.law.reference_rates import ReferenceRate

LawRowKind: TypeAlias = Literal[LawArticle, "reference_rate", "order_of_payment"]
"""The subject of a row of law that an operator adds: an amount, the reference rate, or the order of payment."""
LAW_ROW_KINDS: tuple[LawRowKind, ...] = (*get_args(LawArticle), "reference_rate", "order_of_payment")

LawRowStatus: TypeAlias = Literal["proposed", "approved", "rejected"]
"""A row holds once a second person has approved it."""


@dataclass(frozen=True, slots=True)
class Law:
    """The rows in force: those of this version, and the fees, rates and orders of payment that were added to them."""

    fees: tuple[FeeRow, ...] = ()
    rates: tuple[ReferenceRate, ...] = ()
    orders: tuple[PaymentOrderRow, ...] = ()

    def row(self, article: LawArticle, day: date) -> FeeRow:
        """The row in force on a day; the first one also holds before its day.

        >>> LAW.row("enforcement_work", date(2026, 9, 7)).most
        38000
        """
        # A row that was added takes the place of this version's own of the same day, so it comes after it.
        rows = sorted((row for row in (*FEE_ROWS, *self.fees) if row.article == article), key=lambda row: row.begins)
        in_force = [row for row in rows if row.begins <= day] or rows[:1]
        return in_force[-1]

    def changes(self, article: LawArticle) -> tuple[date, ...]:
        """The first days of all rows of an article, in order."""
        return tuple(sorted({row.begins for row in (*FEE_ROWS, *self.fees) if row.article == article}))

    def cap_on(self, article: Article, day: date) -> FeeCap | None:
        """The cap of a fee on a day; None where the law sets no cap.

        >>> LAW.cap_on("enforcement", date(2026, 9, 7)).most, LAW.cap_on("invoice_fee", date(2026, 9, 7))
        (68000, None)
        """
        rows = [self.row(part, day) for part in ARTICLES[article].caps]
        if not rows:
            return None
        return FeeCap(sum(row.most for row in rows), rows[0].each, ", ".join(row.law for row in rows))

    def order_of_payment(self, kind: ClaimKind, day: date, *, is_consumer: bool) -> PaymentOrderRow:
        """The order in which a payment of a day covers what is owed."""
        if not self.orders and len(ORDER_ROWS) == 1:
            return ORDER_ROWS[0]
        return order_on(kind, day, is_consumer=is_consumer, added=self.orders)


LAW = Law()
"""The law of this version, without rows that an operator added."""


def added_fee(article: LawArticle, begins: date, most: int, source: str = "") -> FeeRow:
    """A row that an operator adds: as this version's own of that article, with another amount and its own source.

    A row without a source is one that a sandbox tries.
    """
    own = LAW.row(article, begins)
    return FeeRow(article, begins, most, own.each, f"{own.law} ({source or on_trial(begins)})")


def on_trial(begins: date) -> str:
    """The source of a row that a sandbox tries."""
    return f"rad på prov från {begins.isoformat()}"
