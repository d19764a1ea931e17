"""Payments that can go back by Swish: those that came by it, as the bank's file has them."""

from __future__ import annotations

from collections.abc import Sequence

from fordran.actions.cases.locked_case import LockedCase
from fordran.store.connections.database import Connection


async def references_of(tx: Connection, case: LockedCase, payments: Sequence[str]) -> dict[str, str]:
    """Payment → Swish's reference of it, of those that came by Swish."""
    rows = await tx.fetch(
        """select payment_id, payment_reference from swish_payments
           where account_id = $1 and case_id = $2 and payment_id = any($3::text[]) and payment_reference is not null
             and state = 'arrived'""",
        case.account,
        case.id,
        payments,
    )
    return {row["payment_id"]: row["payment_reference"] for row in rows}
