"""A channel gave a delivery up: the next one takes it, and if there is none a person handles it."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from fordran.actions.delivery.claimed import ClaimedDeliveryRow
from fordran.actions.delivery.work import put_on_list
from fordran.actions.letters.letters_leave import letters_came_back
from fordran.actions.letters.retry_letters import give_up
from fordran.actions.letters.take_back_letters import take_to_print
from fordran.actions.note_event import DomainEvent, note_events
from fordran.domain.kinds.channels import PAPER, DeliveryOutcome, DeliveryState, Distribution, InvoiceChannel
from fordran.shape.moments import rfc_1123
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection

Happened = Counter[tuple[Distribution, DeliveryOutcome]]


async def next_way(
    tx: Connection, row: ClaimedDeliveryRow, reason: str, happened: Happened, now: datetime, business_now: datetime
) -> None:
    """Let the next channel take a delivery, whose row is locked. One that had been sent has come back."""
    ways: list[InvoiceChannel] = parsed(row["ways"])
    happened[row["channel"], "gave_up"] += 1
    if row["invoice_id"]:
        await note_events(tx, [_not_delivered(row, reason, ways)], now)
    elif row["envelope_id"] is not None and row["status"] != "queued":
        await letters_came_back(tx, row, reason, now)
    if ways:
        await _go_on(tx, row, reason, ways, now, business_now)
    else:
        await _fail(tx, row, reason, now)
        happened[row["channel"], "failed"] += 1


async def pass_by(tx: Connection, row: ClaimedDeliveryRow, reason: str, now: datetime, business_now: datetime) -> None:
    """Let the next channel take a delivery that nobody could try by this one: no event, and nothing in its history."""
    await _go_on(tx, row, reason, parsed(row["ways"]), now, business_now, is_kept=False)


def _not_delivered(row: ClaimedDeliveryRow, reason: str, ways: list[InvoiceChannel]) -> DomainEvent:
    details = {"invoice": row["invoice_id"], "invoice_type": row["kind"], "channel": row["channel"], "reason": reason}
    if ways:
        details["next_channel"] = ways[0]
    return DomainEvent("invoice.not_delivered", row["account_id"], row["creditor_id"], row["case_id"], details)


async def _go_on(
    tx: Connection,
    row: ClaimedDeliveryRow,
    reason: str,
    ways: list[InvoiceChannel],
    now: datetime,
    business_now: datetime,
    *,
    is_kept: bool = True,
) -> None:
    """Queue it for the next channel, and keep how it went by this one where it was tried."""
    await tx.execute(
        """update deliveries set channel = $3, ways = $4, history = history || $5::jsonb, status = 'queued',
               attempts = 0, first_attempt = null, next_attempt = $6, claimed_until = null, batch = null, message_id = null,
               receiver = '', sent = null, delivered = null, reason = $7, updated = $8, revision = revision + 1
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        ways[0],
        ways[1:],
        [ended(row, reason, business_now)] if is_kept else [],
        business_now,
        f"{row['channel']}: {reason}",
        now,
    )
    if row["envelope_id"] is not None and row["status"] == "queued" and ways[0] == PAPER:
        await take_to_print(tx, row["account_id"], row["envelope_id"])


def ended(row: ClaimedDeliveryRow, reason: str, business_now: datetime) -> dict[str, Any]:
    """How it went by a channel, as the history keeps it."""
    status: DeliveryState = "failed"
    details: dict[str, Any] = {
        "channel": row["channel"],
        "status": status,
        "attempts": row["attempts"],
        "reason": reason,
    }
    if row["sent"] is not None:
        details["sent"] = rfc_1123(row["sent"])
    if row["message_id"] is not None:
        details["message_id"] = row["message_id"]
    return details | {"ended": rfc_1123(business_now)}


async def _fail(tx: Connection, row: ClaimedDeliveryRow, reason: str, now: datetime) -> None:
    await tx.execute(
        """update deliveries set status = 'failed', claimed_until = null, batch = null, reason = $3, updated = $4,
               revision = revision + 1
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        reason,
        now,
    )
    if row["envelope_id"] is not None and row["status"] == "queued":
        await give_up(tx, row["account_id"], row["envelope_id"], f"not delivered: {reason}", now)
    else:
        await put_on_list(tx, row, reason, now)
