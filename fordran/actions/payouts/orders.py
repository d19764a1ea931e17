"""Orders to the bank, as people look at them: which there are, and where the file of one lies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows


class ShownOrder(TypedDict):
    """An order that is written, or on its way to be."""

    id: str
    ordered_on: date
    status: str
    filename: str
    transfers: int
    amount: int
    state: str | None
    """The bank's answer; none of one that is not written."""


_ORDERS = """
select o.id, o.ordered_on, o.status, o.filename, o.transfers, o.amount, v.status as state
from bank_orders o left join fordran_api.bank_orders v on v._id = o.id
"""


async def latest_orders(connection: Connection, most: int) -> list[ShownOrder]:
    """The latest orders, the newest first."""
    return await fetch_rows(connection, ShownOrder, f"{_ORDERS} order by o.id desc limit $1", most)


async def find_order(connection: Connection, id_: str) -> ShownOrder | None:
    """An order whose file is written."""
    return await fetch_row(connection, ShownOrder, f"{_ORDERS} where o.id = $1 and o.status = 'written'", id_)


async def executed_of(connection: Connection, payouts: Sequence[str]) -> set[str]:
    """Those of the payouts whose transfer the bank has confirmed."""
    rows = await connection.fetch(
        "select subject_id from bank_order_lines where subject_id = any($1::text[]) and status = 'executed'", payouts
    )
    return {row["subject_id"] for row in rows}
