"""Register overdue debts for collection: a case for each, which is made in new_cases.py."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.registrations.new_cases import DEBTS
from fordran.actions.registrations.register import register
from fordran.actions.violations import SentValue, refusing
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller


async def register_case(
    tx: Connection, caller: Caller, given: CaseRegistrationInput, now: datetime, report: dict[str, Any] | None = None
) -> Mapping[str, Any]:
    """Register what a creditor's system sent. `report` is the file import that it came with, if any."""
    sent = DEBTS.sent(given, now, report)
    references: list[SentValue] = [
        (("debts", index, "old_payment_reference"), debt.old_payment_reference)
        for index, debt in enumerate(given.debts)
        if debt.old_payment_reference
    ]
    with refusing({"invoice_number": sent.numbers, "old_payment_reference": references}):
        (answer,) = await register(tx, caller, DEBTS, [sent], now)
    return answer
