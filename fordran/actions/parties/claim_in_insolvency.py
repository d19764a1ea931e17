"""Claim in an insolvency: the paper that files what a debtor owes. Nothing of it is kept.

The rule is in docs/rules/insolvency.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from fordran.actions.cases.move_case import FlowingCase, read_flowing
from fordran.actions.cases.situation import parties_of_case
from fordran.actions.letters.letter_documents import claim_of
from fordran.actions.letters.letter_parties import agent_of
from fordran.actions.refusals import Conflict
from fordran.actions.rendering.renderers import RENDERERS
from fordran.documents.letters.enforcement import AUTHORITY
from fordran.documents.letters.insolvency_claim import InsolvencyClaim, render
from fordran.documents.parties import Receiver, postal_address
from fordran.domain.kinds.party_roles import INSOLVENCY_KINDS
from fordran.domain.message import Message
from fordran.operator import Operator
from fordran.resources.insolvency_claims import InsolvencyClaimInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.reading.documents import Document


@dataclass(frozen=True)
class ClaimToFile:
    """A claim to file, and the account that it is of."""

    account: str
    document: InsolvencyClaim

    async def pdf(self) -> bytes:
        """The claim as it is printed. Outside a transaction: it may wait for a renderer."""
        return await RENDERERS.render(self.account, render, self.document)


class _NamesRow(TypedDict):
    creditor: str
    creditor_no: str
    debtor: str
    debtor_no: str


_NAMES = """
select d.name as creditor, d.organization_no as creditor_no, s.name as debtor, s.id_number as debtor_no
from cases k join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
where k.account_id = $1 and k.id = $2
"""


async def claim_in_insolvency(
    connection: Connection, case: Document, given: InsolvencyClaimInput, operator: Operator, now: datetime
) -> ClaimToFile:
    """The claim as it is filed, by what is known now."""
    flowing = await read_flowing(connection, case["_id"], case["account"], now)
    marked = flowing.row["bankruptcy_on"] if given.kind == "bankruptcy" else None
    stated = (marked or flowing.today) if given.date is None else day_of(given.date)
    if not day_of(flowing.row["invoice_date"]) <= stated <= flowing.today:
        first = day_of(flowing.row["invoice_date"])
        raise Refused({"date": Message("issue.no_assignment_day", first=first, last=flowing.today)})
    claim = claim_of(flowing, "free", stated)
    if claim.statement.remaining <= 0:
        raise Conflict("error.letter_nothing_owed")
    names = await fetch_the_row(connection, _NamesRow, _NAMES, case["account"], case["_id"])
    document = InsolvencyClaim(
        kind=given.kind,
        agent=agent_of(operator),
        **names,
        receiver=_receiver(flowing, given),
        dated=flowing.today,
        stated=stated,
        case_number=given.case_number,
        claim=claim,
    )
    return ClaimToFile(case["account"], document)


def _receiver(flowing: FlowingCase, given: InsolvencyClaimInput) -> Receiver:
    """The administrator, or who sees to the estate, as the parties of the case say."""
    role = INSOLVENCY_KINDS[given.kind].receiver
    if role is None:
        return AUTHORITY
    found = [one for one in parties_of_case(flowing.row) if one.role == role and one.is_party_on(flowing.today)]
    if not found:
        raise Conflict("error.no_party_to_file_with")
    return Receiver(found[-1].name, postal_address(dict(found[-1].address)))
