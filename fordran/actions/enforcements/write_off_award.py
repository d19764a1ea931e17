"""Write off the parts of a claim that an order did not award. The rule is in docs/rules/enforcement.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.known_facts import known_before
from fordran.actions.cases.move_case import FlowingCase, book_and_save
from fordran.domain.claims.awards import ClaimParts, claimed_parts, not_awarded, unpaid_interest_begins
from fordran.domain.claims.facts import Credit, Fact, Waiver
from fordran.domain.claims.objections import undisputed
from fordran.domain.languages import SWEDISH
from fordran.domain.message import Message
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import EnforcementRow
from fordran.texts.catalogue import texts


async def write_off_award(
    tx: Connection,
    row: EnforcementRow,
    cases: Sequence[FlowingCase],
    awarded: ClaimParts,
    ordered: date,
    now: datetime,
) -> None:
    """Claim no more of the cases of an application than its order awarded; nothing of that is news to the authority."""
    asked = await _asked_on(tx, row, cases[0].case.account, ordered)
    by_id = {flowing.case.id: flowing for flowing in cases}
    claims = [by_id[id_] for id_ in parsed(row["case_ids"])]
    parts = [claimed_parts(_facts(claim, ordered), claim.case.terms, asked, ordered) for claim in claims]
    for claim, rest in zip(claims, not_awarded(parts, awarded), strict=True):
        facts = list(_write_offs(claim, rest, row["id"], asked, ordered))
        for fact in facts:
            if isinstance(fact, Waiver):
                await _keep_reason(tx, claim, fact, ordered, now)
        if facts:
            booked = [StoredFact(fact, claim.case.business_now, SYSTEM) for fact in facts]
            await book_and_save(tx, claim, booked, now)
            await tx.execute(
                """update enforcements set answered_facts = coalesce(answered_facts, '[]') || $3
                   where account_id = $1 and id = $2""",
                claim.case.account,
                row["id"],
                [fact.id for fact in facts],
            )


def _facts(claim: FlowingCase, ordered: date) -> list[Fact]:
    """The claim as the authority knew it on the day of its order: a part that the debtor objects to was left out.

    What became known on that day or later was not judged, so that it lowers what was awarded.
    """
    return undisputed(known_before(claim.case.facts, ordered), claim.flow.disputed_amount)


async def _asked_on(tx: Connection, row: EnforcementRow, account: str, ordered: date) -> date:
    """The day up to which the authority knows the interest: that of the last notice before the order, else of the paper."""
    notices: list[Any] = [] if row["notices"] is None else parsed(row["notices"])
    days = [day_of(moment_of(notice["date"])) for notice in notices]
    earlier = [day for day in days if day < ordered]
    if earlier:
        return max(earlier)
    dated: date | None = await tx.fetchval(
        "select dated from letters where account_id = $1 and id = $2", account, row["letter_id"]
    )
    assert dated is not None
    return dated


def _write_offs(
    claim: FlowingCase, rest: ClaimParts, enforcement: str, asked: date, ordered: date
) -> Iterator[Credit | Waiver]:
    if rest.capital:
        yield Credit(new_id(), ordered, rest.capital, counts_from=asked, order=enforcement)
    if rest.interest:
        begins = unpaid_interest_begins(_facts(claim, ordered), claim.case.terms, asked, rest.interest)
        yield Waiver(new_id(), ordered, "interest", amount=rest.interest, begins=begins, until=asked, order=enforcement)
    if rest.costs:
        yield Waiver(new_id(), ordered, "costs", amount=rest.costs, order=enforcement)


async def _keep_reason(tx: Connection, claim: FlowingCase, waiver: Waiver, ordered: date, now: datetime) -> None:
    """Keep why interest or costs were waived, as of every waiver."""
    row = {
        "account_id": claim.case.account,
        "id": waiver.id,
        "created": now,
        "creditor_id": claim.case.creditor,
        "case_id": claim.case.id,
        "user_id": None,
        "reason": texts(SWEDISH).say(Message("waiver.not_in_order", day=ordered)),
    }
    await insert(tx, "case_waivers", row)
