"""Send debits and their cancellations: what may leave on a day goes into a file, in the transaction that makes the file."""

from __future__ import annotations

from datetime import date, datetime

from fordran.actions.autogiro.due_claims import amount_due, due_claims
from fordran.actions.autogiro.look_after_debits import NOT_OWED, TOO_LATE
from fordran.actions.cases.move_case import FlowingCase, lock_flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.swish.note_answer import show_on_its_way
from fordran.domain.bank.autogiro import (
    ANNOUNCED_BANKING_DAYS,
    CANCEL_BANKING_DAYS,
    LEAST_BANKING_DAYS,
    MOST_BANKING_DAYS,
    WAITED_BANKING_DAYS,
)
from fordran.domain.days import banking_days_after, banking_days_before
from fordran.domain.kinds.letter_kinds import LetterStatus
from fordran.domain.message import Message
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import AutogiroDebitRow

NOT_ANNOUNCED = "not_announced"
NOT_SENT_IN_TIME = "not_sent_in_time"


class _DebitRow(AutogiroDebitRow):
    mandate_is_active: bool
    letter_status: LetterStatus
    dated: date


_TO_SEND = """
select d.account_id, d.id, d.creditor_id, d.case_id, d.subject, d.day, d.amount, d.state, d.until_day,
       m.state = 'active' as mandate_is_active, l.status as letter_status, l.dated
from autogiro_debits d
join autogiro_mandates m on m.account_id = d.account_id and m.id = d.mandate_id
join letters l on l.account_id = d.account_id and l.id = d.letter_id
where d.state = 'cancelling' or (d.state = 'planned' and d.day <= $1)
order by d.account_id, d.case_id, d.id limit $2
"""
_STILL = "select state from autogiro_debits where account_id = $1 and id = $2 for update"
_END = """
update autogiro_debits set state = 'withdrawn', reason = $3, updated = greatest(updated, $4), revision = revision + 1
where account_id = $1 and id = $2
"""
_SEND = """
update autogiro_debits set state = 'sent', amount = $3, sent = $4, until_day = $5, file_id = $6,
    updated = greatest(updated, $7), revision = revision + 1
where account_id = $1 and id = $2
"""
_CANCEL = """
update autogiro_debits set state = 'cancel_sent', cancel_file_id = $3, updated = greatest(updated, $4), revision = revision + 1
where account_id = $1 and id = $2
"""
_DRAWN = """
update autogiro_debits set state = 'sent', reason = $3, updated = greatest(updated, $4), revision = revision + 1
where account_id = $1 and id = $2
"""


async def gather_debits(tx: Connection, file: str, today: date, most: int, now: datetime) -> int:
    """Let what may leave today be of a file: debits in their time, and cancellations; how many."""
    last = banking_days_after(today, MOST_BANKING_DAYS)
    gathered = 0
    for row in await fetch_rows(tx, _DebitRow, _TO_SEND, last, most):
        flowing = await lock_flowing(tx, row["case_id"], row["creditor_id"], row["account_id"], now)
        assert flowing is not None
        if await tx.fetchval(_STILL, row["account_id"], row["id"]) != row["state"]:
            continue
        if row["state"] == "cancelling":
            gathered += await _cancel(tx, flowing, row, file, now)
        else:
            gathered += await _send(tx, flowing, row, file, now)
    return gathered


async def _cancel(tx: Connection, flowing: FlowingCase, row: _DebitRow, file: str, now: datetime) -> int:
    key = (row["account_id"], row["id"])
    if flowing.today > banking_days_before(row["day"], CANCEL_BANKING_DAYS):
        await tx.execute(_DRAWN, *key, TOO_LATE, now)
        await show_on_its_way(tx, flowing, now)
        return 0
    await tx.execute(_CANCEL, *key, file, now)
    return 1


async def _send(tx: Connection, flowing: FlowingCase, row: _DebitRow, file: str, now: datetime) -> int:
    key = (row["account_id"], row["id"])
    claim = (await due_claims(tx, flowing)).get(row["subject"])
    if claim is None or not row["mandate_is_active"]:
        await tx.execute(_END, *key, NOT_OWED, now)
        return 0
    if row["letter_status"] in ("queued", "made") and flowing.today <= banking_days_before(
        row["day"], LEAST_BANKING_DAYS
    ):
        return 0
    why = _obstacle(row, flowing.today)
    if why is not None:
        await tx.execute(_END, *key, why, now)
        reason = Message("work.autogiro_not_sent", amount=str(kronor(row["amount"])), day=str(row["day"]))
        await put_on_work_list(tx, flowing.case, "autogiro_failed", reason, now, subject=row["id"])
        return 0
    on_its_way = flowing.flow.on_its_way["amount"] if flowing.flow.on_its_way else 0
    owed = amount_due(flowing, claim, row["day"])
    amount = min(row["amount"], owed, flowing.case.remaining - on_its_way if on_its_way else owed)
    if amount <= 0:
        await tx.execute(_END, *key, NOT_OWED, now)
        return 0
    until = banking_days_after(row["day"], WAITED_BANKING_DAYS)
    await tx.execute(_SEND, *key, amount, flowing.today, until, file, now)
    await show_on_its_way(tx, flowing, now)
    return 1


def _obstacle(row: _DebitRow, today: date) -> str | None:
    """Why a debit cannot be sent: it was not announced in time, or Bankgirot would have it too late."""
    announced = row["letter_status"] in ("sent", "shown")
    if not announced or row["dated"] > banking_days_before(row["day"], ANNOUNCED_BANKING_DAYS):
        return NOT_ANNOUNCED
    return NOT_SENT_IN_TIME if today > banking_days_before(row["day"], LEAST_BANKING_DAYS) else None
