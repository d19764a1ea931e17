"""Customers of registrations: matched within the account, or made; a match is updated with what is new.

All creditors of an account share a customer. The details that a creditor registered are its own (`customer_details.py`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from fordran.actions.registrations.customer_data import CustomerData
from fordran.actions.registrations.customer_details import changed_fields, details_of, new_details, save
from fordran.actions.registrations.customer_rows import DETAILS_JOIN, KNOWN, FoundCustomer, KnownCustomer
from fordran.actions.violations import refusing
from fordran.resources.customers import CUSTOMERS
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import CUSTOMER_DETAILS_TABLE, CUSTOMERS_TABLE, NewCustomer
from fordran.store.rows.tables import NewRow
from fordran.store.rows.tally_rows import tally_row

_BY_ID_NUMBER = """
select 1 as place, c.* from customers c
where c.account_id = a.id and c.id_number_compact = $3 and c.id_number_compact <> ''
"""
_BY_CUSTOMER_NUMBER = """
select 2 as place, c.* from customer_details m
join customers c on c.account_id = m.account_id and c.id = m.customer_id
where m.account_id = a.id and m.creditor_id = d.id and m.customer_number = {number}
"""
_BY_EITHER = f"""
select * from ({_BY_ID_NUMBER} union all {_BY_CUSTOMER_NUMBER.format(number="$4")} and c.id_number_compact = '') matches
"""
_MATCH = "left join lateral ({matches} order by place, id limit 1) c on true"
_JOINS = {
    # Nobody has such an id. A cluster does not take `false`, since it could not find the table's shard then.
    (False, False): "left join customers c on c.account_id = a.id and c.id = ''",
    (True, False): _MATCH.format(matches=_BY_ID_NUMBER),
    (False, True): _MATCH.format(matches=_BY_CUSTOMER_NUMBER.format(number="$3")),
    (True, True): _MATCH.format(matches=_BY_EITHER),
}
"""By whether the customer has a number of its own, and whether the creditor has one for it."""


def match(data: CustomerData) -> tuple[str, list[str]]:
    """Joins the customer that a registration names, as `c`: by its number, else by the creditor's number for it; and
    the creditor's earlier details of it, as `s`.

    Comes with its values, which are a statement's third and fourth; the account is `a`, the creditor `d`. The join has
    no condition on values that were not given. A condition on whether they were given needs a new plan each time, which takes
    ten times as long as using a kept one.
    """
    values = [number for number in (data.compact, data.customer_number) if number]
    return f"{_JOINS[bool(data.compact), bool(data.customer_number)]} {DETAILS_JOIN}", values


async def match_or_make(
    tx: Connection,
    account: str,
    partner: str | None,
    creditor: str,
    data: CustomerData,
    found: FoundCustomer | None,
    now: datetime,
) -> tuple[str, list[NewRow]]:
    """The customer's id: of the one found (its row, or None), after updating it, else of a new one, and that one's rows."""
    if found is None and data.customer_number and not data.compact:
        found = await _match_alone(tx, account, creditor, data)
    if found is not None:
        await _learn(tx, account, found, data, now)
        return found["id"], await save(tx, account, creditor, found, data, now)
    made = new_customer(account, new_id(), data, now)
    tally = tally_row(CUSTOMERS.name, partner=partner, account=account, creditor=None)
    details = new_details(account, made["id"], creditor, data, now)
    return made["id"], [CUSTOMERS_TABLE.row(made), CUSTOMER_DETAILS_TABLE.row(details), tally]


async def _match_alone(tx: Connection, account: str, creditor: str, data: CustomerData) -> FoundCustomer | None:
    """The customer that only the creditor has a number for: by now perhaps there, while nobody else makes it."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended($1, 1))", f"{account} {creditor} {data.customer_number}"
    )
    join, values = match(data)
    alone = f"select {KNOWN} from (select $1::text as id) a, (select $2::text as id) d {join} where c.id is not null"
    # On a cluster all parts of it are one node's then, and see the same rows.
    return await fetch_row(tx, FoundCustomer, everywhere(tx, alone, 1), account, creditor, *values)


async def _learn(tx: Connection, account: str, found: KnownCustomer, data: CustomerData, now: datetime) -> None:
    """Keep what is new of a customer."""
    changes = changed_fields(found, data)
    key = {"account_id": account, "id": found["id"]}
    if "id_number_compact" in changes:
        # It was known by the creditor's number, and gets one of its own, unless somebody else has that meanwhile.
        with refusing():
            async with savepoint(tx):
                await change(tx, "customers", key, changes, now)
    elif changes:
        await change(tx, "customers", key, changes, now)


def new_customer(account: str, id_: str, data: CustomerData, now: datetime) -> NewCustomer:
    """The row of a new customer."""
    own: dict[str, Any] = {"account_id": account, "id": id_, "created": now, "updated": now, "revision": 1}
    return cast("NewCustomer", own | details_of(data) | {"id_number_compact": data.compact})
