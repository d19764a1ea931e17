"""PgBouncer between us and the server: sessions are others' between our transactions, and nothing of ours rests on them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from fordran.store.connections import hosts
from fordran.store.connections.actor import Actor, acting
from fordran.store.connections.clock_lock import holding_the_clock
from fordran.store.connections.database import Database, connect
from fordran.store.connections.poolers import keeps_statements, needs_of
from fordran.store.connections.troubles import ConnectionLost, DatabaseAway, OutcomeUnknown, SessionIsShared
from fordran.store.upkeep.migrate import migrate
from tests.citus.nodes import CLUSTER
from tests.pgbouncer import needs_pgbouncer, pgbouncer, version

pytestmark = needs_pgbouncer
_SEEN = """select current_setting('search_path') as path, current_setting('fordran.writer', true) as writer,
    current_setting('plan_cache_mode') as plans, current_setting('lock_timeout') as locks,
    current_setting('transaction_isolation') as isolation"""


@pytest.fixture(scope="module")
async def pooled_url(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    with pgbouncer(database_url, tmp_path_factory.mktemp("pgbouncer")) as url:
        yield url


@pytest.fixture
async def pooled(pooled_url: str) -> AsyncIterator[Database]:
    opened = Database(pooled_url, 20, 20, lock_seconds=3)
    yield opened
    await opened.close()


async def test_every_loan_begins_with_what_a_session_of_ours_needs(pooled: Database) -> None:
    seen = []
    for loan in (pooled.connection(), pooled.connection(keeps_plans=True), pooled.spare(), pooled.transaction()):
        async with loan as connection:
            seen.append(tuple(await connection.fetchrow(_SEEN) or ()))
    by_values = ("fordran", "on", "auto", "3s", "read committed")
    # Which shard a statement asks, its values say: a cluster keeps no plans.
    kept = (*by_values[:2], "auto" if CLUSTER else "force_generic_plan", *by_values[3:])
    assert seen == [by_values, kept, by_values, by_values]


async def test_nothing_of_ours_is_left_on_a_session_for_whoever_has_it_next(pooled: Database) -> None:
    with acting(Actor("api", "it's \\ an act")):
        for loan in (pooled.connection(), pooled.transaction()):
            async with loan as connection:
                await connection.fetchval("select count(*) from creditors")
    stranger = await asyncpg.connect(pooled.url, statement_cache_size=0)
    try:
        async with stranger.transaction():
            names = ("fordran.writer", "fordran.actor", "search_path", "plan_cache_mode")
            left = [await stranger.fetchval("select current_setting($1, true)", name) for name in names]
            assert [left[0] or "", left[1] or "", *left[2:]] == ["", "", '"$user", public', "auto"]
            named = await stranger.fetch("select name from pg_prepared_statements where name <> ''")
            assert [row["name"] for row in named if not row["name"].startswith("PGBOUNCER_")] == []
    finally:
        await stranger.close()


async def test_who_acts_is_known_in_every_transaction_however_few_sessions_they_share(pooled: Database) -> None:
    async def act(number: int) -> tuple[str, str]:
        name = f"it's \\{number}"
        with acting(Actor("api", name)):
            async with pooled.transaction() as tx:
                await asyncio.sleep(0.005)
                said = await tx.fetchval("select current_setting('fordran.actor')::jsonb ->> 'act'")
        return name, said

    for name, said in await asyncio.wait_for(asyncio.gather(*(act(number) for number in range(60))), 60):
        assert said == name


async def test_what_two_statements_of_one_loan_prepare_is_never_anothers(pooled: Database) -> None:
    async def read(number: int) -> None:
        for _ in range(10):
            async with pooled.connection() as connection:
                assert await connection.fetchval(f"select $1::int + {number}", number) == 2 * number

    await asyncio.wait_for(asyncio.gather(*(read(number) for number in range(20))), 60)


async def test_a_block_that_raises_is_undone_and_its_connection_lent_again(pooled: Database) -> None:
    async def fail() -> None:
        async with pooled.connection() as connection:
            lent.append(connection)
            raise LookupError

    lent: list[object] = []
    for _ in range(2):
        with pytest.raises(LookupError):
            await fail()
    assert lent[0] is lent[1]
    async with pooled.connection() as connection:
        assert connection is lent[0]


async def test_a_read_that_loses_its_connection_is_lost_and_no_write_that_nobody_knows_of(
    database: Database, pooled: Database
) -> None:
    async def lose(*, writes: bool) -> None:
        async with pooled.transaction() if writes else pooled.connection() as lent:
            pid = await lent.fetchval("select pg_backend_pid()")
            async with database.connection() as other:
                assert await other.fetchval("select pg_terminate_backend($1::integer, 5000::bigint)", pid)

    with pytest.raises(OutcomeUnknown):
        await lose(writes=True)
    with pytest.raises(ConnectionLost) as lost:
        await lose(writes=False)
    assert not isinstance(lost.value, OutcomeUnknown)
    async with pooled.connection() as connection:
        assert await connection.fetchval("select 1") == 1


async def test_what_needs_a_session_of_its_own_says_where_to_name_the_server(pooled_url: str) -> None:
    async def hold() -> None:
        async with holding_the_clock(pooled_url):
            pass

    for needs in (migrate(pooled_url), hold(), connect(pooled_url)):
        with pytest.raises(SessionIsShared, match="direct_database_url"):
            await needs


async def test_it_has_one_on_the_server_itself(pooled_url: str, database_url: str) -> None:
    database = Database(pooled_url, direct_url=database_url)
    async with holding_the_clock(database.direct_url) as begin, begin() as tx:
        assert needs_of(tx) is None
    assert await migrate(database.direct_url) == []


async def test_a_pooler_by_session_is_used_in_the_same_way(database_url: str, tmp_path: Path) -> None:
    with pgbouncer(database_url, tmp_path, "session", size=5) as url:
        database = Database(url, 3, 10)
        async with database.connection() as connection:
            assert needs_of(connection) is not None
            assert await connection.fetchval("select current_setting('fordran.writer')") == "on"
        await database.close()


async def test_a_pooler_without_sessions_to_give_is_a_database_that_is_away(tmp_path: Path) -> None:
    with pgbouncer("postgresql://nobody:x@127.0.0.1:9/nothing", tmp_path) as url:
        with pytest.raises(DatabaseAway):
            await connect(url, connect_seconds=2.0, may_be_shared=True)


async def test_statements_have_names_where_the_pooler_keeps_track_of_them_alone(
    database_url: str, pooled_url: str, tmp_path: Path
) -> None:
    assert not await _keeps(database_url), "the server itself knows them by the names that we give"
    if version() < (1, 21):
        assert not await _keeps(pooled_url)
        assert hosts._statements_kept[pooled_url] == 0
        return
    with pgbouncer(database_url, tmp_path, lines="max_prepared_statements = 50") as url:
        assert await _keeps(url)
        database = Database(url, 5, 10)
        for _ in range(3):
            async with database.connection() as connection:
                await connection.fetchval("select 1 + $1::int", 1)
        assert hosts._statements_kept[url] > 0
        await database.close()


async def _keeps(url: str) -> bool:
    connection = await asyncpg.connect(url, statement_cache_size=0)
    try:
        async with connection.transaction():
            return await keeps_statements(connection)
    finally:
        await connection.close()
