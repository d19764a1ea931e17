"""Webhooks: where events are delivered to, every delivery with its body and what was answered, and delivering once more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.refusals import EtagDiffers
from fordran.actions.webhooks.create_webhook import (
    account_of_webhook,
    change_webhook,
    create_webhook,
    refuse_others,
    remove_webhook,
)
from fordran.actions.webhooks.replay_webhook import replay_webhook, rotate_secret
from fordran.actions.webhooks.try_webhook import log_test, message_of_test
from fordran.console.access import ROOT
from fordran.console.fields import by_path
from fordran.console.form_acts import confirm_page, is_confirmed, made_once, secret_page
from fordran.console.listing import listed
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.creditors import CREDITORS
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES
from fordran.resources.webhooks import WEBHOOKS, NothingToSay, ReplayInput, WebhookData, WebhookInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.scope import PARTNER
from fordran.store.upkeep.installation import read_installation
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

_ALL = "all"
"""In the form, every account of a partner."""


async def webhooks_page(visit: Visit) -> Response:
    """The webhooks that the visitor sees, and the form for a new one."""
    return await _list(visit, {})


async def _list(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        webhooks, pager = await listed(visit, connection, WEBHOOKS)
        accounts, creditors = await visit.read(connection, ACCOUNTS), await visit.read(connection, CREDITORS)
    names = {one["_id"]: one["name"] for one in accounts}
    owners = [(one["_id"], one["name"]) for one in accounts]
    owners += [
        (f"{one['account']} {one['_id']}", f"{names.get(one['account'], '')}: {one['name']}") for one in creditors
    ]
    if visit.signed_in.level == PARTNER:
        owners.insert(0, (_ALL, visit.t("console.webhook.all_accounts")))
    return visit.render(
        "webhooks.html",
        status,
        webhooks=webhooks,
        pager=pager,
        owners=owners,
        issues=issues,
        form=visit.form,
        may_save=_may_save(visit),
        done=visit.query.get("done"),
    )


def _may_save(visit: Visit) -> bool:
    return "auditor" not in visit.signed_in.roles


def _form_data(visit: Visit) -> dict[str, Any]:
    """The values of a webhook's form."""
    form = visit.form
    given = {"url": form.text("url"), "event_types": form.text("event_types").split()}
    return given | ({"description": form.text("description")} if form.text("description") else {})


def _issues(visit: Visit, refused: Refused) -> dict[str, str]:
    """Issues by field; of a list the first is shown."""
    found: dict[str, str] = {}
    for path, sentence in by_path(visit.t, refused.issues).items():
        found.setdefault(path.split(".")[0], sentence)
    return {"owner" if name in ("account", "creditor") else name: sentence for name, sentence in found.items()}


async def make_webhook(visit: Visit) -> Response:
    """A webhook, whose secret is shown this once."""
    account, _, creditor = visit.form.text("owner").partition(" ")
    try:
        owner = {} if account == _ALL else {"account": account} | ({"creditor": creditor} if creditor else {})
        given = read(WebhookInput, _form_data(visit) | owner)

        async def work(tx: Connection) -> dict[str, Any]:
            return await create_webhook(tx, visit.signed_in, given, clock.now())

        made = await made_once(visit, work)
    except Refused as refused:
        return await _list(visit, _issues(visit, refused), 422)
    return _secret(visit, made["_id"], made["secret"])


def _secret(visit: Visit, webhook: str, secret: str) -> Response:
    about = visit.t("console.webhook.secret_shown_once")
    return secret_page(visit, "console.webhook.webhook_secret", about, secret, f"{ROOT}/webhooks/{webhook}")


async def webhook_page(visit: Visit) -> Response:
    """A webhook, and what was sent to it."""
    return await _one(visit, {})


async def _webhook(visit: Visit, connection: Connection, *, to_act: bool = False) -> Values:
    webhook = await visit.find(connection, WEBHOOKS)
    if to_act:
        refuse_others(visit.signed_in, webhook.get("creditor"))
    return webhook


