"""Assign a claim to another creditor: the case is that creditor's from the day on, and the debtor gets a letter about it.

Payments of earlier days stay the former creditor's. The rule is in docs/rules/assignment.md.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.actions.letters.write_letter import details_of
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.refusals import Conflict
from fordran.documents.letter_parts.voice import TO_A_PERSON, TO_AN_ORGANISATION
from fordran.documents.letters.free import FreeWords
from fordran.domain.claims.assignments import ClaimAssignment, assignments_of
from fordran.domain.flow.next_step import stopped_by
from fordran.domain.message import Message
from fordran.resources.cases import CASES
from fordran.resources.claim_assignments import ClaimAssignmentInput
from fordran.resources.invoices import INVOICES
from fordran.resources.work_items import WORK_ITEMS
from fordran.shape.fields import Issues, Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import tally
from fordran.texts.catalogue import texts
from fordran.texts.languages import language_or_swedish


async def assign_claim(tx: Connection, flowing: FlowingCase, given: ClaimAssignmentInput, now: datetime) -> None:
    """Let the case be the other creditor's. A debtor who may get letters gets one about it."""
    day = day_of(given.date)
    await _refuse(tx, flowing, given, day)
    case = flowing.case
    names = {
        row["id"]: row["name"]
        for row in await tx.fetch(
            "select id, name from creditors where account_id = $1 and id = any($2::text[])",
            case.account,
            [case.creditor, given.creditor],
        )
    }
    came = ClaimAssignment(case.creditor, names[case.creditor], given.creditor, day, given.document)
    await _copy_details(tx, flowing, given.creditor, now)
    await _move(tx, flowing, came, now)
    after = await lock_flowing(tx, case.id, given.creditor, case.account, now)
    assert after is not None
    if not stopped_by(after.situation()):
        words = _notice(after, came, names[given.creditor])
        await queue_letters(tx, [LetterWanted(after, "free", details=details_of(words))], now)
    data = {"former_creditor": came.former, "new_creditor": came.new, "assigned_on": day.isoformat()}
    events = [DomainEvent("case.creditor_changed", case.account, one, case.id, data) for one in (came.former, came.new)]
    await note_events(tx, events, now)


def _notice(flowing: FlowingCase, came: ClaimAssignment, creditor: str) -> FreeWords:
    """The notice to the debtor, in the language of the creditor's letters."""
    words = texts(language_or_swedish(flowing.row["default_letter_locale"])).area("letter")
    address = TO_A_PERSON if flowing.row["customer_is_person"] else TO_AN_ORGANISATION
    of = {"former_creditor": came.former_name, "creditor": creditor, "date": came.date.isoformat()}
    invoice = {"invoice_number": flowing.row["invoice_number"]}
    return FreeWords(
        words["assigned_notice"].format(**address, **of, **invoice),
        words["assigned_notice_text"].format(**address, **of, **invoice),
    )


_STATE = """
select exists (select 1 from letters where account_id = $1 and case_id = $2 and status in ('queued', 'made')) as letters,
       exists (select 1 from letters where account_id = $1 and case_id = $2 and kind = 'enforcement'
               and status <> 'stopped') as application,
       exists (select 1 from cases where account_id = $1 and creditor_id = $3 and invoice_number = $4) or
       exists (select 1 from invoices where account_id = $1 and creditor_id = $3 and invoice_number = $4) as number,
       exists (select 1 from payout_specifications where account_id = $1 and case_id = $2 and bank_date >= $5) as payments,
       not exists (select 1 from creditors where account_id = $1 and id = $3 and is_active) as is_other
"""
_CONFLICTS = {
    "application": "error.assignment_application",
    "letters": "error.assignment_letters",
    "payments": "error.assignment_payments",
    "number": "error.assignment_number",
}
_DOCUMENT = "select exists (select 1 from media_files where account_id = $1 and id = $2)"


