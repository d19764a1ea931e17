"""Show lists of people to erase: those that are not seen to, and the names on one."""

from __future__ import annotations

from datetime import date
from typing import Any, TypedDict

from fordran.domain.kinds.erasure_batches import ErasureOutcome
from fordran.domain.service.retention import ErasureStage
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

_OPEN = """
select b.id as batch, b.status, b.listed_on, b.put_off_until, b.note, b.payers,
       count(*) filter (where c.stage = 'pseudonymised') as pseudonymise,
       count(*) filter (where c.stage = 'anonymised') as anonymise
from erasure_batches b left join erasure_batch_customers c on c.erasure_batch_id = b.id and c.outcome is null
where b.ended is null group by b.id order by b.id
"""


async def open_batches(tx: Connection) -> list[dict[str, Any]]:
    """Lists that are not seen to, the oldest first, as programs read them."""
    rows = await tx.fetch(_OPEN)
    return [{name: _text(value) for name, value in row.items()} for row in rows]


def _text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


class NamedCustomer(TypedDict):
    """A customer on a list, as a page shows it."""

    customer_id: str
    name: str
    stage: ErasureStage
    outcome: ErasureOutcome | None
    cases: int
    closed: date | None


_NAMED = """
select c.customer_id, k.name, c.stage, c.outcome, count(o.id)::integer as cases, max(o.closed)::date as closed
from erasure_batch_customers c
join customers k on k.account_id = c.account_id and k.id = c.customer_id
left join cases o on o.account_id = c.account_id and o.customer_id = c.customer_id
where c.erasure_batch_id = $1 group by c.id, c.customer_id, k.name, c.stage, c.outcome order by c.id limit $2
"""


async def customers_on(tx: Connection, batch: str, most: int) -> list[NamedCustomer]:
    """The customers on a list, with how many cases they have and when the last was closed."""
    return await fetch_rows(tx, NamedCustomer, _NAMED, batch, most)
