"""Record that the creditor takes a case back: whatever remains is booked off, and the case is closed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from fordran.actions.answer_warnings import status_fields
from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact
from fordran.actions.cases.registering import created, find_case
from fordran.domain.claims.facts import Closing
from fordran.resources.common import RecordedStatus, StatusReason
from fordran.resources.creditor_cancellations import CREDITOR_CANCELLATIONS, CancellationInput
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import CREDITOR_CANCELLATIONS_TABLE, NewCreditorCancellation
from fordran.store.rows.tally_rows import tally_row

ALREADY_CLOSED: Final = "cancellation_of_closed_case"


async def record_cancellation(
    tx: Connection, caller: Caller, given: CancellationInput, now: datetime
) -> Mapping[str, Any]:
    """Close the case as cancelled. A case that is closed already stays as it is, and the answer warns."""
    case = await find_case(tx, caller, given.case, given.creditor, None, now)
    id_ = new_id()
    reason: StatusReason | None = ALREADY_CLOSED if case.is_closed else None
    status: RecordedStatus = "warning" if reason else "completed"
    # Also a cancellation that changes nothing is a fact: a payment recalled later finds it.
    fact = Closing(id_, case.today, "cancelled")
    change = change_of(case, [StoredFact(fact, case.business_now, CREDITOR_SYSTEM)], now)
    cancellation: NewCreditorCancellation = {
        "account_id": case.account,
        "id": id_,
        "created": now,
        "updated": now,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "cancellation_status": status,
        "status_reason_locale": reason,
    }
    tally = tally_row(CREDITOR_CANCELLATIONS.name, partner=case.partner, account=case.account, creditor=case.creditor)
    await write_changes(tx, [change], now, [CREDITOR_CANCELLATIONS_TABLE.row(cancellation), tally])
    answer = {"_cancellation_status": status}
    return created(id_, now) | answer | status_fields(reason)
