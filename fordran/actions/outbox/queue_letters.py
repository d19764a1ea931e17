"""Queue the letters of an envelope that is made: a delivery to the customer. Applications wait for a person to post them."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.domain.kinds.channels import PAPER, Channel, DeliveryKind, InvoiceChannel
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import DELIVERIES_TABLE
from fordran.store.rows.tables import NewRow, insert_rows
from fordran.store.upkeep.installation import business_now


class EnvelopeMade(TypedDict):
    """The owner of an envelope."""

    account_id: str
    id: str
    creditor_id: str
    customer_id: str


async def queue_envelope(tx: Connection, envelope: EnvelopeMade, channel: Channel, now: datetime) -> None:
    """Queue what was made of an envelope. Letters that another channel does not bring are printed."""
    then = await business_now(tx, now)
    has_letters: bool = await tx.fetchval(
        """select exists (select 1 from letters
           where account_id = $1 and envelope_id = $2 and status = 'made' and kind <> 'enforcement')""",
        envelope["account_id"],
        envelope["id"],
    )
    if not has_letters:
        return
    tried_since: datetime | None = await tx.fetchval(
        "select tried_since from envelopes where account_id = $1 and id = $2", envelope["account_id"], envelope["id"]
    )
    ways: list[InvoiceChannel] = [PAPER] if channel == PAPER else [channel, PAPER]
    await insert_rows(tx, [_row(envelope, "letters", ways, tried_since, now, then)])


async def queue_copy(tx: Connection, envelope: EnvelopeMade, now: datetime) -> None:
    """Queue the copies of an envelope's letters, which are printed."""
    then = await business_now(tx, now)
    await insert_rows(tx, [_row(envelope, "letters", [PAPER], None, now, then)])


def _row(
    envelope: EnvelopeMade,
    kind: DeliveryKind,
    ways: list[InvoiceChannel],
    tried_since: datetime | None,
    now: datetime,
    then: datetime,
) -> NewRow:
    return DELIVERIES_TABLE.row(
        {
            "account_id": envelope["account_id"],
            "id": new_id(),
            "created": now,
            "updated": now,
            "creditor_id": envelope["creditor_id"],
            "customer_id": envelope["customer_id"],
            "case_id": None,
            "kind": kind,
            "invoice_id": None,
            "envelope_id": envelope["id"],
            "channel": ways[0],
            "ways": list(ways[1:]),
            "status": "queued",
            "first_attempt": tried_since,
            "next_attempt": then,
            "queued": then,
            "reason": None,
            "made": now,
        }
    )


async def withdraw(tx: Connection, account: str, envelope: str, into: str | None = None) -> bool:
    """Take an envelope's deliveries back that have not begun to leave; False, and nothing, where one has.

    Since when they have been tried is kept with the envelope that their letters go into, for they are not tried forever.
    """
    waiting = await tx.fetch(
        """select id, claimed_until is null as is_free from deliveries
           where account_id = $1 and envelope_id = $2 and status = 'queued' for update skip locked""",
        account,
        envelope,
    )
    there: int = await tx.fetchval(
        "select count(*) from deliveries where account_id = $1 and envelope_id = $2 and status = 'queued'",
        account,
        envelope,
    )
    if len(waiting) < there or not all(row["is_free"] for row in waiting):
        return False
    await tx.execute(
        """update envelopes set tried_since = least(tried_since, (
               select min(first_attempt) from deliveries where account_id = $1 and id = any($3::text[])))
           where account_id = $1 and id = $2""",
        account,
        into or envelope,
        [row["id"] for row in waiting],
    )
    await tx.execute(
        "delete from deliveries where account_id = $1 and id = any($2::text[])", account, [row["id"] for row in waiting]
    )
    await _withdraw_copies(tx, account, envelope)
    return True


async def _withdraw_copies(tx: Connection, account: str, envelope: str) -> None:
    """Take back the copies of an envelope's letters that have not begun to leave."""
    taken = await tx.fetch(
        """delete from deliveries q using envelopes e
           where q.account_id = $1 and e.account_id = q.account_id and e.id = q.envelope_id and e.copy_of = $2
             and q.status = 'queued' and q.claimed_until is null returning e.id""",
        account,
        envelope,
    )
    await tx.execute(
        "update envelopes set status = 'empty', copies = null where account_id = $1 and id = any($2::text[])",
        account,
        [row["id"] for row in taken],
    )
