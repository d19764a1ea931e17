"""Read the plans of a case: the schedule of each, what of it is paid and what remains; and what a plan would be. In öre."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.situation import paid_since
from fordran.actions.flow.plan_records import planned
from fordran.domain.days import ONE_DAY
from fordran.domain.flow.plan_progress import paid_of_each
from fordran.domain.flow.plans import Instalment
from fordran.resources.case_acts import PlanInput
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import AmortizationPlanRow

_PLANS = """
select id, created, made_on, instalments, paid_before, ended_on, end_reason from amortization_plans
where account_id = $1 and case_id = $2 order by id
"""


async def read_plans(connection: Connection, flowing: FlowingCase) -> list[dict[str, Any]]:
    """Every plan of a case, the first one first."""
    case = flowing.case
    rows = await fetch_rows(connection, AmortizationPlanRow, _PLANS, case.account, case.id)
    return [_shown(row, case) for row in rows]


def _shown(row: AmortizationPlanRow, case: LockedCase) -> dict[str, Any]:
    instalments = [Instalment(date.fromisoformat(day), amount) for day, amount in parsed(row["instalments"])]
    ended = row["ended_on"] is not None or case.is_closed
    total, paid = sum(one.amount for one in instalments), _paid(row, case)
    of_each = zip(instalments, paid_of_each(instalments, paid), strict=True)
    shown: dict[str, Any] = {
        "_id": row["id"],
        "_created": row["created"],
        "made": row["made_on"],
        "status": "ended" if ended else "running",
    }
    if ended:
        shown["end_reason"] = row["end_reason"] or "closed"
    if row["ended_on"] is not None:
        shown["ended"] = row["ended_on"]
    # A debtor that pays all at once owes less interest than planned: after the case is closed nothing of the plan remains.
    is_settled = row["ended_on"] is None and case.is_closed
    return shown | {
        "instalments": [
            _instalment(number, one)
            | {"paid_amount": covered, "remaining_amount": 0 if is_settled else one.amount - covered}
            for number, (one, covered) in enumerate(of_each, 1)
        ],
        "total_amount": total,
        "paid_amount": paid,
        "remaining_amount": 0 if is_settled else max(total - paid, 0),
    }


def _paid(row: AmortizationPlanRow, case: LockedCase) -> int:
    """The amount paid while the plan ran, in öre."""
    after = paid_since(case, row["ended_on"] + ONE_DAY) if row["ended_on"] else 0
    return paid_since(case, row["made_on"]) - row["paid_before"] - after


def _instalment(number: int, instalment: Instalment) -> dict[str, Any]:
    return {"number": number, "date": instalment.date, "amount": instalment.amount}


def quote(flowing: FlowingCase, wish: PlanInput) -> dict[str, Any]:
    """The plan as it would be today, without making it; refused as the plan itself would be."""
    plan = planned(flowing, wish)
    return {
        "instalments": [_instalment(number, one) for number, one in enumerate(plan.instalments, 1)],
        "fee": sum(amount for _, amount in plan.fees),
        "total_amount": sum(one.amount for one in plan.instalments),
    }