async def _one(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        webhook = await _webhook(visit, connection)
        deliveries, pager = await listed(visit, connection, WEBHOOK_DELIVERIES, {"webhook": webhook["_id"]})
    form, types = visit.form, webhook["event_types"]
    return visit.render(
        "webhook.html",
        status,
        webhook=webhook,
        deliveries=deliveries,
        pager=pager,
        values={
            "url": form.texts.get("url", webhook["url"]),
            "event_types": form.texts.get("event_types", "\n".join(types)),
            "description": form.texts.get("description", webhook.get("description", "")),
            "enabled": form.texts.get("enabled", str(webhook["enabled"]).lower()),
        },
        types=types,
        issues=issues,
        form=form,
        is_changed=status == 409,
        may_save=_may_save(visit),
        done=visit.query.get("done"),
    )


async def _answered(visit: Visit, work: Callable[[Connection], Awaitable[str]]) -> Response:
    """The result of an act on the webhook's page: the page again, with errors beside their fields."""
    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _one(visit, _issues(visit, refused), 422)
    except EtagDiffers:
        return await _one(visit, {}, 409)


async def change_one(visit: Visit) -> Response:
    """Let the webhook be as it was filled in."""

    async def work(tx: Connection) -> str:
        webhook = await _webhook(visit, tx)
        given = read(WebhookData, _form_data(visit) | {"enabled": visit.form.text("enabled") == "true"})
        etag = visit.form.text("_etag")
        await change_webhook(tx, visit.signed_in, webhook["_id"], etag, given, clock.now())
        return f"{ROOT}/webhooks/{webhook['_id']}?done=saved"

    return await _answered(visit, work)


async def replay(visit: Visit) -> Response:
    """Deliver one event, or those from one position to another, once more."""

    async def work(tx: Connection) -> str:
        webhook = await _webhook(visit, tx, to_act=True)
        result = await replay_webhook(tx, webhook, read(ReplayInput, _replayed(visit)), clock.now())
        return f"{ROOT}/webhooks/{webhook['_id']}?done={result['deliveries']}"

    return await _answered(visit, work)


def _replayed(visit: Visit) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name in ("event", "from_position", "to_position"):
        text = visit.form.text(name)
        if text:
            data[name] = int(text) if name != "event" and text.isascii() and text.isdigit() else text
    return data


async def rotate(visit: Visit) -> Response:
    """A new secret, shown this once; the old one signs too for a day."""
    async with visit.database.connection() as connection:
        webhook = await _webhook(visit, connection, to_act=True)
    here, t = f"{ROOT}/webhooks/{webhook['_id']}", visit.t
    if not is_confirmed(visit):
        changes = [(t("console.webhook.old_secret"), t("console.valid"), t("console.ends_in_hours", hours=24))]
        return confirm_page(visit, t("console.webhook.replace_secret"), here, f"{here}/rotate", changes)

    async def work(tx: Connection) -> str:
        result = await rotate_secret(tx, webhook, NothingToSay(), clock.now())
        return str(result["secret"])

    return _secret(visit, webhook["_id"], await made_once(visit, work))


async def remove(visit: Visit) -> Response:
    """Delete a webhook with its log, once that is confirmed."""
    async with visit.database.connection() as connection:
        webhook = await _webhook(visit, connection, to_act=True)
    here, t = f"{ROOT}/webhooks/{webhook['_id']}", visit.t
    if not is_confirmed(visit):
        changes = [(webhook["url"], t("console.webhook.there"), t("console.webhook.gone_with_log"))]
        return confirm_page(
            visit, t("console.webhook.delete_webhook"), here, f"{here}/remove", changes, {"_etag": webhook["_etag"]}
        )

    async def work(tx: Connection) -> str:
        await remove_webhook(tx, visit.signed_in, webhook["_id"], visit.form.text("_etag"), clock.now())
        return f"{ROOT}/webhooks?done=removed"

    return await _answered(visit, work)


async def send_test(visit: Visit) -> Response:
    """Send a test, and go on to its entry in the log. No connection to the database is held meanwhile."""
    from fordran.outside.webhook import WebhookSender  # with an HTTP client, which nothing else here needs

    now = clock.now()
    async with visit.database.connection() as connection:
        webhook = await _webhook(visit, connection, to_act=True)
        message = await message_of_test(connection, account_of_webhook(webhook), webhook["_id"], now)
        is_sandbox = (await read_installation(connection)).sandbox
    if message is None:
        raise NoSuchPage
    sender = WebhookSender(is_sandbox=is_sandbox)
    try:
        outcome = await sender.send(message, now)
    finally:
        await sender.close()
    async with visit.database.transaction() as tx:
        delivery = await log_test(tx, account_of_webhook(webhook), webhook["_id"], message, outcome, clock.now())
    if delivery is None:
        raise NoSuchPage
    return visit.redirect(f"{ROOT}/deliveries/{delivery}")


async def delivery_page(visit: Visit) -> Response:
    """A delivery: its body, and every try with what was answered."""
    delivery = await visit.look_up(WEBHOOK_DELIVERIES)
    # A body names a case, and so its debtor.
    visit.note_reading(WEBHOOK_DELIVERIES.name, delivery["_id"])
    return visit.render(
        "delivery.html",
        delivery=delivery,
        tries=delivery["tries"][::-1],
        may_save=_may_save(visit),
    )
