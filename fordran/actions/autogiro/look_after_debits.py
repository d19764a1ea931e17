"""Look after the debits of cases with a mandate: plan and announce what falls due, and take back what is not owed any more.

A case is looked at when it has changed, and when its mandate has. The rules are in docs/autogiro.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from fordran.actions.autogiro.due_claims import DueClaim, amount_due, due_claims
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.letters.queue_letter import LetterWanted, letter_day, queue_letters
from fordran.actions.letters.write_letter import details_of
from fordran.actions.swish.note_answer import show_on_its_way
from fordran.documents.letters.autogiro_words import AnnouncedDebit, announcing_words
from fordran.domain.bank.autogiro import (
    ANNOUNCED_BANKING_DAYS,
    CANCEL_BANKING_DAYS,
    AutogiroDebitState,
    debit_reference_of,
)
from fordran.domain.days import banking_days_after, banking_days_before, next_banking_day
from fordran.domain.message import Message
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert_all
from fordran.store.rows.schema_rows import AutogiroDebitRow, AutogiroMandateRow, CaseRow
from fordran.store.turns import WaitingRows, accounts_with
from fordran.store.upkeep.installation import business_day
from fordran.texts.languages import language_or_swedish

AT_A_TIME = 100
NOT_OWED = "not_owed"
"""The reason of a debit that was taken back: the case is paid, held or closed, or its mandate has ended."""
TOO_LATE = "too_late_to_cancel"
NOT_ANSWERED = "not_answered"

_WITH_MANDATES = WaitingRows("autogiro_mandates", "w.state <> 'new'", "case_id")
_CHANGED = """
select k.id, k.creditor_id from cases k
where k.account_id = $1 and k.id in (
    select m.case_id from autogiro_mandates m join cases c on c.account_id = m.account_id and c.id = m.case_id
    where m.account_id = $1 and m.state = 'active' and c.closed is null and m.case_revision is distinct from c.revision
    union
    select d.case_id from autogiro_debits d
    join cases c on c.account_id = d.account_id and c.id = d.case_id
    left join autogiro_mandates m on m.account_id = d.account_id and m.id = d.mandate_id
    where d.account_id = $1 and d.state in ('planned', 'sent')
      and (d.until_day < $3
           or d.reason is null and (d.case_revision is distinct from c.revision or coalesce(m.state, 'ended') <> 'active')))
