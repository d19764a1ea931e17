"""The schema: the file to read equals the migrations, the views show what is declared, the tables can be distributed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from fordran.resources import RESOURCES
from fordran.shape.fields import Field
from fordran.shape.resource import Resource
from fordran.store.closed_lists import CLOSED_LISTS, outdated_checks
from fordran.store.connections.database import Connection, Database, connect
from fordran.store.upkeep.migrate import migrate, migrations, schema, views
from tests.citus.nodes import catalogue_of_one_server
from tests.conftest import named

CATALOG = {
    "tables": """
        select relname, relkind::text, relpersistence::text, obj_description(oid, 'pg_class'), reloptions::text,
               pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid)
        from pg_class where relnamespace = 'fordran'::regnamespace and relkind in ('r', 'p', 'S', 'v', 'm')""",
    "columns": """
        select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
               a.attcollation::regcollation::text, a.attgenerated::text, a.attidentity::text, a.attoptions::text,
               col_description(c.oid, a.attnum)
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relnamespace = 'fordran'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped""",
    "constraints": """
        select conrelid::regclass::text, contypid::regtype::text, conname, pg_get_constraintdef(oid), convalidated
        from pg_constraint where connamespace = 'fordran'::regnamespace""",
    "indexes": "select tablename, indexdef from pg_indexes where schemaname = 'fordran'",
    "functions": """
        select proname, pg_get_function_identity_arguments(oid), pg_get_functiondef(oid), obj_description(oid, 'pg_proc')
        from pg_proc where pronamespace = 'fordran'::regnamespace""",
    "types": """
        select typname, typtype::text, format_type(typbasetype, typtypmod), typcollation::regcollation::text,
               array(select enumlabel::text from pg_enum where enumtypid = t.oid order by enumsortorder)
        from pg_type t where typnamespace = 'fordran'::regnamespace and typtype in ('d', 'e')""",
    "sequences": "select * from pg_sequences where schemaname = 'fordran'",
    "triggers": """
        select tgrelid::regclass::text, pg_get_triggerdef(oid), tgenabled::text from pg_trigger
        where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'fordran'::regnamespace)""",
    "policies": "select tablename, policyname, qual from pg_policies where schemaname = 'fordran'",
}


async def catalog(url: str) -> dict[str, set[tuple[Any, ...]]]:
    connection = await asyncpg.connect(url, server_settings={"search_path": "fordran"})
    try:
        return {
            name: {tuple(map(str, row)) for row in await connection.fetch(query)} for name, query in CATALOG.items()
        }
    finally:
        await connection.close()


@pytest.fixture(scope="module")
async def built(server: str, template: str) -> AsyncIterator[dict[str, str]]:
    """Two databases: one by the migrations, one by the file to read. The template comes first, which needs the server alone."""
    urls = {name: named(server, f"schema_{name}") for name in ("migrated", "read")}
    own = await asyncpg.connect(server)
    for name in urls:
        await own.execute(f"create database schema_{name}")
    await migrate(urls["migrated"])
    connection = await connect(urls["read"])
    async with connection.transaction():
        await connection.execute(schema())
        await connection.execute(";".join(await outdated_checks(connection)))
        await connection.execute(views())
    await connection.close()
    yield urls
    for name in urls:
        await own.execute(f"drop database schema_{name} with (force)")
    await own.close()


@pytest.mark.parametrize("part", CATALOG)
async def test_the_file_to_read_equals_the_migrations(built: dict[str, str], part: str) -> None:
    migrated, read = [(await catalog(built[name]))[part] for name in ("migrated", "read")]
    assert migrated - read == set(), "the migrations make what schema.sql does not have"
    assert read - migrated == set(), "schema.sql has what the migrations do not make"


async def test_migrating_again_does_nothing(built: dict[str, str]) -> None:
    assert await migrate(built["migrated"]) == []


async def test_a_migration_gives_no_value_to_rows_that_are_there(built: dict[str, str]) -> None:
    """The hash of a row's content stays as it was: PostgreSQL shows the default of a new column in every old row."""
    connection = await asyncpg.connect(built["migrated"])
    found = await connection.fetch(
        """select attrelid::regclass::text, attname, attmissingval::text from pg_attribute a join pg_class c on c.oid = attrelid
           where c.relnamespace = 'fordran'::regnamespace and atthasmissing"""
    )
    await connection.close()
    assert [tuple(row) for row in found] == []


