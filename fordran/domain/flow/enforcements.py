"""The effects of the replies of the enforcement authority. The page is docs/rules/enforcement.md."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.days import days_after, years_after
from fordran.domain.kinds.case_states import MovingReply, Reply
from fordran.domain.kinds.enforcement_kinds import ENFORCEMENT_STATUSES, EnforcementStatus, NoticeKind
from fordran.domain.kinds.records import by_code
from fordran.domain.law.deadlines import term_on

ReplyDate: TypeAlias = Literal[
    "received_date", "served_date", "contested_date", "order_date", "execution_date", "ended_date"
]


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """A reply: the status that it gives the application, the date that it sets, and how it moves the case."""

    code: Reply
    status: EnforcementStatus | None = None
    date: ReplyDate | None = None
    moves: MovingReply | None = None


REPLIES: Mapping[Reply, ReplyRecord] = by_code(
    Reply,
    (
        ReplyRecord("received", "received", "received_date"),
        ReplyRecord("served", "served", "served_date", "served"),
        ReplyRecord("contested", "contested", "contested_date", "contested"),
        ReplyRecord("verdict", "order", "order_date", "verdict"),
        ReplyRecord("execution", "execution", "execution_date", "execution"),
        ReplyRecord("dismissed", "dismissed", "ended_date", "ended"),
        ReplyRecord("withdrawn", "withdrawn", "ended_date", "ended"),
        ReplyRecord("ended", "ended", "ended_date", "ended"),
        ReplyRecord("supplement"),
        ReplyRecord("new_fee"),
        ReplyRecord("paid"),
    ),
)


_STAGES: Sequence[EnforcementStatus] = tuple(ENFORCEMENT_STATUSES)
_TURN: Mapping[Reply, int] = {
    one.code: len(_STAGES) if one.status is None else _STAGES.index(one.status) for one in REPLIES.values()
}


@dataclass(frozen=True, slots=True)
class DatedReply:
    """A reply, and its day: of a `verdict` that of the order."""

    reply: Reply
    date: dt.date

    @property
    def ends(self) -> bool:
        """Whether it ends the application."""
        return REPLIES[self.reply].moves == "ended"

    @property
    def turn(self) -> tuple[dt.date, int]:
        """Its turn: by day, and within a day by the stage that it tells of."""
        return self.date, _TURN[self.reply]


def standing(replies: Iterable[DatedReply]) -> DatedReply | None:
    """The reply that says where an application is, however late it came; None without any.

    An end is the end, and of several the first. Lag (1990:746) 53 §: a decision that the debtor contests later is taken up
    again, until another one.

    >>> first, second = DatedReply("verdict", dt.date(2026, 10, 1)), DatedReply("contested", dt.date(2026, 9, 20))
    >>> standing([first, second]).reply
    'verdict'
    """
    noted = [one for one in replies if REPLIES[one.reply].status is not None]
    ends = [one for one in noted if one.ends]
    if ends:
        return min(ends, key=lambda one: one.turn)
    contested = max((one.date for one in noted if one.reply == "contested"), default=None)
    for code in ("execution", "verdict", "contested", "served", "received"):
        days = [one.date for one in noted if one.reply == code]
        is_overtaken = code in ("execution", "verdict") and days and contested is not None and max(days) < contested
        if days and not is_overtaken:
            return DatedReply(code, max(days))
    return None


def is_disputed_by_end(end: DatedReply | None, contested: dt.date | None, *, without_order: bool) -> bool:
    """Whether a contested claim that no court judges is an objection that still holds: inkassolag (1974:182) 4 §."""
    return end is not None and end.ends and contested is not None and without_order


def hand_over_by(notice: dt.date) -> dt.date:
    """The day by which a request to hand a contested case over must have come to the authority: lag (1990:746) 34 §.

    >>> hand_over_by(dt.date(2026, 10, 1))
    datetime.date(2026, 10, 29)
    """
    return days_after(notice, term_on("transfer_to_court_days", notice))


HAND_OVER_NOTICE_DAYS = 14
"""A person is asked so many days before the last day of a request."""


def reverses_costs(reply: Reply, order: dt.date | None, handed_over: dt.date | None) -> bool:
    """Whether a reply ends an application without an order, so that the debtor owes no costs of it.

    Lag (1990:746) 46 §: costs follow an order. A court decides on those of a case that was handed over to it.
    """
    return REPLIES[reply].moves == "ended" and order is None and handed_over is None


def why_not_renewed(status: EnforcementStatus, order: dt.date | None, remaining: int) -> str | None:
    """Why execution cannot be asked for again: the code of the error; None if it can.

    Utsökningsbalken 2 kap. 1 § och 3 kap. 1 §: only an order is executed. The authority's case is over.
    """
    if status != "ended":
        return "error.application_not_ended"
    if order is None:
        return "error.renewal_without_order"
    return None if remaining > 0 else "error.nothing_to_execute"


def notice_kind(remaining: int) -> NoticeKind:
    """The notice to the authority after a payment or a crediting. Inkassolag (1974:182) 4 §: it asks for no more than is owed."""
    return "reduction" if remaining else "withdrawal"


LEAST_FOR_NEW_ATTACHMENT = 100_00
"""Öre. Förordning (1992:1094) 5 §: no new yearly fee for less."""


def may_charge_attachment(remaining: int, latest: dt.date | None, day: dt.date) -> bool:
    """Whether the authority's yearly fee is charged on a day: förordning (1992:1094) 5 och 6 §§.

    It is charged once a year, and not again while less than 100 kr remains.

    >>> may_charge_attachment(99_00, dt.date(2026, 3, 1), dt.date(2027, 3, 1))
    False
    """
    if latest is None:
        return True
    return remaining >= LEAST_FOR_NEW_ATTACHMENT and day >= years_after(latest, 1)