order by k.id limit $2
"""
_END = """
update autogiro_debits set state = $3, reason = $4, updated = greatest(updated, $5), revision = revision + 1
where account_id = $1 and id = $2
"""


async def look_after_debits(tx: Connection, now: datetime) -> int:
    """Look at some cases of an account that has any to look at; how many."""
    today = await business_day(tx, now)
    for account in await accounts_with(tx, _WITH_MANDATES):
        rows = await fetch_rows(tx, CaseRow, _CHANGED, account, AT_A_TIME, today)
        for row in rows:
            flowing = await lock_flowing(tx, row["id"], row["creditor_id"], account, now)
            assert flowing is not None
            await _look_at(tx, flowing, now)
        if rows:
            return len(rows)
    return 0


async def _look_at(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    case = flowing.case
    mandate = await fetch_row(
        tx,
        AutogiroMandateRow,
        "select id, account_number from autogiro_mandates where account_id = $1 and case_id = $2 and state = 'active' for update",
        case.account,
        case.id,
    )
    debits = await fetch_rows(
        tx,
        AutogiroDebitRow,
        """select id, mandate_id, subject, day, amount, state, reason, until_day from autogiro_debits
           where account_id = $1 and case_id = $2 order by id for update""",
        case.account,
        case.id,
    )
    late = [one for one in debits if one["state"] == "sent" and one["until_day"] and one["until_day"] < flowing.today]
    await _give_up(tx, flowing, late, now)
    claims = await due_claims(tx, flowing)
    kept = {id_ for id_, claim in claims.items() if claim.most != 0} if mandate else set()
    gone = [
        debit
        for debit in debits
        if debit["state"] in ("planned", "sent")
        and debit not in late
        and debit["reason"] is None
        and not (mandate and debit["mandate_id"] == mandate["id"] and debit["subject"] in kept)
    ]
    await take_back(tx, flowing, gone, now)
    if mandate is not None:
        known = {debit["subject"] for debit in debits if debit["mandate_id"] == mandate["id"]}
        await _plan(tx, flowing, mandate, [one for one in claims.values() if one.subject not in known], now)
    await _note_looked_at(tx, flowing)


async def _give_up(tx: Connection, flowing: FlowingCase, debits: Sequence[AutogiroDebitRow], now: datetime) -> None:
    """End debits of which Bankgirot has reported nothing in time: a person finds out."""
    for debit in debits:
        await tx.execute(_END, flowing.case.account, debit["id"], "unpaid", NOT_ANSWERED, now)
        reason = Message("work.autogiro_not_answered", amount=str(kronor(debit["amount"])), day=str(debit["day"]))
        await put_on_work_list(tx, flowing.case, "autogiro_failed", reason, now, subject=debit["id"])
    if debits:
        await show_on_its_way(tx, flowing, now)


async def take_back(tx: Connection, flowing: FlowingCase, debits: Sequence[AutogiroDebitRow], now: datetime) -> None:
    """Withdraw what has not left, and cancel what has where there is time; what there is no time for is drawn."""
    for debit in debits:
        state, reason = _taken_back(debit, flowing.today)
        await tx.execute(_END, flowing.case.account, debit["id"], state, reason, now)
    if any(debit["state"] == "sent" for debit in debits):
        await show_on_its_way(tx, flowing, now)


def _taken_back(debit: AutogiroDebitRow, today: date) -> tuple[AutogiroDebitState, str]:
    if debit["state"] == "planned":
        return "withdrawn", NOT_OWED
    if today > banking_days_before(debit["day"], CANCEL_BANKING_DAYS):
        return "sent", TOO_LATE
    return "cancelling", NOT_OWED


async def _plan(
    tx: Connection, flowing: FlowingCase, mandate: AutogiroMandateRow, claims: Sequence[DueClaim], now: datetime
) -> None:
    """Plan debits for what falls due, and announce them by a letter, with the other letters of the day."""
    first = banking_days_after(letter_day(flowing), ANNOUNCED_BANKING_DAYS)
    found = []
    for claim in claims:
        day = _day_of(claim, flowing.today, first)
        amount = 0 if day is None else amount_due(flowing, claim, day)
        if day is not None and amount:
            found.append((claim.subject, day, amount))
    if not found:
        return
    words = announcing_words(
        [AnnouncedDebit(day, amount) for _, day, amount in found],
        language_or_swedish(flowing.row["default_letter_locale"]),
        to_organisation=not flowing.row["customer_is_person"],
        invoice_number=flowing.row["invoice_number"],
        account_ends=mandate["account_number"][-4:],
    )
    letter = LetterWanted(flowing, "free", details=details_of(words))
    await queue_letters(tx, [letter], now)
    rows = []
    for subject, day, amount in found:
        id_ = new_id()
        rows.append(
            {
                "account_id": flowing.case.account,
                "id": id_,
                "created": now,
                "updated": now,
                "creditor_id": flowing.case.creditor,
                "case_id": flowing.case.id,
                "mandate_id": mandate["id"],
                "subject": subject,
                "day": day,
                "amount": amount,
                "reference": debit_reference_of(id_),
                "letter_id": letter.id,
                "state": "planned",
            }
        )
    await insert_all(tx, "autogiro_debits", rows)


def _day_of(claim: DueClaim, today: date, first: date) -> date | None:
    """The day of a debit that is announced today; None where an instalment is too near, or the claim is overdue already."""
    day = next_banking_day(claim.pay_by)
    if claim.pay_by < today or (claim.is_instalment and day < first):
        return None
    return max(day, first)


async def _note_looked_at(tx: Connection, flowing: FlowingCase) -> None:
    key = (flowing.case.account, flowing.case.id, flowing.row["revision"])
    await tx.execute(
        "update autogiro_mandates set case_revision = $3 where account_id = $1 and case_id = $2 and state = 'active'",
        *key,
    )
    await tx.execute(
        """update autogiro_debits set case_revision = $3
           where account_id = $1 and case_id = $2 and state in ('planned', 'sent')""",
        *key,
    )
