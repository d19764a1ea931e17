"""Note a reply of the enforcement authority: on its application, and on every case that the application is about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.case_facts import SYSTEM, FeeReversed, StoredFact
from fordran.actions.cases.move_case import FlowingCase, book_and_save, lock_flowing, move
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.enforcements.write_off_award import write_off_award
from fordran.actions.flow.act_on_case import move_by_reply, note_interruption_by_reply
from fordran.actions.flow.dispute_records import keep_dispute
from fordran.actions.refusals import Conflict
from fordran.domain.claims.awards import ClaimParts
from fordran.domain.claims.facts import Fee
from fordran.domain.flow.case_flow import allowed
from fordran.domain.flow.enforcements import REPLIES, ReplyRecord, hand_over_by, may_charge_attachment, reverses_costs
from fordran.domain.kinds.case_states import CasePosition
from fordran.domain.kinds.enforcement_kinds import UNSENT
from fordran.domain.message import Message
from fordran.resources.case_acts import ReplyInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of, midnight, moment_of, rfc_1123
from fordran.shape.wire import kronor, parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import EnforcementRow

_OF_CASE = """
select id, status, case_ids, sent_date, received_date, served_date, contested_date, handed_over_date, order_date,
       execution_date, ended_date, notices, renewals, letter_id, awarded_capital_amount, awarded_interest_amount,
       awarded_costs_amount
from enforcements where account_id = $1 and case_ids @> jsonb_build_array($2::text) order by id desc limit 1 for update
"""
_REPLY = """
update enforcements set revision = revision + 1, updated = $3,
    status = case when $4 = 'received' and received_date is not null then status else coalesce($4, status) end,
    case_number = coalesce($5, case_number), hand_over_by = coalesce($6, hand_over_by),
    awarded_capital_amount = coalesce($7, awarded_capital_amount),
    awarded_interest_amount = coalesce($8, awarded_interest_amount),
    awarded_costs_amount = coalesce($9, awarded_costs_amount),
    received_date = coalesce(received_date, case when $10 = 'received_date' then $11::date end),
    served_date = coalesce(served_date, case when $10 = 'served_date' then $11::date end),
    contested_date = coalesce(contested_date, case when $10 = 'contested_date' then $11::date end),
    order_date = coalesce(order_date, case when $10 = 'order_date' then $11::date end),
    execution_date = coalesce(execution_date, case when $10 = 'execution_date' then $11::date end),
    ended_date = coalesce(ended_date, case when $10 = 'ended_date' then $11::date end),
    replies = case when replies @> $12 then replies else coalesce(replies, '[]') || $12 end
