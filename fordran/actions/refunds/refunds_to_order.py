"""Refunds that wait for the next order to the bank: to whom, to which account, who asked for each, and whether it may leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran.actions.approvals.four_eyes import NO_ACCOUNT, approved, what_hash
from fordran.actions.payers import payers_of
from fordran.domain.bank.swish_refunds import BY_SWISH
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankRefundRow, RefundRow


@dataclass(frozen=True)
class RefundToOrder:
    """A refund that no order to the bank has yet. `case` is none where the money had found no case."""

    id: str
    case: str | None
    amount: int
    name: str
    bank_account: Mapping[str, Any]
    asked_by: tuple[str, ...]
    created: datetime
    is_automatic: bool
    """Whether it goes to the account that the bank named; else a person entered the account."""
    is_approved: bool
    """Whether a second person has approved it, or nobody has to."""
    is_settled: bool = True
    """Whether the bank is not about to take the payment back."""

    @property
    def may_leave(self) -> bool:
        """Whether the next order has it."""
        return self.is_approved and self.is_settled and not self.by_swish

    @property
    def by_swish(self) -> bool:
        """Whether it leaves by Swish, and not by an order to the bank."""
        return self.bank_account.get("kind") == BY_SWISH


async def refunds_to_order(connection: Connection, *, takes_two: bool) -> list[RefundToOrder]:
    """All that wait, the oldest first."""
    return sorted(
        [*await _of_cases(connection, takes_two=takes_two), *await _of_suspense(connection, takes_two=takes_two)],
        key=lambda one: (one.created, one.id),
    )


async def _of_cases(connection: Connection, *, takes_two: bool) -> list[RefundToOrder]:
    rows = await fetch_rows(
        connection,
        RefundRow,
        """select account_id, id, created, case_id, payment_id, amount, name, bank_account, is_automatic, ordered_by
           from refunds where status = 'ordered' order by account_id, id""",
    )
    payers = await payers_of(connection, {row["payment_id"] for row in rows})
    given = {
        account: await approved(connection, account, "refund", [row["id"] for row in rows])
        for account in dict.fromkeys(row["account_id"] for row in rows)
    }
    found = []
    for row in rows:
        place, name = parsed(row["bank_account"]), row["name"] or ""
        is_free = row["is_automatic"] or not takes_two
        seen = given[row["account_id"]]
        found.append(
            RefundToOrder(
                id=row["id"],
                case=row["case_id"],
                amount=row["amount"],
                name=name,
                bank_account=place,
                asked_by=tuple(row["ordered_by"] or ()),
                created=row["created"],
                is_automatic=row["is_automatic"],
                is_approved=is_free or seen.covers(row["id"], row["amount"], what_hash(name, place)),
                is_settled=payers[row["payment_id"]].is_settled,
            )
        )
    return found


async def _of_suspense(connection: Connection, *, takes_two: bool) -> list[RefundToOrder]:
    rows = await fetch_rows(
        connection,
        BankRefundRow,
        """select id, created, amount, name, bank_account, ordered_by from bank_refunds
           where exported is null order by id""",
    )
    seen = await approved(connection, NO_ACCOUNT, "suspense_refund", [row["id"] for row in rows])
    found = []
    for row in rows:
        place = parsed(row["bank_account"])
        is_approved = not takes_two or seen.covers(row["id"], row["amount"], what_hash(row["name"], place))
        asked = tuple(row["ordered_by"] or ())
        found.append(
            RefundToOrder(row["id"], None, row["amount"], row["name"], place, asked, row["created"], False, is_approved)
        )
    return found


async def names_of_users(connection: Connection, ids: set[str]) -> dict[str, str]:
    """The names of users, by id."""
    rows = await connection.fetch("select id, name from users where id = any($1::text[])", list(ids))
    return {row["id"]: row["name"] for row in rows}
