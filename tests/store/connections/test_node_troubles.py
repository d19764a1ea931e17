"""What a node of a cluster tells of is raised as one server would raise it."""

from __future__ import annotations

import asyncpg
import pytest

from fordran.actions.violations import violated_constraint
from fordran.store.connections.database import Database, Loan
from fordran.store.connections.node_troubles import as_one_server
from fordran.store.connections.savepoints import part
from fordran.store.connections.troubles import ConnectionLost
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
    "failure on connection marked as essential: 127.0.0.1:9701",
    "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally",
)


@pytest.mark.parametrize("words", LOST)
async def test_a_part_whose_node_is_lost_does_not_fail_alone(database: Database, words: str) -> None:
    with pytest.raises(ConnectionLost):
        async with database.transaction() as tx, part(tx):
            raise asyncpg.InternalServerError(words)


@pytest.mark.parametrize("words", LOST)
async def test_a_node_that_is_lost_is_the_database_away_and_the_connection_is_given_up(
    database: Database, words: str
) -> None:
    lent = []

    async def lose(loan: Loan) -> None:
        async with loan as connection:
            lent.append(connection)
            raise asyncpg.InternalServerError(words)

    for loan in (database.transaction(), database.connection()):
        with pytest.raises(ConnectionLost):
            await lose(loan)
    assert [connection.is_closed() for connection in lent] == [True, True]
    async with database.transaction() as tx:
        assert await tx.fetchval("select 1") == 1


@pytest.mark.parametrize("words", LOST)
async def test_a_node_that_is_lost_while_a_process_starts_is_the_connection_lost_so_that_it_tries_again(
    database: Database, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    async def lose(_connection: object) -> bool:
        raise asyncpg.InternalServerError(words)

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
