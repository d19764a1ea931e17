"""No table and no column that can tell of a person is forgotten, by the schema itself."""

from __future__ import annotations

import re
from datetime import date

import pytest

from fordran.store.closed_lists import CLOSED_LISTS
from fordran.store.connections.database import Database
from fordran.store.retention import not_erased, nothing_personal, rules
from fordran.store.rows.erased_rows import WRITTEN
from fordran.store.rows.personal_rows import NOTHING, personal_tables, spellings

TELLS = ("words", "text", "jsonb", "words[]", "date", "boolean", "bytea", *CLOSED_LISTS)
"""Types of columns that can tell of a person."""


async def columns_of(database: Database) -> dict[str, dict[str, str]]:
    """Table → column → type."""
    async with database.connection() as connection:
        rows = await connection.fetch(
            """select c.relname, a.attname, format_type(a.atttypid, null) as type
               from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               where c.relnamespace = 'fordran'::regnamespace and c.relkind in ('r', 'p')"""
        )
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        found.setdefault(row["relname"], {})[row["attname"]] = row["type"]
    return found


async def test_every_table_is_searched_for_a_person_or_said_to_hold_nothing_personal(database: Database) -> None:
    async with database.transaction() as tx:
        searched = set(await personal_tables(tx))
    tables = set(await columns_of(database))
    assert tables - searched - set(nothing_personal()) == set(), (
        "say with its noun or in store/retention.py what becomes of it, or why nothing"
    )
    assert set(nothing_personal()) - tables == set(), "is not there"
    assert searched & set(nothing_personal()) == set()


async def test_a_new_table_that_names_a_customer_or_a_case_is_searched_without_being_told_of(
    database: Database,
) -> None:
    async with database.connection() as connection, connection.transaction():
        await connection.execute("create table notes (account_id id, id id, case_id id, note words)")
        await connection.execute("create table moods (account_id id, id id, customer_id id, mood words)")
        found = await personal_tables(connection)
        assert "case_id = any" in found["notes"].condition
        assert "customer_id = any" in found["moods"].condition
        await connection.execute("drop table notes; drop table moods")


async def test_every_column_that_can_tell_of_a_person_has_a_rule(database: Database) -> None:
    columns = await columns_of(database)
    async with database.transaction() as tx:
        searched = set(await personal_tables(tx)) - set(not_erased())
    deleted = {rule.table for rule in rules() if rule.becomes in ("row deleted", "file and row deleted")}
    assert {rule.table for rule in rules()} == searched
    for table in searched - deleted:
        telling = {name for name, type_ in columns[table].items() if type_ in TELLS} - {"erasure", "content_hash"}
        ruled = {column for rule in rules() if rule.table == table for column in rule.columns}
        assert telling - ruled == set(), table
        assert ruled - set(columns[table]) == set(), table


TODAY = date(2026, 11, 15)


async def test_documents_that_are_written_over_get_a_new_revision(database: Database) -> None:
    async with database.transaction() as tx:
        tables = await personal_tables(tx)
    written = {rule.table for rule in rules() if rule.becomes in WRITTEN}
    columns = await columns_of(database)
    # How a delivery went is told by its tries, and nobody keeps its tag.
    revised = {table for table in written if "revision" in columns[table]} - {"webhook_deliveries"}
    assert revised == {table for table in written if tables[table].is_revised}
    assert revised == {
        *("customers", "customer_details", "cases", "invoices", "creditor_payments", "bank_transactions", "letters"),
        *("creditor_creditings", "creditor_cancellations"),
        *("payout_specifications", "refunds", "deliveries", "enforcements", "complaints"),
    }


@pytest.mark.parametrize(
    ("text", "is_found", "remark"),
    [
        ("19640823-3234", True, "with century and hyphen"),
        ('{"id_number": "640823-3234"}', True, "in a document"),
        ("6408233234", True, "digits alone"),
        ("640823+3234", True, "of somebody over a hundred"),
        ("19640823 3234", True, "with a space"),
        ("1964-08-23-3234", True, "with hyphens wherever somebody likes them"),
        ("64082332345", False, "a longer number"),
        ("99996408233234", False, "the end of a longer number"),
        ("640823-3233", False, "somebody else"),
    ],
)
async def test_a_number_is_found_in_any_spelling(database: Database, text: str, is_found: bool, remark: str) -> None:
    async with database.connection() as connection:
        assert await connection.fetchval("select $1 ~* $2", text, spellings("6408233234", TODAY)) == is_found, remark
    assert bool(re.search(spellings("6408233234", TODAY), text)) == is_found, remark


async def test_no_number_is_found_nowhere(database: Database) -> None:
    async with database.connection() as connection:
        for text in ("", "x", "xx", "640823-3234"):
            assert not await connection.fetchval("select $1 ~* $2", text, NOTHING)
            assert not re.search(spellings("", TODAY), text)