async def test_people_who_have_signed_in_by_themselves_have_a_confirmed_address_after_the_upgrade(server: str) -> None:
    own = await asyncpg.connect(server)
    await own.execute("create database schema_upgraded")
    url = named(server, "schema_upgraded")
    try:
        first, text = next(iter(migrations().items()))
        assert first == "0001_baseline.sql"
        connection = await connect(url, search_path="fordran")
        await connection.execute(text)
        for number, (let_in_by, has_session) in enumerate([(None, True), (["somebody"], True), (None, False)]):
            await connection.execute(
                """insert into users (id, created, updated, name, email_oauth)
                   values (lpad($1, 24, '0'), now(), now(), 'Anna', ' A' || $1 || '@Example.com')""",
                str(number),
            )
            if has_session:
                await connection.execute(
                    """insert into sessions (id, token_hash, user_id, created, last_seen, expires, way, let_in_by)
                       values (lpad($1, 24, '0'), $1::bytea, lpad($1, 24, '0'), now(), now(), now(), 'link', $2)""",
                    str(number),
                    let_in_by,
                )
        for name, later in migrations().items():
            if name != first and "outside a transaction" not in later:
                await connection.execute(f"begin; {later}; commit")
        found = await connection.fetch("select confirmed_email from users order by id")
        await connection.close()
    finally:
        await own.execute("drop database schema_upgraded with (force)")
        await own.close()
    assert [row["confirmed_email"] for row in found] == ["a0@example.com", None, None]


def test_migrations_are_numbered_in_order() -> None:
    numbers = [int(name.split("_")[0]) for name in migrations()]
    assert numbers == sorted(set(numbers))
    assert all(re.fullmatch(r"\d{4}_[a-z_]+\.sql", name) for name in migrations())


# Views ----------------------------------------------------------------------------------------------------------------------

OWN = {
    "partner": {"own_partner"},
    "account": {"own_partner", "own_account"},
    "creditor": {"own_account", "own_creditor"},
    "creditor_or_operator": {"own_account", "own_creditor"},
    "creditor_or_partner": {"own_account", "own_creditor", "own_partner"},
    "customer": {"own_account"},
    "user": {"own_partner", "own_account", "own_creditors"},
    "user_alone": {"own_user"},
    "access_group": {"own_partner", "own_account", "own_creditor"},
}
"""Owner → the hidden columns by which its documents are scoped."""


async def view_columns(connection: Connection, resource: Resource) -> dict[str, str]:
    """Column → its type, where a domain counts as what it is made of."""
    rows = await connection.fetch(
        """select a.attname, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null)
           from pg_attribute a join pg_type t on t.oid = a.atttypid
           where a.attrelid = $1::text::regclass and a.attnum > 0""",
        resource.view,
    )
    return dict(rows)


def sql_types(field: Field) -> set[str]:
    """The types that a column of the field may have."""
    if field.is_array or field.kind is None:
        return {"jsonb"}
    return {"timestamptz": {"timestamp with time zone"}, "bigint": {"bigint", "integer"}}.get(
        field.kind.sql, {field.kind.sql}
    )


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=RESOURCES)
async def test_a_view_has_the_declared_fields_and_what_scopes_them(database: Database, resource: Resource) -> None:
    async with database.connection() as connection:
        columns = await view_columns(connection, resource)
    hidden = {name for name in columns if name.startswith("own_")} - resource.fields.keys()
    assert columns.keys() - hidden == resource.columns.keys()
    assert OWN.get(resource.owner, set()) <= hidden
    wrong = {name: columns[name] for name, field in resource.columns.items() if columns[name] not in sql_types(field)}
    assert wrong == {}


