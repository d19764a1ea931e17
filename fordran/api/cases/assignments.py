"""GET /cases/{id}/assignments: the creditors that a claim came from and to."""

from __future__ import annotations

from pydantic import Field

from fordran.actions.parties.assign_claim import read_assignments
from fordran.api.cases.acts import case_of
from fordran.api.cases.parts import PartsMeta, all_parts
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Text
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Database


class CaseAssignment(Shape):
    """A claim that came from one creditor to another."""

    former_creditor: Id
    """The creditor that the claim came from."""
    former_name: Text
    """The name of that creditor then."""
    creditor: Id
    """The creditor that the claim came to."""
    date: Day
    """From which day the claim is the new creditor's."""
    document: Id | None = None
    """The uploaded file that proves the assignment."""


class CaseAssignments(Shape):
    case: Id
    """The case that they are parts of."""
    items: list[CaseAssignment] = Field(alias="_items", description="The first one first.")
    meta: PartsMeta = Field(alias="_meta")
    """Which page it is, and how many there are."""


async def read_case_assignments(request: Request, database: Database) -> Answer:
    """Every assignment of a claim."""
    async with database.connection() as connection:
        case = await case_of(connection, request)
        found = await read_assignments(connection, case["account"], case["_id"])
    return answer(shown_as(CaseAssignments, all_parts(case["_id"], found)))
