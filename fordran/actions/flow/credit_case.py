"""Credit a case: the creditor no longer claims some of the capital."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.answer_warnings import status_fields
from fordran.actions.cases.book import CASE_CLOSED, OVERCREDITED, write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact
from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.registering import created
from fordran.domain.claims.facts import Credit
from fordran.domain.message import Amount, Message
from fordran.resources.common import RecordedStatus, StatusReason
from fordran.resources.creditor_creditings import CREDITOR_CREDITINGS
from fordran.shape.fields import Refused
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import CREDITOR_CREDITINGS_TABLE, NewCreditorCrediting
from fordran.store.rows.tally_rows import tally_row


async def credit(
    tx: Connection,
    case: LockedCase,
    amount: int,
    now: datetime,
    invoice: str | None = None,
    document: str | None = None,
) -> Mapping[str, Any]:
    """Credit a locked case, by a crediting of its own or by a credit invoice, whose registration has that hash."""
    id_ = new_id()
    fact = Credit(id_, case.today, amount)
    change = change_of(case, [StoredFact(fact, case.business_now, CREDITOR_SYSTEM, document)], now)
    used = change.after.credits[id_].used
    if invoice is not None and used < amount and not case.is_closed:
        raise Refused({"matrix": Message("issue.credit_above_left", left=Amount(used))})
    reason: StatusReason | None = CASE_CLOSED if case.is_closed else OVERCREDITED if used < amount else None
    status: RecordedStatus = "warning" if reason else "completed"
    crediting: NewCreditorCrediting = {
        "account_id": case.account,
        "id": id_,
        "created": now,
        "updated": now,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "invoice_id": invoice,
        "amount": amount,
        "payment_status": status,
        "settled_amount": used,
        "status_reason_locale": reason,
    }
    tally = tally_row(CREDITOR_CREDITINGS.name, partner=case.partner, account=case.account, creditor=case.creditor)
    await write_changes(tx, [change], now, [CREDITOR_CREDITINGS_TABLE.row(crediting), tally])
    answer = {"_payment_status": status, "settled_amount": kronor(used)}
    return created(id_, now) | answer | status_fields(reason)
