"""Change a work item: its owner, when it is shown again, and that it is settled, with a note on how."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.refusals import EtagDiffers
from fordran.domain.message import Message
from fordran.resources.users import USERS
from fordran.resources.work_items import WorkItemChange
from fordran.shape.fields import Issues, Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change, find, no_such
from fordran.store.rows.schema_rows import WorkItemRow
from fordran.store.upkeep.installation import business_day


async def change_work_item(
    tx: Connection, caller: Caller, id_: str, etag: str, given: WorkItemChange, now: datetime
) -> None:
    """Keep what somebody does about a work item. What it waits for is not done by that."""
    before = await fetch_the_row(
        tx, WorkItemRow, "select account_id, assigned_to, snoozed_until, resolved from work_items where id = $1", id_
    )
    issues = await _issues(tx, caller, before, given, now)
    if issues:
        raise Refused(issues)
    changes: dict[str, Any] = {
        "assigned_to": given.assigned_to or None,
        "snoozed_until": given.snoozed_until,
        "resolved": (before["resolved"] or now) if given.resolved else None,
        "note": given.note or None,
    }
    if not await change(tx, "work_items", {"account_id": before["account_id"], "id": id_}, changes, now, etag):
        raise EtagDiffers


async def _issues(tx: Connection, caller: Caller, before: WorkItemRow, given: WorkItemChange, now: datetime) -> Issues:
    """Warnings about changed values; unchanged ones were checked before."""
    issues: Issues = {}
    to, until = given.assigned_to, given.snoozed_until
    if to and to != before["assigned_to"] and await find(tx, USERS, caller, to) is None:
        issues["assigned_to"] = no_such(USERS, to)
    if until and until != before["snoozed_until"] and day_of(until) < await business_day(tx, now):
        issues["snoozed_until"] = Message("issue.must_not_be_before_today")
    return issues
