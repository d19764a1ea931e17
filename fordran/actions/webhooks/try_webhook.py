"""Try a webhook: the message of a test, and its entry in the log. What is sent goes to that webhook alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.webhooks.messages import AttemptOutcome, SaltsRow, WebhookMessage, body_of, secrets_in_force
from fordran.domain.kinds.event_types import EventName
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import NO_ACCOUNT, new_id
from fordran.store.rows.rows import insert, tally

TEST: EventName = "webhook.test"


class _TriedRow(SaltsRow):
    url: str
    creditor_id: str | None


async def message_of_test(tx: Connection, account: str, webhook: str, now: datetime) -> WebhookMessage | None:
    """The message of a test; None if the webhook is gone."""
    row = await fetch_row(
        tx,
        _TriedRow,
        """select url, creditor_id, secret_salt, previous_secret_salt, previous_secret_until from webhooks
           where account_id = $1 and id = $2""",
        account,
        webhook,
    )
    if row is None:
        return None
    id_ = new_id()
    ids = (("event", id_), ("account", None if account == NO_ACCOUNT else account), ("creditor", row["creditor_id"]))
    body = body_of(TEST, now, ids, {"webhook": webhook})
    return WebhookMessage(id_, row["url"], secrets_in_force(await token_key(tx), row, now), body)


async def log_test(
    tx: Connection, account: str, webhook: str, message: WebhookMessage, outcome: AttemptOutcome, now: datetime
) -> str | None:
    """Keep a test in the log; the entry's id, or None where the webhook is gone. It is not tried again."""
    row = await tx.fetchrow(
        """select w.creditor_id, w.partner_id, coalesce(w.partner_id, a.partner_id) as tallied_partner_id
           from webhooks w left join accounts a on a.id = w.account_id
           where w.account_id = $1 and w.id = $2 for key share of w""",
        account,
        webhook,
    )
    if row is None:
        return None
    id_ = new_id()
    owner = {"account_id": account, "webhook_id": webhook}
    owner |= {"creditor_id": row["creditor_id"], "partner_id": row["partner_id"]}
    await insert(tx, "webhook_deliveries", {"id": id_} | owner | _tried(message, outcome, now))
    await tally(tx, WEBHOOK_DELIVERIES, partner=row["tallied_partner_id"], account=account, creditor=row["creditor_id"])
    return id_


def _tried(message: WebhookMessage, outcome: AttemptOutcome, now: datetime) -> dict[str, Any]:
    """The fields of the test's own entry in the log."""
    is_delivered = outcome.error is None
    return {
        "created": now,
        "updated": now,
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
    }
