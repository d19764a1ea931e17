"""Acts on many cases at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any

from fordran.actions.bulk.ask_bulk_act import ask_bulk_act, resume_bulk_act, stop_bulk_act
from fordran.api.endpoint import Endpoint
from fordran.api.roles import STAFF
from fordran.api.serving.acting import Act, acts_on
from fordran.api.table.rows import Rows, creates, reads
from fordran.resources.bulk_acts import BULK_ACTS, BulkActAsked, BulkActControl, BulkActTurned
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller


def _turning(turn: Callable[[Connection, str, datetime], Awaitable[None]]) -> Act:
    async def act(tx: Connection, _by: Caller, item: Item, _given: BulkActControl, now: datetime) -> None:
        await turn(tx, item.document["_id"], now)

    return act


def _shown(act: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: act[name] for name in ("status", "cases", "done", "waiting", "refused", "left")}


def _turns(name: str, turn: Callable[[Connection, str, datetime], Awaitable[None]], about: str) -> Endpoint:
    serve = acts_on(BULK_ACTS, BulkActControl, _turning(turn), _shown)
    path = f"/bulk--acts/{{id}}/{name}"
    return Endpoint("POST", path, serve, about, STAFF, BULK_ACTS, takes=BulkActControl, answers=BulkActTurned)


BULK_ROWS: Rows = (
    *reads(BULK_ACTS, STAFF),
    creates(BULK_ACTS, ask_bulk_act, "Do one thing to many cases, or try it.", STAFF, BulkActAsked),
    _turns("stop", stop_bulk_act, "Stop a bulk act."),
    _turns("resume", resume_bulk_act, "Go on with a bulk act that was stopped."),
)
