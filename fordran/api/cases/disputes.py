"""GET /cases/{id}/disputes: what the debtor objected to, what was answered, and the letters about it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran.actions.flow.dispute_records import read_disputes
from fordran.api.cases.acts import case_of
from fordran.api.cases.parts import PartsMeta, all_parts
from fordran.api.http.answers import Answer, answer
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.domain.kinds.case_states import DisputeEnd
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Moment, Money, Text
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Database


class DisputeFile(FileShown):
    """The document of a letter about an objection."""

    letter: Id
    """The letter."""
    kind: LetterKind
    """Which kind of letter."""


class CaseDispute(Shape):
    """An objection to a claim."""

    id: Id = Field(alias="_id")
    """Unique, made by the service; later ones are greater."""
    created: Moment = Field(alias="_created")
    """When it was stored."""
    reason: Text = Field(description="What the debtor said.")
    disputed: Day = Field(description="The day on which it was noted.")
    status: Literal["open", "ended"]
    """Whether it is still open."""
    outcome: Literal[DisputeEnd, "closed"] | None = Field(
        default=None, description="How it ended; `closed` where the case was before anybody answered."
    )
    answer: Text | None = Field(default=None, description="What the creditor answered.")
    credited_amount: Money | None = Field(default=None, description="What was no longer claimed because of it.")
    ended: Day | None = None
    """The day on which it ended; absent while it is open."""
    files: list[DisputeFile] = Field(description="The letters about it that are made, with signed links.")
    attachments: list[FileShown] = Field(description="What the debtor sent with it, with signed links.")


class CaseDisputes(Shape):
    case: Id
    """The case that they are parts of."""
    items: list[CaseDispute] = Field(alias="_items", description="The first one first.")
    meta: PartsMeta = Field(alias="_meta")
    """Which page it is, and how many there are."""


async def read_case_disputes(request: Request, database: Database) -> Answer:
    """Every objection to a case."""
    async with database.connection() as connection:
        case = await case_of(connection, request)
        found = await read_disputes(connection, case["account"], case["_id"], is_closed="closed" in case)
    for dispute in found:
        for name in ("files", "attachments"):
            dispute[name] = [file | {"url": request.link_to(file["id"])} for file in dispute[name]]
    return answer(shown_as(CaseDisputes, all_parts(case["_id"], found)))
