"""Lay the tables out over the nodes of Citus, where a database has the extension: each as the first word of its comment says.

A `tenant` table is cut by account, all of them alike, so that what is one account's lies on one node. A `reference` table is
on every node. A `local` one stays on the node that is asked. What is laid out already is left alone, so it can be done again.
`migrate` does it last, where the schema or the nodes are others than the last time: every process migrates when it starts, and
is not to need all nodes for that. docs/scaling.md says how a cluster is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypedDict

from fordran.store.connections.database import Connection, connect
from fordran.store.connections.typed_rows import fetch_rows

_LONGEST_SECONDS = 24 * 3600.0

Tell = Callable[[str, int, int], None]
"""Called with the name of the data, the number done, and the total."""

SETTINGS = {
    # Our triggers act within the account of their row, and so on its own node.
    "citus.enable_unsafe_triggers": "on",
    # The first node carries out the effects of a row that is on every node, wherever they lie.
    "citus.allow_nested_distributed_execution": "on",
    # The actor is set with BEGIN, on every node that takes part.
    "citus.propagate_set_commands": "local",
    # Of what an act has to do on one node, the order is ours.
    "citus.multi_shard_modify_mode": "sequential",
}
"""Settings of the whole database, on every node."""


class NoCluster(Exception):
    """The database has no Citus."""


class _TableRow(TypedDict):
    name: str
    word: str
    is_laid_out: bool


class _PartRow(TypedDict):
    """A foreign key or a trigger of a table."""

    table: str
    name: str
    definition: str


async def has_citus(connection: Connection) -> bool:
    """Whether the database is one of Citus."""
    return bool(await connection.fetchval("select to_regclass('pg_catalog.pg_dist_partition') is not null"))


async def distribute(url: str, tell: Tell = lambda *_: None) -> list[str]:
    """Lay out every table that is not; their names. Raises `NoCluster` without the extension."""
    connection = await connect(url, statement_seconds=_LONGEST_SECONDS)
    try:
        if not await has_citus(connection):
            raise NoCluster("The database has no Citus: create the extension on every node, and add the nodes.")
        return await distribute_tables(connection, tell)
    finally:
        await connection.close(timeout=5)


_NOTE = "create table if not exists fordran_migrations.laid_out (hash text not null)"
_NODES = (
    "select coalesce(string_agg(nodename || ':' || nodeport, ' ' order by nodename, nodeport), '') from pg_dist_node"
)


async def distribute_if_changed(connection: Connection, schema_hash: str, tell: Tell = lambda *_: None) -> None:
    """Lay out what is not, unless that was done with this schema and these nodes."""
    nodes = await connection.fetchval(_NODES)
    laid_out = hashlib.sha256(f"{schema_hash} {nodes}".encode()).hexdigest()
    await connection.execute(_NOTE)
    is_done = await connection.fetchval("select hash from fordran_migrations.laid_out") == laid_out
    if is_done and not await _not_laid_out(connection):
        return
    await distribute_tables(connection, tell)
    async with connection.transaction():
        await connection.execute("delete from fordran_migrations.laid_out")
        await connection.execute("insert into fordran_migrations.laid_out (hash) values ($1)", laid_out)


async def distribute_tables(connection: Connection, tell: Tell = lambda *_: None) -> list[str]:
    """The same on a connection of one's own, whose database has the extension."""
    await _set_for_the_database(connection)
    await connection.execute("select fordran.keep_content_hashes(); select fordran.keep_audit()")
    # Before any row: what copies one to another node calls them there.
    await _send_functions(connection)
    waiting = await _not_laid_out(connection)
    async with connection.transaction():
        # Rows are copied unchanged: they were hashed and counted, and got their events, when they were written.
        triggers = await _triggers_of_rows(connection, [table["name"] for table in waiting])
        for trigger in triggers:
            await connection.execute(f"drop trigger {trigger['name']} on {trigger['table']}")
        # A table that another refers to can only be cut when the other is: so the references wait until all are.
        references = await _references(connection, [table["name"] for table in waiting])
        for row in references:
            await connection.execute(f"alter table {row['table']} drop constraint {row['name']}")
        for done, table in enumerate(in_order(waiting), 1):
            await connection.execute(_laying_out(table), timeout=_LONGEST_SECONDS)
            tell("tables", done, len(waiting))
        for done, row in enumerate(references, 1):
            await connection.execute(f"alter table {row['table']} add constraint {row['name']} {row['definition']}")
            tell("references", done, len(references))
        for done, trigger in enumerate(triggers, 1):
            await connection.execute(trigger["definition"])
            tell("triggers", done, len(triggers))
    return [table["name"] for table in in_order(waiting)]