async def test_there_is_no_view_without_a_resource(database: Database) -> None:
    async with database.connection() as connection:
        rows = await connection.fetch(
            "select 'fordran_api.' || viewname from pg_views where schemaname = 'fordran_api'"
        )
    of_creditors = f"{RESOURCES['customers'].view}_of_creditors"
    assert {row[0] for row in rows} == {resource.view for resource in RESOURCES.values()} | {of_creditors}


async def test_customers_have_the_same_columns_whoever_has_told_of_them(database: Database) -> None:
    async with database.connection() as connection:
        joined, own = [
            await connection.fetch(
                "select attname, atttypid::regtype::text from pg_attribute where attrelid = $1::text::regclass and attnum > 0",
                view,
            )
            for view in (RESOURCES["customers"].view, f"{RESOURCES['customers'].view}_of_creditors")
        ]
    assert {tuple(row) for row in own} - {tuple(row) for row in joined} == {("own_creditor", "id")}
    assert {tuple(row) for row in joined} <= {tuple(row) for row in own}


# Tables ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
async def comments(database: Database) -> dict[str, str]:
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select relname, coalesce(obj_description(oid, 'pg_class'), '') from pg_class
               where relnamespace = 'fordran'::regnamespace and relkind in ('r', 'p') and not relispartition"""
        )
    return dict(rows)


async def keys(database: Database, kind: str) -> list[tuple[str, str, list[str], str]]:
    """Table, name, columns and the table referred to, of every constraint of a kind."""
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select conrelid::regclass::text, conname,
                      array(select attname::text from unnest(conkey) with ordinality k (n, at)
                            join pg_attribute on attrelid = conrelid and attnum = n order by at),
                      coalesce(nullif(confrelid, 0)::regclass::text, '')
               from pg_constraint where connamespace = 'fordran'::regnamespace and contype = $1::text::"char" """,
            kind,
        )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


@catalogue_of_one_server
def test_every_table_says_where_it_lies(comments: dict[str, str]) -> None:
    assert len(comments) > 10
    silent = {table for table, comment in comments.items() if not re.match(r"(tenant|reference|local): \w", comment)}
    assert silent == set(), "its comment begins with tenant (by account_id), reference (on every node) or local"


async def test_nothing_that_is_replicated_or_local_refers_to_a_tenants_table(
    database: Database, comments: dict[str, str]
) -> None:
    """Citus takes no such foreign key; `fordran verify` looks instead."""
    own = tenants(comments)
    wrong = [name for table, name, _, referred in await keys(database, "f") if table not in own and referred in own]
    assert wrong == []


async def test_nothing_of_a_tenant_refers_to_a_local_table(database: Database, comments: dict[str, str]) -> None:
    own = tenants(comments)
    local = {table for table, comment in comments.items() if comment.startswith("local")}
    wrong = [name for table, name, _, referred in await keys(database, "f") if table in own and referred in local]
    assert wrong == []


async def test_ids_and_words_have_no_check_and_every_id_is_checked_by_its_table(database: Database) -> None:
    """Citus cannot see the constant of a comparison through a domain's check, and finds nothing."""
    async with database.connection() as connection:
        assert not await connection.fetchval(
            "select count(*) from pg_constraint where contypid in ('fordran.id'::regtype, 'fordran.words'::regtype)"
        )
        unchecked = await connection.fetch(
            """select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
               where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r' and a.atttypid = 'fordran.id'::regtype
                 and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.convalidated
                                 and k.conname = c.relname || '_ids_have_24_hex_digits' and a.attnum = any(k.conkey))"""
        )
        assert unchecked == []
        with pytest.raises(asyncpg.CheckViolationError, match="files_to_remove_ids_have_24_hex_digits"):
            await connection.execute("insert into files_to_remove (id, kind, created) values ('no id', 'media', now())")


