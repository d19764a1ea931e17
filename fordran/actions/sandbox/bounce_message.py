"""Bounce a message in a sandbox: an e-mail comes back, and what it carried goes the next way."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.delivery.bounce import bounced
from fordran.actions.refusals import Conflict
from fordran.actions.sandbox.only_here import check_is_sandbox
from fordran.domain.kinds.channels import Distribution
from fordran.resources.invoices import INVOICES
from fordran.resources.letters import LETTERS
from fordran.resources.simulations import SimulatedBounceInput
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find, no_such
from fordran.store.rows.schema_rows import DeliveryRow

_REASON = "550 5.1.1 there is no such mailbox"
_OF_INVOICE = """
select id, channel, message_id from deliveries where account_id = $1 and invoice_id = $2 order by id desc limit 1
"""
_OF_ENVELOPE = """
select id, channel, message_id from deliveries where account_id = $1 and envelope_id = $2 order by id desc limit 1
"""


async def bounce_message(tx: Connection, caller: Caller, given: SimulatedBounceInput, now: datetime) -> Distribution:
    """Let the e-mail of an invoice or a letter come back; the channel that takes it now."""
    await check_is_sandbox(tx)
    is_invoice = given.invoice is not None
    resource, id_ = (INVOICES, given.invoice) if is_invoice else (LETTERS, given.letter)
    assert id_ is not None
    item = await find(tx, resource, caller, id_)
    if item is None:
        raise Refused({"invoice" if is_invoice else "letter": no_such(resource, id_)})
    account, sent = item.document["account"], id_ if is_invoice else item.document["envelope"]
    row = await fetch_row(tx, DeliveryRow, _OF_INVOICE if is_invoice else _OF_ENVELOPE, account, sent)
    if row is None or row["channel"] != "email" or row["message_id"] is None:
        raise Conflict("error.not_sent_by_email")
    if not await bounced(tx, row["message_id"], given.reason or _REASON, now):
        raise Conflict("error.not_sent_by_email")
    channel: Distribution = await tx.fetchval(
        "select channel from deliveries where account_id = $1 and id = $2", account, row["id"]
    )
    return channel
