"""What a node of a cluster tells of is raised as one server would raise it."""

from __future__ import annotations

import asyncpg
import pytest

from fordran.actions.violations import violated_constraint
from fordran.store.connections.database import ConnectionLease, Database
from fordran.store.connections.node_troubles import as_one_server
from fordran.store.connections.savepoints import part
from fordran.store.connections.troubles import ConnectionLost, OutcomeUnknown
from fordran.store.upkeep import migrate as migrating

TOLD = 'duplicate key value violates unique constraint "cases_invoice_number_is_unique_102085"'


def test_a_number_that_is_taken_is_told_by_its_constraint() -> None:
    with pytest.raises(asyncpg.UniqueViolationError) as raised, as_one_server():
        raise asyncpg.InternalServerError(TOLD)
    assert violated_constraint(raised.value) == "cases_invoice_number_is_unique"


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ('insert on table "t" violates foreign key constraint "t_is_there_102"', asyncpg.ForeignKeyViolationError),
        ('new row for relation "t_102" violates check constraint "t_is_so"', asyncpg.CheckViolationError),
        ("deadlock detected", asyncpg.DeadlockDetectedError),
        ("canceling statement due to lock timeout", asyncpg.LockNotAvailableError),
    ],
)
def test_other_troubles_are_told_apart(told: str, kind: type[asyncpg.PostgresError]) -> None:
    with pytest.raises(kind), as_one_server():
        raise asyncpg.InternalServerError(told)


def test_what_is_not_known_stays_as_it_is() -> None:
    with pytest.raises(asyncpg.InternalServerError, match="cache lookup failed"), as_one_server():
        raise asyncpg.InternalServerError("cache lookup failed for relation 7")
    with pytest.raises(asyncpg.UndefinedTableError), as_one_server():
        raise asyncpg.UndefinedTableError(TOLD)


LOST = (
    asyncpg.InternalServerError("failure on connection marked as essential: 127.0.0.1:9701"),
    asyncpg.InternalServerError("server closed the connection unexpectedly\n\tThis probably means …"),
    asyncpg.InternalServerError("could not commit transaction for shard 102314 on at least one active node"),
    asyncpg.PostgresIOError("failed to COPY to shard 102314 on 127.0.0.1:9702"),
    asyncpg.PostgresIOError("failed to complete COPY on 127.0.0.1:9702"),
)
each_loss = pytest.mark.parametrize("lost", LOST, ids=str)


@each_loss
async def test_a_part_whose_node_is_lost_does_not_fail_alone(database: Database, lost: asyncpg.PostgresError) -> None:
    with pytest.raises(ConnectionLost):
        async with database.transaction() as tx, part(tx):
            raise lost


@each_loss
async def test_a_node_that_is_lost_is_the_database_away_and_the_connection_is_given_up(
    database: Database, lost: asyncpg.PostgresError
) -> None:
    lent = []

    async def lose(loan: ConnectionLease) -> None:
        async with loan as connection:
            lent.append(connection)
            raise lost

    for loan in (database.transaction(), database.connection()):
        with pytest.raises(ConnectionLost):
            await lose(loan)
    assert [connection.is_closed() for connection in lent] == [True, True]
    async with database.transaction() as tx:
        assert await tx.fetchval("select 1") == 1


AMID_A_COMMIT = """
    create temporary table lost (a int) on commit drop;
    create function pg_temp.lose() returns trigger language plpgsql as $$ begin
        raise exception 'could not commit transaction for shard 102314 on at least one active node' using errcode = 'XX000';
    end $$;
    create constraint trigger lose after insert on lost deferrable initially deferred
        for each row execute function pg_temp.lose();
    insert into lost values (1);
"""


async def test_of_a_node_that_is_lost_amid_a_commit_nobody_knows_whether_it_kept_its_part(database: Database) -> None:
    with pytest.raises(OutcomeUnknown, match="for shard 102314"):
        async with database.transaction() as tx:
            await tx.execute(AMID_A_COMMIT)


async def test_what_a_server_tells_of_its_own_disk_is_no_lost_node(database: Database) -> None:
    with pytest.raises(asyncpg.PostgresIOError):
        async with database.transaction():
            raise asyncpg.PostgresIOError("could not read block 7 in file")


@each_loss
async def test_a_node_that_is_lost_while_a_process_starts_is_the_connection_lost_so_that_it_tries_again(
    database: Database, monkeypatch: pytest.MonkeyPatch, lost: asyncpg.PostgresError
) -> None:
    async def lose(_connection: object) -> bool:
        raise lost

    monkeypatch.setattr(migrating, "has_citus", lose)
    with pytest.raises(ConnectionLost):
        await migrating.migrate(database.url)


async def test_what_else_goes_wrong_while_a_process_starts_is_told_as_it_is(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_connection: object) -> bool:
        raise asyncpg.InternalServerError("cache lookup failed for relation 7")

    monkeypatch.setattr(migrating, "has_citus", fail)
    with pytest.raises(asyncpg.InternalServerError, match="cache lookup"):
        await migrating.migrate(database.url)
