"""Keep a registration as it was sent, with its answer, for a user who asked for that."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import orjson

from fordran import clock
from fordran.domain.numbers.identity import compacted
from fordran.shape.resource import Resource
from fordran.shape.wire import plain_number
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert

KEPT_DAYS = 90


async def log_request(
    tx: Connection, caller: Caller, resource: Resource, status: int, request: Any, answer: bytes, now: datetime
) -> None:
    """Insert the log's row."""
    row = {"id": new_id(), "created": now, "updated": now, "user_id": caller.user, "account_id": caller.account}
    kept = {"request": storable(request), "answer": orjson.loads(answer)}
    kept["is_protected"] = await _is_protected(tx, kept["request"], now)
    await insert(tx, "request_logs", row | {"resource": resource.name, "status": status} | kept)


async def _is_protected(tx: Connection, request: dict[str, Any], now: datetime) -> bool | None:
    """Whether a request is about a protected person, by its number; None where it is not."""
    sent = request.get("_items", request)
    documents = [one for one in (sent if isinstance(sent, list) else [sent]) if isinstance(one, dict)]
    customers = [one.get("customer") for one in documents]
    customers += [joint for one in documents if isinstance(one.get("customers"), list) for joint in one["customers"]]
    numbers = [str(one.get("id_number") or "") for one in customers if isinstance(one, dict)]
    compact = [compacted(number, clock.stockholm_date(now)) for number in numbers if number]
    if not compact:
        return None
    found: bool | None = await tx.fetchval(
        """select true from customers
           where id_number_compact = any($1::text[]) and id_number_compact <> '' and is_protected limit 1""",
        compact,
    )
    return found


def storable(request: Any) -> dict[str, Any]:
    """The request as a storable object. Refused requests are kept, too."""
    shown = request if isinstance(request, dict) else {"_items": request}
    try:
        text = orjson.dumps(shown, default=plain_number)
    except orjson.JSONEncodeError:
        return {"_unreadable": "The request holds text that cannot be stored."}
    if b"\\u0000" in text:
        return {"_unreadable": "The request holds the character U+0000, which cannot be stored."}
    parsed: dict[str, Any] = orjson.loads(text)
    return parsed


async def forget_request_logs(tx: Connection, now: datetime) -> int:
    """Forget entries that have been kept for their time; return how many."""
    gone: int = await tx.fetchval(
        """with gone as (delete from request_logs where id = any(array(
               select id from request_logs where created < $1::timestamptz - make_interval(days => $2) limit 1000
               for update skip locked)) returning 1)
           select count(*) from gone""",
        now,
        KEPT_DAYS,
    )
    return gone
