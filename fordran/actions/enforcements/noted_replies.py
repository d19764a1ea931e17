"""The replies that an application has had, as it keeps them: in columns, in the list of replies, and in its renewals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from fordran.domain.flow.enforcements import REPLIES, DatedReply, ReplyRecord, standing
from fordran.domain.kinds.case_states import Reply
from fordran.domain.kinds.enforcement_kinds import EnforcementStatus
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.rows.schema_rows import EnforcementRow

_BY_STATUS: dict[EnforcementStatus, Reply] = {
    record.status: record.code for record in REPLIES.values() if record.status is not None
}


def noted_replies(row: EnforcementRow) -> list[DatedReply]:
    """The replies that count for where an application is. A request for execution again puts it back into execution."""
    noted = [
        DatedReply(record.code, day)
        for record in REPLIES.values()
        if record.date is not None and record.date != "ended_date" and (day := row[record.date]) is not None
    ]
    for shown in [] if row["replies"] is None else parsed(row["replies"]):
        if REPLIES[shown["reply"]].status is not None and REPLIES[shown["reply"]].moves != "ended":
            noted.append(DatedReply(shown["reply"], day_of(moment_of(shown.get("order_date", shown["date"])))))
    renewed = renewed_on(row)
    if renewed is not None:
        noted.append(DatedReply("execution", renewed))
    reply = _BY_STATUS.get(row["status"])
    if reply is not None and REPLIES[reply].moves == "ended" and row["ended_date"] is not None:
        noted.append(DatedReply(reply, row["ended_date"]))
    elif reply is not None and not any(one.reply == reply for one in noted):
        # One whose days are not known, of a version that kept none.
        noted.append(DatedReply(reply, row["sent_date"] or date.min))
    return noted


def renewed_on(row: EnforcementRow) -> date | None:
    """The day on which execution was last asked for again."""
    renewals = [] if row["renewals"] is None else parsed(row["renewals"])
    return day_of(moment_of(renewals[-1]["date"])) if renewals else None


def began(row: EnforcementRow) -> date | None:
    """The day on which the authority's case began: with the application, or with the last request for execution."""
    return renewed_on(row) or row["sent_date"]


def is_repeated(
    row: EnforcementRow, record: ReplyRecord, noted: Sequence[DatedReply], day: date, *, is_dated: bool
) -> bool:
    """Whether the application has had this reply, with the same date or without one. An end before a renewal is of that time."""
    if record.status is None or record.date is None:
        return False
    renewed = renewed_on(row)
    if record.moves == "ended" and renewed is not None and day < renewed:
        return True
    if not is_dated:
        current = standing(noted)
        since = renewed or date.min
        return any(one.reply == record.code and one.date >= since for one in noted) or (
            current is not None and current.reply == record.code
        )
    return DatedReply(record.code, day) in noted


def order_date(replies: Sequence[DatedReply]) -> date | None:
    """The day of the first order."""
    return min((one.date for one in replies if one.reply == "verdict"), default=None)


def is_without_order(row: EnforcementRow, replies: Sequence[DatedReply]) -> bool:
    """Whether neither the authority nor a court decides on the costs: lag (1990:746) 46 §."""
    return order_date(replies) is None and row["handed_over_date"] is None
