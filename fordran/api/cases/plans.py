"""GET /cases/{id}/amortization-plans: the instalments that were agreed on, and what a plan would be."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import Literal

from pydantic import Field

from fordran import clock
from fordran.actions.cases.move_case import read_flowing
from fordran.actions.flow.read_plans import quote, read_plans
from fordran.api.cases.acts import case_of
from fordran.api.cases.parts import PartsMeta, all_parts
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.domain.days import months_after
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.resources.case_acts import Instalments, PlanInput
from fordran.resources.common import CountableDay
from fordran.shape.fields import Shape, read
from fordran.shape.kinds import Id, Integer, Moment, Money, PositiveMoney
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Database

_NUMBER = re.compile(r"-?\d{1,20}(\.\d{1,20})?", re.ASCII)


class PlanQuery(Shape):
    """A plan to quote: so many instalments, or of so much each. Nothing is agreed on by asking."""

    instalments: Instalments | None = Field(default=None, description="Quote a plan of so many instalments.")
    amount: PositiveMoney | None = Field(default=None, description="Quote a plan of instalments of so much.")
    first_date: CountableDay | None = Field(
        default=None, description="When the first instalment of what is quoted is paid; in a month if left out."
    )


class QuotedInstalment(Shape):
    number: Integer
    """Which instalment it is, from 1."""
    date: Day
    """The day to pay by."""
    amount: Money
    """The amount to be paid."""


class AgreedInstalment(QuotedInstalment):
    paid_amount: Money
    """The paid part of it."""
    remaining_amount: Money
    """The unpaid part of it."""


class PlanQuote(Shape):
    """A plan as it would be if it were made today."""

    instalments: list[QuotedInstalment]
    """The instalments in their order."""
    fee: Money = Field(description="What making the plan costs; the instalments cover it.")
    total_amount: Money = Field(description="The sum of the instalments, with the interest until the last one.")


class CasePlan(Shape):
    """An instalment plan, and how far it has come."""

    id: Id = Field(alias="_id")
    """Unique, made by the service; later ones are greater."""
    created: Moment = Field(alias="_created")
    """When it was stored."""
    made: Day = Field(description="The day on which it was agreed.")
    status: Literal["running", "ended"]
    """Whether it still runs."""
    end_reason: Literal[PlanEnd, "closed"] | None = Field(
        default=None, description="Why it ended; `closed` where the case was."
    )
    ended: Day | None = Field(default=None, description="When it ended, where the case went on.")
    instalments: list[AgreedInstalment]
    """The instalments in their order."""
    total_amount: Money
    """The sum of the instalments."""
    paid_amount: Money = Field(description="What was paid while it ran.")
    remaining_amount: Money
    """The unpaid part of it."""


class CasePlans(Shape):
    case: Id
    """The case that they are parts of."""
    items: list[CasePlan] = Field(alias="_items", description="The first one first.")
    meta: PartsMeta = Field(alias="_meta")
    """Which page it is, and how many there are."""
    quote: PlanQuote | None = Field(default=None, description="Where one was asked for.")


async def read_case_plans(request: Request, database: Database) -> Answer:
    """Every plan of a case; and, where `instalments` or `amount` asks for it, what a plan would be."""
    now = clock.now()
    async with database.connection() as connection:
        case = await case_of(connection, request)
        flowing = await read_flowing(connection, case["_id"], case["account"], now)
        document = all_parts(case["_id"], await read_plans(connection, flowing))
    wish = _wish(request, flowing.case.business_now)
    if wish is not None:
        document["quote"] = quote(flowing, wish)
    return answer(shown_as(CasePlans, document))


def _wish(request: Request, business_now: datetime) -> PlanInput | None:
    """The plan that the query string asks about, by the same rules as one that is made; None where it asks about none."""
    asked = {name: request.query[name] for name in ("instalments", "amount", "first_date") if name in request.query}
    if not asked:
        return None
    in_a_month = months_after(clock.stockholm_date(business_now), 1).isoformat()
    # Text that is no number stays a text, and is refused as one.
    numbers = {name: Decimal(text) for name, text in asked.items() if name != "first_date" and _NUMBER.fullmatch(text)}
    return read(PlanInput, {"first_date": in_a_month} | asked | numbers)