where account_id = $1 and id = $2
"""


async def note_reply(tx: Connection, flowing: FlowingCase, given: ReplyInput, now: datetime) -> None:
    """Note a reply to the latest application of a case. One that comes again changes nothing."""
    record = REPLIES[given.reply]
    day = flowing.today if given.date is None else day_of(given.date)
    if day > flowing.today:
        raise Refused({"date": Message("issue.must_not_be_after_today")})
    ordered = day if given.order_date is None else day_of(given.order_date)
    if ordered > day:
        raise Refused({"order_date": Message("issue.order_after_reply")})
    if record.date == "order_date":
        day = ordered
    is_dated = given.date is not None or (record.date == "order_date" and given.order_date is not None)
    row = await fetch_row(tx, EnforcementRow, _OF_CASE, flowing.case.account, flowing.case.id)
    if row is None:
        # An application of a version that kept none.
        if record.moves is None:
            raise Conflict("error.no_application")
        await move_by_reply(tx, flowing, record.moves, now)
        return
    if row["status"] in UNSENT:
        raise Conflict("error.application_not_sent")
    await _confirm_notices(tx, flowing, row, record, day, now)
    award = new_award(row, record, given)
    is_again = is_repeated(row, record, day if is_dated else None)
    if is_again and award is None:
        return
    cases = [flowing, *await _others(tx, flowing, row, now)]
    for case in cases:
        if not is_again and (case is flowing or case.row["state"] == "enforcement"):
            await _apply(tx, case, row, record, given, day, now)
    if award is not None:
        await write_off_award(tx, row, cases, award, row["order_date"] or day, now)
    await _store(tx, flowing, row, None if is_again else record, award, given, day, now)
    if record.moves is not None and reverses_costs(record.code, row["order_date"], row["handed_over_date"]):
        await _note_outlay(tx, flowing, row, day, now)


def is_repeated(row: EnforcementRow, record: ReplyRecord, day: date | None) -> bool:
    """Whether the application has had this reply, with the same date or without one. An order is made once."""
    if record.status is None or record.date is None:
        return False
    if row["status"] != record.status and (record.date != "order_date" or row["order_date"] is None):
        return False
    return day is None or row[record.date] == day


def new_award(row: EnforcementRow, record: ReplyRecord, given: ReplyInput) -> ClaimParts | None:
    """The amounts of an order, the first time that they come. Other amounts later are refused: a person looks at them."""
    if record.code != "verdict" or given.amounts is None:
        return None
    award = ClaimParts(given.amounts.capital, given.amounts.interest, given.amounts.costs)
    if row["awarded_capital_amount"] is None:
        return award
    if award != ClaimParts(
        row["awarded_capital_amount"], row["awarded_interest_amount"] or 0, row["awarded_costs_amount"] or 0
    ):
        raise Conflict("error.order_has_other_amounts")
    return None


async def _confirm_notices(
    tx: Connection, flowing: FlowingCase, row: EnforcementRow, record: ReplyRecord, day: date, now: datetime
) -> None:
    """Let a reply confirm the withdrawals and reductions that the authority has: it received them, or ended its case."""
    if row["renewals"] is not None and record.code in ("received", "execution", "ended"):
        await resolve_work(tx, flowing.case.account, ["notice_to_send"], now, subject=row["id"])
    notices = [] if row["notices"] is None else parsed(row["notices"])
    if record.code not in ("received", "withdrawn", "ended") or all("confirmed_date" in one for one in notices):
        return
    confirmed = [{"confirmed_date": rfc_1123(midnight(day))} | one for one in notices]
    await tx.execute(
        "update enforcements set notices = $3, revision = revision + 1, updated = $4 where account_id = $1 and id = $2",
        flowing.case.account,
        row["id"],
        confirmed,
        now,
    )
    await resolve_work(tx, flowing.case.account, ["notice_to_send", "notice_unconfirmed"], now, subject=row["id"])


async def _others(tx: Connection, flowing: FlowingCase, row: EnforcementRow, now: datetime) -> Sequence[FlowingCase]:
    """The further open cases of the application, locked."""
    found = []
    for id_ in sorted(set(parsed(row["case_ids"])) - {flowing.case.id}):
        other = await lock_flowing(tx, id_, flowing.case.creditor, flowing.case.account, now)
        if other is not None and not other.case.is_closed:
            found.append(other)
    return found


async def _apply(
    tx: Connection,
    flowing: FlowingCase,
    row: EnforcementRow,
    record: ReplyRecord,
    given: ReplyInput,
    day: date,
    now: datetime,
) -> None:
    """Let a case follow the reply."""
    if record.code == "new_fee":
        await _charge_attachment(tx, flowing, given, day, now)
    elif record.code == "supplement":
        await put_on_work_list(tx, flowing.case, "supplement_wanted", Message("work.supplement_wanted"), now)
    if record.moves is None or flowing.case.is_closed:
        # A case that was paid meanwhile stays closed; the authority has only confirmed its withdrawal.
        return
    without_order = reverses_costs(record.code, row["order_date"], row["handed_over_date"])
    if without_order and row["contested_date"] is not None and _may_be_disputed(flowing):
        note_interruption_by_reply(flowing, record.moves, day, _began(row))
        await _hold_as_disputed(tx, flowing, now)
    else:
        await move_by_reply(tx, flowing, record.moves, now, day, _began(row))
    if without_order:
        await _reverse(tx, flowing, day, now)


def _began(row: EnforcementRow) -> date | None:
    """The day on which the authority's case began: with the application, or with the last request for execution."""
    renewals = [] if row["renewals"] is None else parsed(row["renewals"])
    return day_of(moment_of(renewals[-1]["date"])) if renewals else row["sent_date"]


