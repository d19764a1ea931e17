"""GET /cases/{id}/waivers: the interest and costs that were waived, why, and by whom."""

from __future__ import annotations

from pydantic import Field

from fordran.actions.flow.waive import read_waivers
from fordran.api.cases.acts import case_of
from fordran.api.cases.parts import PartsMeta, all_parts
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.domain.claims.facts import WaivedComponent
from fordran.domain.kinds.articles import FeeArticle
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Moment, Money, Text
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Database


class CaseWaiver(Shape):
    """Interest or costs that were waived."""

    id: Id = Field(alias="_id")
    """Unique, made by the service; later ones are greater."""
    created: Moment | None = Field(default=None, alias="_created", description="When it was stored.")
    date: Day
    """The day on which it was waived."""
    component: WaivedComponent
    """Whether interest or costs were waived."""
    article: FeeArticle | None = None
    """The cost that was waived; absent where all are."""
    amount: Money | None = None
    """The most that was waived; absent where it is everything."""
    from_: Day | None = Field(default=None, alias="from", description="The first day of what was waived.")
    until: Day
    """The last day of what was waived."""
    waived_amount: Money
    """The amount that is booked as waived."""
    reason: Text | None = None
    """Why; absent where the customer's data was erased."""
    user: Id | None = None
    """Who waived it."""
    user_name: Text | None = Field(default=None, description="Absent where that user is no longer there.")


class CaseWaivers(Shape):
    case: Id
    """The case that they are parts of."""
    items: list[CaseWaiver] = Field(alias="_items", description="The first one first.")
    meta: PartsMeta = Field(alias="_meta")
    """Which page it is, and how many there are."""


async def read_case_waivers(request: Request, database: Database) -> Answer:
    """Every waiver of a case."""
    async with database.connection() as connection:
        case = await case_of(connection, request)
        found = await read_waivers(connection, case["account"], case["_id"])
    return answer(shown_as(CaseWaivers, all_parts(case["_id"], found)))
