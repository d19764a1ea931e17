"""Changed accounts of creditors: a rejected one is paid nothing, until the creditor has another."""

from __future__ import annotations

from fordran.actions.approving.to_approve import ApprovalDecision, ApprovalSource, ToApprove
from fordran.actions.cases.work_list import CreditorSubject, put_on_work_list
from fordran.domain.message import Message
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import CreditorRow


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


async def _rejected(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    partner = await tx.fetchval("select partner_id from accounts where id = $1", one.account)
    subject = CreditorSubject(one.account, one.id, partner)
    reason = Message("work.payout_account_rejected", reason=decision.reason or "")
    await put_on_work_list(tx, subject, "payout_account_rejected", reason, decision.now)


PAYOUT_ACCOUNTS = ApprovalSource("payout_account", _payout_accounts, _rejected)
