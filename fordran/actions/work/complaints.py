"""Complaints: register and change them, and put those that are not answered in time on the work list.

A collector answers complaints (inkassolag (1974:182) 4 §, good practice); 14 days are a house rule.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, TypedDict

from fordran.actions.cases.registering import created
from fordran.actions.cases.work_list import CreditorSubject, put_on_work_list, resolve_work
from fordran.actions.refusals import EtagDiffers
from fordran.domain.days import days_after
from fordran.domain.message import Message
from fordran.domain.service.complaints import ANSWER_DAYS
from fordran.resources.cases import CASES
from fordran.resources.complaints import ComplaintChange, ComplaintInput
from fordran.resources.customers import CUSTOMERS
from fordran.resources.users import USERS
from fordran.shape.fields import Issues, Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, find, insert, no_such
from fordran.store.rows.schema_rows import ComplaintRow
from fordran.store.upkeep.installation import business_day


async def register_complaint(tx: Connection, caller: Caller, given: ComplaintInput, now: datetime) -> dict[str, Any]:
    """A new complaint; its four fields."""
    issues: Issues = {}
    about = await _about(tx, caller, given, issues)
    if day_of(given.received) > await business_day(tx, now):
        issues["received"] = Message("issue.must_not_be_after_today")
    if issues:
        raise Refused(issues)
    id_ = new_id()
    row = {"id": id_, "created": now, "updated": now, "received": day_of(given.received)}
    words = {"sender": given.from_, "about": given.about, "complaint": given.text}
    await insert(tx, "complaints", row | words | about)
    return created(id_, now)


async def _about(tx: Connection, caller: Caller, given: ComplaintInput, issues: Issues) -> dict[str, str | None]:
    """The account, creditor, case and customer that a complaint is about."""
    if given.customer is not None and await find(tx, CUSTOMERS, caller, given.customer) is None:
        issues["customer"] = no_such(CUSTOMERS, given.customer)
    if given.case is not None:
        case = await find(tx, CASES, caller, given.case)
        if case is None:
            issues["case"] = no_such(CASES, given.case)
            return {}
        if given.customer not in (None, case.document["customer"]):
            issues.setdefault("customer", Message("issue.not_the_customer_of_the_case"))
        owner = {"account_id": case.document["account"], "creditor_id": case.document["creditor"]}
        return owner | {"case_id": given.case, "customer_id": case.document["customer"]}
    if given.customer is None:
        return {}
    account = await tx.fetchval("select account_id from customers where id = $1", given.customer)
    return {"account_id": account, "customer_id": given.customer}


async def change_complaint(
    tx: Connection, caller: Caller, id_: str, etag: str, given: ComplaintChange, now: datetime
) -> None:
    """Keep what is done about a complaint. One that is answered leaves the work list."""
    before = await fetch_the_row(
        tx, ComplaintRow, "select account_id, handler, received from complaints where id = $1 for update", id_
    )
    answered = None if given.answered is None else day_of(given.answered)
    if issues := await _issues(tx, caller, before, given, answered, now):
        raise Refused(issues)
    changes = {
        "handler": given.handler or None,
        "answered": answered,
        "answer": given.answer or None,
        "outcome": given.outcome or None,
        "cause": given.cause or None,
    }
    if not await change(tx, "complaints", {"id": id_}, changes, now, etag):
        raise EtagDiffers
    if answered is not None and before["account_id"] is not None:
        await resolve_work(tx, before["account_id"], ["complaint_overdue"], now, subject=id_)


async def _issues(
    tx: Connection, caller: Caller, before: ComplaintRow, given: ComplaintChange, answered: date | None, now: datetime
) -> Issues:
    issues: Issues = {}
    if given.handler and given.handler != before["handler"] and await find(tx, USERS, caller, given.handler) is None:
        issues["handler"] = no_such(USERS, given.handler)
    if answered is not None:
        if answered > await business_day(tx, now):
            issues["answered"] = Message("issue.must_not_be_after_today")
        elif answered < before["received"]:
            issues["answered"] = Message("issue.must_not_be_before_it_came")
        if not given.answer:
            issues["answer"] = Message("issue.required")
    return issues


class _OverdueRow(TypedDict):
    id: str
    account_id: str
    creditor_id: str
    case_id: str | None
    partner_id: str | None
    received: date


# A complaint about a customer and no case is put with the customer's latest creditor. One about neither is on the list alone.
_OVERDUE = """
select c.id, c.account_id, coalesce(c.creditor_id, k.creditor_id) as creditor_id, c.case_id, a.partner_id, c.received
from complaints c join accounts a on a.id = c.account_id
left join lateral (select k.creditor_id from cases k where k.account_id = c.account_id and k.customer_id = c.customer_id
                   order by k.id desc limit 1) k on true
where c.answered is null and c.received < $1 and coalesce(c.creditor_id, k.creditor_id) is not null
  and not exists (select 1 from work_items w where w.account_id = c.account_id and w.subject = c.id
                  and w.kind = 'complaint_overdue')
order by c.id limit 100
"""


async def list_overdue_complaints(tx: Connection, now: datetime) -> int:
    """Put complaints that were not answered in time on the work list, each once; how many."""
    today = await business_day(tx, now)
    rows = await fetch_rows(tx, _OverdueRow, _OVERDUE, days_after(today, -ANSWER_DAYS))
    for row in rows:
        subject = CreditorSubject(row["account_id"], row["creditor_id"], row["partner_id"], row["case_id"])
        reason = Message("work.complaint_overdue", day=days_after(row["received"], ANSWER_DAYS), complaint=row["id"])
        await put_on_work_list(tx, subject, "complaint_overdue", reason, now, subject=row["id"])
    return len(rows)
