"""Refunds to accounts that somebody entered: they wait, and a rejected one goes back to where a person decides again."""

from __future__ import annotations

from fordran.actions.approvals.four_eyes import NO_ACCOUNT
from fordran.actions.approving.to_approve import ApprovalDecision, ApprovalSource, ToApprove
from fordran.actions.bank.refund_payment import reject_refund_payment
from fordran.actions.cases.keep_refunds import reject_refund
from fordran.actions.cases.locked_case import lock_cases
from fordran.domain.bank.swish_refunds import LIVE
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankRefundRow, RefundRow


async def _refunds(connection: Connection, only: str | None) -> list[ToApprove]:
    rows = await fetch_rows(
        connection,
        RefundRow,
        """select id, account_id, creditor_id, case_id, amount, name, bank_account, ordered_by, created from refunds
           where status = 'ordered' and not is_automatic and ($1::text is null or id = $1)
             and not exists (select 1 from swish_refunds s where s.account_id = refunds.account_id and s.id = refunds.id
                             and s.state = any($2::text[]))""",
        only,
        LIVE,
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


async def _refund_rejected(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    assert one.case is not None
    (case,) = await lock_cases(tx, one.account, [one.case], decision.now)
    await reject_refund(tx, case, one.id, decision.reason or "", decision.now)


async def _suspense_refund_rejected(tx: Connection, one: ToApprove, decision: ApprovalDecision) -> None:
    await reject_refund_payment(tx, decision.by, one.id, decision.now)


REFUNDS = ApprovalSource("refund", _refunds, _refund_rejected)
SUSPENSE_REFUNDS = ApprovalSource("suspense_refund", _suspense_refunds, _suspense_refund_rejected)
