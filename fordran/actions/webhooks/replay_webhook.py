"""Replay events to a webhook, and give it a new secret."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.actions.webhooks.create_webhook import account_of_webhook
from fordran.actions.webhooks.messages import new_salt, secret_of
from fordran.actions.webhooks.queue_deliveries import (
    WebhookBehindRow,
    WebhookEventRow,
    accounts_of_partner,
    insert_deliveries,
)
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.domain.message import Message
from fordran.resources.events import EVENTS
from fordran.resources.webhooks import NothingToSay, ReplayInput
from fordran.shape.fields import Refused
from fordran.shape.moments import rfc_1123
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.rows import change, no_such

MOST_EVENTS = 10_000
PREVIOUS_SECRET_HOLDS = timedelta(hours=24)

# The cause of a replay is the request for it, not that of the event.
# One event by its id, or a stretch of what the webhook wants. An event that is asked for by its id need not be of its types.
_CHOSEN = """
select e.id, e.account_id, e.position, e.type, e.case_id,
    nullif(current_setting('fordran.traceparent', true), '') as traceparent
from webhooks w join events e on e.account_id = any($9::text[])
where w.account_id = $1 and w.id = $2 and e.position is not null
  and (w.creditor_id is null or e.creditor_id = w.creditor_id)
  and ($3::text is null or e.id = $3)
  and ($3::text is not null or w.event_types = '[]' or w.event_types ? e.type::text)
  and ($4::bigint is null or e.position >= $4) and ($5::bigint is null or e.position <= $5)
  and ($6::timestamptz is null or e.created >= $6) and ($7::timestamptz is null or e.created <= $7)
order by e.position limit $8
"""


async def replay_webhook(tx: Connection, webhook: dict[str, Any], given: ReplayInput, now: datetime) -> dict[str, Any]:
    """Deliver events once more; return how many, and of which positions. Each keeps the id that it had."""
    if not webhook["enabled"]:
        raise Conflict("error.webhook_disabled")
    await sequence_events(tx)
    row = await fetch_row(
        tx,
        WebhookBehindRow,
        """select s.account_id, s.webhook_id, w.creditor_id, coalesce(w.partner_id, a.partner_id) as partner_id
           from webhook_states s join webhooks w on w.account_id = s.account_id and w.id = s.webhook_id
           left join accounts a on a.id = s.account_id
           where s.account_id = $1 and s.webhook_id = $2 for update of s""",
        account_of_webhook(webhook),
        webhook["_id"],
    )
    if row is None:
        raise EtagDiffers
    bounds = (given.from_position, given.to_position, given.from_, given.to)
    accounts = [webhook["account"]] if "account" in webhook else await accounts_of_partner(tx, row["partner_id"])
    chosen = (row["account_id"], row["webhook_id"], given.event, *bounds, MOST_EVENTS + 1, accounts)
    events = await fetch_rows(tx, WebhookEventRow, _CHOSEN, *chosen)
    if given.event is not None and not events:
        raise Refused({"event": no_such(EVENTS, given.event)})
    if len(events) > MOST_EVENTS:
        last = events[MOST_EVENTS - 1]["position"]
        raise Refused({"to_position": Message("issue.too_many_events", most=MOST_EVENTS, position=last)})
    await insert_deliveries(tx, row, events, "replay", now)
    result: dict[str, Any] = {"deliveries": len(events)}
    if events:
        result |= {"first_position": events[0]["position"], "last_position": events[-1]["position"]}
    return result


async def rotate_secret(tx: Connection, webhook: dict[str, Any], _given: NothingToSay, now: datetime) -> dict[str, Any]:
    """A new secret, which is not shown again. The one before it signs too for a day."""
    key = {"account_id": account_of_webhook(webhook), "id": webhook["_id"]}
    salt, until = new_salt(), now + PREVIOUS_SECRET_HOLDS
    before = await tx.fetchval(
        "select secret_salt from webhooks where account_id = $1 and id = $2 for update", *key.values()
    )
    changes = {"secret_salt": salt, "previous_secret_salt": before, "previous_secret_until": until}
    if before is None or not await change(tx, "webhooks", key, changes, now):
        raise EtagDiffers
    return {"secret": secret_of(await token_key(tx), salt), "previous_secret_until": rfc_1123(until)}
