"""Try a webhook: the message of a test, and its entry in the log. What is sent goes to that webhook alone."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.webhooks.messages import Message, Outcome, body_of, secrets_in_force
from fordran.domain.event_types import EventName
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES
from fordran.store.callers import token_key
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.rows import insert, tally

TEST: EventName = "webhook.test"


async def message_of_test(tx: Connection, account: str, webhook: str, now: datetime) -> Message | None:
    """What a test sends; None where the webhook is gone."""
    row = await tx.fetchrow(
        """select url, creditor_id, secret_salt, previous_secret_salt, previous_secret_until from webhooks
           where account_id = $1 and id = $2""",
        account,
        webhook,
    )
    if row is None:
        return None
    id_ = new_id()
    ids = (("event", id_), ("account", account), ("creditor", row["creditor_id"]))
    body = body_of(TEST, now, ids, {"webhook": webhook})
    return Message(id_, row["url"], secrets_in_force(await token_key(tx), row, now), body)


async def log_test(
    tx: Connection, account: str, webhook: str, message: Message, outcome: Outcome, now: datetime
) -> str | None:
    """Keep a test in the log; the entry's id, or None where the webhook is gone. It is not tried again."""
    row = await tx.fetchrow(
        """select w.creditor_id, a.partner_id from webhooks w join accounts a on a.id = w.account_id
           where w.account_id = $1 and w.id = $2 for key share of w""",
        account,
        webhook,
    )
    if row is None:
        return None
    id_, is_delivered = new_id(), outcome.error is None
    await insert(
        tx,
        "webhook_deliveries",
        {
            "account_id": account,
            "id": id_,
            "created": now,
            "updated": now,
            "webhook_id": webhook,
            "creditor_id": row["creditor_id"],
            "event_id": message.id,
            "type": TEST,
            "origin": "test",
            "status": "delivered" if is_delivered else "failed",
            "attempts": 1,
            "first_attempt": outcome.at,
            "due": now,
            "delivered": now if is_delivered else None,
            "body": message.body,
            "tries": [outcome.shown()],
        },
    )
    await tally(tx, WEBHOOK_DELIVERIES, partner=row["partner_id"], account=account, creditor=row["creditor_id"])
    return id_
