"""Ask the enforcement authority again for execution of an order, after its case has ended."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase, lock_flowing, move
from fordran.actions.enforcements.tell_authority import known_facts
from fordran.actions.note_event import note_events
from fordran.actions.refusals import Conflict
from fordran.domain.flow.enforcements import why_not_renewed
from fordran.domain.kinds.case_states import CasePosition
from fordran.resources.enforcements import RenewInput
from fordran.shape.moments import midnight, rfc_1123
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.documents import Document
from fordran.store.rows.schema_rows import EnforcementRow

_EXECUTION = CasePosition("enforcement", "enforcement_execution")


async def renew(tx: Connection, enforcement: Document, given: RenewInput, now: datetime) -> None:
    """Ask for execution again. The worker makes the request to sign; a yearly fee comes only by a reply of the authority."""
    account = enforcement["account"]
    cases = []
    for id_ in sorted(parsed(enforcement["cases"])):
        flowing = await lock_flowing(tx, id_, enforcement["creditor"], account, now)
        assert flowing is not None
        cases.append(flowing)
    row = await fetch_row(
        tx,
        EnforcementRow,
        "select id, status, order_date, ended_date from enforcements where account_id = $1 and id = $2 for update",
        account,
        enforcement["_id"],
    )
    assert row is not None
    still_owed = [flowing for flowing in cases if not flowing.case.is_closed]
    refused = why_not_renewed(row["status"], row["order_date"], sum(flowing.case.remaining for flowing in still_owed))
    if refused is not None:
        raise Conflict(refused)
    assert row["ended_date"] is not None
    for flowing in still_owed:
        await _move(tx, flowing, now)
    today = rfc_1123(midnight(cases[0].today))
    await tx.execute(
        """update enforcements set status = 'execution', ended_date = null, answered_facts = $3,
               renewals = coalesce(renewals, '[]') || $4, revision = revision + 1, updated = $5
           where account_id = $1 and id = $2""",
        account,
        enforcement["_id"],
        known_facts(cases),
        [{"date": today, "ended_date": rfc_1123(midnight(row["ended_date"]))}],
        now,
    )


async def _move(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """Let a case be with the authority again, which interrupts limitation: preskriptionslag (1981:130) 5 § 3."""
    flowing.flow.interrupted.append(flowing.today.isoformat())
    details = {"from": flowing.row["state"], "to": _EXECUTION.state, "status": _EXECUTION.status}
    await move(tx, flowing, _EXECUTION, "enforcement_renewed", now)
    await note_events(tx, [flowing.case.event("case.state_changed", details)], now)
