"""The verbs of bulk acts: what each does to one case. They are the verbs of the single acts, with the same checks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from fordran.actions.approving.write_offs import do_or_hold
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.registering import sees_case
from fordran.actions.flow.act_on_case import close_case
from fordran.actions.flow.hold_case import give_respite
from fordran.actions.flow.release_application import confirm_unpaid, release_application
from fordran.actions.letters.write_letter import write_letter
from fordran.actions.refusals import Conflict
from fordran.actions.work.case_notes import write_note
from fordran.actions.work.change_work_item import change_work_item
from fordran.domain.kinds.bulk_acts import BulkActKind
from fordran.domain.payouts.four_eyes import FourEyes
from fordran.resources.bulk_acts import SnoozeInput
from fordran.resources.case_acts import (
    CloseInput,
    ConfirmUnpaidInput,
    FreeLetterInput,
    NoteInput,
    ReleaseInput,
    RespiteInput,
)
from fordran.resources.cases import CASES, CaseHandlerChange
from fordran.resources.work_items import WORK_ITEMS, WorkItemChange
from fordran.shape.fields import Shape, read
from fordran.shape.merging import merged
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find, no_such


@dataclass(frozen=True)
class BulkContext:
    """Who acts, when, and what needs a second person."""

    caller: Caller
    rules: FourEyes
    now: datetime


class CaseIsGone(Conflict):
    """The case is not there any longer."""

    def __init__(self, case: str) -> None:
        super().__init__("error.nothing_waits_about_case")
        self.message = no_such(CASES, case)


@dataclass(frozen=True)
class BulkCase:
    """A case that an act is done to, by its key."""

    account: str
    creditor: str
    id: str


Verb: TypeAlias = Callable[[Connection, BulkContext, BulkCase, Any], Awaitable[str | None]]
"""Does it to one case; the id of the approval that it waits for, where it needs a second person."""
_FlowVerb: TypeAlias = Callable[[Connection, FlowingCase, Any, datetime], Awaitable[object]]


def _on_flow(verb: _FlowVerb) -> Verb:
    """A verb that moves the flow of a case, which is locked for it."""

    async def do(tx: Connection, context: BulkContext, case: BulkCase, given: Any) -> str | None:
        flowing = await lock_flowing(tx, case.id, case.creditor, case.account, context.now)
        if flowing is None or not sees_case(context.caller, flowing.case):
            raise CaseIsGone(case.id)
        return await do_or_hold(
            tx,
            context.rules,
            context.caller,
            flowing,
            given,
            lambda: verb(tx, flowing, given, context.now),
            context.now,
        )

    return do


async def _note(tx: Connection, context: BulkContext, case: BulkCase, given: NoteInput) -> None:
    shown = {"_id": case.id, "account": case.account, "creditor": case.creditor}
    await write_note(tx, context.caller, shown, given, context.now)


async def _snooze(tx: Connection, context: BulkContext, case: BulkCase, given: SnoozeInput) -> None:
    items = await tx.fetch(
        "select id from work_items where account_id = $1 and case_id = $2 and resolved is null order by id",
        case.account,
        case.id,
    )
    if not items:
        raise Conflict("error.nothing_waits_about_case")
    for row in items:
        item = await find(tx, WORK_ITEMS, context.caller, row["id"])
        assert item is not None
        changed = merged(WorkItemChange, item.document, wire(given))
        await change_work_item(tx, context.caller, row["id"], item.etag, read(WorkItemChange, changed), context.now)


BULK_VERBS: Mapping[BulkActKind, tuple[type[Shape], Verb | None]] = {
    "assign": (CaseHandlerChange, None),
    "snooze": (SnoozeInput, _snooze),
    "respite": (RespiteInput, _on_flow(give_respite)),
    "note": (NoteInput, _note),
    "letter": (FreeLetterInput, _on_flow(write_letter)),
    "close": (CloseInput, _on_flow(close_case)),
    "release_application": (ReleaseInput, _on_flow(release_application)),
    "confirm_unpaid": (ConfirmUnpaidInput, _on_flow(confirm_unpaid)),
}
"""The act → what it takes, and what it does to a case; none where it is done to many cases together (carry_out.py)."""
