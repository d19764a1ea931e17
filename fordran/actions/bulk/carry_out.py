"""Carry out bulk acts: some cases at a time, each at most once, under the authority of the user who asked.

What is done to a case and that it is done are in one transaction, so a killed worker leaves neither without the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypedDict

import orjson

from fordran.actions.assigning.assign_case import give_cases
from fordran.actions.bulk.bulk_verbs import BULK_VERBS, BulkCase, BulkContext, Verb
from fordran.actions.refusals import ActRefusal
from fordran.domain.flow.case_flow import NotATransition
from fordran.domain.kinds.bulk_acts import BulkActKind, BulkOutcome
from fordran.domain.languages import ENGLISH
from fordran.domain.message import Message, as_json
from fordran.domain.payouts.four_eyes import FourEyes
from fordran.domain.service.audit import AuditBy
from fordran.resources.cases import CaseHandlerChange
from fordran.shape.fields import Issues, Refused, Shape, read
from fordran.shape.wire import parsed
from fordran.store.callers import load_caller
from fordran.store.connections.actor import Actor, take_over
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import BulkActCaseRow
from fordran.texts.catalogue import texts

AT_A_TIME = 100
KEPT_DAYS = 90
ACTING = frozenset({"operator", "handler", "finance"})
"""Roles that may act on cases in bulk."""


class _ActRow(TypedDict):
    id: str
    act: BulkActKind
    body: orjson.Fragment
    is_dry_run: bool
    asked_by: str
    let_in_by: list[str] | None
    asked_through: AuditBy


class _Outcome(TypedDict):
    id: str
    outcome: BulkOutcome
    reason: dict[str, Any] | None
    sentence: str | None
    approval: str | None


class _Tried(Exception):
    """Undoes what was done to a case in a dry run."""

    def __init__(self, approval: str | None) -> None:
        super().__init__()
        self.approval = approval


_RUNNING = """
select id, act, body, is_dry_run, asked_by, let_in_by, asked_through from bulk_acts
where status = 'running' and ($1::text is null or id = $1) order by id limit 1 for update skip locked
"""
_LEFT = """
select id, account_id, creditor_id, case_id from bulk_act_cases
where bulk_act_id = $1 and outcome is null order by id limit $2
"""
_KEEP = f"""
update bulk_act_cases c set outcome = new.outcome, reason = new.reason, sentence = new.sentence, approval = new.approval
from {recordset(_Outcome, 2, "new")} where c.bulk_act_id = $1 and c.id = new.id
"""


async def carry_out_some(
    tx: Connection, rules: FourEyes, now: datetime, only: str | None = None, most: int = AT_A_TIME
) -> int:
    """See to some cases of a bulk act that runs; how many, and 0 where none runs."""
    act = await fetch_row(tx, _ActRow, _RUNNING, only)
    if act is None:
        return 0
    caller = await _asker(tx, act)
    if caller is None:
        await change(tx, "bulk_acts", {"id": act["id"]}, {"status": "stopped", "ended": now}, now)
        return 1
    await take_over(tx, Actor(act["asked_through"], f"bulk act {act['id']}", caller.user))
    left = await fetch_rows(tx, BulkActCaseRow, _LEFT, act["id"], most)
    shape, verb = BULK_VERBS[act["act"]]
    given = read(shape, parsed(act["body"]))
    context = BulkContext(caller, rules, now)
    if isinstance(given, CaseHandlerChange):
        outcomes = await _assigned(tx, left, given, now, is_dry_run=act["is_dry_run"])
    else:
        assert verb is not None
        outcomes = [await _outcome(tx, context, verb, given, one, is_dry_run=act["is_dry_run"]) for one in left]
    await tx.execute(_KEEP, act["id"], outcomes)
    await _count(tx, act["id"], outcomes, now)
    if len(left) < most:
        await change(tx, "bulk_acts", {"id": act["id"]}, {"status": "done", "ended": now}, now)
    return max(len(left), 1)


async def _asker(tx: Connection, act: _ActRow) -> Caller | None:
    """The user who asked, as long as that user may."""
    caller = await load_caller(tx, act["asked_by"])
    return caller if caller is not None and caller.roles & ACTING else None


async def _assigned(
    tx: Connection, left: Sequence[BulkActCaseRow], given: CaseHandlerChange, now: datetime, *, is_dry_run: bool
) -> list[_Outcome]:
    """Give the cases of each account to the handler together: nothing about a single case refuses that."""
    for account in dict.fromkeys(one["account_id"] for one in left):
        of_account = [one["case_id"] for one in left if one["account_id"] == account]
        if not is_dry_run:
            await give_cases(tx, account, of_account, given.assigned_to or None, now)
    return [_as("done", one["id"]) for one in left]


async def _outcome(
    tx: Connection, context: BulkContext, verb: Verb, given: Shape, one: BulkActCaseRow, *, is_dry_run: bool
) -> _Outcome:
    """The outcome of one case. A refusal undoes what was begun with it, and stops no other."""
    try:
        async with part(tx):
            case = BulkCase(one["account_id"], one["creditor_id"], one["case_id"])
            approval = await verb(tx, context, case, given)
            if is_dry_run:
                raise _Tried(approval)
    except SavepointRolledBack as undone:
        match undone.__cause__:
            case _Tried() as tried:
                # What was held was undone with the rest.
                return _as("waiting" if tried.approval else "done", one["id"])
            case ActRefusal() | NotATransition() as refusal:
                return _as("refused", one["id"], refusal.message)
            case Refused() as refused:
                return _as("refused", one["id"], first_message(refused.issues))
            case trouble:
                return _as("refused", one["id"], Message("work.technical", text=repr(trouble)[:500]))
    return _as("waiting" if approval else "done", one["id"], approval=approval)


def _as(outcome: BulkOutcome, id_: str, reason: Message | None = None, approval: str | None = None) -> _Outcome:
    return {
        "id": id_,
        "outcome": outcome,
        "reason": None if reason is None else as_json(reason),
        "sentence": None if reason is None else texts(ENGLISH).say(reason),
        "approval": approval,
    }


def first_message(issues: Issues) -> Message:
    """The first of several issues, with the field that it is about."""
    for name, issue in issues.items():
        if isinstance(issue, dict):
            return first_message(issue)
        if isinstance(issue, Message):
            return issue
        return Message("error.field_is_wrong", field=str(name), why=str(issue))
    raise AssertionError("a refusal has an issue")


async def _count(tx: Connection, id_: str, outcomes: Sequence[_Outcome], now: datetime) -> None:
    counts = [sum(one["outcome"] == outcome for one in outcomes) for outcome in ("done", "waiting", "refused")]
    await tx.execute(
        """update bulk_acts set done = done + $2, waiting = waiting + $3, refused = refused + $4,
               updated = greatest(updated, $5), revision = revision + 1 where id = $1""",
        id_,
        *counts,
        now,
    )


async def forget_bulk_acts(tx: Connection, now: datetime) -> int:
    """Forget bulk acts that ended long ago; how many. What they did is in the audit log."""
    gone: str = await tx.execute("delete from bulk_acts where ended < $1", now - timedelta(days=KEPT_DAYS))
    return int(gone.split()[-1])
