"""The types of rows are those of the schema: the generated module is up to date, and the generator reads the schema rightly."""

from __future__ import annotations

from fordran.store.closed_lists import CLOSED_LISTS
from fordran.store.connections.database import Database
from fordran.store.upkeep.migrate import schema
from tests.citus.nodes import catalogue_of_one_server
from tools import rows as generate

_COLUMNS = """
select c.relname, a.attname, format_type(a.atttypid, null), not a.attnotnull, d.oid is not null
from pg_attribute a join pg_class c on c.oid = a.attrelid
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
and a.attname <> 'content_hash'
"""
_SHORT = {"timestamp with time zone": "timestamptz"}


def test_the_rows_are_made_from_the_schema_as_it_is() -> None:
    assert generate.generated(schema()) == generate.TARGET.read_text(encoding="utf-8"), "make rows"


@catalogue_of_one_server
async def test_the_generator_finds_the_columns_that_the_database_has(database: Database) -> None:
    async with database.connection() as connection:
        rows = await connection.fetch(_COLUMNS)
    made = {
        (table.name, column.name, column.type, column.is_nullable, column.has_default)
        for table in generate.tables(schema())
        for column in table.columns
    }
    assert made == {(*row[:2], _SHORT.get(row[2], row[2]), *row[3:]) for row in rows}


def test_every_closed_list_is_found_with_its_module() -> None:
    assert generate.closed_lists().keys() == CLOSED_LISTS.keys()
