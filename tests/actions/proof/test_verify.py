"""Verifying finds a change in any column of any table, a lost row and a stray one, and nothing where nothing was changed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.books.seal import seal_days
from fordran.actions.keep_file import keep_file
from fordran.actions.proof.case import booking_of
from fordran.actions.proof.differences import Discrepancy
from fordran.actions.proof.verify import verify
from fordran.api.app import Api
from fordran.outside.media import MediaFolder
from fordran.store.closed_lists import CLOSED_LISTS
from fordran.store.rows.rows import fold_tallies
from fordran.store.upkeep.contents import changed_rows, hashed_tables
from fordran.store.upkeep.migrate import schema
from tests.actions.proof.fullness import DAYS_AHEAD, fill_the_rest
from tests.api import bodies
from tests.api.world import World, client_of, make_world
from tests.citus.nodes import CLUSTER

TABLES = sorted(re.findall(r"^create table (\w+)", schema(), re.MULTILINE))
CHAINED_OR_COUNTED = {"bookings", "tallies", "tally_changes"}
FORGOTTEN_SOON = {
    *("failed_sign_ins", "idempotent_answers"),
    *("debtor_sessions", "sessions", "sign_in_attempts", "sign_in_links", "wrong_codes", "confirming_mails"),
}
"""Rows that the service itself forgets after a while; nobody counts them."""

FILES: dict[str, bytes] = {}

PLANTED = {
    "text": "'planted'",
    "id": "'0123456789abcdef01234567'",
    "boolean": "not coalesce({0}, false)",
    "integer": "coalesce({0}, 0) + 1000",
    "bigint": "coalesce({0}, 0) + 1000",
    "timestamp with time zone": "coalesce({0}, now()) + interval '1 day'",
    "date": "coalesce({0}, current_date) + 1000",
    "jsonb": """'[{{"planted": true}}]'""",
    "bytea": "'\\xabcd'",
    "cidr": "'192.0.2.0/24'",
    "words[]": "coalesce({0}, '{{}}') || 'planted'::fordran.words",
    "integer[]": "coalesce({0}, '{{}}') || 1515",
    "bigint[]": "coalesce({0}, '{{}}') || 1::bigint",
    "date[]": "coalesce({0}, '{{}}') || current_date",
    "xid8": "'1'",
    "numeric": "coalesce({0}, 0) + 1",
}
"""Type → an expression that is another value than the column {0} has."""


@pytest.fixture(scope="module")
async def world(app: Api, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """An installation in which every table has rows."""
    made = await make_world(app)
    creditor = {"account": made.account.id, "creditor": made.creditor.id}
    logging = await made.add_user(made.account.id, made.account.group, name="Logs", log_creditor_payments=True)
    async with made.as_user(logging) as client:
        await made.create("/creditor--payments", bodies.payment(made, **creditor), by=client)
    await made.operator.post(
        "/creditor--payments", json=bodies.payment(made, **creditor), headers={"Idempotency-Key": "once"}
    )
    async with client_of(app) as stranger:
        await stranger.post("/authenticates/api-code", json={"code": "wrong"})
    now = clock.now()
    async with app.database.transaction() as tx:
        key = ec.generate_private_key(ec.SECP256R1()).public_key()
        pem = key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        await add_client(tx, name="Signs", account=made.account.id, public_keys=[pem], networks=["10.0.0.0/8"], now=now)
        put = FILES.__setitem__
        await keep_file(
            tx, put, **creditor, filename="a.pdf", content_type="application/pdf", content=b"%PDF-", now=now
        )
        await fold_tallies(tx)
    await fill_the_rest(made, tmp_path_factory.mktemp("orders"), now)
    await made.create("/invoice--registrations", bodies.invoice_registration(made, **creditor))
    async with app.database.transaction() as tx:
        sealed = 0
        while some := await seal_days(tx, now + DAYS_AHEAD + timedelta(days=2)):
            sealed += some
    assert sealed > DAYS_AHEAD.days
    yield made
    await made.close()


@pytest.fixture(scope="module")
async def stranger(database_url: str, world: World) -> AsyncIterator[Any]:
    """A connection that is not the service's, to tables that nothing protects any more."""
    if CLUSTER:
        pytest.skip(
            "rows are changed by their place here, which is a shard's; tests/citus/test_verify.py changes some by their keys"
        )
    connection = await asyncpg.connect(database_url, server_settings={"search_path": "fordran"})
    for row in await connection.fetch(
        """select conrelid::regclass as table, conname from pg_constraint
           where connamespace = 'fordran'::regnamespace and contype in ('f', 'c') and conrelid <> 0"""
    ):
        await connection.execute(f'alter table {row["table"]} drop constraint "{row["conname"]}" cascade')
    for name in CLOSED_LISTS:
        await connection.execute(f"alter domain {name} drop constraint {name}_is_known")
    for row in await connection.fetch("select tablename from pg_tables where schemaname = 'fordran'"):
        await connection.execute(f"alter table {row['tablename']} disable trigger user")
        # The server's own vacuuming would keep the database from being dropped at the end.
        await connection.execute(f"alter table {row['tablename']} set (autovacuum_enabled = false)")
    yield connection
    await connection.close()


