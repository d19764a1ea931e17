"""Whether rows hold what the service wrote: each against the hash that it keeps of itself, see the end of schema.sql.

Tables are read a stretch of blocks at a time, so that neither memory nor the time of a statement grows with them. The shards
of a cluster are read whole, all at once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from fordran.shape.resource import OF_CREDITOR, Resource
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import NO_ACCOUNT

BLOCKS_AT_A_TIME = 512
_LONGEST_SECONDS = 24 * 3600.0


@dataclass(frozen=True)
class ChangedRow:
    """A row that is not as the service wrote it; `kept` is None where the service did not write it at all."""

    key: str
    kept: str | None
    found: str


@dataclass(frozen=True)
class HashedTable:
    """A table whose rows keep hashes of themselves."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    blocks: int


class _TableRow(TypedDict):
    name: str
    columns: list[str]
    key: list[str]
    blocks: int


async def hashed_tables(tx: Connection) -> list[HashedTable]:
    """Every table whose rows keep hashes, with its columns in their order."""
    rows = await fetch_rows(
        tx,
        _TableRow,
        """select c.relname as name,
                  array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
                        and not a.attisdropped order by a.attnum) as columns,
                  array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid
                        and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key,
                  pg_relation_size(c.oid) / current_setting('block_size')::integer as blocks
           from pg_class c
           where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r'
             and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'content_hash')
           order by c.relname""",
    )
    return [
        HashedTable(row["name"], tuple(row["columns"]), _shown_key(row["columns"], row["key"]), row["blocks"])
        for row in rows
    ]


def _shown_key(columns: list[str], key: list[str]) -> tuple[str, ...]:
    """The name of a row: its id, which is unique by itself, else its whole key, else its position."""
    return ("id",) if "id" in columns else tuple(key) or ("ctid",)


_MOMENTS = ("updated", "created", "at", "done")
"""Columns that say when a row was last written. A table without any is looked at whole: such tables stay small."""


async def changed_rows(
    tx: Connection, table: HashedTable, tell: Callable[[str, int, int], None], since: datetime | None = None
) -> AsyncIterator[ChangedRow]:
    """The rows of a table, written since then, that are not as the service wrote them; `tell` gets the blocks read so far."""
    content = ", ".join("null" if name == "content_hash" else f'"{name}"' for name in table.columns)
    found = f"content_hash(row({content})::text)"
    key = ", ".join(f'"{name}"' for name in table.key)
    moment = next((name for name in _MOMENTS if name in table.columns), None)
    # The moment is ours and part of the text: a cluster's statement has no other values.
    written = f""""{moment}" >= '{since.isoformat()}'::timestamptz""" if since and moment else "true"
    statement = f"""
        select concat_ws('/', {key}) as key, encode(content_hash, 'hex') as kept, encode({found}, 'hex') as found
        from "{table.name}" where {written} and content_hash is distinct from {found}
    """
    if is_on_a_cluster(tx):
        # The asked table is an empty shell, whose shards know their own blocks: each node reads its own from end to end.
        for row in await tx.fetch(statement, timeout=_LONGEST_SECONDS):
            yield ChangedRow(row["key"], row["kept"], row["found"])
        tell(table.name, 1, 1)
        return
    statement += " and ctid >= $1::text::tid and ctid < $2::text::tid"
    for first in range(0, table.blocks, BLOCKS_AT_A_TIME):
        for row in await tx.fetch(statement, f"({first},0)", f"({first + BLOCKS_AT_A_TIME},0)"):
            yield ChangedRow(row["key"], row["kept"], row["found"])
        tell(table.name, min(first + BLOCKS_AT_A_TIME, table.blocks), table.blocks)


async def count_rows(tx: Connection, table: HashedTable) -> int:
    """How many rows a table has."""
    count: int = await tx.fetchval(f'select count(*) from "{table.name}"')
    return count


class DocumentCount(TypedDict):
    """So many documents, and whose they are."""

    partner_id: str | None
    account_id: str | None
    creditor_id: str | None
    documents: int


async def count_documents(tx: Connection, resource: Resource) -> list[DocumentCount]:
    """How many documents there are: by partner, account and, where they have one, creditor. The operator's own are nobody's."""
    creditor = "d.own_creditor" if resource.owner in OF_CREDITOR else "null"
    account = "d.own_account"
    if resource.owner == "creditor_or_operator":
        account = "(case when d.own_creditor is not null then d.own_account end)"
    partner = "a.partner_id"
    if resource.owner == "creditor_or_partner":
        partner, account = "coalesce(d.own_partner, a.partner_id)", f"nullif(d.own_account, '{NO_ACCOUNT}')"
    return await fetch_rows(
        tx,
        DocumentCount,
        f"""select {partner} as partner_id, {account} as account_id, {creditor} as creditor_id, count(*) as documents
            from {resource.view} d left join accounts a on a.id = {account} group by 1, 2, 3""",
    )
