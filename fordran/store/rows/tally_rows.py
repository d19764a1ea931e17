"""New rows of `tally_changes`: so many more documents of a resource, and whose they are."""

from __future__ import annotations

from fordran.store.rows.ids import NO_ACCOUNT
from fordran.store.rows.schema_rows import TALLY_CHANGES_TABLE
from fordran.store.rows.tables import NewRow


def tally_row(
    resource: str, *, partner: str | None, account: str | None, creditor: str | None, documents: int = 1
) -> NewRow:
    """The row, for a caller that inserts it along with the documents."""
    return TALLY_CHANGES_TABLE.row(
        {
            "resource": resource,
            "partner_id": partner,
            "account_id": account or NO_ACCOUNT,
            "creditor_id": creditor,
            "documents": documents,
        }
    )