async def _set_for_the_database(connection: Connection) -> None:
    name = await connection.fetchval("select current_database()")
    quoted = '"' + name.replace('"', '""') + '"'
    for setting, value in SETTINGS.items():
        await connection.execute(
            "select run_command_on_all_nodes($1)", f"alter database {quoted} set {setting} = '{value}'"
        )
        await connection.execute("select set_config($1, $2, false)", setting, value)


async def _not_laid_out(connection: Connection) -> list[_TableRow]:
    tables = await fetch_rows(
        connection,
        _TableRow,
        """select c.relname as name, split_part(coalesce(obj_description(c.oid, 'pg_class'), ''), ':', 1) as word,
                  exists (select 1 from pg_dist_partition d where d.logicalrelid = c.oid) as is_laid_out
           from pg_class c where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r' order by c.relname""",
    )
    return [table for table in tables if not table["is_laid_out"] and table["word"] != "local"]


async def _references(connection: Connection, tables: list[str]) -> list[_PartRow]:
    """The foreign keys of these tables."""
    return await fetch_rows(
        connection,
        _PartRow,
        """select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
           from pg_constraint where contype = 'f' and connamespace = 'fordran'::regnamespace
             and conrelid = any(array(select ('fordran.' || name)::regclass from unnest($1::text[]) name))
           order by 1, 2""",
        tables,
    )


async def _triggers_of_rows(connection: Connection, tables: list[str]) -> list[_PartRow]:
    """The triggers of those tables that have rows. Of the others, each shard gets them as it is made, which is faster."""
    with_rows = [name for name in tables if await connection.fetchval(f"select exists (select 1 from fordran.{name})")]
    # Names in a definition are whole where nothing is found by a short one.
    await connection.execute("set local search_path = pg_catalog")
    triggers = await fetch_rows(
        connection,
        _PartRow,
        """select tgrelid::regclass::text as "table", quote_ident(tgname) as name, pg_get_triggerdef(oid) as definition
           from pg_trigger where not tgisinternal
             and tgrelid = any(array(select ('fordran.' || name)::regclass from unnest($1::text[]) name))
           order by 1, 2""",
        with_rows,
    )
    await connection.execute("set local search_path = fordran")
    return triggers


def in_order(tables: list[_TableRow]) -> list[_TableRow]:
    """Those that are on every node first, and the accounts before what is theirs."""
    return sorted(tables, key=lambda table: (table["word"] != "reference", table["name"] != "accounts", table["name"]))


def _laying_out(table: _TableRow) -> str:
    name = f"fordran.{table['name']}"
    if table["word"] == "reference":
        return f"select create_reference_table('{name}')"
    assert table["word"] == "tenant", f"the comment of {name} does not say where it lies"
    if table["name"] == "accounts":
        return f"select create_distributed_table('{name}', 'id')"
    return f"select create_distributed_table('{name}', 'account_id', colocate_with => 'fordran.accounts')"


async def _send_functions(connection: Connection) -> None:
    """Have every node know the functions that our statements call."""
    rows = await connection.fetch(
        """select p.oid::regprocedure::text as name from pg_proc p
           where p.pronamespace = 'fordran'::regnamespace and p.prorettype <> 'trigger'::regtype
             and p.proname <> all($1::text[])
             and not exists (select 1 from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
           order by 1""",
        ["number_events", "keep_audit", "keep_content_hashes", "keep_ids", "keep_count", "audit_by_row",
         "audit_by_statement", "count_by_row", "fold_tallies", "tallied_rows"],
    )  # fmt: skip
    for row in rows:
        await connection.execute("select create_distributed_function($1::text::regprocedure)", row["name"])
