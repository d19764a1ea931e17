"""Rows that are repaired: read whole, put back as they were, and compared with the hash of their content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_wide_rows


async def owner_and_case(tx: Connection, table: str, id_: str) -> tuple[str, str] | None:
    """The account of a row, and the case that it is or belongs to; None if there is no such row."""
    case = "id" if table == "cases" else "case_id"
    row = await tx.fetchrow(f"select account_id, {case} as case_id from {table} where id = $1", id_)
    return None if row is None else (row["account_id"], row["case_id"])


async def whole_row(tx: Connection, table: str, account: str, id_: str) -> Mapping[str, Any]:
    """All columns of a row."""
    (row,) = await fetch_wide_rows(tx, f"select * from {table} where account_id = $1 and id = $2", account, id_)
    return row


async def put_back(tx: Connection, table: str, key: Mapping[str, str], values: Mapping[str, Any]) -> None:
    """Write earlier values of a row that another hand changed: its revision and the hash of its content stay as they are."""
    sets = ", ".join(f'"{name}" = ${number}' for number, name in enumerate(values, 1))
    keys = " and ".join(f'"{name}" = ${number}' for number, name in enumerate(key, 1 + len(values)))
    await tx.execute("set local fordran.writer = 'off'")
    await tx.execute(f"update {table} set {sets} where {keys}", *values.values(), *key.values())
    await tx.execute("set local fordran.writer = 'on'")


async def is_as_written(tx: Connection, table: str, account: str, id_: str) -> bool:
    """Whether one row of an account holds what the service wrote."""
    found: bool = await tx.fetchval(
        f"""select content_hash is not distinct from
                   content_hash((jsonb_populate_record(t, '{{"content_hash": null}}'))::text)
            from "{table}" t where account_id = $1 and id = $2""",
        account,
        id_,
    )
    return found
