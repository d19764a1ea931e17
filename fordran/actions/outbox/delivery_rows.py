"""The rows of deliveries as they are inserted."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from fordran.domain.kinds.channels import DeliveryKind, DeliveryState, Distribution
from fordran.store.rows.tables import Table


class DeliveryRow(TypedDict):
    """A delivery that is new. What it lacks has a default."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    creditor_id: str
    customer_id: str
    case_id: str | None
    kind: DeliveryKind
    invoice_id: str | None
    envelope_id: str | None
    channel: Distribution
    ways: list[str]
    status: DeliveryState
    first_attempt: datetime | None
    next_attempt: datetime
    queued: datetime
    reason: str | None
    made: datetime | None


DELIVERIES_TABLE = Table("deliveries", DeliveryRow)