async def found_in(world: World) -> list[Discrepancy]:
    async with world.database.transaction() as tx:
        return [found async for found in verify(tx, lambda id_: bytes_of(world, id_))]


def bytes_of(world: World, id_: str) -> bytes:
    """The file that was kept here, or by the service."""
    if id_ in FILES:
        return FILES[id_]
    return MediaFolder(world.app.settings.data / "media").get(id_)


async def tables_named(world: World) -> set[str]:
    return {found.table for found in await found_in(world)}


async def columns_of(stranger: Any, table: str) -> dict[str, str]:
    """Column → its type, of a domain the type below it; ids are a type of their own."""
    rows = await stranger.fetch(
        """select a.attname, case when t.typname = 'id' then 'id'
                  else format_type(case when t.typbasetype <> 0 then t.typbasetype else t.oid end, null) end as type
           from pg_attribute a join pg_type t on t.oid = a.atttypid
           where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'content_hash'
           order by a.attnum""",
        table,
    )
    return {row["attname"]: row["type"] for row in rows}


class Planted:
    """A value that somebody changed in one row, put back at the end."""

    def __init__(self, stranger: Any, table: str, column: str, type_: str) -> None:
        self.stranger, self.table, self.column = stranger, table, f'"{column}"'
        self.value = PLANTED[type_].format(self.column)

    async def __aenter__(self) -> None:
        self.before = await self.stranger.fetchrow(
            f"select t.ctid::text as at, {self.column}::text from {self.table} t order by t.ctid limit 1"
        )
        changed = await self.stranger.fetchrow(
            f"""update {self.table} set {self.column} = {self.value} where ctid = $1::text::tid
                returning ctid::text, {self.column}::text""",
            self.before[0],
        )
        assert changed[1] != self.before[1], f"{self.table}.{self.column} was not changed"
        self.at = changed[0]

    async def __aexit__(self, *_: object) -> None:
        kind = await self.stranger.fetchval(f"select pg_typeof({self.column})::text from {self.table} limit 1")
        await self.stranger.execute(
            f"update {self.table} set {self.column} = $2::text::{kind} where ctid = $1::text::tid",
            self.at,
            self.before[1],
        )


async def test_where_nobody_changed_anything_nothing_is_found(world: World) -> None:
    assert await found_in(world) == []


async def test_every_table_keeps_hashes_of_its_rows_or_is_chained_or_counted(world: World) -> None:
    async with world.database.connection() as connection:
        hashed = {table.name for table in await hashed_tables(connection)}
        tables = {
            row["tablename"]
            for row in await connection.fetch("select tablename from pg_tables where schemaname = 'fordran'")
        }
    assert tables - hashed == CHAINED_OR_COUNTED


async def test_a_change_in_any_column_of_any_table_leaves_a_hash_that_does_not_fit(world: World, stranger: Any) -> None:
    async with world.database.connection() as connection:
        tables = await hashed_tables(connection)
    tried = 0
    for table in tables:
        if not await stranger.fetchval(f'select exists (select 1 from "{table.name}")'):
            continue
        for column, type_ in (await columns_of(stranger, table.name)).items():
            async with Planted(stranger, table.name, column, type_):
                async with world.database.connection() as connection:
                    (now,) = [one for one in await hashed_tables(connection) if one.name == table.name]
                    changed = [row async for row in changed_rows(connection, now, lambda *_: None)]
            assert len(changed) == 1, f"{table.name}.{column}"
            tried += 1
    assert tried > 250
    assert await found_in(world) == []


@pytest.mark.parametrize("table", TABLES)
async def test_a_planted_change_is_found_and_its_table_named(world: World, stranger: Any, table: str) -> None:
    assert await stranger.fetchval(f"select exists (select 1 from {table})"), "no rows, so nothing would be tested"
    columns = await columns_of(stranger, table)
    # Of a table with hashes any column is as good as another, and the test above tries them all.
    chosen = columns if table in CHAINED_OR_COUNTED else dict([list(columns.items())[-1]])
    if table == "tally_changes":
        # Its number only tells rows apart, and says nothing of what is counted.
        del chosen["id"]
    for column, type_ in chosen.items():
        async with Planted(stranger, table, column, type_):
            assert table in await tables_named(world), column


