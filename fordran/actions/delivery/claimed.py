"""A delivery that somebody is handing over: its row, and what can come of that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, TypedDict

import orjson

from fordran.domain.kinds.channels import DeliveryKind, DeliveryState, Distribution


class ClaimedDeliveryRow(TypedDict):
    """The columns of `COLUMNS`."""

    account_id: str
    id: str
    creditor_id: str
    customer_id: str | None
    """None where the receiver is the creditor itself."""
    case_id: str | None
    kind: DeliveryKind
    invoice_id: str | None
    envelope_id: str | None
    operator_invoice_id: str | None
    payout_id: str | None
    channel: Distribution
    ways: orjson.Fragment
    status: DeliveryState
    attempts: int
    first_attempt: datetime | None
    batch: str | None
    message_id: str | None
    receiver: str
    sent: datetime | None
    history: orjson.Fragment
    traceparent: str | None
    """The span that caused it, where that was traced."""


COLUMNS = """q.account_id, q.id, q.creditor_id, q.customer_id, q.case_id, q.kind, q.invoice_id, q.envelope_id,
    q.operator_invoice_id, q.payout_id, q.channel, q.ways, q.status, q.attempts, q.first_attempt, q.batch, q.message_id,
    q.receiver, q.sent, q.history, q.traceparent"""
"""Selects a delivery, `q`."""


@dataclass(frozen=True)
class Sent:
    """The channel has taken it; a sandbox shows that it would have."""

    status: Literal["sent", "shown"] = "sent"
    reference: str = ""
    """The channel's own key of it, which its callbacks name."""


@dataclass(frozen=True)
class RetryLater:
    """The channel cannot take it now. `is_unknown`: it may have taken it all the same, and its answer was lost."""

    reason: str
    is_unknown: bool = False


@dataclass(frozen=True)
class ConfigurationFault:
    """Nothing is wrong with it or its receiver: it waits, however long that takes, until somebody has put us right."""

    reason: str


@dataclass(frozen=True)
class PermanentFailure:
    """The channel does not take it, ever: the next one does."""

    reason: str
    is_tried: bool = True
    """Whether anybody asked the channel. A channel that is not installed was not asked, so it gets no event."""


DeliveryResult: TypeAlias = Sent | RetryLater | ConfigurationFault | PermanentFailure
