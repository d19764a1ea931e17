"""The work items of deliveries: what has not left, or may not have, with its reason; settled once it has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.delivery.claimed import ClaimedDeliveryRow
from fordran.domain.message import ListValue, Message
from fordran.store.connections.database import Connection

MOST_SAID = 500


@dataclass(frozen=True)
class _Listed:
    account: str
    creditor: str
    id: str | None
    partner: str | None


async def put_on_list(tx: Connection, row: ClaimedDeliveryRow, reason: str, now: datetime) -> None:
    """Put a delivery on the work list, once for each reason that is not resolved."""
    partner = await tx.fetchval("select partner_id from accounts where id = $1", row["account_id"])
    listed = _Listed(row["account_id"], row["creditor_id"], row["case_id"], partner)
    await put_on_work_list(
        tx,
        listed,
        "delivery_failed",
        Message(
            "work.delivery_failed",
            name=f"delivery {row['id']}",
            channel=ListValue("distribution", row["channel"], "in_reason"),
            reason=reason[:MOST_SAID],
        ),
        now,
        subject=row["id"],
    )


async def take_off_list(tx: Connection, row: ClaimedDeliveryRow, now: datetime) -> None:
    """Resolve the items of a delivery that has left after all."""
    await tx.execute(
        """update work_items set resolved = $4, updated = $4, revision = revision + 1
           where account_id = $1 and creditor_id = $2 and kind = 'delivery_failed' and resolved is null
             and case_id is not distinct from $5 and subject = $3""",
        row["account_id"],
        row["creditor_id"],
        row["id"],
        now,
        row["case_id"],
    )
