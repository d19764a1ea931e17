"""Webhooks over HTTP: their acts. A test is sent without a connection to the database in hand, however long it takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.webhooks.create_webhook import account_of_webhook, refuse_others
from fordran.actions.webhooks.messages import AttemptOutcome, WebhookMessage
from fordran.actions.webhooks.try_webhook import log_test, message_of_test
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.once import is_dry_run, once
from fordran.resources.webhooks import WEBHOOKS
from fordran.shape.fields import Shape
from fordran.shape.resource import META
from fordran.store.connections.database import Connection, Database
from fordran.store.idempotent_answers import first_answer
from fordran.store.reading.documents import Document
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import find
from fordran.store.upkeep.installation import read_installation

WebhookAct = Callable[[Connection, dict[str, Any], Any, datetime], Awaitable[dict[str, Any]]]

SendMessage = Callable[[WebhookMessage, datetime, bool], Awaitable[AttemptOutcome]]
"""Sends a message, from a sandbox or not."""


def act_on_webhook(shape: type[Shape], act: WebhookAct) -> EndpointHandler:
    """The endpoint of an act on a webhook: the webhook's four fields are answered, and what the act has to say."""

    async def serve(request: Request, database: Database) -> Answer:
        document = await request.json() if shape.model_fields else {}

        async def work(tx: Connection) -> Answer:
            webhook = await _webhook(tx, request)
            given = await read_all_issues(tx, request.signed_in, shape, document)
            result = await act(tx, webhook, given, clock.now())
            return answer(_four(await _webhook(tx, request)) | result | {"_status": "OK"}, 201)

        return await once(request, database, work, document)

    return serve


async def send_once(message: WebhookMessage, now: datetime, is_sandbox: bool) -> AttemptOutcome:
    """Send a message over a connection of its own."""
    from fordran.outside.webhook import WebhookSender  # with an HTTP client, which nothing else here needs

    sender = WebhookSender(is_sandbox=is_sandbox)
    try:
        return await sender.send(message, now)
    finally:
        await sender.close()


def send_test(send: SendMessage = send_once) -> EndpointHandler:
    """The endpoint that sends a test, also to a webhook that is switched off, and answers how it went."""

    async def serve(request: Request, database: Database) -> Answer:
        now = clock.now()
        async with database.connection() as connection:
            webhook = await _webhook(connection, request)
            account, id_ = account_of_webhook(webhook), webhook["_id"]
            message = await message_of_test(connection, account, id_, now)
            is_sandbox = (await read_installation(connection)).sandbox
            is_answered = is_dry_run(request) or await _is_answered(connection, request)
        if message is None:
            raise not_found()
        # An earlier answer is given again, and a dry run sends nothing.
        outcome = None if is_answered else await send(message, now, is_sandbox)

        async def work(tx: Connection) -> Answer:
            delivery: str | None = new_id()
            if outcome is not None:
                delivery = await log_test(tx, account, id_, message, outcome, clock.now())
            if delivery is None:
                raise not_found()
            return answer(_four(webhook) | _outcome(delivery, outcome) | {"_status": "OK"}, 201)

        return await once(request, database, work, {})

    return serve


async def _is_answered(connection: Connection, request: Request) -> bool:
    key = request.header(b"idempotency-key")
    return (
        key is not None
        and await first_answer(connection, request.signed_in.account, request.signed_in.user, key) is not None
    )


def _outcome(delivery: str, outcome: AttemptOutcome | None) -> dict[str, Any]:
    if outcome is None:
        return {"delivery": delivery, "delivered": False, "error": "not sent", "milliseconds": 0}
    result = {"delivery": delivery, "delivered": outcome.error is None, "milliseconds": outcome.milliseconds}
    details = {"answer_status": outcome.status, "error": outcome.error}
    return result | {name: value for name, value in details.items() if value is not None}


async def _webhook(connection: Connection, request: Request) -> Document:
    item = await find(connection, WEBHOOKS, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    refuse_others(request.signed_in, item.document.get("creditor"))
    return item.document


def _four(webhook: Document) -> dict[str, Any]:
    return {name: webhook[name] for name in META}
