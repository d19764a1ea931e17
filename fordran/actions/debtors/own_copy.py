"""Own copy: the file of a letter that was addressed to one of several debtors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fordran.store.connections.database import Connection

_COPY = """
select m.id, m.filename, m.content_type from debtor_codes c
join media_files m on m.account_id = c.account_id and m.id = c.media_id
where c.letter_id = $1 and c.customer_id = any($2::text[]) limit 1
"""


async def copy_of(connection: Connection, letter: str, customers: Sequence[str]) -> dict[str, Any] | None:
    """The copy of a letter that one of the customers got; None where none did."""
    row = await connection.fetchrow(_COPY, letter, list(customers))
    return None if row is None else dict(row)
