"""The particulars of a claim, as the registrations of debts and invoices state them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema

from fordran.domain.kinds.claim_kinds import ClaimKind, DueDateBasis
from fordran.domain.kinds.limitation_kinds import InterruptionKind, LimitationKind
from fordran.domain.message import Message
from fordran.resources.common import CountableDay
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import Flag, Name, issue, wrong
from fordran.shape.moments import NotAMoment, day_of, moment_of

_CLOCK_TIME = "^([01][0-9]|2[0-3]):[0-5][0-9]$"


def _clock_time(text: str) -> str:
    if not re.fullmatch(_CLOCK_TIME, text):
        raise wrong(issue("must be a time such as 14:30", "form_issue.not_clock_time"))
    return text


ClockTime = Annotated[
    Name,
    AfterValidator(_clock_time),
    WithJsonSchema({"type": "string", "pattern": _CLOCK_TIME, "examples": ["14:30"]}),
]


class ControlFeeInput(Shape):
    """The parking that a control fee is for: every letter about it shows these."""

    place: Name
    """Where the car was parked."""
    date: CountableDay
    """The day of the parking."""
    time: ClockTime
    """When it was noted, as `14:30`."""
    plate: Name
    """The number plate of the car."""
    breach: Name
    """The rule that was broken."""
    notice_number: Name
    """The number of the notice on the car."""


class InterruptionInput(Shape):
    """Something that interrupted limitation, and its evidence."""

    date: CountableDay
    """The day of it; of a demand the day on which it arrived."""
    kind: InterruptionKind
    """The kind of interruption."""
    evidence: Name
    """The proof of it, such as a receipt or the number of a payment."""


class ClaimParticularsInput(Shape):
    """Particulars of a claim beside its dates and amounts."""

    claim_kind: ClaimKind | None = None
    """The kind of claim; `goods_or_services` unless stated. It decides which costs may be charged."""
    due_date_basis: DueDateBasis | None = None
    """Where the due date comes from; the case setting unless stated. Interest begins by it."""
    invoice_sent_date: CountableDay | None = None
    """The day on which the creditor sent the invoice; the invoice date unless stated. An invoice that we send leaves by us."""
    interest_notice: Flag | None = None
    """`false` where a consumer's invoice does not state that late payment bears interest."""
    business_debt: Flag | None = None
    """Whether the customer owes it as a business; unless stated, the customer's number decides."""
    consumer_credit: Flag | None = None
    """Whether it is a consumer credit."""
    forbearance_offered: CountableDay | None = None
    """The day on which the creditor offered forbearance to the consumer."""
    reminded_on: CountableDay | None = None
    """The day on which the creditor reminded of it."""
    control_fee: ControlFeeInput | None = None
    """The parking; required of a `control_fee`."""
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; unless stated, by the kind of claim and who owes it."""
    arose_on: CountableDay | None = None
    """The day on which the debt arose; unless stated, the day of the delivery, else the invoice date."""
    moved_out: CountableDay | None = None
    """The day on which a tenant moved out."""
    interruptions: list[InterruptionInput] | None = None
    """Interruptions of limitation before the registration."""

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        issues: Issues = {}
        if given.get("claim_kind") == "control_fee" and given.get("control_fee") is None:
            issues["control_fee"] = Message("issue.control_fee_required")
        if is_before(given.get("invoice_sent_date"), given.get("invoice_date")):
            issues["invoice_sent_date"] = Message("issue.due_before_invoice_date")
        return issues


def is_before(one: Any, other: Any) -> bool:
    """Whether a day is before another; one may be said as midnight in Sweden and the other as midnight in UTC."""
    try:
        return day_of(moment_of(one)) < day_of(moment_of(other))
    except (NotAMoment, TypeError, OverflowError):
        return False
