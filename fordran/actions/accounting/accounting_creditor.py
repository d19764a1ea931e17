"""The creditor whose accounting system is asked."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.domain.numbers import organisationsnummer
from fordran.store.connections.database import Connection


@dataclass(frozen=True)
class AccountingCreditor:
    """A creditor, as far as its accounting system has to know it; also the subject of work items about no case."""

    account: str
    creditor: str
    partner: str | None
    name: str
    organization_no: str
    id: str | None = None

    def is_company(self, organisation_number: str) -> bool:
        """Whether a company's number is this creditor's own."""
        return (
            organisationsnummer.compact(organisation_number)[-10:]
            == organisationsnummer.compact(self.organization_no)[-10:]
        )


async def find_accounting_creditor(connection: Connection, creditor: str) -> AccountingCreditor | None:
    """The creditor by its id; None where there is none."""
    row = await connection.fetchrow(
        """select d.account_id, d.id, a.partner_id, d.name, d.organization_no
           from creditors d join accounts a on a.id = d.account_id where d.id = $1""",
        creditor,
    )
    if row is None:
        return None
    return AccountingCreditor(row["account_id"], row["id"], row["partner_id"], row["name"], row["organization_no"])
