"""The interface by way of PgBouncer in transaction mode: all that it does fits into transactions on borrowed sessions."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator

import pytest

from fordran.api.app import Api, create_app
from fordran.settings import Settings
from tests.api import bodies
from tests.api.world import World
from tests.pgbouncer import needs_pgbouncer, pgbouncer
from tests.same_day import real_now

pytestmark = needs_pgbouncer


@pytest.fixture(scope="module")
async def app(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Api]:
    """As others have it, with three sessions for sixteen connections."""
    assert settings.database_url is not None
    with pgbouncer(settings.database_url, tmp_path_factory.mktemp("pgbouncer"), size=3) as url:
        direct = {"database_url": url, "direct_database_url": settings.database_url}
        api = create_app(dataclasses.replace(settings, **direct))
        yield api
        await api.database.close()


async def test_what_many_register_at_once_is_there_once_and_whose_it_is_is_known(world: World) -> None:
    client = world.callers["creditor_admin"]
    began = real_now().replace(microsecond=0)
    asked = [bodies.invoice_registration(world) for _ in range(10)]

    async def register(number: int) -> tuple[int, str]:
        headers = {"idempotency-key": f"pooled-{number % 10}"}
        answer = await client.post("/invoice--registrations", json=asked[number % 10], headers=headers)
        return answer.status_code, answer.json().get("_case", "")

    answers = await asyncio.wait_for(asyncio.gather(*(register(number) for number in range(30))), 120)
    assert {status for status, _ in answers} <= {201, 409}, "409 is for who asks while the same is being done"
    cases = {case for status, case in answers if status == 201}
    assert len(cases) == 10, "three asked with each key"
    listed = await asyncio.gather(*(client.get(f"/cases/{case}") for case in cases))
    assert {answer.status_code for answer in listed} == {200}
    async with world.database.transaction() as tx:
        made = """select count(*) filter (where by = 'api' and user_id = $1) as theirs,
            count(*) filter (where user_id is null or by = 'database') as nobodys
            from audit_log where kind = 'created' and created >= $2"""
        seen = await tx.fetchrow(made, world.users["creditor_admin"], began)
        assert seen is not None
        assert seen["theirs"] >= 10, "each is known to be the caller's"
        assert seen["nobodys"] == 0
        unknown = await tx.fetchval("select count(*) from cases where id = any($1) and content_hash is null", [*cases])
        assert unknown == 0, "rows are written by the service, also on a borrowed session"


async def test_lists_and_pages_are_read_and_refusals_leave_the_connection_as_it_was(world: World) -> None:
    for path, status in (("/cases?max_results=2", 200), ("/cases/" + "0" * 24, 404), ("/creditors?sort=-name", 200)):
        for _ in range(3):
            answer = await world.operator.get(path)
            assert answer.status_code == status, answer.text
    assert (await world.operator.get("/ready")).status_code == 200


async def test_the_clock_is_moved_on_the_server_itself(world: World) -> None:
    moved = await world.operator.post("/clock", json={"days": 1})
    assert moved.status_code == 201, moved.text
