"""The order in which a payment covers the parts of a debt, from which day, as dated rows.

By the usual order costs come first, then interest, then capital. A proposal (SOU 2026:43) has another one for consumers,
so that a row can be for one kind of claim, or for consumers alone. A row for some goes before one for all; of rows alike,
the latest one in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias, get_args

from fordran.domain.kinds.claim_kinds import ClaimKind

DebtPart: TypeAlias = Literal["authority_costs", "costs", "interest", "capital"]
"""The parts of a debt that have turns of their own: costs of the enforcement authority, other costs, interest, capital."""
DEBT_PARTS: tuple[DebtPart, ...] = get_args(DebtPart)


@dataclass(frozen=True, slots=True)
class PaymentOrderRow:
    """An order of payment from a day on, of one kind of claim or of all, and the law that says so."""

    begins: date
    parts: tuple[DebtPart, ...]
    law: str
    claim_kind: ClaimKind | None = None
    is_for_consumers: bool = False
    """Whether it is for consumers alone."""

    @property
    def narrowness(self) -> int:
        """How narrowly it is drawn; of two rows that apply, the narrower one does."""
        return 2 * (self.claim_kind is not None) + self.is_for_consumers


ALLOCATION_LAW = "handelsbalken 9 kap. 5 §, utsökningsbalken 13 kap. 13 §"

ORDER_ROWS: tuple[PaymentOrderRow, ...] = (PaymentOrderRow(date.min, DEBT_PARTS, ALLOCATION_LAW),)


def order_on(
    kind: ClaimKind, day: date, *, is_consumer: bool, added: tuple[PaymentOrderRow, ...] = ()
) -> PaymentOrderRow:
    """The order of a payment of a day on a claim of a kind.

    >>> order_on("rent", date(2026, 9, 7), is_consumer=True).parts
    ('authority_costs', 'costs', 'interest', 'capital')
    """
    in_force = [
        row
        for row in (*ORDER_ROWS, *added)
        if row.begins <= day and row.claim_kind in (None, kind) and (is_consumer or not row.is_for_consumers)
    ]
    # Of rows that begin on one day, the one that was added later.
    return max(enumerate(in_force), key=lambda one: (one[1].narrowness, one[1].begins, one[0]))[1]