def _may_be_disputed(flowing: FlowingCase) -> bool:
    """Whether the case is not held already."""
    return allowed(flowing.place, CasePosition(flowing.place.state, "disputed"), "dispute")


async def _hold_as_disputed(tx: Connection, flowing: FlowingCase, now: datetime) -> None:
    """Hold a contested claim that no court judges: inkassolag (1974:182) 4 §."""
    reason = "Bestridd hos Kronofogden."
    await keep_dispute(tx, flowing, reason, now)
    flowing.flow.dispute, flowing.flow.disputed_on = reason, flowing.today.isoformat()
    await move(tx, flowing, CasePosition(flowing.place.state, "disputed"), "dispute", now)


async def _reverse(tx: Connection, flowing: FlowingCase, day: date, now: datetime) -> None:
    """Reverse the costs of the application on the day on which it ended: lag (1990:746) 46 §."""
    case = flowing.case
    fees = [
        stored.fact
        for stored in case.facts
        if isinstance(stored.fact, Fee)
        and stored.fact.article == "enforcement"
        and stored.fact.withdrawn_on is None
        and stored.fact.reversed_on is None
    ]
    if fees:
        reversals = [FeeReversed(new_id(), fee.id, day, case.business_now, SYSTEM) for fee in fees]
        await book_and_save(tx, flowing, reversals, now)


async def _note_outlay(tx: Connection, flowing: FlowingCase, row: EnforcementRow, day: date, now: datetime) -> None:
    """Let the authority's own fee be the creditor's outlay, unless the debtor has paid it: förordning (1992:1094) 1 §."""
    if flowing.case.is_closed or row["sent_date"] is None:
        return
    await tx.execute(
        """update enforcements set outlay_amount = $3, outlay_date = $4, revision = revision + 1, updated = $5
           where account_id = $1 and id = $2""",
        flowing.case.account,
        row["id"],
        flowing.case.terms.law.row("enforcement_application", row["sent_date"]).most,
        day,
        now,
    )


async def _charge_attachment(tx: Connection, flowing: FlowingCase, given: ReplyInput, day: date, now: datetime) -> None:
    """Charge the authority's yearly fee, which is the debtor's: förordning (1992:1094) 5 och 6 §§."""
    case = flowing.case
    if flowing.place != CasePosition("enforcement", "enforcement_execution"):
        raise Conflict("error.not_in_execution")
    earlier = [
        stored.fact.date
        for stored in case.facts
        if isinstance(stored.fact, Fee) and stored.fact.article == "attachment"
    ]
    if not may_charge_attachment(case.remaining, max(earlier, default=None), day):
        return
    most = case.terms.law.row("attachment", day).most
    asked = most if given.amount is None else given.amount
    fee = Fee(new_id(), day, "attachment", min(asked, most), outlay=asked)
    await book_and_save(tx, flowing, [StoredFact(fee, case.business_now, SYSTEM)], now)


async def _store(
    tx: Connection,
    flowing: FlowingCase,
    row: EnforcementRow,
    record: ReplyRecord | None,
    awarded: ClaimParts | None,
    given: ReplyInput,
    day: date,
    now: datetime,
) -> None:
    """Store a reply with its application; without a record, only the amounts of an order that is known."""
    await tx.execute(
        _REPLY,
        flowing.case.account,
        row["id"],
        now,
        None if record is None else record.status,
        given.case_number,
        hand_over_by(day) if record is not None and record.code == "contested" else None,
        awarded.capital if awarded else None,
        awarded.interest if awarded else None,
        awarded.costs if awarded else None,
        None if record is None else record.date,
        day,
        [_shown(given, day)],
    )


def _shown(given: ReplyInput, day: date) -> dict[str, Any]:
    """A reply as its application shows it."""
    shown = {
        "reply": given.reply,
        "date": rfc_1123(midnight(day if given.date is None else day_of(given.date))),
        "order_date": None if given.order_date is None else rfc_1123(midnight(day_of(given.order_date))),
        "case_number": given.case_number,
        "amount": None if given.amount is None else kronor(given.amount),
        "note": given.note,
    }
    return {name: value for name, value in shown.items() if value is not None}
