"""GET /cases/{id}/disputes: what the debtor objected to, what was answered, and the letters about it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fordran import clock
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.flow.dispute_case import confirm_dispute, settle_dispute
from fordran.actions.flow.dispute_records import has_dispute, read_disputes
from fordran.api.cases.acts import case_of, done_or_held, locked_by_path, shown_case
from fordran.api.cases.parts import PartsMeta, all_parts
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.bodies import read_all_issues
from fordran.api.serving.days import Day
from fordran.api.serving.once import once
from fordran.domain.kinds.dispute_kinds import DisputeEnd, DisputeKind
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.resources.case_acts import SettlementInput
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kinds import Id, Moment, Money, Text
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Connection, Database


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
    kind: DisputeKind
    """The kind of objection."""
    reason: Text = Field(description="What the debtor said.")
    amount: Money | None = Field(
        default=None, description="The part of the capital that it is about; absent where it is about all of the claim."
    )
    explanation: Text | None = Field(default=None, description="Why it is evidently wrong.")
    disputed: Day = Field(description="The day on which it was noted.")
    status: Literal["open", "ended"]
    """Whether it is still open."""
    outcome: DisputeEnd | None = Field(
        default=None, description="How it was answered or ended; `closed` where the case was."
    )
    answer: Text | None = Field(default=None, description="What the creditor answered.")
    rejected: Day | None = None
    """The day on which the creditor rejected it, in whole or in part. It holds until it is settled."""
    evidence: Text | None = Field(default=None, description="The evidence of how it was settled.")
    confirmed_by: Id | None = None
    """The user who confirmed that it is evidently wrong."""
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


async def confirm_case_dispute(request: Request, database: Database) -> Answer:
    """Confirm that an objection is evidently wrong."""

    async def work(tx: Connection) -> Answer:
        flowing = await locked_by_path(tx, request)
        await _require_dispute(tx, request, flowing)
        await confirm_dispute(tx, flowing, request.path["dispute"], clock.now(), request.signed_in)
        return answer(await shown_case(tx, request), 201)

    return await once(request, database, work, {})


async def settle_case_dispute(request: Request, database: Database) -> Answer:
    """Settle an objection."""
    document = await request.json()

    async def work(tx: Connection) -> Answer:
        flowing = await locked_by_path(tx, request)
        given = await read_all_issues(tx, request.signed_in, SettlementInput, document)
        await _require_dispute(tx, request, flowing)
        dispute = request.path["dispute"]
        return await done_or_held(
            tx, request, flowing, given, lambda: settle_dispute(tx, flowing, dispute, given, clock.now()), dispute
        )

    return await once(request, database, work, document)


async def _require_dispute(tx: Connection, request: Request, flowing: FlowingCase) -> None:
    """404 where the case has no such objection."""
    if not await has_dispute(tx, flowing, request.path["dispute"]):
        raise not_found()


async def read_case_disputes(request: Request, database: Database) -> Answer:
    """Every objection to a case."""
    async with database.connection() as connection:
        case = await case_of(connection, request)
        found = await read_disputes(connection, case["account"], case["_id"], is_closed="closed" in case)
    for dispute in found:
        for name in ("files", "attachments"):
            dispute[name] = [file | {"url": request.link_to(file["id"])} for file in dispute[name]]
    return answer(shown_as(CaseDisputes, all_parts(case["_id"], found)))
