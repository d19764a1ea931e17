"""Ask for a bulk act: find the cases, keep them, and let the worker see to them. Stop it, and go on with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import orjson

from fordran.actions.assigning.handlers import handler_issue
from fordran.actions.bulk.bulk_verbs import BULK_VERBS
from fordran.actions.cases.registering import created
from fordran.actions.refusals import Conflict
from fordran.domain.message import Message
from fordran.resources.bulk_acts import BulkActInput
from fordran.resources.cases import CASES, CaseHandlerChange
from fordran.shape.fields import Refused, Shape, read
from fordran.shape.wire import parsed, plain_number, wire
from fordran.store.connections.actor import current
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.reading.selecting import SelectedKey, select_keys
from fordran.store.reading.where import BadQuery, parse_where
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert, insert_all
from fordran.store.rows.schema_rows import BulkActRow

MOST_CASES = 100_000


async def ask_bulk_act(tx: Connection, caller: Caller, given: BulkActInput, now: datetime) -> dict[str, Any]:
    """A new bulk act; its four fields, and how many cases it is about."""
    body = await _checked(tx, caller, given)
    found = await _found(tx, caller, given.where)
    id_ = new_id()
    through = current()
    row = {
        "id": id_,
        "created": now,
        "updated": now,
        "act": given.act,
        "filter": orjson.Fragment(orjson.dumps(given.where, default=plain_number)),
        "body": wire(body),
        "is_dry_run": given.dry_run,
        "status": "running" if found else "done",
        "asked_by": caller.user,
        "let_in_by": list(caller.let_in_by) or None,
        "asked_through": "api" if through is None else through.by,
        "cases": len(found),
        "ended": None if found else now,
    }
    await insert(tx, "bulk_acts", row)
    cases = [
        {
            "bulk_act_id": id_,
            "id": new_id(),
            "account_id": one["account_id"],
            "creditor_id": one["creditor_id"],
            "case_id": one["id"],
        }
        for one in found
    ]
    await insert_all(tx, "bulk_act_cases", cases)
    return {**created(id_, now), "cases": len(found)}


async def confirm_bulk_act(tx: Connection, caller: Caller, tried: str, now: datetime) -> str:
    """Ask for what a dry run has tried; the id of the new bulk act."""
    row = await fetch_row(
        tx, BulkActRow, "select act, filter, body, is_dry_run, status from bulk_acts where id = $1 for update", tried
    )
    if row is None or not row["is_dry_run"] or row["status"] != "done":
        raise Conflict("error.bulk_act_was_not_tried")
    wanted = {"act": row["act"], "where": parsed(row["filter"]), "body": parsed(row["body"])}
    asked = await ask_bulk_act(tx, caller, read(BulkActInput, wanted), now)
    return str(asked["_id"])


async def _checked(tx: Connection, caller: Caller, given: BulkActInput) -> Shape:
    """The input of the act, as its verb takes it."""
    shape, _ = BULK_VERBS[given.act]
    try:
        body = read(shape, given.body)
    except Refused as refused:
        raise Refused({"body": refused.issues}) from None
    if isinstance(body, CaseHandlerChange):
        if body.assigned_to is None:
            raise Refused({"body": {"assigned_to": Message("issue.required")}})
        if body.assigned_to and (wrong := await handler_issue(tx, caller, body.assigned_to)):
            raise Refused({"body": {"assigned_to": wrong}})
    return body


async def _found(tx: Connection, caller: Caller, where: Mapping[str, Any]) -> list[SelectedKey]:
    try:
        # Read as the filter of a list is, with its limits.
        filter_ = parse_where(orjson.dumps(where, default=plain_number).decode())
        found = await select_keys(tx, CASES, caller, filter_, MOST_CASES + 1)
    except BadQuery as bad:
        raise Refused({"where": Message("issue.bad_filter", why=str(bad))}) from None
    if len(found) > MOST_CASES:
        raise Refused({"where": Message("issue.too_many_cases", most=MOST_CASES)})
    return found


async def stop_bulk_act(tx: Connection, id_: str, now: datetime) -> None:
    """Let no further case be seen to. The cases that it was done to stay as they are."""
    await _turn(tx, id_, "running", "stopped", now)


async def resume_bulk_act(tx: Connection, id_: str, now: datetime) -> None:
    """Go on with the cases that are left."""
    await _turn(tx, id_, "stopped", "running", now)


async def _turn(tx: Connection, id_: str, before: str, after: str, now: datetime) -> None:
    status = await tx.fetchval("select status from bulk_acts where id = $1 for update", id_)
    if status != before:
        raise Conflict("error.bulk_act_is_not", status=before)
    ended = now if after == "stopped" else None
    await change(tx, "bulk_acts", {"id": id_}, {"status": after, "ended": ended}, now)
