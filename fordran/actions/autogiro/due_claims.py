"""Due claims of a case that is paid by Autogiro: instalments of its plan, its latest demand, or its invoice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TypedDict

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.claims.objections import undisputed
from fordran.domain.claims.statement import statement
from fordran.domain.flow.next_step import stopped_by
from fordran.domain.flow.plan_progress import paid_of_each
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row

INVOICE = "invoice"
"""The subject of a debit for the invoice itself."""
DEMANDING = tuple(kind for kind, record in LETTER_KINDS.items() if record.settles)


@dataclass(frozen=True, slots=True)
class DueClaim:
    """Something to pay by a day. `most` is the amount in öre that is never exceeded; None where all that is owed is due."""

    subject: str
    pay_by: date
    most: int | None = None

    @property
    def is_instalment(self) -> bool:
        """Whether it is an instalment of a plan, which is drawn on its own day or not at all."""
        return self.most is not None


class _DemandRow(TypedDict):
    id: str
    pay_by: date


_PLAN = """
select id from amortization_plans where account_id = $1 and case_id = $2 and ended_on is null order by id desc limit 1
"""
_DEMAND = """
select id, pay_by from letters
where account_id = $1 and case_id = $2 and kind = any($3::text[]) and pay_by is not null
  and status in ('queued', 'made', 'sent', 'shown')
order by id desc limit 1
"""


async def due_claims(tx: Connection, flowing: FlowingCase) -> dict[str, DueClaim]:
    """The due claims of a locked case, by their subjects; nothing while the case is held or collection is stopped."""
    case, situation = flowing.case, flowing.situation()
    if case.is_closed or case.remaining <= 0 or not situation.start_flow or stopped_by(situation):
        return {}
    plan = situation.plan
    if flowing.hold == "amortization" and plan is not None:
        id_: str | None = await tx.fetchval(_PLAN, case.account, case.id)
        each = zip(plan.instalments, paid_of_each(plan.instalments, plan.paid), strict=True)
        found = [
            DueClaim(f"{id_} {number}", one.date, one.amount - covered) for number, (one, covered) in enumerate(each, 1)
        ]
        return {one.subject: one for one in found if one.most}
    if flowing.hold is not None:
        return {}
    if flowing.place.state == "invoice":
        due = case.terms.due_date
        return {} if situation.invoice_waits or due is None else {INVOICE: DueClaim(INVOICE, due)}
    if flowing.place.state not in ("reminder", "debt_collection", "surveillance"):
        return {}
    row = await fetch_row(tx, _DemandRow, _DEMAND, case.account, case.id, list(DEMANDING))
    return {} if row is None else {row["id"]: DueClaim(row["id"], row["pay_by"])}


def amount_due(flowing: FlowingCase, claim: DueClaim, day: date) -> int:
    """The amount to draw on a day: what is owed then and not disputed, and of an instalment no more than the rest of it."""
    facts = undisputed((stored.fact for stored in flowing.case.facts), flowing.flow.disputed_amount)
    owed = statement(facts, flowing.case.terms, day).remaining
    return max(0, owed if claim.most is None else min(claim.most, owed))
