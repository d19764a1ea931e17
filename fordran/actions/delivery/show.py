"""Show deliveries: a sandbox sends nothing, and says what would have come of it.

Addresses at three domains, which nobody can have, are refused, put off and bounced, so that all of it can be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from fordran.actions.delivery.bounce import bounced
from fordran.actions.delivery.claimed import (
    COLUMNS,
    ClaimedDeliveryRow,
    DeliveryResult,
    PermanentFailure,
    RetryLater,
    Sent,
)
from fordran.actions.delivery.note_outcome import DeliveryAttempt
from fordran.actions.delivery.note_safely import note_safely
from fordran.actions.delivery.parcels import Parcel, parcels_of
from fordran.actions.letters.take_back_letters import OUTDATED
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.upkeep.installation import business_day, business_now, read_installation

REFUSED, LATER, BOUNCED = "refuse.example", "later.example", "bounce.example"
MOST = 200
_DOMAIN = "sandbox.example"

_DUE = f"""
select q.account_id, q.id from deliveries q
where q.status = 'queued' and q.next_attempt <= $1 and {of_one_account("q")} and {{what}}
order by q.next_attempt, q.id limit $2
"""
_TAKE = f"""
with chosen as ({{due}} for update of q skip locked)
update deliveries q set attempts = q.attempts + 1, first_attempt = coalesce(q.first_attempt, $1), revision = q.revision + 1,
    message_id = case when q.channel = 'email' then coalesce(q.message_id,
        '<' || q.id || '.' || jsonb_array_length(q.history) + 1 || '@{_DOMAIN}>') end
from chosen c where q.account_id = c.account_id and q.id = c.id
returning {COLUMNS}
"""
_DUE_INVOICES = _DUE.format(what="q.invoice_id is not null")
_DUE_LETTERS = _DUE.format(
    what=f"""q.envelope_id is not null and exists (
        select 1 from envelopes e where e.account_id = q.account_id and e.id = q.envelope_id
        and (e.status = 'shown' or (e.status = 'made' and not {OUTDATED.format(today="$3")})))"""
)
_TAKE_INVOICES = _TAKE.format(due=_DUE_INVOICES)
_TAKE_LETTERS = _TAKE.format(due=_DUE_LETTERS)


async def show_deliveries(
    tx: Connection, kind: Literal["invoices", "letters"], operator: Operator, now: datetime
) -> int:
    """Show due deliveries in a sandbox; return the number handled. Elsewhere nothing is shown, and the worker sends."""
    if not (await read_installation(tx)).sandbox:
        return 0
    then = await business_now(tx, now)
    if kind == "letters":
        # One at a time, since each moves its cases.
        today = await business_day(tx, now)
        rows = await fetch_locked(tx, ClaimedDeliveryRow, _TAKE_LETTERS, then, 1, today, find=_DUE_LETTERS)
    else:
        rows = await fetch_locked(tx, ClaimedDeliveryRow, _TAKE_INVOICES, then, MOST, find=_DUE_INVOICES)
    if rows:
        await _show(tx, rows, operator, now, then)
    return len(rows)


async def _show(
    tx: Connection, rows: Sequence[ClaimedDeliveryRow], operator: Operator, now: datetime, then: datetime
) -> None:
    parcels = await parcels_of(tx, rows, operator)
    handed = [_shown(row, parcels[row["id"]]) for row in rows]
    await note_safely(tx, handed, now, then)
    for one in handed:
        if isinstance(one.outcome, Sent) and _domain(one) == BOUNCED:
            message = one.row["message_id"]
            assert message is not None
            await bounced(tx, message, "550 5.1.1 the mailbox does not exist", now)


def _shown(row: ClaimedDeliveryRow, parcel: Parcel | PermanentFailure) -> DeliveryAttempt:
    # Paper without an address is shown all the same: there is nobody to bring it anywhere.
    if isinstance(parcel, PermanentFailure):
        return DeliveryAttempt(row, Sent("shown") if row["channel"] == "print" else parcel)
    return DeliveryAttempt(row, _outcome(parcel), parcel.receiver)


def _outcome(parcel: Parcel) -> DeliveryResult:
    domain = parcel.address.rpartition("@")[2].lower() if parcel.channel == "email" else ""
    if domain == REFUSED:
        return PermanentFailure("550 5.1.1 the receiver's server refuses the address")
    if domain == LATER:
        return RetryLater("450 4.2.1 the receiver's server asks to try again later")
    return Sent("shown")


def _domain(one: DeliveryAttempt) -> str:
    return one.receiver.rpartition("@")[2].lower() if one.row["channel"] == "email" else ""
