"""What is written once stays: the database refuses to change, delete or empty it, whoever asks."""

from __future__ import annotations

import asyncpg
import pytest

from fordran.store.connections.database import Database
from tests.api.world import World

APPEND_ONLY = ("bookings", "seals", "bank_bookings", "payout_bookings", "operator_invoice_bookings", "audit_log")
WITH_ROWS = ("bookings", "audit_log")
"""Those of which the world has rows; a trigger for each row says nothing where there is none."""


async def refusal(database: Database, statement: str) -> str | None:
    """How a statement is refused; None where it is done, which is undone."""
    connection = await asyncpg.connect(database.url, server_settings={"search_path": "fordran"})
    try:
        async with connection.transaction():
            await connection.execute(statement)
            raise LookupError
    except asyncpg.RestrictViolationError as refused:
        return str(refused)
    except LookupError:
        return None
    finally:
        await connection.close()


@pytest.mark.parametrize("table", WITH_ROWS)
async def test_a_row_is_neither_changed_nor_deleted(world: World, table: str) -> None:
    async with world.database.connection() as connection:
        assert await connection.fetchval(f"select exists (select 1 from {table})")
    for statement in (f"update {table} set id = id", f"delete from {table}"):
        assert "append-only" in (await refusal(world.database, statement) or "")


@pytest.mark.parametrize("table", APPEND_ONLY)
async def test_a_table_is_not_emptied(world: World, table: str) -> None:
    assert "append-only" in (await refusal(world.database, f"truncate {table} cascade") or "")


@pytest.mark.parametrize("table", APPEND_ONLY)
async def test_a_table_has_the_triggers_that_refuse(world: World, table: str) -> None:
    async with world.database.connection() as connection:
        kinds = await connection.fetch(
            """select tgtype from pg_trigger join pg_proc on pg_proc.oid = tgfoid
               where tgrelid = $1::regclass and tgenabled <> 'D' and proname in ('refuse_change', 'keep_audit_log')""",
            table,
        )
    bits = 0
    for kind in kinds:
        bits |= kind["tgtype"]
    delete, update, truncate = 8, 16, 32  # as PostgreSQL numbers them
    assert bits & (delete | update | truncate) == delete | update | truncate
