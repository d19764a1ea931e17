"""Reopen a case that was closed by decision or taken back: what was booked off is owed again, and it goes on where it was."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, RegistrationReversed
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.refusals import Conflict
from fordran.actions.registrations.reverse_registration import CANCELLATION, reverse_registration
from fordran.actions.work.case_notes import write_note
from fordran.domain.claims.facts import Closing, in_order
from fordran.domain.kinds.close_reasons import CLOSE_REASONS, CloseReason
from fordran.domain.kinds.enforcement_kinds import OUT
from fordran.domain.message import ListValue
from fordran.resources.case_acts import NoteInput, ReopenInput
from fordran.resources.common import ReversalInput
from fordran.resources.creditor_cancellations import CREDITOR_CANCELLATIONS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import find


class _StateRow(TypedDict):
    is_erased: bool
    is_known_to_authority: bool
    is_of_dispute: bool
    """Whether an objection was met by the closing."""


_STATE = """
select k.erasure is not null as is_erased,
       exists (select 1 from enforcements e where e.account_id = k.account_id and e.case_ids @> jsonb_build_array(k.id)
               and (e.status = any($3::text[]) or e.answered_facts @> jsonb_build_array($4::text))) as is_known_to_authority,
       exists (select 1 from case_disputes d where d.account_id = k.account_id and d.case_id = k.id
               and d.outcome = 'closed' and d.ended_on = $5) as is_of_dispute
from cases k where k.account_id = $1 and k.id = $2
"""


async def reopen_case(tx: Connection, flowing: FlowingCase, given: ReopenInput, now: datetime, by: Caller) -> None:
    """Take back the decision that closed a case. The reason is kept as a note on the case."""
    case, reason = flowing.case, flowing.row["close_reason"]
    if reason is None:
        raise Conflict("error.case_is_open")
    if not CLOSE_REASONS[reason].reopens_by_decision:
        raise Conflict("error.closing_stays", reason=ListValue("case_status", reason))
    closing = _closing(flowing, reason)
    state = await fetch_the_row(tx, _StateRow, _STATE, case.account, case.id, list(OUT), closing.id, closing.date)
    if state["is_erased"]:
        raise Conflict("error.customer_erased")
    if state["is_known_to_authority"]:
        raise Conflict("error.reversal_at_authority")
    if state["is_of_dispute"]:
        raise Conflict("error.closed_for_objection")
    if flowing.situation().last_day < flowing.today:
        raise Conflict("error.claim_is_time_barred")
    if reason == "cancelled":
        item = await find(tx, CREDITOR_CANCELLATIONS, by, closing.id)
        assert item is not None, "who sees a case sees its cancellation"
        await reverse_registration(tx, CANCELLATION, item, ReversalInput(reason=given.reason), now)
    else:
        gone = RegistrationReversed(new_id(), closing.id, flowing.today, case.business_now, SYSTEM)
        await book(tx, case, [gone], now)
    of = {"account": case.account, "creditor": case.creditor, "_id": case.id}
    await write_note(tx, by, of, NoteInput(text=given.reason, kind="note"), now)


def _closing(flowing: FlowingCase, reason: CloseReason) -> Closing:
    """The fact that closed the case."""
    facts = in_order(stored.fact for stored in flowing.case.facts if isinstance(stored.fact, Closing))
    return next(fact for fact in facts if fact.reason == reason and fact.reversed_on is None)
