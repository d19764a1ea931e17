"""Offer a debtor another plan or another respite than they asked for. Nothing is agreed before they accept."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.work_list import WISHES
from fordran.actions.flow.hold_case import respite_day
from fordran.actions.flow.plan_records import planned
from fordran.actions.refusals import Conflict
from fordran.domain.message import Message
from fordran.resources.case_acts import PlanInput, RespiteInput
from fordran.resources.work_items import WorkItemChange
from fordran.shape.fields import Issues, Refused, read
from fordran.shape.kinds import issue
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.rows.schema_rows import WorkItemRow
from fordran.store.upkeep.installation import business_day

REQUIRED = issue("required field", "form_issue.required")
_OF_AN_OFFER = ("instalments", "first_date", "respite_until", "good_until")


async def offer_issues(tx: Connection, given: WorkItemChange, now: datetime) -> Issues:
    """Issues of what is offered: a plan or a respite, and until which day it is taken."""
    if given.decision != "propose":
        return {name: Message("issue.goes_with_proposal") for name in _OF_AN_OFFER if getattr(given, name) is not None}
    issues: Issues = {}
    if (given.instalments is None) == (given.respite_until is None):
        issues["instalments"] = Message("issue.plan_or_respite")
    if given.instalments is not None and given.first_date is None:
        issues["first_date"] = REQUIRED
    if given.instalments is None and given.first_date is not None:
        issues["first_date"] = Message("issue.goes_with_plan")
    if given.good_until is None:
        issues["good_until"] = REQUIRED
    elif day_of(given.good_until) < await business_day(tx, now):
        issues["good_until"] = Message("issue.must_not_be_before_today")
    else:
        # On its last day the offer can still be done as it says.
        last = given.first_date or given.respite_until
        if last is not None and given.good_until > last:
            issues["good_until"] = Message("issue.offer_outlasts_itself")
    return issues


def offer_of(flowing: FlowingCase, wish: Message | None, given: WorkItemChange) -> Message:
    """The offer in words; refused where the case could not have it today."""
    if wish is None or wish.code not in WISHES:
        raise Conflict("error.nothing_to_propose")
    assert given.good_until is not None, "the issues of the offer were looked for"
    until = day_of(given.good_until)
    if given.instalments is not None and given.first_date is not None:
        plan = read(PlanInput, {"instalments": given.instalments, "first_date": _day(given.first_date)})
        count = len(planned(flowing, plan).instalments)
        return Message("work.offer.plan", count=count, day=day_of(given.first_date), until=until)
    assert given.respite_until is not None
    try:
        day = respite_day(flowing, read(RespiteInput, {"until": _day(given.respite_until)}))
    except Refused as refused:
        raise Refused({"respite_until": refused.issues["until"]}) from None
    return Message("work.offer.respite", day=day, until=until)


def _day(moment: datetime) -> str:
    return day_of(moment).isoformat()


def offered(before: WorkItemRow, given: WorkItemChange) -> dict[str, Any]:
    """The columns of an offer that a change of its item sets: a new one, or the end of one whose wish is open again."""
    if given.decision == "propose":
        return {
            "offered_instalments": given.instalments,
            "offered_first_date": _date(given.first_date),
            "offered_respite_until": _date(given.respite_until),
            "offered_until": _date(given.good_until),
            "offer_outcome": None,
        }
    is_opened = before["resolved"] is not None and not given.resolved
    waits = before["offered_until"] is not None and before["offer_outcome"] is None
    return {"offer_outcome": "withdrawn"} if is_opened and waits else {}


def _date(moment: datetime | None) -> date | None:
    return None if moment is None else day_of(moment)
