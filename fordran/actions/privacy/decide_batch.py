"""Decide on a list of people to erase, as a person of the operator's: confirm it, or put it off."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from fordran.actions.refusals import Conflict, NotAllowed
from fordran.domain.message import Message
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import ErasureBatchRow
from fordran.store.upkeep.installation import business_day

ADMIN = "operator"


class NoSuchBatch(Conflict):
    """There is no list by that id."""


async def confirm_batch(tx: Connection, id_: str, by: Caller, now: datetime) -> None:
    """Let everybody on the list be erased, by the worker or at once."""
    await _to_decide(tx, id_, by)
    confirmed: dict[str, Any] = {"status": "confirmed", "put_off_until": None, "decided_by": by.user, "decided": now}
    await change(tx, "erasure_batches", {"id": id_}, confirmed, now)


async def put_batch_off(tx: Connection, id_: str, by: Caller, until: date, note: str, now: datetime) -> None:
    """Let the list wait until a day to come, and say why."""
    await _to_decide(tx, id_, by)
    if until <= (today := await business_day(tx, now)):
        raise Refused({"until": Message("issue.put_off_to_come", day=today)})
    if not note.strip():
        raise Refused({"note": Message("issue.required")})
    delay = {"status": "put_off", "put_off_until": until, "note": note, "decided_by": by.user, "decided": now}
    await change(tx, "erasure_batches", {"id": id_}, delay, now)


async def _to_decide(tx: Connection, id_: str, by: Caller) -> None:
    """Lock the list, which is undecided and which the person may decide on."""
    if ADMIN not in by.roles:
        raise NotAllowed("error.erasure_needs_admin")
    if await tx.fetchval('select "system_user" from users where id = $1', by.user) is not False:
        raise NotAllowed("error.approver_not_a_person")
    row = await fetch_row(tx, ErasureBatchRow, "select status from erasure_batches where id = $1 for update", id_)
    if row is None:
        raise NoSuchBatch("error.no_erasure_batch")
    if row["status"] not in ("waiting", "put_off"):
        raise Conflict("error.erasure_batch_decided")
