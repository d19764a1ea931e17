"""The tables as they are in the database: what is needed of them to tell whether a rule about them can be carried out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


@dataclass(frozen=True)
class TableColumn:
    """A column's type, of a domain its own name, and whether it may be without a value."""

    type: str
    is_nullable: bool


@dataclass
class TableShape:
    """A table: its columns by name, whether its rows can be changed, and which tables' rows need its rows."""

    is_append_only: bool
    columns: dict[str, TableColumn] = field(default_factory=dict)
    needed_by: list[str] = field(default_factory=list)


class _ColumnRow(TypedDict):
    table: str
    name: str
    type: str
    is_nullable: bool
    is_append_only: bool


_COLUMNS = """
select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable,
       exists (select 1 from pg_trigger t join pg_proc f on f.oid = t.tgfoid
               where t.tgrelid = c.oid and f.proname in ('refuse_change', 'keep_audit_log')
               and t.tgtype & 27 = 27) as is_append_only  -- before update or delete, for each row
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'fordran'::regnamespace and c.relkind in ('r', 'p') order by c.relname, a.attnum
"""
_NEEDED = """
select t.relname as table, o.relname as needed_by
from pg_constraint k join pg_class t on t.oid = k.confrelid join pg_class o on o.oid = k.conrelid
where k.contype = 'f' and k.confdeltype in ('a', 'r') and t.relnamespace = 'fordran'::regnamespace order by 1, 2
"""


async def table_shapes(tx: Connection) -> dict[str, TableShape]:
    """Every table of the service by its name."""
    tables: dict[str, TableShape] = {}
    for row in await fetch_rows(tx, _ColumnRow, _COLUMNS):
        table = tables.setdefault(row["table"], TableShape(row["is_append_only"]))
        table.columns[row["name"]] = TableColumn(row["type"], row["is_nullable"])
    needed = defaultdict(set)
    for needing in await tx.fetch(_NEEDED):
        needed[needing["table"]].add(needing["needed_by"])
    for name, by in needed.items():
        tables[name].needed_by = sorted(by)
    return tables
