"""Things that wait for a second person: refunds to accounts that somebody entered, and changed accounts of creditors."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran.actions.approvals.four_eyes import NO_ACCOUNT, Approved, what_hash
from fordran.domain.payouts.four_eyes import ApprovalKind
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankRefundRow, CreditorRow, RefundRow, SecondApprovalRow

MOST = 500


@dataclass(frozen=True)
class ToApprove:
    """Something that leaves once a second person has approved it."""

    id: str
    kind: ApprovalKind
    account: str
    creditor: str | None
    case: str | None
    amount: int
    name: str | None
    bank_account: Mapping[str, Any]
    asked_by: tuple[str, ...]
    """Everybody who may have asked for it; the first is the user."""
    created: datetime
    since: date | None = None
    """The day on which a creditor's account was changed."""

    @property
    def what_hash(self) -> bytes:
        """The hash to which an approval of it is bound."""
        return what_hash(self.name, self.bank_account, self.since)

    @property
    def fingerprint(self) -> str:
        """Another one whenever the amount, the name or the account is another."""
        return hashlib.sha256(self.what_hash + str(self.amount).encode()).hexdigest()


async def waiting(connection: Connection, only: str | None = None) -> list[ToApprove]:
    """All that nobody has approved yet, the oldest first, up to `MOST`; with `only`, that alone, approved or not."""
    found = [
        *await _refunds(connection, only),
        *await _suspense_refunds(connection, only),
        *await _payout_accounts(connection, only),
    ]
    if only is not None:
        return found
    given = await fetch_rows(
        connection,
        SecondApprovalRow,
        """select subject_id, amount, what_hash from second_approvals
           where account_id = any($1::text[]) and subject_id = any($2::text[])""",
        list({one.account for one in found}),
        [one.id for one in found],
    )
    approved = Approved(given)
    left = [one for one in found if not approved.covers(one.id, one.amount, one.what_hash)]
    return sorted(left, key=lambda one: one.created)[:MOST]


async def names_in(connection: Connection, found: list[ToApprove]) -> dict[str, str]:
    """Names of the users who asked for them and of the creditors that they are about, by id."""
    rows = await connection.fetch(
        """select id, name from users where id = any($1::text[])
           union all select id, name from creditors where account_id = any($2::text[]) and id = any($3::text[])""",
        list({one.asked_by[0] for one in found if one.asked_by}),
        list({one.account for one in found}),
        list({one.creditor for one in found if one.creditor}),
    )
    return {row["id"]: row["name"] for row in rows}


async def _refunds(connection: Connection, only: str | None) -> list[ToApprove]:
    rows = await fetch_rows(
        connection,
        RefundRow,
        """select id, account_id, creditor_id, case_id, amount, name, bank_account, ordered_by, created from refunds
           where status = 'ordered' and not is_automatic and ($1::text is null or id = $1)""",
        only,
    )
    return [
        ToApprove(
            row["id"],
            "refund",
            row["account_id"],
            row["creditor_id"],
            row["case_id"],
            row["amount"],
            row["name"],
            parsed(row["bank_account"]),
            tuple(row["ordered_by"] or ()),
            row["created"],
        )
        for row in rows
    ]


async def _suspense_refunds(connection: Connection, only: str | None) -> list[ToApprove]:
    rows = await fetch_rows(
        connection,
        BankRefundRow,
        """select id, amount, name, bank_account, ordered_by, created from bank_refunds
           where exported is null and ($1::text is null or id = $1)""",
        only,
    )
    return [
        ToApprove(
            row["id"],
            "suspense_refund",
            NO_ACCOUNT,
            None,
            None,
            row["amount"],
            row["name"],
            parsed(row["bank_account"]),
            tuple(row["ordered_by"] or ()),
            row["created"],
        )
        for row in rows
    ]


async def _payout_accounts(connection: Connection, only: str | None) -> list[ToApprove]:
    rows = await fetch_rows(
        connection,
        CreditorRow,
        """select id, account_id, name, shown_bank_account(payout_details) as payout_details, payout_account_by,
                  payout_account_changed, updated
           from creditors where payout_account_changed is not null and ($1::text is null or id = $1)""",
        only,
    )
    return [
        ToApprove(
            row["id"],
            "payout_account",
            row["account_id"],
            row["id"],
            None,
            0,
            None,
            parsed(row["payout_details"]),
            tuple(row["payout_account_by"] or ()),
            row["updated"],
            row["payout_account_changed"],
        )
        for row in rows
    ]
