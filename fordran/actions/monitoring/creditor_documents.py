"""Deliveries of documents to creditors, as the pages of the operator's staff show them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

import orjson

from fordran.domain.kinds.channels import DeliveryState, Distribution
from fordran.shape.moments import moment_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row


class _ShownRow(TypedDict):
    channel: Distribution
    status: DeliveryState
    sent: datetime | None
    delivered: datetime | None
    next_attempt: datetime | None
    attempts: int
    reason: str | None
    history: orjson.Fragment


_SHOWN = """
select channel, status, sent, delivered, case when status = 'queued' then next_attempt end as next_attempt, attempts, reason,
       history
from deliveries where account_id = $1 and id = $2
"""


async def shown_delivery(connection: Connection, account: str, id_: str) -> dict[str, Any] | None:
    """How a payout's document leaves, as invoices show it; None where it has none."""
    row = await fetch_row(connection, _ShownRow, _SHOWN, account, id_)
    if row is None:
        return None
    history = [one | {"ended": moment_of(one["ended"])} for one in parsed(row["history"])]
    return {name: value for name, value in row.items() if value is not None} | {"history": history}


class _DocumentRow(TypedDict):
    operator_invoice_id: str | None
    payout_id: str | None


async def page_of_document(connection: Connection, account: str, work_item: str) -> str | None:
    """The page of the document whose delivery a work item is about; None where that is no creditor's."""
    row = await fetch_row(
        connection,
        _DocumentRow,
        """select q.operator_invoice_id, q.payout_id from work_items w
           join deliveries q on q.account_id = w.account_id and q.id = w.subject
           where w.account_id = $1 and w.id = $2 and q.customer_id is null""",
        account,
        work_item,
    )
    if row is None:
        return None
    is_invoice = row["operator_invoice_id"] is not None
    return f"operator-invoices/{row['operator_invoice_id']}" if is_invoice else f"payouts/{row['payout_id']}"
