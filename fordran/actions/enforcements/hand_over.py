"""Contested applications: a person asks in time that a court takes the case over, or the claim is disputed.

Lag (1990:746) 34 §: the request must have come to the authority within four weeks of its notice.
"""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.enforcements.note_reply import note_reply
from fordran.actions.outbox.queue_message import queue_message
from fordran.actions.refusals import Conflict
from fordran.domain.days import days_after
from fordran.domain.flow.enforcements import HAND_OVER_NOTICE_DAYS
from fordran.domain.message import Message
from fordran.resources.case_acts import ReplyInput
from fordran.resources.enforcements import HandOverInput
from fordran.shape.fields import Refused, read
from fordran.shape.moments import day_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.reading.documents import Document
from fordran.store.rows.schema_rows import EnforcementRow
from fordran.store.upkeep.installation import business_day

AT_A_TIME = 50


async def hand_over(tx: Connection, enforcement: Document, given: HandOverInput, now: datetime) -> None:
    """Note that a court was asked to take a contested case over. The application is given as it was read."""
    row = await fetch_row(
        tx,
        EnforcementRow,
        """select account_id, id, creditor_id, case_ids, status, channel, case_number, contested_date, hand_over_by,
               handed_over_date
           from enforcements
           where account_id = $1 and id = $2 for update""",
        enforcement["account"],
        enforcement["_id"],
    )
    assert row is not None
    if row["status"] != "contested" or row["handed_over_date"] is not None:
        raise Conflict("error.application_not_contested")
    assert row["contested_date"] is not None
    assert row["hand_over_by"] is not None
    today = await business_day(tx, now)
    day = today if given.date is None else day_of(given.date)
    if day > today:
        raise Refused({"date": Message("issue.must_not_be_after_today")})
    if not row["contested_date"] <= day <= row["hand_over_by"]:
        raise Refused({"date": Message("issue.not_within_hand_over_time")})
    await tx.execute(
        """update enforcements set handed_over_date = $3, revision = revision + 1, updated = $4
           where account_id = $1 and id = $2""",
        enforcement["account"],
        enforcement["_id"],
        day,
        now,
    )
    await resolve_work(tx, enforcement["account"], ["hand_over_due"], now, subject=enforcement["_id"])
    if row["channel"] == "file":
        first, content = parsed(row["case_ids"])[0], {"case_number": row["case_number"], "requested_on": str(day)}
        await queue_message(tx, row, first, "hand_over", str(day), today, content, now)


_CONTESTED = """
select e.account_id, e.id, e.creditor_id, e.case_ids, e.hand_over_by from enforcements e
where e.status = 'contested' and e.handed_over_date is null and (e.hand_over_by < $1 or (
    e.hand_over_by <= $2 and not exists (select 1 from work_items w where w.account_id = e.account_id
                                         and w.subject = e.id and w.kind = 'hand_over_due')))
order by e.account_id, e.id limit $3
"""


async def look_after_contested(tx: Connection, now: datetime) -> int:
    """Ask about contested cases in time, and end those that nobody handed over; return how many, 0 when none is left."""
    today = await business_day(tx, now)
    rows = await fetch_rows(tx, EnforcementRow, _CONTESTED, today, days_after(today, HAND_OVER_NOTICE_DAYS), AT_A_TIME)
    for row in rows:
        flowing = await lock_flowing(tx, parsed(row["case_ids"])[0], row["creditor_id"], row["account_id"], now)
        assert flowing is not None
        assert row["hand_over_by"] is not None
        if row["hand_over_by"] < today:
            await note_reply(tx, flowing, read(ReplyInput, {"reply": "ended"}), now)
            await resolve_work(tx, row["account_id"], ["hand_over_due"], now, subject=row["id"])
        else:
            reason = Message("work.hand_over_due", day=row["hand_over_by"])
            await put_on_work_list(tx, flowing.case, "hand_over_due", reason, now, subject=row["id"])
    return len(rows)
