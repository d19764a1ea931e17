"""Plans on record: what is agreed on or only asked about, and how each plan of a case ended. The flow has the one that runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.cases.situation import paid_since
from fordran.domain.claims.objections import undisputed
from fordran.domain.flow.case_flow import require
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.domain.flow.plans import Instalment, NoSuchPlan, schedule
from fordran.domain.flow.step_fees import ArticleAmount, fees_of
from fordran.resources.case_acts import PlanInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert


@dataclass(frozen=True)
class PlanProposal:
    """A plan as it would be if it were made today."""

    fees: Sequence[ArticleAmount]
    """The fees that it charges."""
    instalments: tuple[Instalment, ...]


def planned(flowing: FlowingCase, given: PlanInput, *, is_new: bool = True) -> PlanProposal:
    """The plan that is wished for; refused where the state of the case forbids one, or no plan can be made of the wish.

    A plan that is not new charges no fee.
    """
    require(flowing.place, "amortization_plan")
    case, today = flowing.case, flowing.today
    situation, law = flowing.situation(), case.terms.law
    fees = fees_of("amortization_plan", situation, flowing.settings, today, law) if is_new else ()
    try:
        instalments = schedule(
            undisputed((stored.fact for stored in case.facts), flowing.flow.disputed_amount),
            case.terms,
            today,
            day_of(given.first_date),
            instalments=given.instalments,
            amount=given.amount,
            setup_fee=sum(amount for _, amount in fees),
        )
    except NoSuchPlan as wrong:
        raise Refused({wrong.wish: wrong.message}) from None
    return PlanProposal(fees, instalments)


async def keep_plan(tx: Connection, flowing: FlowingCase, instalments: Sequence[Instalment], now: datetime) -> None:
    """Put a plan that was agreed on today on record, and let the flow go by it."""
    agreed = [[instalment.date.isoformat(), instalment.amount] for instalment in instalments]
    # An earlier payment on the same day has lowered the debt that the plan is for, and counts in no instalment.
    paid_before = paid_since(flowing.case, flowing.today)
    flowing.flow.plan = {"made_on": flowing.today.isoformat(), "instalments": agreed, "paid_before": paid_before}
    row = {
        "account_id": flowing.case.account,
        "id": new_id(),
        "created": now,
        "creditor_id": flowing.case.creditor,
        "case_id": flowing.case.id,
        "made_on": flowing.today,
        "instalments": agreed,
        "paid_before": paid_before,
    }
    await insert(tx, "amortization_plans", row)


async def end_plans(tx: Connection, cases: Sequence[FlowingCase], reason: PlanEnd) -> None:
    """Note of cases of one account that the plan that ran has ended today, and why."""
    if cases:
        await tx.execute(
            """update amortization_plans set ended_on = $3, end_reason = $4
               where account_id = $1 and case_id = any($2::text[]) and ended_on is null""",
            cases[0].case.account,
            [flowing.case.id for flowing in cases],
            cases[0].today,
            reason,
        )
