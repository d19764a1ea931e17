"""Creditor cancellation: the creditor takes a case back, and whatever remains is booked off."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.service.retention import ANONYMISED, BOOKKEEPING, KEPT, VERIFICATION
from fordran.resources.common import CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import CaseId, CreditorId, Id, Moment, Text
from fordran.shape.resource import Resource


class CancellationInput(Shape):
    creditor: CreditorId
    case: CaseId
    origin: CreditorOrigin
    """Where it comes from."""


class Cancellation(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose claim it is about."""
    case: Id
    """The case that it is about."""
    origin: CreditorOrigin
    """`creditor_system`."""
    cancellation_status: RecordedStatus = Field(alias="_cancellation_status")
    """`completed`, or `warning` for a case that was closed already."""
    status_reason_locale: StatusReason | None = None
    """Tag of the locale entry that says why."""
    reversed_date: Moment | None = None
    """The day on which the creditor reversed it."""
    reversal_reason: Text | None = None
    """Why the creditor reversed it."""


class CancellationRecorded(Shape):
    """The additional fields of the answer to a cancellation."""

    cancellation_status: RecordedStatus = Field(alias="_cancellation_status")
    """The outcome of the cancellation."""
    status_reason_locale: StatusReason | None = None
    """Why it is a warning: the tag of a text in `locales`; absent where it is none."""


class CancellationReversed(Shape):
    """A cancellation after its reversal."""

    cancellation_status: RecordedStatus = Field(alias="_cancellation_status")
    """`warning`."""
    status_reason_locale: StatusReason | None = None
    """`cancellation_reversed`."""


CREDITOR_CANCELLATIONS = Resource(
    "creditor--cancellations",
    Cancellation,
    owner="creditor",
    personal=False,
    about="Cases taken back.",
    input=CancellationInput,
    kept=(
        RetentionRule("creditor_cancellations", ("reversal_reason",), ANONYMISED, "no value", VERIFICATION),
        RetentionRule(
            "creditor_cancellations", ("cancellation_status", "status_reason_locale"), KEPT, "as it was", BOOKKEEPING
        ),
    ),
)
