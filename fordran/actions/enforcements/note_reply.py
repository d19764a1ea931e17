"""Note a reply of the enforcement authority: on its application, and on every case that the application is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.move_case import FlowingCase, lock_flowing, save
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.enforcements.costs_follow import charge_attachments, note_outlay, settle_costs
from fordran.actions.enforcements.hold_by_end import hold_by_end, release_by_order
from fordran.actions.enforcements.noted_replies import began, is_repeated, is_without_order, noted_replies, order_date
from fordran.actions.enforcements.write_off_award import write_off_award
from fordran.actions.flow.act_on_case import move_by_reply, note_interruption_by_reply
from fordran.actions.refusals import Conflict
from fordran.domain.claims.awards import ClaimParts
from fordran.domain.flow.enforcements import (
    REPLIES,
    DatedReply,
    ReplyRecord,
    hand_over_by,
    is_disputed_by_end,
    standing,
)
from fordran.domain.kinds.enforcement_kinds import UNSENT
from fordran.domain.message import Message
from fordran.resources.case_acts import ReplyInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of, midnight, moment_of, rfc_1123
from fordran.shape.wire import kronor, parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.schema_rows import EnforcementRow

_OF_CASE = """
select id, status, case_ids, sent_date, received_date, served_date, contested_date, handed_over_date, order_date,
       execution_date, ended_date, notices, renewals, letter_id, replies, outlay_amount, awarded_capital_amount,
       awarded_interest_amount, awarded_costs_amount
from enforcements where account_id = $1 and case_ids @> jsonb_build_array($2::text) order by id desc limit 1 for update
"""
_REPLY = """
update enforcements set revision = revision + 1, updated = $3,
    status = coalesce($4, status),
    case_number = coalesce($5, case_number), hand_over_by = greatest($6, hand_over_by),
    awarded_capital_amount = coalesce($7, awarded_capital_amount),
    awarded_interest_amount = coalesce($8, awarded_interest_amount),
    awarded_costs_amount = coalesce($9, awarded_costs_amount),
    received_date = least(received_date, case when $10 = 'received_date' then $11::date end),
    served_date = least(served_date, case when $10 = 'served_date' then $11::date end),
    contested_date = least(contested_date, case when $10 = 'contested_date' then $11::date end),
    order_date = least(order_date, case when $10 = 'order_date' then $11::date end),
    execution_date = least(execution_date, case when $10 = 'execution_date' then $11::date end),
    ended_date = least(ended_date, case when $10 = 'ended_date' then $11::date end),
    replies = $12
where account_id = $1 and id = $2
"""


async def note_reply(tx: Connection, flowing: FlowingCase, given: ReplyInput, now: datetime) -> None:
    """Note a reply to the latest application of a case, in whatever order it comes. One that comes again changes nothing."""
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
        note_interruption_by_reply(flowing, record.moves, None, None)
        await move_by_reply(tx, flowing, record.moves, now)
        return
    if row["status"] in UNSENT:
        raise Conflict("error.application_not_sent")
    await _confirm_notices(tx, flowing, row, record, day, now)
    award = new_award(row, record, given)
    before = noted_replies(row)
    is_again = is_repeated(row, record, before, day, is_dated=is_dated)
    if is_again and award is None:
        return
    after = before if is_again or record.status is None else [*before, DatedReply(record.code, day)]
    cases = [flowing, *await _others(tx, flowing, row, now)]
    if not is_again:
        for case in cases:
            if case is flowing or case.row["state"] in ("enforcement", "closed"):
                await _apply(tx, case, row, record, given, day, now)
        for case in cases:
            if record.moves is not None:
                await _follow(tx, case, row, before, after, now, is_own=case is flowing)
    if award is not None:
        await write_off_award(tx, row, cases, award, order_date(after) or day, now)
    await _store(tx, flowing, row, None if is_again else record, award, given, day, after, now)
    if not is_again:
        await note_outlay(tx, flowing, row, after, now)


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
    """The further cases of the application, locked."""
    found = []
    for id_ in sorted(set(parsed(row["case_ids"])) - {flowing.case.id}):
        other = await lock_flowing(tx, id_, flowing.case.creditor, flowing.case.account, now)
        assert other is not None
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
    """Let a case have what a reply that moves nothing brings."""
    if record.code == "new_fee":
        await charge_attachments(tx, flowing, row, given, day, now)
    elif record.code == "supplement" and not flowing.case.is_closed:
        await put_on_work_list(tx, flowing.case, "supplement_wanted", Message("work.supplement_wanted"), now)


async def _follow(
    tx: Connection,
    flowing: FlowingCase,
    row: EnforcementRow,
    before: Sequence[DatedReply],
    after: Sequence[DatedReply],
    now: datetime,
    *,
    is_own: bool,
) -> None:
    """Let a case stand where the replies say, and let its costs follow them.

    A case that was paid meanwhile stays closed; the authority has only confirmed its withdrawal.
    """
    was, current = standing(before), standing(after)
    assert current is not None
    is_of_it = is_own or flowing.row["state"] == "enforcement" or (was is not None and was.ends)
    if not flowing.case.is_closed and is_of_it:
        new = after[-1]
        if not new.ends or current == new:
            note_interruption_by_reply(flowing, REPLIES[new.reply].moves or "ended", new.date, began(row))
        moves = REPLIES[current.reply].moves
        is_held = is_disputed_by_end(current, _contested_on(after), without_order=is_without_order(row, after))
        is_new = was is None or moves != REPLIES[was.reply].moves
        held = is_held and await hold_by_end(tx, flowing, now)
        if moves is not None and is_new and not held:
            await move_by_reply(tx, flowing, moves, now)
        elif not held:
            await release_by_order(tx, flowing, after, now)
            await save(tx, [flowing], now)
    await settle_costs(tx, flowing, row, after, now)


def _contested_on(replies: Sequence[DatedReply]) -> date | None:
    return max((one.date for one in replies if one.reply == "contested"), default=None)


async def _store(
    tx: Connection,
    flowing: FlowingCase,
    row: EnforcementRow,
    record: ReplyRecord | None,
    awarded: ClaimParts | None,
    given: ReplyInput,
    day: date,
    after: Sequence[DatedReply],
    now: datetime,
) -> None:
    """Store a reply with its application; without a record, only the amounts of an order that is known."""
    current = standing(after)
    replies = [] if row["replies"] is None else parsed(row["replies"])
    shown = _shown(given, day)
    await tx.execute(
        _REPLY,
        flowing.case.account,
        row["id"],
        now,
        None if record is None or current is None else REPLIES[current.reply].status,
        given.case_number,
        hand_over_by(day) if record is not None and record.code == "contested" else None,
        awarded.capital if awarded else None,
        awarded.interest if awarded else None,
        awarded.costs if awarded else None,
        None if record is None else record.date,
        day,
        replies if shown in replies else sorted([*replies, shown], key=_turn_of_shown),
    )


def _turn_of_shown(shown: Mapping[str, Any]) -> tuple[date, int, str]:
    reply = DatedReply(shown["reply"], day_of(moment_of(shown["date"])))
    return *reply.turn, str(sorted(shown.items()))


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