async def _refuse(tx: Connection, flowing: FlowingCase, given: ClaimAssignmentInput, day: date) -> None:
    """Refuse what cannot be assigned: first by the input, then by the case."""
    case = flowing.case
    found = await tx.fetchrow(_STATE, case.account, case.id, given.creditor, flowing.row["invoice_number"], day)
    assert found is not None
    issues: Issues = {}
    if found["is_other"] or given.creditor == case.creditor:
        issues["creditor"] = Message("issue.not_another_creditor")
    earliest = max([day_of(flowing.row["invoice_date"]), *(one.date for one in case.assignments)])
    if not earliest <= day <= flowing.today:
        issues["date"] = Message("issue.no_assignment_day", first=earliest, last=flowing.today)
    if given.document is not None and not await tx.fetchval(_DOCUMENT, case.account, given.document):
        issues["document"] = Message("issue.no_such_document", id=given.document, resource="media--files")
    if issues:
        raise Refused(issues)
    if flowing.row["state"] == "closed":
        raise Conflict("error.case_closed")
    for name, code in _CONFLICTS.items():
        if found[name]:
            raise Conflict(code)


_COPIED = {
    "customer_details": """
        name, name_folded, id_number, id_number_status, is_person, is_company, is_foreign, car_registration, address,
        mobile_number, email, email_folded, warnings, email_consent, sms_consent, e_invoice_address, invoice_distribution,
        corrections, returned_address, address_source, address_confirmed, unknown_address""",
    "protected_details": "address, mobile_number, email, e_invoice_address",
}
"""The columns of what a creditor knows of a customer; a row of the second exists where the person is protected."""


async def _copy_details(tx: Connection, flowing: FlowingCase, creditor: str, now: datetime) -> None:
    """Give the new creditor the details of the debtors that the former one has, unless it has its own."""
    case = flowing.case
    rows = await tx.fetch(
        """select s.id, s.customer_id from customer_details s
           where s.account_id = $1 and s.creditor_id = $3
             and s.customer_id in (select customer_id from cases where account_id = $1 and id = $2 union all
                                   select customer_id from case_parties where account_id = $1 and case_id = $2)
             and not exists (select 1 from customer_details o
                             where o.account_id = $1 and o.creditor_id = $4 and o.customer_id = s.customer_id)""",
        case.account,
        case.id,
        case.creditor,
        creditor,
    )
    for row in rows:
        copy = new_id()
        for table, columns in _COPIED.items():
            await tx.execute(
                f"""insert into {table} (account_id, id, created, updated, customer_id, creditor_id, {columns})
                    select account_id, $3, $5, $5, customer_id, $4, {columns} from {table}
                    where account_id = $1 and id = $2""",
                case.account,
                row["id"],
                copy,
                creditor,
                now,
            )


MOVED = {
    "invoices": "case_id = $2",
    "ocr_numbers": "case_id = $2",
    "work_items": "case_id = $2 and resolved is null",
    "case_parties": "case_id = $2",
}
"""Rows that are the new creditor's together with the case. What was sent, paid and noted before stays the former one's."""


async def _move(tx: Connection, flowing: FlowingCase, came: ClaimAssignment, now: datetime) -> None:
    case = flowing.case
    moved = {"cases": 1}
    await tx.execute(
        """update cases set creditor_id = $3, assignments = coalesce(assignments, '[]') || $4::jsonb, revision = revision + 1,
               updated = greatest(updated, $5) where account_id = $1 and id = $2""",
        case.account,
        case.id,
        came.new,
        [came.shown()],
        now,
    )
    for table, which in MOVED.items():
        has_revision = table != "ocr_numbers"
        shows = ", revision = revision + 1, updated = greatest(updated, $4)" if has_revision else ""
        rows = await tx.fetch(
            f"update {table} set creditor_id = $3{shows} where account_id = $1 and {which} returning id",
            case.account,
            case.id,
            came.new,
            *([now] if has_revision else []),
        )
        moved[table] = len(rows)
    for resource, table in ((CASES, "cases"), (INVOICES, "invoices"), (WORK_ITEMS, "work_items")):
        for creditor, sign in ((came.former, -1), (came.new, 1)):
            if moved[table]:
                await tally(
                    tx,
                    resource,
                    partner=case.partner,
                    account=case.account,
                    creditor=creditor,
                    documents=sign * moved[table],
                )


async def read_assignments(connection: Connection, account: str, case: str) -> list[dict[str, Any]]:
    """The assignments of a case, the first one first."""
    stored = await connection.fetchval("select assignments from cases where account_id = $1 and id = $2", account, case)
    return [
        {
            "former_creditor": one.former,
            "former_name": one.former_name,
            "creditor": one.new,
            "date": one.date.isoformat(),
        }
        | ({} if one.document is None else {"document": one.document})
        for one in assignments_of(parsed(stored))
    ]
