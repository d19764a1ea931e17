"""Wrong person: a claim that was collected from somebody who does not owe it ends at once, and is corrected.

Inkassolag (1974:182) 4 §: nobody is collected from for what another owes. The rule is in docs/rules/wrong-person.md.
"""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.actions.letters.stop_letter import stop_letter
from fordran.actions.refusals import Conflict
from fordran.actions.work.case_notes import write_note
from fordran.domain.claims.facts import Closing
from fordran.domain.kinds.work_item_kinds import WorkItemKind
from fordran.domain.message import Message
from fordran.resources.case_acts import NoteInput, WrongPersonInput
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id

_ENDED: tuple[WorkItemKind, ...] = ("stopped", "letter_stopped", "letter_failed", "name_differs", "confirm_unpaid")
"""Items that ask for what is not to be done any more."""


async def note_wrong_person(
    tx: Connection, flowing: FlowingCase, given: WrongPersonInput, now: datetime, by: Caller
) -> None:
    """Close the case: nothing was ever owed by its customer, who is told so where anything was sent.

    What the customer has paid is owed back. The number of the invoice may be registered once more.
    """
    if flowing.row["close_reason"] == "wrong_person":
        raise Conflict("error.wrong_person_already")
    case = flowing.case
    fact = Closing(new_id(), flowing.today, "wrong_person")
    await book(tx, case, [StoredFact(fact, case.business_now, SYSTEM)], now)
    was_told = await _was_told(tx, flowing)
    await _stop_letters(tx, flowing, now)
    await resolve_work(tx, case.account, _ENDED, now, case=case.id)
    if was_told:
        await queue_letters(tx, [LetterWanted(flowing, "closing", details={"reason": "wrong_person"})], now)
    await _free_numbers(tx, flowing, now)
    await put_on_work_list(tx, case, "wrong_person", Message("work.wrong_person"), now)
    of = {"account": case.account, "creditor": case.creditor, "_id": case.id}
    await write_note(tx, by, of, NoteInput(text=given.note, kind="note"), now)


async def _was_told(tx: Connection, flowing: FlowingCase) -> bool:
    """Whether an invoice or a letter about the case has left to its customer."""
    found: bool = await tx.fetchval(
        """select exists (select 1 from letters where account_id = $1 and case_id = $2 and kind <> 'enforcement'
                          and status in ('sent', 'shown'))
               or exists (select 1 from deliveries where account_id = $1 and case_id = $2
                          and status in ('sent', 'delivered', 'shown'))""",
        flowing.case.account,
        flowing.case.id,
    )
    return found


async def _stop_letters(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """Stop the letters about the case that have not left."""
    case = flowing.case
    rows = await tx.fetch(
        """select id from letters where account_id = $1 and case_id = $2 and status in ('queued', 'made') order by id""",
        case.account,
        case.id,
    )
    for row in rows:
        letter = {"_id": row["id"], "account": case.account, "creditor": case.creditor, "case": case.id}
        await stop_letter(tx, letter, now)


async def _free_numbers(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """Let the numbers of invoice and payment be registered once more, and the creditor's number for the customer name another."""
    case = flowing.case
    for table, column in (("cases", "id"), ("invoices", "case_id")):
        await tx.execute(
            f"update {table} set number_freed_by = $2 where account_id = $1 and {column} = $2", case.account, case.id
        )
    await tx.execute(
        "update cases set particulars = particulars - 'old_payment_reference' where account_id = $1 and id = $2",
        case.account,
        case.id,
    )
    has_others: bool = await tx.fetchval(
        """select exists (select 1 from cases where account_id = $1 and customer_id = $2 and creditor_id = $3
                          and close_reason is distinct from 'wrong_person')""",
        case.account,
        flowing.row["customer_id"],
        case.creditor,
    )
    if not has_others:
        await tx.execute(
            """update customer_details set customer_number = null, revision = revision + 1, updated = greatest(updated, $4)
               where account_id = $1 and customer_id = $2 and creditor_id = $3 and customer_number is not null""",
            case.account,
            flowing.row["customer_id"],
            case.creditor,
            now,
        )
