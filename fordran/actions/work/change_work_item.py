"""Change a work item: its owner, when it is shown again, and that it is settled, with a note on how."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase, lock_flowing, read_flowing
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.actions.work.decide_wish import decide_wish
from fordran.actions.work.offer_instead import REQUIRED, offer_issues, offered
from fordran.domain.flow.next_step import stopped_by
from fordran.domain.kinds.work_item_kinds import WORK_ITEM_KINDS
from fordran.domain.message import Message, from_json
from fordran.resources.users import USERS
from fordran.resources.work_items import WorkItemChange
from fordran.shape.fields import Issues, Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed
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
        tx,
        WorkItemRow,
        """select account_id, creditor_id, case_id, kind, message, assigned_to, snoozed_until, resolved, offered_until,
               offer_outcome from work_items where id = $1""",
        id_,
    )
    issues = await _issues(tx, caller, before, given, now)
    if issues:
        raise Refused(issues)
    if before["resolved"] is None:
        await _check_settling(tx, before, given, now)
    deciding = None if given.decision is None else await _lock_case(tx, before, now)
    changes: dict[str, Any] = {
        "assigned_to": given.assigned_to or None,
        "snoozed_until": given.snoozed_until,
        "resolved": (before["resolved"] or now) if given.resolved or given.decision else None,
        "note": given.note or given.answer or None,
    } | offered(before, given)
    if not await change(tx, "work_items", {"account_id": before["account_id"], "id": id_}, changes, now, etag):
        raise EtagDiffers
    if deciding is not None:
        wish = None if before["message"] is None else from_json(parsed(before["message"]))
        await decide_wish(tx, caller, deciding, wish, given, now)


async def _lock_case(tx: Connection, item: WorkItemRow, now: datetime) -> FlowingCase:
    """The case of a wish, locked before the item is, as acts on the case do."""
    assert item["case_id"] is not None
    flowing = await lock_flowing(tx, item["case_id"], item["creditor_id"], item["account_id"], now)
    assert flowing is not None
    return flowing


async def _check_settling(tx: Connection, before: WorkItemRow, given: WorkItemChange, now: datetime) -> None:
    """Refuse to call an item done that a decision or the end of its cause settles."""
    settled = WORK_ITEM_KINDS[before["kind"]].settled
    if given.resolved and given.decision is None:
        if settled == "by_decision":
            raise Conflict("error.work_item_needs_decision")
        if settled == "by_cause" and await _still_waits(tx, before, now):
            raise Conflict("error.work_item_ends_with_its_cause")


async def _still_waits(tx: Connection, item: WorkItemRow, now: datetime) -> bool:
    """Whether the law still stops the case of an item, or an objection still waits for its answer."""
    case = item["case_id"]
    if case is None:
        return False
    if item["kind"] != "stopped":
        return True
    flowing = await read_flowing(tx, case, item["account_id"], now)
    situation = flowing.situation()
    application = situation.application
    is_of_application = application is not None and (
        application.is_protected or (application.was_minor and not application.is_released)
    )
    return not flowing.case.is_closed and (bool(stopped_by(situation)) or is_of_application)


async def _issues(tx: Connection, caller: Caller, before: WorkItemRow, given: WorkItemChange, now: datetime) -> Issues:
    """Warnings about changed values; unchanged ones were checked before."""
    issues: Issues = {}
    to, until = given.assigned_to, given.snoozed_until
    if to and to != before["assigned_to"] and await find(tx, USERS, caller, to) is None:
        issues["assigned_to"] = no_such(USERS, to)
    if given.decision is not None:
        if before["resolved"] is not None or WORK_ITEM_KINDS[before["kind"]].settled != "by_decision":
            raise Conflict("error.nothing_to_decide")
        if given.decision == "refuse" and not given.answer:
            issues["answer"] = REQUIRED
    elif given.answer:
        issues["answer"] = Message("issue.goes_with_decision")
    issues |= await offer_issues(tx, given, now)
    if until and until != before["snoozed_until"] and day_of(until) < await business_day(tx, now):
        issues["snoozed_until"] = Message("issue.must_not_be_before_today")
    return issues
