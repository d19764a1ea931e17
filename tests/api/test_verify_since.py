"""Verifying what was written since a day: it finds what the whole finds there, and does not look at what is older."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg

from fordran import clock
from fordran.actions.proof.verify import verify
from fordran.api.app import Api
from tests.api import bodies
from tests.api.world import World


async def tables_that_differ(app: Api, since: datetime | None) -> set[str]:
    async with app.database.transaction() as tx:
        return {found.table async for found in verify(tx, since=since)}


async def test_a_changed_case_is_found_if_it_was_written_since(world: World, app: Api) -> None:
    made = await world.create("/invoice--registrations", bodies.invoice_registration(world))
    now, hour = clock.now(), timedelta(hours=1)
    before = {since: await tables_that_differ(app, since) for since in (None, now - hour, now + hour)}
    connection = await asyncpg.connect(app.settings.database_url, server_settings={"search_path": "fordran"})
    try:
        await connection.execute("alter table cases disable trigger user")
        statement = "update cases set total_remaining_capital_amount = total_remaining_capital_amount + 1 where id = $1"
        await connection.execute(statement, made["_case"])
        await connection.execute("alter table cases enable trigger user")
    finally:
        await connection.close()
    assert await tables_that_differ(app, None) - before[None] == {"cases"}
    assert await tables_that_differ(app, now - hour) - before[now - hour] == {"cases"}
    assert await tables_that_differ(app, now + hour) == before[now + hour]


async def test_the_chain_of_seals_is_checked_whatever_the_day(app: Api) -> None:
    async with app.database.transaction() as tx:
        await tx.execute(
            "insert into seals (day, at, bookings, previous_hash, hash) values ('2001-01-01', now(), 0, $1, $2)",
            "1" * 64,
            "2" * 64,
        )
    assert "seals" in await tables_that_differ(app, datetime(2030, 1, 1, tzinfo=UTC))
