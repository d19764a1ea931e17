"""The application to the enforcement authority as its debtor sees it."""

from __future__ import annotations

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.schema_rows import EnforcementRow

_LATEST = """
select status, case_number, sent_date from enforcements
where account_id = $1 and case_ids @> jsonb_build_array($2::text) order by id desc limit 1
"""


async def own_application(connection: Connection, account: str, case: str) -> EnforcementRow | None:
    """The latest application about a case, which the debtor was found to see; None if there is none."""
    return await fetch_row(connection, EnforcementRow, _LATEST, account, case)
