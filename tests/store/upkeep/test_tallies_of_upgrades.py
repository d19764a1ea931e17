"""Tallies after an upgrade: right although others wrote meanwhile, and although tables came, went and changed their names."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import suppress

import asyncpg
import pytest

from fordran.actions.proof.counts import check_tallies
from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import fold_tallies
from fordran.store.upkeep.migrate import bring_to, migrations, views
from tests.citus.nodes import catalogue_of_one_server
from tests.conftest import copy_database, execute, named

_numbers = itertools.count(1)

ADDS_A_TABLE = """
create table fordran.heard (id bigint generated always as identity primary key, code text);
comment on table fordran.heard is 'local: filled by a trigger, while the version before writes';
create function fordran.hear() returns trigger language plpgsql as
    $$ begin insert into fordran.heard (code) values (new.job); return null; end $$;
create trigger job_runs_heard after insert on fordran.job_runs for each row execute function fordran.hear();
insert into fordran.heard (code) select job from fordran.job_runs;
insert into fordran.audit_rules (table_name, records, reason, document) values ('heard', 'nothing', 'A test.', '');
"""
UNCOUNTED = "drop trigger job_runs_note_insert on job_runs; drop trigger job_runs_note_delete on job_runs"
"""As if the version before had not counted the rows of this table."""
_INSERT = "insert into job_runs (job, runs, failures, done, microseconds, last_run) values ($1, 1, 0, 0, 0, now())"


@pytest.fixture
async def clean(server: str, template: str) -> AsyncIterator[Database]:
    """A database of each test's own, whose tallies are right."""
    name = f"tallies_{next(_numbers)}"
    await copy_database(server, name, template)
    database = Database(named(server, name), 4)
    assert await _differences(database) == []
    yield database
    await database.close()
    await execute(server, f"drop database {name} with (force)")


async def _differences(database: Database) -> list[str]:
    async with database.transaction() as tx:
        return [str(found) async for found in check_tallies(tx, lambda *_: None)]


async def _add(tx: Connection, name: str) -> None:
    await tx.execute(_INSERT, name)


async def _upgrade(database: Database, name: str, migration: str) -> None:
    assert name in await bring_to(database.url, migrations() | {name: migration}, views())


@catalogue_of_one_server
async def test_rows_written_and_deleted_during_a_migration_are_counted_once(clean: Database) -> None:
    async with clean.transaction() as tx:
        await _add(tx, "before")
        await tx.execute(UNCOUNTED)
    written = 0
    over = asyncio.Event()

    async def write(writer: int) -> None:
        nonlocal written
        while not over.is_set():
            # A request that meets the migration's locks is answered with 503, and its client tries again.
            with suppress(asyncpg.DeadlockDetectedError):
                async with clean.transaction() as tx:
                    await _add(tx, f"{writer} {written}")
                    await tx.execute("delete from job_runs where job = $1", f"{writer} {written - 20}")
            written += 1

    async def fold() -> None:
        while not over.is_set():
            async with clean.transaction() as tx:
                await fold_tallies(tx)
            await asyncio.sleep(0.01)

    meanwhile = [asyncio.create_task(work) for work in (write(1), write(2), fold())]
    try:
        await _upgrade(clean, "9001_heard.sql", ADDS_A_TABLE)
    finally:
        over.set()
        await asyncio.gather(*meanwhile)
    assert written > 20
    assert await _differences(clean) == []


@catalogue_of_one_server
async def test_a_table_that_is_counted_from_now_on_has_its_rows_counted(clean: Database) -> None:
    async with clean.transaction() as tx:
        await tx.execute(UNCOUNTED)
        await _add(tx, "uncounted")
    await _upgrade(clean, "9001_counts.sql", "select 1")
    assert await _differences(clean) == []


@catalogue_of_one_server
async def test_a_dropped_table_leaves_no_rows_in_the_tallies(clean: Database) -> None:
    made = {"9001_heard.sql": f"{ADDS_A_TABLE}; insert into fordran.heard (code) values ('some')"}
    dropped = {"9002.sql": "drop trigger job_runs_heard on fordran.job_runs; drop table fordran.heard"}
    await bring_to(clean.url, migrations() | made, views())
    assert await _differences(clean) == []
    await bring_to(clean.url, migrations() | made | dropped, views())
    assert await _differences(clean) == []


@catalogue_of_one_server
async def test_a_renamed_table_counts_each_row_once(clean: Database) -> None:
    async with clean.transaction() as tx:
        await _add(tx, "early")
    renamed = """alter table fordran.job_runs rename to runs_of_jobs;
        insert into fordran.audit_rules (table_name, records, reason, document)
        values ('runs_of_jobs', 'nothing', 'A test.', '')"""
    await _upgrade(clean, "9001_renamed.sql", renamed)
    async with clean.transaction() as tx:
        await tx.execute(_INSERT.replace("job_runs", "runs_of_jobs"), "late")
    assert await _differences(clean) == []


@catalogue_of_one_server
async def test_a_fold_is_done_as_the_schema_says(clean: Database) -> None:
    """So a worker of an earlier version, which is still running, folds as a later version wants it."""
    async with clean.transaction() as tx:
        await tx.execute(
            "create or replace function fold_tallies() returns bigint language sql as 'select 4711::bigint'"
        )
        assert await fold_tallies(tx) == 4711
