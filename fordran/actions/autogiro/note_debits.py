"""Note the outcomes of debits: what Bankgirot says of each is kept with it, and the debtor hears of one that was not paid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias, TypedDict

from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.letters.queue_letter import LetterWanted, queue_letters
from fordran.actions.letters.write_letter import details_of
from fordran.actions.swish.note_answer import show_on_its_way
from fordran.documents.letters.autogiro_words import AnnouncedDebit, UnpaidReason, unpaid_words
from fordran.domain.bank.autogiro import (
    CANCELLATIONS,
    PAYMENT_STATUSES,
    REFUND_REASONS,
    REJECTIONS,
    WAITED_BANKING_DAYS,
    DebitCode,
    debit_after,
)
from fordran.domain.days import banking_days_after
from fordran.domain.flow.next_step import stopped_by
from fordran.domain.message import Message
from fordran.formats.autogiro_records import (
    AutogiroReport,
    CancelledDebit,
    DebitOutcome,
    RefundedDebit,
    RejectedDebit,
)
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.schema_rows import AutogiroDebitRow
from fordran.texts.languages import language_or_swedish

DebitRecord: TypeAlias = DebitOutcome | RefundedDebit | RejectedDebit | CancelledDebit

_EXPLAINED: Mapping[str, UnpaidReason] = {
    "no_funds": "no_funds",
    "account_closed": "account_closed",
    "tried_again": "tried_again",
}
"""Statuses of payments that the debtor hears of, by their reasons."""


class PayersCaseRow(TypedDict):
    """The case of a payer number of ours."""

    account_id: str
    creditor_id: str
    case_id: str
    ocr_number: str
    payer_number: str


_ACCOUNTS = "select distinct account_id from autogiro_mandates where payer_number = any($1::text[]) order by account_id"
_CASES = """
select k.account_id, k.creditor_id, k.id as case_id, k.ocr_number, m.payer_number
from autogiro_mandates m join cases k on k.account_id = m.account_id and k.id = m.case_id
where m.account_id = $1 and m.payer_number = any($2::text[])
"""
_DEBIT = """
select d.id, d.state, d.day, d.amount, d.until_day from autogiro_debits d
join autogiro_mandates m on m.account_id = d.account_id and m.id = d.mandate_id
where d.account_id = $1 and d.case_id = $2 and d.reference = $3 and m.payer_number = $4 and d.amount = $5
for update of d
"""
_NOTE = """
update autogiro_debits set state = $3, reason = $4, until_day = $5, updated = greatest(updated, $6), revision = revision + 1
where account_id = $1 and id = $2
"""


def debit_records(reports: Sequence[AutogiroReport]) -> list[DebitRecord]:
    """The records of reports that are about debits, in their order."""
    return [
        record
        for report in reports
        for record in report.records
        if isinstance(record, DebitOutcome | RefundedDebit | RejectedDebit | CancelledDebit)
    ]


async def cases_of_payers(tx: Connection, payers: Sequence[str]) -> dict[str, PayersCaseRow]:
    """Payer number → its case, of those that are ours."""
    found = {}
    for account in await tx.fetch(_ACCOUNTS, payers):
        for row in await fetch_rows(tx, PayersCaseRow, _CASES, account["account_id"], payers):
            found[row["payer_number"]] = row
    return found


async def note_debits(
    tx: Connection, records: Sequence[DebitRecord], cases: Mapping[str, PayersCaseRow], now: datetime
) -> tuple[list[str], list[DebitRecord]]:
    """Note what records say of debits: the states that they led to, and the records of payers who are not ours.

    A record of a payer of ours that fits no debit, or has a code that is not documented, becomes a work item.
    """
    of_case: dict[tuple[str, str], list[DebitRecord]] = defaultdict(list)
    strange: list[DebitRecord] = []
    for record in records:
        case = cases.get(record.payer)
        if case is None:
            strange.append(record)
        else:
            of_case[case["account_id"], case["case_id"]].append(record)
    states = []
    for (account, id_), of_it in sorted(of_case.items(), key=lambda item: item[0]):
        flowing = await lock_flowing(tx, id_, cases[of_it[0].payer]["creditor_id"], account, now)
        assert flowing is not None
        for record in of_it:
            states.append(await _note(tx, flowing, record, now))
        await show_on_its_way(tx, flowing, now)
    return [state for state in states if state], strange


async def _note(tx: Connection, flowing: FlowingCase, record: DebitRecord, now: datetime) -> str | None:
    case, code = flowing.case, _code_of(record)
    key = (case.account, case.id, record.reference, record.payer, record.amount)
    debit = await fetch_row(tx, AutogiroDebitRow, _DEBIT, *key)
    if debit is None or code is None or not _is_debit(record):
        amount, name = str(kronor(record.amount)), record.reference or "-"
        reason = Message("work.autogiro_unmatched", amount=amount, reference=name, given=_written_code(record))
        await put_on_work_list(tx, case, "autogiro_unmatched", reason, now)
        return None
    state = debit_after(debit["state"], code.effect)
    until = debit["until_day"]
    if code.effect == "again" and isinstance(record, DebitOutcome):
        until = banking_days_after(record.transfer.day, WAITED_BANKING_DAYS)
    await tx.execute(_NOTE, case.account, debit["id"], state, code.reason, until, now)
    is_news = state == "sent" if code.effect == "again" else code.effect != "paid" and state != debit["state"]
    if isinstance(record, DebitOutcome) and is_news:
        await _tell_debtor(tx, flowing, debit, _EXPLAINED[code.reason], now)
    if isinstance(record, RejectedDebit):
        amount, day = str(kronor(record.amount)), str(debit["day"])
        rejection = Message("work.autogiro_rejected", amount=amount, day=day, given=record.comment)
        await put_on_work_list(tx, case, "autogiro_failed", rejection, now, subject=debit["id"])
    return state


def _is_debit(record: DebitRecord) -> bool:
    return isinstance(record, RefundedDebit) or record.direction == "in"


def _code_of(record: DebitRecord) -> DebitCode | None:
    match record:
        case DebitOutcome():
            return PAYMENT_STATUSES.get(record.status)
        case RefundedDebit():
            return REFUND_REASONS.get(record.reason)
        case RejectedDebit():
            return REJECTIONS.get(record.comment)
        case CancelledDebit():
            return CANCELLATIONS.get(record.comment)


def _written_code(record: DebitRecord) -> str:
    match record:
        case DebitOutcome():
            return record.status
        case RefundedDebit():
            return record.reason
        case RejectedDebit() | CancelledDebit():
            return record.comment


async def _tell_debtor(
    tx: Connection, flowing: FlowingCase, debit: AutogiroDebitRow, why: UnpaidReason, now: datetime
) -> None:
    """Write to the debtor that nothing was drawn, why, and whether it is tried again; not where letters are stopped."""
    if flowing.case.is_closed or stopped_by(flowing.situation()):
        return
    words = unpaid_words(
        AnnouncedDebit(debit["day"], debit["amount"]),
        why,
        language_or_swedish(flowing.row["default_letter_locale"]),
        to_organisation=not flowing.row["customer_is_person"],
        invoice_number=flowing.row["invoice_number"],
    )
    await queue_letters(tx, [LetterWanted(flowing, "free", details=details_of(words))], now)
