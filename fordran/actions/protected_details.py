"""How protected persons are reached: kept apart from the rows of customers, and read by named staff alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.domain.service.protection import CONTACTS, hidden
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import ProtectedDetailsRow

_SEAL = """
insert into protected_details (account_id, id, created, updated, customer_id, creditor_id, address, mobile_number, email,
                               e_invoice_address)
select account_id, id, $3::timestamptz, $3::timestamptz, id, null, address, mobile_number, email, e_invoice_address
from customers where account_id = $1 and id = $2
union all
select account_id, id, $3::timestamptz, $3::timestamptz, customer_id, creditor_id, address, mobile_number, email,
       e_invoice_address
from customer_details where account_id = $1 and customer_id = $2
on conflict do nothing
"""


async def set_apart(tx: Connection, account: str, customer: str, now: datetime) -> None:
    """Keep apart how a customer is reached, as its rows say it; the caller hides it in them."""
    await tx.execute(_SEAL, account, customer, now)


async def keep_apart(
    tx: Connection,
    key: Mapping[str, str],
    customer: str,
    creditor: str | None,
    contacts: Mapping[str, Any],
    now: datetime,
) -> None:
    """Keep what is new of how a protected customer is reached; `key` is of its row of customers or details."""
    if not contacts:
        return
    row = {
        "created": now,
        "updated": now,
        "customer_id": customer,
        "creditor_id": creditor,
        "address": hidden()["address"],
    }
    sets = ", ".join(f"{name} = excluded.{name}" for name in CONTACTS if name in contacts)
    await insert(
        tx,
        "protected_details",
        {**key, **row, **contacts},
        "on conflict (account_id, id) do update set updated = excluded.updated,"
        f" revision = protected_details.revision + 1, {sets}",
    )


_READ = """
select id, creditor_id, address, mobile_number, email, e_invoice_address from protected_details
where account_id = $1 and customer_id = $2 order by id
"""


async def read_apart(tx: Connection, account: str, customer: str) -> list[ProtectedDetailsRow]:
    """How a protected customer is reached, as all together and each creditor know it."""
    return await fetch_rows(tx, ProtectedDetailsRow, _READ, account, customer)


async def read_shown(connection: Connection, customer: str) -> dict[str, Any]:
    """How a protected customer is reached, as the interface shows it to named staff; nothing where it is not protected."""
    rows = await fetch_rows(
        connection,
        ProtectedDetailsRow,
        """select address, mobile_number, email, e_invoice_address from protected_details
           where customer_id = $1 and creditor_id is null""",
        customer,
    )
    found: dict[str, Any] = {}
    for row in rows:
        found = {name: row[name] for name in CONTACTS if row[name] is not None}  # type: ignore[literal-required]
        found["address"] = parsed(row["address"])
    return found


async def forget_apart(tx: Connection, account: str, customer: str) -> None:
    """Delete what was kept apart, when it is shown again."""
    await tx.execute("delete from protected_details where account_id = $1 and customer_id = $2", account, customer)
