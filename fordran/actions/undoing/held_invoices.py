"""Held invoices: registered without being sent. One is released and leaves, or is voided and never does."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran import clock
from fordran.actions.refusals import Conflict
from fordran.actions.registrations.record_cancellation import record_cancellation
from fordran.domain.kinds.channels import DeliveryKind, DeliveryState
from fordran.domain.message import ListValue
from fordran.resources.creditor_cancellations import CancellationInput
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.upkeep.installation import business_now

VOIDED = "voided before it left"


class _DeliveryRow(TypedDict):
    status: DeliveryState
    kind: DeliveryKind
    is_leaving: bool
    case_id: str
    creditor_id: str
    is_closed: bool
    invoice_date: datetime


async def release_invoice(tx: Connection, account: str, id_: str, now: datetime) -> None:
    """Let a held invoice leave, on its invoice date at the earliest. One that leaves late is due later by as much."""
    row = await _locked(tx, account, id_)
    if row["status"] != "held":
        raise Conflict("error.invoice_not_held", status=ListValue("delivery_state", row["status"], "in_sentence"))
    if row["is_closed"] and row["kind"] == "invoice":
        raise Conflict("error.case_closed_already")
    then = await business_now(tx, now)
    await tx.execute(
        """update deliveries set status = 'queued', queued = $3, next_attempt = $4, updated = $5, revision = revision + 1
           where account_id = $1 and id = $2""",
        account,
        id_,
        then,
        max(then, clock.start_of_day(day_of(row["invoice_date"]))),
        now,
    )


async def void_invoice(tx: Connection, caller: Caller, account: str, id_: str, now: datetime) -> None:
    """End an invoice that has not left: it never leaves, and its case is cancelled. Its number stays taken."""
    row = await _locked(tx, account, id_)
    if row["kind"] != "invoice":
        raise Conflict("error.credit_invoice_not_voided")
    if row["status"] not in ("held", "queued") or row["is_leaving"]:
        raise Conflict("error.invoice_not_voided", status=ListValue("delivery_state", row["status"], "in_sentence"))
    if row["is_closed"]:
        raise Conflict("error.case_closed_already")
    await tx.execute(
        """update deliveries set status = 'failed', reason = $3, updated = $4, revision = revision + 1
           where account_id = $1 and id = $2""",
        account,
        id_,
        VOIDED,
        now,
    )
    given = CancellationInput(creditor=row["creditor_id"], case=row["case_id"], origin="creditor_system")
    await record_cancellation(tx, caller, given, now)


async def _locked(tx: Connection, account: str, id_: str) -> _DeliveryRow:
    """The delivery of an invoice, locked after its case, as everybody does who needs both."""
    await tx.execute(
        """select 1 from cases k join invoices i on i.account_id = k.account_id and i.case_id = k.id
           where i.account_id = $1 and i.id = $2 for update of k""",
        account,
        id_,
    )
    return await fetch_the_row(
        tx,
        _DeliveryRow,
        """select q.status, q.kind, q.claimed_until is not null as is_leaving, q.case_id, q.creditor_id,
                  k.closed is not null as is_closed, i.invoice_date
           from deliveries q join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
           join cases k on k.account_id = q.account_id and k.id = q.case_id
           where q.account_id = $1 and q.id = $2 for update of q""",
        account,
        id_,
    )
