"""The items of a debt while it is replayed: each with what is left of it, and its turn to be covered."""

import datetime as dt
from dataclasses import dataclass

from fordran.domain.claims.entries import Component
from fordran.domain.kinds.articles import ARTICLES, Article
from fordran.domain.law.payment_order import DebtPart, PaymentOrderRow

OF_AUTHORITY = frozenset(code for code, article in ARTICLES.items() if article.of_authority)
"""The costs that an authority charges."""


@dataclass(slots=True)
class OwedItem:
    """Something put on the debtor, and what is left of it."""

    fact: str
    type: Article
    component: Component
    date: dt.date
    left: int
    by_creditor: bool = False
    outlay: bool = False

    @property
    def part(self) -> DebtPart:
        """The part of the debt that it belongs to."""
        return "authority_costs" if self.component == "costs" and self.type in OF_AUTHORITY else self.component

    def turn(self, order: PaymentOrderRow) -> tuple[int, dt.date]:
        """Its turn to be covered: part by part, each oldest first."""
        return order.parts.index(self.part), self.date
