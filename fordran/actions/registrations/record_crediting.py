"""Record that the creditor no longer claims some of the capital."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.cases.registering import find_case
from fordran.actions.flow.credit_case import credit
from fordran.resources.creditor_creditings import CreditingInput
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller


async def record_crediting(tx: Connection, caller: Caller, given: CreditingInput, now: datetime) -> Mapping[str, Any]:
    """Lower the capital as of the due date, or of today where that is earlier, and book the difference."""
    case = await find_case(tx, caller, given.case, given.creditor, given.account, now)
    return await credit(tx, case, given.amount, now)
