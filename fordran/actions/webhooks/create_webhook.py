"""Create, change and remove webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.cases.registering import etag_of
from fordran.actions.refusals import EtagDiffers, NotAllowed
from fordran.actions.webhooks.messages import new_salt, secret_of
from fordran.actions.webhooks.sequence_events import last_position, sequence_events
from fordran.actions.webhooks.url import url_issue
from fordran.domain.message import Message
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.creditors import CREDITORS
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES
from fordran.resources.webhooks import WEBHOOKS, WebhookData, WebhookInput
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.store.callers import token_key
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import CREDITOR, PARTNER, Caller
from fordran.store.rows.ids import NO_ACCOUNT, new_id
from fordran.store.rows.rows import change, find, insert, no_such, tally
from fordran.store.rows.schema_rows import WebhookRow
from fordran.store.upkeep.installation import read_installation


async def create_webhook(tx: Connection, caller: Caller, given: WebhookInput, now: datetime) -> dict[str, Any]:
    """A webhook for what happens from now on; its four fields, and its secret, which is not shown again."""
    issues: Issues = {}
    await _check_owner(tx, caller, given, issues)
    await _check_url(tx, given, issues)
    if issues:
        raise Refused(issues)
    id_, salt = new_id(), new_salt()
    account = given.account or NO_ACCOUNT
    partner = await _partner(tx, given.account) if given.account else caller.partner
    owner = {
        "account_id": account,
        "creditor_id": given.creditor,
        "partner_id": None if given.account else partner,
    }
    await insert(
        tx,
        "webhooks",
        {"id": id_, "created": now, "updated": now, "secret_salt": salt} | owner | _columns(given),
    )
    # Earlier events are numbered first, so that they come before the webhook's first position.
    while await sequence_events(tx):
        continue
    state = {"account_id": account, "webhook_id": id_, "position": await last_position(tx)}
    await insert(tx, "webhook_states", state)
    await tally(tx, WEBHOOKS, partner=partner, account=given.account, creditor=given.creditor)
    secret = secret_of(await token_key(tx), salt)
    return {"_id": id_, "_created": now, "_updated": now, "_etag": etag_of(id_, 1), "secret": secret}


def account_of_webhook(webhook: Mapping[str, Any]) -> str:
    """The account that a webhook's rows are kept under: none for one of a partner."""
    return webhook.get("account") or NO_ACCOUNT


async def change_webhook(
    tx: Connection, caller: Caller, id_: str, etag: str, given: WebhookData, now: datetime
) -> None:
    """Let the webhook be as `given`. One that is enabled again goes on where it stopped."""
    before = await fetch_row(
        tx, WebhookRow, "select account_id, creditor_id, enabled, url from webhooks where id = $1", id_
    )
    if before is None:
        raise EtagDiffers
    refuse_others(caller, before["creditor_id"])
    issues: Issues = {}
    await _check_url(tx, given, issues)
    if issues:
        raise Refused(issues)
    columns = _columns(given) | ({"disabled_reason": None} if given.enabled else {})
    if not await change(tx, "webhooks", {"account_id": before["account_id"], "id": id_}, columns, now, etag):
        raise EtagDiffers
    if given.enabled and (not before["enabled"] or before["url"] != given.url):
        await _begin_again(tx, before["account_id"], id_, now)


async def _begin_again(tx: Connection, account: str, webhook: str, now: datetime) -> None:
    """Forget that it failed: waiting deliveries are tried now, and have three days again."""
    # Code that locks both locks deliveries before the state.
    await tx.execute(
        """update webhook_deliveries
           set due = $3, attempts = 0, first_attempt = null, updated = $3, revision = revision + 1
           where account_id = $1 and webhook_id = $2 and status = 'waiting'""",
        account,
        webhook,
        now,
    )
    await tx.execute(
        """update webhook_states set failing_since = null, failures = 0, held_until = null, last_error = null
           where account_id = $1 and webhook_id = $2""",
        account,
        webhook,
    )


async def remove_webhook(tx: Connection, caller: Caller, id_: str, etag: str, now: datetime) -> None:
    """Delete a webhook, with its log."""
    row = await tx.fetchrow(
        """select w.account_id, w.creditor_id, coalesce(w.partner_id, a.partner_id) as partner_id
           from webhooks w left join accounts a on a.id = w.account_id where w.id = $1""",
        id_,
    )
    if row is None:
        raise EtagDiffers
    refuse_others(caller, row["creditor_id"])
    account, creditor = row["account_id"], row["creditor_id"]
    # The tag is taken first, so that the later of two simultaneous deletions is refused.
    if not await change(tx, "webhooks", {"account_id": account, "id": id_}, {}, now, etag):
        raise EtagDiffers
    deliveries = await _delete_deliveries(tx, account, id_)
    # Code that queues deliveries holds the state; this waits for it, and deletes its deliveries too.
    await tx.execute("delete from webhook_states where account_id = $1 and webhook_id = $2", account, id_)
    deliveries += await _delete_deliveries(tx, account, id_)
    await tx.execute("delete from webhooks where account_id = $1 and id = $2", account, id_)
    owner = {"partner": row["partner_id"], "account": account, "creditor": creditor}
    await tally(tx, WEBHOOKS, **owner, documents=-1)
    if deliveries:
        await tally(tx, WEBHOOK_DELIVERIES, **owner, documents=-deliveries)


async def _delete_deliveries(tx: Connection, account: str, webhook: str) -> int:
    gone: int = await tx.fetchval(
        """with gone as (delete from webhook_deliveries where account_id = $1 and webhook_id = $2 returning 1)
           select count(*) from gone""",
        account,
        webhook,
    )
    return gone


def refuse_others(caller: Caller, creditor: str | None) -> None:
    """A creditor's administrator sees webhooks of creditors that it is a mere user of, but they are not its to change."""
    if caller.level == CREDITOR and creditor not in caller.admin_of:
        raise NotAllowed("error.webhook_of_another_creditor")


def _columns(given: WebhookData) -> dict[str, Any]:
    return {
        "url": given.url,
        "event_types": list(dict.fromkeys(given.event_types)),
        "description": given.description,
        "enabled": given.enabled,
    }


async def _check_owner(tx: Connection, caller: Caller, given: WebhookInput, issues: Issues) -> None:
    if given.account is None:
        if caller.level != PARTNER:
            add_issue(issues, ("account",), Message("issue.required"))
        elif given.creditor is not None:
            add_issue(issues, ("creditor",), Message("issue.only_with_account"))
        return
    if await find(tx, ACCOUNTS, caller, given.account) is None:
        add_issue(issues, ("account",), no_such(ACCOUNTS, given.account))
    if given.creditor is not None:
        creditor = await find(tx, CREDITORS, caller, given.creditor)
        if creditor is None or creditor.document["account"] != given.account:
            add_issue(issues, ("creditor",), no_such(CREDITORS, given.creditor))
            return
    if caller.level == CREDITOR and given.creditor not in caller.admin_of:
        add_issue(issues, ("creditor",), Message("issue.creditor_not_administered"))


async def _check_url(tx: Connection, given: WebhookData, issues: Issues) -> None:
    issue = url_issue(given.url, is_sandbox=(await read_installation(tx)).sandbox)
    if issue:
        add_issue(issues, ("url",), issue)


async def _partner(tx: Connection, account: str) -> str | None:
    partner: str | None = await tx.fetchval("select partner_id from accounts where id = $1", account)
    return partner
