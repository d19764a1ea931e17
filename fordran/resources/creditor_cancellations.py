"""Creditor cancellation: the creditor takes a case back, and whatever remains is booked off."""

from __future__ import annotations

from pydantic import Field

from fordran.resources.common import CreditorOrigin, RecordedStatus, StatusReason
from fordran.shape.fields import Shape
from fordran.shape.kinds import CaseId, CreditorId, Id
from fordran.shape.resource import Resource


class CancellationInput(Shape):
    creditor: CreditorId
    case: CaseId
    origin: CreditorOrigin


class Cancellation(Shape):
    account: Id
    creditor: Id
    case: Id
    origin: CreditorOrigin
    cancellation_status: RecordedStatus = Field(alias="_cancellation_status")
    status_reason_locale: StatusReason | None = None


class CancellationRecorded(Shape):
    """What a cancellation answers beside the usual."""

    cancellation_status: RecordedStatus = Field(alias="_cancellation_status")
    status_reason_locale: StatusReason | None = None


CREDITOR_CANCELLATIONS = Resource(
    "creditor--cancellations",
    Cancellation,
    owner="creditor",
    personal=False,
    about="Cases taken back.",
    input=CancellationInput,
)