def tenants(comments: dict[str, str]) -> set[str]:
    return {table for table, comment in comments.items() if comment.startswith("tenant")}


async def test_every_tenant_table_has_the_primary_key_by_which_it_is_distributed(
    database: Database, comments: dict[str, str]
) -> None:
    primary = {table: columns for table, _, columns, _ in await keys(database, "p")}
    assert primary["accounts"] == ["id"]
    wrong = {
        table: primary.get(table)
        for table in tenants(comments) - {"accounts"}
        if (primary.get(table) or [""])[0] != "account_id"
    }
    assert wrong == {}
    with_id = {table: primary[table] for table in tenants(comments) - {"accounts"} if "id" in primary[table]}
    assert {table: key for table, key in with_id.items() if key != ["account_id", "id"]} == {}


async def test_unique_and_foreign_keys_of_tenants_carry_the_account(
    database: Database, comments: dict[str, str]
) -> None:
    own = tenants(comments) - {"accounts"}
    for table, name, columns, _ in await keys(database, "u"):
        assert table not in own or "account_id" in columns, name
    for table, name, columns, referred in await keys(database, "f"):
        if table in own and referred in tenants(comments):
            assert "account_id" in columns, name
    async with database.connection() as connection:
        unique = await connection.fetch(
            "select tablename, indexname, indexdef from pg_indexes where schemaname = 'fordran' and indexdef like '%UNIQUE%'"
        )
    for table, name, definition in unique:
        assert table not in own or "account_id" in definition, name


async def test_columns_keep_to_the_types_that_are_safe(database: Database) -> None:
    """Moments with their zone, texts compared by code point, and nothing that rounds."""
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select c.relname, a.attname, format_type(a.atttypid, null) as type, a.attcollation::regcollation::text as collation
               from pg_attribute a join pg_class c on c.oid = a.attrelid
               where c.relnamespace = 'fordran'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
                 and not a.attisdropped"""
        )
    refused = {
        "timestamp without time zone",
        "real",
        "double precision",
        "money",
        "json",
        "character varying",
        "character",
    }
    assert [tuple(row) for row in rows if row["type"] in refused] == []
    amounts = [row for row in rows if re.search(r"(^|_)(amount|capital|ore)$", row["attname"])]
    assert [tuple(row) for row in amounts if row["type"] not in ("bigint",)] == []
    searched = [row for row in rows if row["type"].removeprefix("fordran.") in ("words", "id", *CLOSED_LISTS)]
    assert len(searched) > 30
    assert {row["collation"] for row in searched} == {'"C"'}


_GOOD = "0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("ids", "are"),
    [
        ([_GOOD], True),
        ([_GOOD, None, _GOOD], True),
        ([None], True),
        ([_GOOD[:-1]], False),
        ([_GOOD + "0"], False),
        # The lengths of all together are right.
        ([_GOOD[:-1], _GOOD + "0"], False),
        ([_GOOD.upper()], False),
        ([_GOOD, "g" + _GOOD[1:]], False),
        ([_GOOD[:-1] + "\n"], False),
        ([""], False),
    ],
)
async def test_ids_are_twenty_four_hex_digits_each(database: Database, ids: list[str | None], are: bool) -> None:
    async with database.connection() as connection:
        assert await connection.fetchval("select are_ids(variadic $1::text[])", ids) is are


@pytest.mark.parametrize(("amounts", "total"), [([], 0), ([5, -5], 0), ([2**63 - 1, 1], 2**63), ([7, None, 1], 8)])
async def test_amounts_are_summed_beyond_what_one_holds(
    database: Database, amounts: list[int | None], total: int
) -> None:
    async with database.connection() as connection:
        assert await connection.fetchval("select sum_of($1::bigint[])", amounts) == total
