"""Reversals and deletions over HTTP: a payment, a crediting or a cancellation that a creditor reported by mistake."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.answer_warnings import status_fields
from fordran.actions.registrations.reverse_registration import ReversibleKind, delete_registration, reverse_registration
from fordran.api.endpoint import EndpointHandler
from fordran.api.http.answers import Answer
from fordran.api.http.request import Request
from fordran.api.serving.acting import acts_on
from fordran.api.serving.changing import to_edit
from fordran.resources.common import ReversalInput
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller

_OUTCOME = ("_payment_status", "_cancellation_status", "settled_amount")


def post_reversal(kind: ReversibleKind) -> EndpointHandler:
    """The endpoint that reverses a report of a kind."""

    async def reverse(tx: Connection, _: Caller, item: Item, given: ReversalInput, now: datetime) -> None:
        await reverse_registration(tx, kind, item, given, now)

    return acts_on(kind.resource, ReversalInput, reverse, _shown)


def delete_report(kind: ReversibleKind) -> EndpointHandler:
    """The endpoint that deletes a report of a kind, while nothing that builds on it has left."""

    async def serve(request: Request, database: Database) -> Answer:
        async with database.transaction() as tx:
            item, etag = await to_edit(tx, request, kind.resource)
            await delete_registration(tx, kind, item, etag, clock.now())
        return Answer(204)

    return serve


def _shown(document: Mapping[str, Any]) -> Mapping[str, Any]:
    outcome = {name: document[name] for name in _OUTCOME if name in document}
    return outcome | status_fields(document["status_reason_locale"])
