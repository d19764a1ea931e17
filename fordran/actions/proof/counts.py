"""Verify numbers: as many documents and rows as were tallied, and everyone with what they must have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable

from fordran.actions.proof.differences import Discrepancy
from fordran.resources import RESOURCES
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM, tally_scope
from fordran.store.upkeep.contents import count_documents, count_rows, hashed_tables

Tell = Callable[[str, int, int], None]
"""Called with the name of the data being verified, the number done, and the total."""

_OWNERS = (
    (
        "accounts",
        "creditors",
        "one at least",
        """select a.id, 'none' as found from accounts a
           where not exists (select 1 from creditors c where c.account_id = a.id)""",
    ),
    (
        "accounts",
        "access groups",
        "account_admin",
        """select a.id, 'none' as found from accounts a where not exists (
               select 1 from access_groups g where g.account_id = a.id and g.creditor_id is null and g.type = 'account_admin')""",
    ),
    (
        "creditors",
        "access groups",
        "admin, api_user, user",
        """select c.id, string_agg(g.type, ', ' order by g.type) as found from creditors c
           left join access_groups g on g.account_id = c.account_id and g.creditor_id = c.id
           group by c.id having string_agg(g.type, ', ' order by g.type) is distinct from 'admin, api_user, user'""",
    ),
    (
        "partners",
        "access groups",
        "partner",
        """select p.id, 'none' as found from partners p where not exists (
               select 1 from access_groups g where g.partner_id = p.id and g.type = 'partner')""",
    ),
    (
        "installation",
        "access groups",
        "operator",
        """select '' as id, 'none' as found where not exists (select 1 from access_groups g where g.type = 'operator')""",
    ),
    # Tables on every node, or on the first alone, refer to tenants without a foreign key.
    (
        "access_groups",
        "account",
        "one that is there",
        """select g.id, g.account_id as found from access_groups g left join accounts a on a.id = g.account_id
           where g.account_id is not null and a.id is null""",
    ),
    (
        "access_groups",
        "creditor",
        "one that is there",
        """select g.id, g.creditor_id as found from access_groups g
           left join creditors c on c.account_id = g.account_id and c.id = g.creditor_id
           where g.creditor_id is not null and c.id is null""",
    ),
    (
        "file_imports",
        "account",
        "one that is there",
        """select f.id, f.account_id as found from file_imports f left join accounts a on a.id = f.account_id
           where f.account_id is not null and a.id is null""",
    ),
    (
        "tally_changes",
        "account",
        "one that is there",
        """select t.resource as id, t.account_id as found from tally_changes t left join accounts a on a.id = t.account_id
           where t.resource like 'rows of %' and t.account_id <> repeat('0', 24) and a.id is null""",
    ),
    (
        "webhooks",
        "account or partner",
        "one that is there",
        """select w.id, coalesce(w.partner_id::text, w.account_id) as found from webhooks w
           left join accounts a on a.id = w.account_id left join partners p on p.id = w.partner_id
           where a.id is null and p.id is null""",
    ),
    (
        "accounts",
        "partner",
        "one that is there",
        """select a.id, a.partner_id as found from accounts a left join partners p on p.id = a.partner_id
           where a.partner_id is not null and p.id is null""",
    ),
    (
        "creditors",
        "account",
        "one that is there",
        """select c.id, c.account_id as found from creditors c left join accounts a on a.id = c.account_id
           where a.id is null""",
    ),
    (
        "customers",
        "account",
        "one that is there",
        """select c.id, c.account_id as found from customers c left join accounts a on a.id = c.account_id
           where a.id is null""",
    ),
    (
        "users",
        "account or partner",
        "one that is there",
        """select u.id, concat(u.account_id, u.partner_id) as found from users u
           left join accounts a on a.id = u.account_id left join partners p on p.id = u.partner_id
           where (u.account_id is not null and a.id is null) or (u.partner_id is not null and p.id is null)""",
    ),
    (
        "user_groups",
        "user and access group",
        "ones that are there",
        """select m.user_id || '/' || m.access_group_id as id, 'not both' as found from user_groups m
           left join users u on u.id = m.user_id left join access_groups g on g.id = m.access_group_id
           where u.id is null or g.id is null""",
    ),
    ("installation", "rows", "1", "select '' as id, count(*) as found from installation having count(*) <> 1"),
)
"""A check: table, property of its rows, expected value, and the rows that differ."""


async def check_owners(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Every account has a creditor, everyone has their access groups, and what is named is there."""
    for done, (table, what, expected, statement) in enumerate(_OWNERS, 1):
        for row in await tx.fetch(statement):
            yield Discrepancy(table, row["id"], what, expected, row["found"])
        tell("owners", done, len(_OWNERS))


async def check_tallies(tx: Connection, tell: Tell, only: str | None = None) -> AsyncIterator[Discrepancy]:
    """There are as many documents and rows as were tallied. Where not, the rows may be wrong or the tallies: both are named.

    With `only`, one resource is counted, or the rows of one table.
    """
    tallied = {key: documents for key, documents in (await _tallied(tx)).items() if only in (None, key[0])}
    tables: dict[str, str] = {}
    counted: dict[tuple[str, str], int] = defaultdict(int)
    for resource in RESOURCES.values():
        if tally_scope(resource, SYSTEM) is None or only not in (None, resource.name):
            continue
        tables[resource.name] = resource.view.partition(".")[2]
        for row in await count_documents(tx, resource):
            for scope in ("all", row["partner_id"], row["account_id"], row["creditor_id"]):
                if scope:
                    counted[resource.name, scope] += row["documents"]
    with_count = await _counted_tables(tx)
    for table in await hashed_tables(tx):
        name = f"rows of {table.name}"
        if table.name in with_count and only in (None, name):
            tables[name] = table.name
            counted[name, "all"] = await count_rows(tx, table)
    is_folded = not await tx.fetchval("select exists (select 1 from tally_changes)")
    keys = sorted(tallied.keys() | counted.keys())
    for done, key in enumerate(keys, 1):
        name, scope = key
        expected, there = tallied.get(key, 0), counted[key]
        if expected != there:
            if name in tables:
                yield Discrepancy(tables[name], scope, "number of rows", expected, there)
            for table_name in ("tallies",) if is_folded else ("tallies", "tally_changes"):
                yield Discrepancy(table_name, f"{name}/{scope}", "documents", there, expected)
        tell("tallies", done, len(keys))


async def _counted_tables(tx: Connection) -> set[str]:
    """The tables whose rows are tallied by a trigger, also where the tally itself is lost; the audit log counts by itself."""
    rows = await tx.fetch(
        """select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
           where t.tgname = c.relname || '_note_insert'"""
    )
    return {row["name"] for row in rows} | {"audit_log"}


async def _tallied(tx: Connection) -> dict[tuple[str, str], int]:
    """How many documents or rows there should be, by resource and scope."""
    rows = await tx.fetch(
        """select resource, scope, sum(documents)::bigint as documents from (
               select resource, scope, documents from tallies
               union all
               select resource, scope, documents
               from tally_changes, unnest(array['all', partner_id, creditor_id,
                   case when resource not like 'rows of %' then nullif(account_id, repeat('0', 24)) end]) scope
               where scope is not null
           ) every group by resource, scope"""
    )
    return {(row["resource"], row["scope"]): row["documents"] for row in rows}
