"""Instalment plans that were agreed on before the registration: they go on from the next instalment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.flow.hold_case import take_over_plan
from fordran.resources.case_acts import PlanInput
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.store.connections.database import Connection

_SENT_AS = {"first_date": "next_date"}


async def take_over_plans(tx: Connection, given: CaseRegistrationInput, cases: Sequence[str], now: datetime) -> None:
    """Let the new cases whose debts state a plan go by it; refused where no plan can be made of what is stated."""
    issues: Issues = {}
    for index, (debt, case) in enumerate(zip(given.debts, cases, strict=True)):
        if debt.plan is None:
            continue
        wish = PlanInput.model_construct(
            instalments=None if debt.plan.amount is not None else debt.plan.instalments,
            amount=debt.plan.amount,
            first_date=debt.plan.next_date,
        )
        flowing = await lock_flowing(tx, case, given.creditor, given.account, now)
        assert flowing is not None
        try:
            await take_over_plan(tx, flowing, wish, now)
        except Refused as refused:
            for field, message in refused.issues.items():
                add_issue(issues, ("debts", index, "plan", _SENT_AS.get(field, field)), message)
    if issues:
        raise Refused(issues)
