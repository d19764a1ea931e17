"""The audit log's table and triggers, and the transaction that says who acts."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from fordran import clock
from fordran.actions.forget_audit import forget_audit
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.shape.wire import parsed
from fordran.store.connections.actor import Actor, acting
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.savepoints import savepoint
from fordran.store.connections.troubles import DatabaseAway
from fordran.store.rows.ids import new_id
from fordran.store.upkeep.migrate import schema
from tests.citus.nodes import statements_of_one_server
from tests.conftest import named

_numbers = itertools.count(1)


async def add_partner(tx: Connection, **more: Any) -> str:
    id_ = new_id()
    row = {"id": id_, "name": "North", "integration_id": f"p{next(_numbers)}", "organization_no": "5560160680"} | more
    columns, values = ", ".join(row), ", ".join(f"${place}" for place in range(1, len(row) + 1))
    await tx.execute(
        f"insert into partners (created, updated, {columns}) values (now(), now(), {values})", *row.values()
    )
    return id_


async def log_of(connection: Connection, document: str) -> list[dict[str, Any]]:
    rows = await connection.fetch("select * from audit_log where document_id = $1 order by id", document)
    return [dict(row) | {"changes": parsed(row["changes"]) if row["changes"] else None} for row in rows]


# What is recorded of which table ------------------------------------------------------------------------------------------------


async def test_every_table_has_a_rule_and_every_rule_a_table(database: Database) -> None:
    async with database.connection() as connection:
        tables = {row[0] for row in await connection.fetch("select name from audited_tables")}
        rules = {row[0] for row in await connection.fetch("select table_name from audit_rules")}
    assert tables - rules == set(), "say in audit_rules what is recorded of them, and why"
    assert rules - tables == set()


async def test_rules_name_columns_that_there_are(database: Database) -> None:
    async with database.connection() as connection:
        wrong = await connection.fetch(
            """select r.table_name, c.name from audit_rules r join audited_tables t on t.name = r.table_name,
                      unnest(r.often || r.derived || r.secret || nullif(r.document, '')) c (name)
               where c.name <> all(t.columns) and c.name <> 'id'"""
        )
        silent = await connection.fetch("select table_name from audit_rules where length(reason) < 10")
    assert [tuple(row) for row in wrong] == []
    assert silent == []


async def test_the_rules_of_the_file_to_read_are_those_of_the_migrations(server: str, database: Database) -> None:
    rules = "select * from fordran.audit_rules order by table_name"
    own = await asyncpg.connect(server)
    await own.execute("create database audit_rules")
    try:
        other = await asyncpg.connect(named(server, "audit_rules"))
        async with other.transaction():
            await other.execute(schema())
            read = [tuple(row)[:-1] for row in await other.fetch(rules)]
        await other.close()
    finally:
        await own.execute("drop database audit_rules with (force)")
        await own.close()
    async with database.connection() as connection:
        assert [tuple(row)[:-1] for row in await connection.fetch(rules)] == read


@statements_of_one_server
async def test_a_table_without_a_rule_has_everything_recorded(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create table forgotten (id text primary key, name text); select keep_audit()")
        await tx.execute("insert into forgotten values ('a', 'x'), ('b', 'y')")
        await tx.execute("update forgotten set name = name || '!'")
        await tx.execute("delete from forgotten where id = 'b'")
        kinds = [(row["kind"], row["changes"]) for row in await log_of(tx, "b")]
        assert kinds == [
            ("created", {"name": [None, "y"]}),
            ("changed", {"name": ["y", "y!"]}),
            ("deleted", {"name": ["y!", None]}),
        ]
        # A column that comes later is recorded when the triggers are kept again.
        await tx.execute("alter table forgotten add column amount bigint; select keep_audit()")
        await tx.execute("update forgotten set amount = 250")
        assert (await log_of(tx, "a"))[-1]["changes"] == {"amount": [None, 2.5]}
        await tx.execute("truncate forgotten")
        assert (
            await tx.fetchval("select kind from audit_log where resource = 'forgotten' order by id desc") == "deleted"
        )
        await tx.execute("drop table forgotten")


async def test_a_statement_that_changes_nothing_is_not_recorded(database: Database) -> None:
    async with database.transaction() as tx:
        partner = await add_partner(tx)
        await tx.execute("update partners set name = name, content_hash = null where id = $1", partner)
        assert [row["kind"] for row in await log_of(tx, partner)] == ["created"]


@statements_of_one_server
async def test_a_derived_column_that_another_hand_changes_is_seen(database: Database) -> None:
    async with database.transaction() as tx:
        partner = await add_partner(tx)
        await tx.execute("update partners set created = created - interval '1 day' where id = $1", partner)
        await tx.execute("update partners set revision = revision + 1, updated = now() where id = $1", partner)
        assert [(row["kind"], row["changes"]) for row in await log_of(tx, partner)][1:] == [("changed", {})]


async def test_the_key_of_a_row_does_not_change(database: Database) -> None:
    with pytest.raises(asyncpg.RestrictViolationError, match="does not change"):
        async with database.transaction() as tx:
            await tx.execute("update partners set id = $2 where id = $1", await add_partner(tx), new_id())


# Append-only --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "setting", "remark"),
    [
        ("update audit_log set act = 'nothing'", "", "what was done"),
        ("update audit_log set changes = null", "", "not even what may be erased, unless it is said"),
        ("update audit_log set changes = null", "fordran.erasing", "nor without the moment of the erasure"),
        ("update audit_log set erased = now(), user_id = null", "fordran.erasing", "who did it is never erased"),
        ("delete from audit_log", "", "nothing is deleted"),
        ("delete from audit_log", "fordran.forgetting", "nor forgotten before its time"),
        ("delete from audit_log", "fordran.erasing", "nor by erasing"),
        ("truncate audit_log", "fordran.forgetting", "nor all at once"),
    ],
)
async def test_nothing_in_the_log_is_changed_or_deleted(
    database: Database, statement: str, setting: str, remark: str
) -> None:
    async with database.transaction() as tx:
        await add_partner(tx)
    async with database.transaction() as tx:
        if setting:
            await tx.execute(f"set local {setting} = 'on'")
        with pytest.raises(asyncpg.RestrictViolationError, match="append-only"):
            assert await tx.execute(statement) == remark


async def test_what_was_changed_can_be_erased_and_the_entry_stays(database: Database) -> None:
    async with database.transaction() as tx:
        partner = await add_partner(tx)
        await tx.execute("set local fordran.erasing = 'on'")
        await tx.execute("update audit_log set changes = null, erased = now() where document_id = $1", partner)
        (entry,) = await log_of(tx, partner)
    assert (entry["kind"], entry["changes"]) == ("created", None)
    assert entry["erased"]


NOW = clock.now()


@pytest.mark.parametrize(
    ("kind", "at", "is_kept", "remark"),
    [
        ("read", NOW - timedelta(days=729), True, "within the days of the setting"),
        ("read", NOW - timedelta(days=731), False, "past them"),
        ("signed_in", NOW - timedelta(days=731), False, "a sign-in is like a reading"),
        ("changed", NOW - timedelta(days=731), True, "a change is kept longer"),
        ("changed", datetime(NOW.year - 7, 1, 1, tzinfo=UTC), True, "the seventh year after its own has not ended"),
        ("changed", datetime(NOW.year - 8, 12, 31, 23, tzinfo=UTC), False, "it has ended"),
    ],
)
async def test_what_is_past_its_time_is_forgotten(
    database: Database, kind: str, at: datetime, is_kept: bool, remark: str
) -> None:
    document = new_id()
    async with database.transaction() as tx:
        await record_in_audit(tx, [AuditRecord(at, "api", kind, "GET /cases", "cases", "r", "::1", document=document)])
        await forget_audit(tx, NOW, 730)
        assert bool(await log_of(tx, document)) == is_kept, remark


# Who acts -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actor", "remark"),
    [
        (Actor("api", "POST /partners", new_id(), "192.0.2.7", "0123456789abcdef"), "a request"),
        (Actor("worker", "worker: take steps"), "a duty"),
        (Actor("command", "fordran partner add", 'O\'Hara \\ "x" $1 --'), "what must be quoted"),
        (Actor("command", "fordran partner add", "Åsa\n\t"), "what is no ASCII"),
    ],
)
async def test_who_acts_is_in_the_log(database: Database, actor: Actor, remark: str) -> None:
    with acting(actor):
        async with database.transaction() as tx:
            partner = await add_partner(tx)
            (entry,) = await log_of(tx, partner)
    found = (entry["by"], entry["act"], entry["user_id"], entry["address"], entry["request_id"])
    assert found == tuple(actor), remark


async def test_the_next_transaction_of_a_connection_is_not_the_actors(database_url: str) -> None:
    database = Database(database_url, 1)
    with acting(Actor("api", "POST /partners", new_id())):
        async with database.transaction() as tx:
            await add_partner(tx)
    async with database.transaction() as tx:
        (entry,) = await log_of(tx, await add_partner(tx))
    await database.close()
    assert (entry["by"], entry["act"]) == ("database", "fordran")


async def test_two_at_once_are_each_recorded_as_who_they_are(database: Database) -> None:
    async def add(number: int) -> tuple[str, str]:
        with acting(Actor("api", f"act {number}")):
            async with database.transaction() as tx:
                partner = await add_partner(tx)
                await asyncio.sleep(0)
            async with database.connection() as connection:
                (entry,) = await log_of(connection, partner)
        return f"act {number}", entry["act"]

    for expected, found in await asyncio.gather(*(add(number) for number in range(12))):
        assert expected == found


async def test_savepoints_lie_within_the_transaction(database: Database) -> None:
    with acting(Actor("worker", "worker: try")):
        async with database.transaction() as tx:
            kept = await add_partner(tx)
            try:
                async with savepoint(tx):
                    undone = await add_partner(tx)
                    raise KeyError(undone)
            except KeyError:
                pass
            async with savepoint(tx):
                also = await add_partner(tx)
    async with database.connection() as connection:
        assert len(await log_of(connection, kept)) == 1
        assert len(await log_of(connection, also)) == 1
        assert await log_of(connection, undone) == []


@statements_of_one_server
async def test_a_transaction_begins_in_one_round_trip(database: Database) -> None:
    sent: list[str] = []

    def listen(record: Any) -> None:
        sent.append(record.query)

    async with database.connection() as connection:
        connection.add_query_logger(listen)
    with acting(Actor("worker", "worker: try")):
        async with database.transaction() as tx:
            assert tx is connection
    await asyncio.sleep(0.01)  # the library tells of a query after it
    connection.remove_query_logger(listen)
    assert sent == ['begin; set local fordran.actor = \'{"by":"worker","act":"worker: try"}\'', "commit"]


async def test_a_transaction_that_cannot_begin_gives_its_connection_back(database_url: str) -> None:
    database = Database(database_url, 1)
    async with database.connection() as connection:
        connection.terminate()

    class Unspeakable(Actor):
        def setting(self) -> str:
            return "\0"

    with acting(Unspeakable("api", "POST /partners")), pytest.raises(DatabaseAway):
        async with database.transaction():
            pytest.fail("it began")
    assert database.in_use == 0
    async with database.transaction() as tx:
        assert await tx.fetchval("select 1") == 1
    await database.close()
