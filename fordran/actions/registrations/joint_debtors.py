"""Joint debtors: those who owe a debt together with the customer of its case. Each is a customer, and a party of the case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.cases.work_list import CaseSubject, put_on_work_list
from fordran.actions.registrations.customer_book import CustomerBook
from fordran.actions.registrations.customer_data import CustomerData, customer_data
from fordran.domain.message import Message
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.store.connections.database import Connection
from fordran.store.rows.add_rows import add_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert_all


@dataclass(frozen=True)
class JointDebtor:
    """A further debtor of a registration, as the book of customers finds it."""

    account: str
    creditor: str
    data: CustomerData


async def add_joint_debtors(tx: Connection, given: CaseRegistrationInput, cases: Sequence[str], now: datetime) -> None:
    """Make the further debtors of a registration parties of its cases; they are matched with customers as the first is."""
    if not given.customers:
        return
    today = clock.stockholm_date(now)
    joint = [JointDebtor(given.account, given.creditor, customer_data(one, now, today)) for one in given.customers]
    partner: str | None = await tx.fetchval("select partner_id from accounts where id = $1", given.account)
    first: str = await tx.fetchval(
        "select customer_id from cases where account_id = $1 and id = $2", given.account, cases[0]
    )
    book = CustomerBook()
    await book.find(tx, joint)
    await book.find_locked(tx, joint)
    issues: Issues = {}
    taken: dict[str, JointDebtor] = {}
    for index, one in enumerate(joint):
        try:
            matched = book.take(one, partner, now)
        except Refused as refused:
            customer = refused.issues.get("customer")
            for field, issue in (customer if isinstance(customer, dict) else {"": customer}).items():
                add_issue(issues, ("customers", index, *([field] if field else [])), issue)
            continue
        if matched.id == first or matched.id in taken:
            add_issue(issues, ("customers", index), Message("issue.debtor_twice"))
            continue
        taken[matched.id] = one
        if matched.name_differs:
            for case in cases:
                subject = CaseSubject(given.account, given.creditor, partner, case)
                differs = Message("work.name_differs", name=one.data.name[:100])
                await put_on_work_list(tx, subject, "name_differs", differs, now)
    if issues:
        raise Refused(issues)
    await book.write_changes(tx, now)
    await add_rows(tx, [*book.new_rows(now)])
    await insert_all(
        tx,
        "case_parties",
        [_party(given, case, customer, one.data.name, now) for case in cases for customer, one in taken.items()],
    )


def _party(given: CaseRegistrationInput, case: str, customer: str, name: str, now: datetime) -> dict[str, Any]:
    """A further debtor's row. How it is reached is the customer's own."""
    return {
        "account_id": given.account,
        "id": new_id(),
        "created": now,
        "updated": now,
        "creditor_id": given.creditor,
        "case_id": case,
        "role": "debtor",
        "name": name,
        "address": {},
        "receives_letters": "copy",
        "may_agree": True,
        "customer_id": customer,
    }
