"""Connections that keep plans: a page is planned once, and whoever comes after plans as it should."""

from __future__ import annotations

from fordran.resources.cases import CASES
from fordran.store.connections.database import Database
from fordran.store.reading.listing import Query, read_page
from fordran.store.reading.scope import CREDITOR, Caller
from tests.citus.nodes import plans_of_one_server

_MODE = "select current_setting('plan_cache_mode')"
_PLANS = "select sum(custom_plans) from pg_prepared_statements where statement like 'select page%'"
SEEN = Caller("", "", CREDITOR, account="a" * 24, creditors=("c" * 24,))


@plans_of_one_server
async def test_a_page_is_not_planned_anew_for_each_who_asks(database_url: str) -> None:
    database = Database(database_url, 1)
    async with database.connection(keeps_plans=True) as connection:
        for _ in range(8):
            await read_page(connection, CASES, SEEN, Query())
        assert await connection.fetchval(_PLANS) == 0
    await database.close()


@plans_of_one_server
async def test_a_connection_plans_as_it_is_lent_for(database_url: str) -> None:
    database = Database(database_url, 1)
    for keeps_plans, mode in ((True, "force_generic_plan"), (False, "auto"), (True, "force_generic_plan")):
        async with database.connection(keeps_plans=keeps_plans) as connection:
            assert await connection.fetchval(_MODE) == mode
    async with database.transaction() as tx:
        assert await tx.fetchval(_MODE) == "auto"
    await database.close()


async def test_of_idle_connections_the_one_that_plans_so_already_is_lent(database_url: str) -> None:
    database = Database(database_url, 2)
    async with database.connection() as by_values, database.connection(keeps_plans=True) as keeping:
        pass
    async with database.connection(keeps_plans=True) as again:
        assert again is keeping
    async with database.connection() as again:
        assert again is by_values
    await database.close()


async def test_one_that_was_cut_while_it_was_idle_is_replaced_when_it_is_told(database_url: str) -> None:
    database = Database(database_url, 2)
    async with database.connection(), database.connection() as first_back:
        cut = await first_back.fetchval("select pg_backend_pid()")
    # The one that came back last is lent first, so that the other is still idle when it is cut.
    async with database.connection(keeps_plans=True) as connection:
        assert await connection.fetchval("select pg_terminate_backend($1::integer, 5000::bigint)", cut)
        async with database.connection(keeps_plans=True) as replaced:
            assert await replaced.fetchval("select pg_backend_pid()") != cut
    await database.close()
