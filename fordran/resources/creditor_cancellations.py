"""Creditor cancellation: the creditor takes a case back, and whatever remains is booked off."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.shape.fields import Shape
from fordran.shape.kinds import CaseId, CreditorId, Id, Text
from fordran.shape.resource import Resource


class CancellationInput(Shape):
    creditor: CreditorId
    case: CaseId
    origin: Literal["creditor_system"]


class Cancellation(Shape):
    account: Id
    creditor: Id
    case: Id
    origin: Text
    cancellation_status: Text = Field(alias="_cancellation_status")
    status_reason_locale: Text | None = None


class CancellationRecorded(Shape):
    """What a cancellation answers beside the usual."""

    cancellation_status: Text = Field(alias="_cancellation_status")
    status_reason_locale: Text | None = None


CREDITOR_CANCELLATIONS = Resource(
    "creditor--cancellations",
    Cancellation,
    owner="creditor",
    personal=False,
    about="Cases taken back.",
    input=CancellationInput,
)
