"""Release applications, and confirm that claims are unpaid: what people say before a case goes to the authority."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase, lock_flowing, save
from fordran.actions.cases.registering import sees_case
from fordran.actions.cases.work_list import resolve_said, resolve_work
from fordran.actions.note_event import note_events
from fordran.actions.refusals import Conflict
from fordran.domain.message import Message
from fordran.resources.case_acts import ConfirmUnpaidInput, ForbearanceInput, ReleaseInput
from fordran.resources.cases import CASES
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find, no_such


async def confirm_unpaid(tx: Connection, flowing: FlowingCase, given: ConfirmUnpaidInput, now: datetime) -> None:
    """The creditor, or staff for it, confirms that the claim is unpaid today."""
    _check(flowing)
    flowing.flow.confirmed_unpaid = flowing.today.isoformat()
    await save(tx, [flowing], now)
    await resolve_work(tx, flowing.case.account, ["confirm_unpaid"], now, case=flowing.case.id)
    await note_events(tx, [flowing.case.event("case.confirmed_unpaid")], now)


async def release_application(tx: Connection, flowing: FlowingCase, given: ReleaseInput, now: datetime) -> None:
    """A person releases the application, which is made once nothing else is missing."""
    _check(flowing)
    flowing.flow.released = flowing.today.isoformat()
    await save(tx, [flowing], now)
    await resolve_said(tx, flowing.case.account, flowing.case.id, ["law.was_minor"], now)
    await note_events(tx, [flowing.case.event("case.application_released")], now)


async def note_forbearance(tx: Connection, flowing: FlowingCase, given: ForbearanceInput, now: datetime) -> None:
    """Note the day on which the creditor offered a consumer forbearance."""
    offered = day_of(given.offered_on)
    if offered > flowing.today:
        raise Refused({"offered_on": Message("issue.after_today")})
    if not flowing.case.terms.particulars.consumer_credit:
        raise Conflict("error.no_consumer_credit")
    flowing.flow.forbearance_offered = offered.isoformat()
    await save(tx, [flowing], now)
    await note_events(tx, [flowing.case.event("case.forbearance_noted")], now)


def _check(flowing: FlowingCase) -> None:
    """Refuse what no application of the case can follow on."""
    if flowing.row["state"] != "debt_collection" or not flowing.settings.use_enforcement:
        raise Conflict("error.no_application_to_come")


@dataclass(frozen=True)
class ReleaseRefusal:
    """A case whose application was not released, and why."""

    case: str
    reason: Message


@dataclass(frozen=True)
class ReleasedCases:
    """The cases whose applications were released, and those whose were not."""

    released: list[str]
    refused: list[ReleaseRefusal]


async def release_all(tx: Connection, caller: Caller, cases: Sequence[str], now: datetime) -> ReleasedCases:
    """Release the applications of some cases; one that is refused does not stop the others."""
    released: list[str] = []
    refused: list[ReleaseRefusal] = []
    # In the order of their ids, so that two who release the same ones never wait in a circle.
    for id_ in sorted(set(cases)):
        item = await find(tx, CASES, caller, id_)
        if item is None:
            refused.append(ReleaseRefusal(id_, no_such(CASES, id_)))
            continue
        flowing = await lock_flowing(tx, id_, item.document["creditor"], item.document["account"], now)
        if flowing is None or not sees_case(caller, flowing.case):
            refused.append(ReleaseRefusal(id_, no_such(CASES, id_)))
            continue
        try:
            await release_application(tx, flowing, ReleaseInput(), now)
        except Conflict as conflict:
            refused.append(ReleaseRefusal(id_, conflict.message))
        else:
            released.append(id_)
    return ReleasedCases(released, refused)
