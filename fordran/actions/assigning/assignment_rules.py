"""Assignment rules: write, change and delete one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from fordran.actions.assigning.handlers import handlers_among
from fordran.actions.cases.registering import created
from fordran.actions.refusals import EtagDiffers
from fordran.domain.message import Message
from fordran.resources.assignment_rules import AssignmentRuleData
from fordran.resources.creditors import CREDITORS
from fordran.resources.users import USERS
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, find, insert, no_such


async def create_rule(tx: Connection, caller: Caller, given: AssignmentRuleData, now: datetime) -> dict[str, Any]:
    """A new rule; its four fields."""
    columns = await _columns(tx, caller, given)
    id_ = new_id()
    await insert(tx, "assignment_rules", {"id": id_, "created": now, "updated": now} | columns)
    return created(id_, now)


async def change_rule(
    tx: Connection, caller: Caller, id_: str, etag: str, given: AssignmentRuleData, now: datetime
) -> None:
    """Let a rule be as `given`. Cases that have a handler keep theirs; a handler who has left may stay in the rule."""
    before = await tx.fetchval("select handlers from assignment_rules where id = $1 for update", id_)
    if before is None:
        raise EtagDiffers
    columns = await _columns(tx, caller, given, parsed(before))
    if not await change(tx, "assignment_rules", {"id": id_}, columns, now, etag):
        raise EtagDiffers


async def remove_rule(tx: Connection, caller: Caller, id_: str, etag: str, now: datetime) -> None:
    """Delete a rule. Cases that have a handler keep theirs."""
    if not await change(tx, "assignment_rules", {"id": id_}, {}, now, etag):
        raise EtagDiffers
    await tx.execute("delete from assignment_rules where id = $1", id_)


async def _columns(
    tx: Connection, caller: Caller, given: AssignmentRuleData, before: Collection[str] = ()
) -> dict[str, Any]:
    issues: Issues = {}
    account = None
    if given.creditor is not None:
        creditor = await find(tx, CREDITORS, caller, given.creditor)
        if creditor is None:
            add_issue(issues, ("creditor",), no_such(CREDITORS, given.creditor))
        else:
            account = creditor.document["account"]
    known = await handlers_among(tx, given.handlers)
    for index, user in enumerate(given.handlers):
        if user in before:
            continue
        if await find(tx, USERS, caller, user) is None:
            add_issue(issues, ("handlers", index), no_such(USERS, user))
        elif user not in known:
            add_issue(issues, ("handlers", index), Message("issue.not_a_handler"))
    if issues:
        raise Refused(issues)
    return {
        "name": given.name,
        "account_id": account,
        "creditor_id": given.creditor,
        "claim_kind": given.claim_kind,
        "is_person": given.is_person,
        "handlers": list(dict.fromkeys(given.handlers)),
    }