@pytest.mark.parametrize("table", [table for table in TABLES if table not in FORGOTTEN_SOON])
async def test_a_deleted_row_is_found_and_its_table_named(world: World, stranger: Any, table: str) -> None:
    assert await stranger.fetchval(f"select exists (select 1 from {table})"), "no rows, so nothing would be tested"
    await stranger.execute(f"create temporary table kept as select * from {table} order by ctid limit 1")
    await stranger.execute(f"delete from {table} where ctid = (select min(ctid) from {table})")
    try:
        assert table in await tables_named(world)
    finally:
        await stranger.execute(f"insert into {table} select * from kept")
        await stranger.execute("drop table kept")


@pytest.mark.parametrize(
    "table", [table for table in TABLES if table not in ("installation", "event_stream", "enforcement_feed")]
)
async def test_a_stray_row_is_found_and_its_table_named(world: World, stranger: Any, table: str) -> None:
    columns = await columns_of(stranger, table)
    values = ", ".join(
        PLANTED[type_].format(f"null::{'text' if type_ == 'id' else type_}") for type_ in columns.values()
    )
    names = ", ".join(f'"{name}"' for name in columns)
    at = await stranger.fetchval(f"insert into {table} ({names}) values ({values}) returning ctid::text")
    try:
        assert table in await tables_named(world)
    finally:
        await stranger.execute(f"delete from {table} where ctid = $1::text::tid", at)


async def test_bytes_that_were_changed_or_lost_are_found(world: World) -> None:
    (id_, content), *_ = FILES.items()
    FILES[id_] = b"%PDF+"
    assert await tables_named(world) == {"media_files"}
    del FILES[id_]
    assert await tables_named(world) == {"media_files"}
    FILES[id_] = content


async def test_a_migration_that_ran_with_another_text_is_found(world: World, stranger: Any) -> None:
    async with Planted(stranger, "fordran_migrations.applied", "hash", "text"):
        assert await tables_named(world) == {"fordran_migrations.applied"}


async def test_what_differs_says_where_what_was_expected_and_what_is_there(world: World, stranger: Any) -> None:
    case = await stranger.fetchrow(
        "select id, total_remaining_capital_amount as amount from cases order by ctid limit 1"
    )
    async with Planted(stranger, "cases", "total_remaining_capital_amount", "bigint"):
        found = await found_in(world)
    expected = Discrepancy("cases", case["id"], "total_remaining_capital_amount", case["amount"], case["amount"] + 1000)
    assert expected in found
    assert str(expected) == (
        f"cases {case['id']}: total_remaining_capital_amount should be {case['amount']}, is {case['amount'] + 1000}"
    )


async def test_a_forger_who_writes_as_the_service_is_found_by_computing_anew(world: World, stranger: Any) -> None:
    """The row's own hash fits what it holds, but what it holds does not follow from the journal."""
    async with world.database.connection() as service:
        for table in ("cases", "audit_log"):
            await stranger.execute(f"alter table {table} enable trigger user")
        change = "update cases set total_remaining_capital_amount = total_remaining_capital_amount {} 100 where id = $1"
        await service.execute(change.format("+"), world.case)
        assert [(found.table, found.what) for found in await found_in(world)] == [
            ("cases", "total_remaining_capital_amount")
        ]
        await service.execute(change.format("-"), world.case)


async def test_a_forger_who_makes_a_chain_anew_is_found_by_the_seal(world: World, stranger: Any) -> None:
    """Row, booking and head all fit one another; only what was sealed knows better."""
    async with world.database.connection() as service:
        last = await service.fetchrow(
            "select * from bookings where case_id = $1 order by position desc limit 1", world.case
        )
        forged = replace(booking_of(last), at=last["at"] - timedelta(days=1))
        for booking, at in ((forged, forged.at), (booking_of(last), last["at"])):
            await service.execute("update bookings set at = $2, hash = $3 where id = $1", last["id"], at, booking.hash)
            await service.execute("update cases set head_hash = $2 where id = $1", world.case, booking.hash)
            found = {(one.table, one.what) for one in await found_in(world)}
            assert found == ({("seals", "hash")} if booking is forged else set())


async def test_with_everything_put_back_nothing_is_found_again(world: World) -> None:
    assert await found_in(world) == []
