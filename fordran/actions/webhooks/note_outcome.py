"""Note how a try went: delivered, to be tried again, given up; and switch off a webhook that is gone or fails for long."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.webhooks.claim_deliveries import ClaimedDelivery
from fordran.actions.webhooks.messages import AttemptOutcome
from fordran.domain.service.retries import GIVE_UP_AFTER, hold_after, is_given_up, next_try
from fordran.resources.webhook_deliveries import DeliveryStatus
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import NO_ACCOUNT
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import WebhookStateRow

GONE = 410
"""The answer of a receiver that wants no more deliveries."""

MOST_TRIES_KEPT = 50


class _StateRow(WebhookStateRow):
    enabled: bool
    creditor_id: str | None


async def note_outcome(tx: Connection, claim: ClaimedDelivery, outcome: AttemptOutcome, now: datetime) -> None:
    """Note the outcome, unless the delivery is gone, or somebody else's after our claim had passed."""
    # Code that locks both locks the delivery first.
    first_attempt: datetime | None = await tx.fetchval(
        """select first_attempt from webhook_deliveries
           where account_id = $1 and id = $2 and status = 'waiting' and attempts = $3 for update""",
        claim.account,
        claim.delivery,
        claim.attempt,
    )
    state = await fetch_row(
        tx,
        _StateRow,
        """select s.failures, s.failing_since, s.last_success, w.enabled, w.creditor_id
           from webhook_states s join webhooks w on w.account_id = s.account_id and w.id = s.webhook_id
           where s.account_id = $1 and s.webhook_id = $2 for update of s""",
        claim.account,
        claim.webhook,
    )
    if state is None or first_attempt is None:
        return
    if outcome.error is None:
        await _note_try(tx, claim, outcome, "delivered", None, now)
        await _note_success(tx, claim, now)
    else:
        await _note_failure(tx, claim, outcome, state, first_attempt, now)


async def _note_failure(
    tx: Connection,
    claim: ClaimedDelivery,
    outcome: AttemptOutcome,
    state: _StateRow,
    first_attempt: datetime,
    now: datetime,
) -> None:
    again = next_try(first_attempt, now, claim.attempt, secrets.randbelow(1001))
    failing_since = state["failing_since"] or outcome.at
    is_gone = outcome.status == GONE
    # All that was tried since the first try of this delivery has failed, too.
    is_unbroken = state["last_success"] is None or state["last_success"] <= first_attempt
    is_disabled = is_gone or is_given_up(failing_since, now) or (again is None and is_unbroken)
    # A switched-off webhook gives nothing up: its waiting deliveries are sent when it is switched on again.
    status: DeliveryStatus = "failed" if again is None and not is_disabled else "waiting"
    await _note_try(tx, claim, outcome, status, again or now, now)
    await tx.execute(
        """update webhook_states set failures = failures + 1, failing_since = $3, last_error = $4, held_until = $5
           where account_id = $1 and webhook_id = $2""",
        claim.account,
        claim.webhook,
        failing_since,
        outcome.error,
        now + hold_after(state["failures"] + 1),
    )
    if is_disabled and state["enabled"]:
        hours = int(GIVE_UP_AFTER.total_seconds()) // 3600
        why = "the receiver answered 410 Gone" if is_gone else f"it failed for {hours} hours: {outcome.error}"
        await _disable(tx, claim, state["creditor_id"], why, now)


async def _note_try(
    tx: Connection,
    claim: ClaimedDelivery,
    outcome: AttemptOutcome,
    status: DeliveryStatus,
    due: datetime | None,
    now: datetime,
) -> None:
    await tx.execute(
        """update webhook_deliveries
           set status = $3::text, due = coalesce($4, due), body = $6,
               delivered = case when $3::text = 'delivered' then $5::timestamptz end,
               tries = case when jsonb_array_length(tries) < $8 then tries else tries - 0 end || jsonb_build_array($7::jsonb),
               updated = $5, revision = revision + 1
           where account_id = $1 and id = $2""",
        claim.account,
        claim.delivery,
        status,
        due,
        now,
        claim.message.body,
        outcome.shown(),
        MOST_TRIES_KEPT,
    )


async def _note_success(tx: Connection, claim: ClaimedDelivery, now: datetime) -> None:
    await tx.execute(
        """update webhook_states
           set last_success = $3, failing_since = null, failures = 0, last_error = null, held_until = null
           where account_id = $1 and webhook_id = $2""",
        claim.account,
        claim.webhook,
        now,
    )


async def _disable(tx: Connection, claim: ClaimedDelivery, creditor: str | None, why: str, now: datetime) -> None:
    """Switch the webhook off, and add an event for the account. A partner has none: its webhook shows the reason."""
    changes: dict[str, Any] = {"enabled": False, "disabled_reason": why}
    await change(tx, "webhooks", {"account_id": claim.account, "id": claim.webhook}, changes, now)
    if claim.account == NO_ACCOUNT:
        return
    details = {"webhook": claim.webhook, "reason": why}
    await note_events(tx, [DomainEvent("webhook.disabled", claim.account, creditor, data=details)], now)
