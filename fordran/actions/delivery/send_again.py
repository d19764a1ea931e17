"""Send again: what failed, or left and did not arrive, is queued once more, by its channel or by another."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.delivery.claimed import COLUMNS, ClaimedDeliveryRow
from fordran.actions.delivery.next_way import ended
from fordran.actions.outbox.queue_to_creditor import ToCreditor, queue_to_creditor
from fordran.actions.refusals import Conflict
from fordran.domain.kinds.channels import CHANNELS, InvoiceChannel
from fordran.domain.message import ListValue
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.upkeep.installation import business_now

_ONE = f"select {COLUMNS} from deliveries q where q.id = $1 and {of_one_account('q')} for update"
_CLAIMED = "select claimed_until is not null from deliveries where account_id = $1 and id = $2"


async def retry(tx: Connection, id_: str, now: datetime) -> InvoiceChannel | None:
    """Try a delivery now that waits or has failed, by the channel that it has; None where there is none by that id."""
    row = await _locked(tx, id_)
    if row is None:
        return None
    if row["status"] not in ("queued", "failed"):
        raise Conflict("error.delivery_not_retried", status=ListValue("delivery_state", row["status"], "in_sentence"))
    if row["envelope_id"] is not None and row["status"] == "failed":
        raise Conflict("error.letters_given_up")
    way = _way(row)
    await tx.execute(
        """update deliveries set status = 'queued', next_attempt = $3, first_attempt = null, updated = $4,
               revision = revision + 1, attempts = case when claimed_until is null then 0 else attempts end,
               batch = case when claimed_until is not null then batch end
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        await business_now(tx, now),
        now,
    )
    return way


async def send_again(tx: Connection, id_: str, way: InvoiceChannel, now: datetime) -> bool:
    """Send an invoice by another channel, or once more by the same; False where there is no delivery by that id.

    It is a second copy: a person has seen that the first did not arrive. Letters are made again instead.
    """
    row = await _locked(tx, id_)
    if row is None:
        return False
    if row["envelope_id"] is not None:
        raise Conflict("error.letters_not_sent_again")
    if await tx.fetchval(_CLAIMED, row["account_id"], row["id"]):
        raise Conflict("error.invoice_is_leaving")
    then = await business_now(tx, now)
    before = [] if row["channel"] == "none" else [ended(row, "it was sent again by hand", then)]
    await tx.execute(
        """update deliveries set channel = $3, ways = $4, history = history || $5::jsonb, status = 'queued', attempts = 0,
               first_attempt = null, next_attempt = $6, batch = null, message_id = null, receiver = '', sent = null,
               delivered = null, reason = null, updated = $7, revision = revision + 1
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        way,
        list(CHANNELS)[list(CHANNELS).index(way) + 1 :],
        before,
        then,
        now,
    )
    return True


async def send_to_creditor(tx: Connection, document: ToCreditor, now: datetime) -> None:
    """Send a creditor's document by the channel that a person chose, also where a version before this one made and kept it."""
    assert document.way is not None
    if not await send_again(tx, document.id, document.way, now):
        await queue_to_creditor(tx, document, now)


async def _locked(tx: Connection, id_: str) -> ClaimedDeliveryRow | None:
    rows = await fetch_locked(tx, ClaimedDeliveryRow, _ONE, id_)
    return rows[0] if rows else None


def _way(row: ClaimedDeliveryRow) -> InvoiceChannel:
    if row["channel"] == "none":
        raise Conflict("error.choose_channel")
    return row["channel"]
