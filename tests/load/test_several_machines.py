"""Two services and a worker, each a process with a data folder of its own, on one database and one bucket, behind a proxy.

They are processes, as on machines of their own, since what one of them remembers the others must not need.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable

import httpx
import orjson
import pytest

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.settings import Settings
from tests.api import bodies
from tests.api.test_media import FIELD, FILE, PDF
from tests.api.world import World
from tests.load.machines import HAPROXY, Machines, running
from tests.s3_server import KEYS, s3_server
from tools.load.hammer import Hammer, in_turn

pytestmark = [
    pytest.mark.skipif(HAPROXY is None, reason="HAProxy is not installed"),
    pytest.mark.timeout(300),
]

A_SECOND, AT_ONCE = 3, 100
"""What each service lets a client ask."""
PAUSE_SECONDS = 0.5
"""How long a client waits that is not to come to that limit."""
FAILURES = 5
_PRINTED = "select print_id from invoices where id = $1"


@pytest.fixture(scope="module")
async def machines(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Machines]:
    folder = tmp_path_factory.mktemp("machines")
    with s3_server() as bucket:
        told = {
            "database_url": settings.database_url,
            "media_url": "s3://files/ours",
            "media_endpoint": bucket,
            **KEYS,
            "code_key": "of all machines " * 3,
            "trusted_proxies": ["127.0.0.1/32"],
            "rate_limit_per_second": A_SECOND,
            "rate_limit_burst": AT_ONCE,
            "sign_in_failures_per_minute": FAILURES,
            "stop_delay_seconds": 4,
            "log_level": "error",
        }
        with running(folder, told) as started:
            for machine in (started.one, started.two, started.proxy):
                await machine.until_ready()
            yield started


async def test_who_signed_in_at_one_is_known_at_the_other_and_nobody_for_long_who_was_put_out(
    machines: Machines, world: World
) -> None:
    async with world.database.transaction() as tx:
        code = (await add_client(tx, name="Both", operator=True, networks=["127.0.0.1"], now=clock.now())).api_code
    async with machines.one.client() as stranger:
        signed_in = await stranger.post("/authenticates/api-code", json={"code": code})
    assert signed_in.status_code == 200, signed_in.text
    user = await world.add_user(world.account.id, world.account.group)
    async with (
        machines.one.client(signed_in.json()["token"]) as at_one,
        machines.two.client(signed_in.json()["token"]) as at_two,
        machines.two.client(world.token(user)) as put_out,
    ):
        assert (await at_two.get("/creditors")).status_code == 200
        assert (await put_out.get("/creditors")).status_code == 200
        tag = (await at_two.get(f"/users/{user}")).json()["_etag"]
        deleted = await at_one.delete(f"/users/{user}", headers={"if-match": tag})
        assert deleted.status_code == 204, deleted.text
        async with asyncio.timeout(10):
            while (await put_out.get("/creditors")).status_code != 401:  # noqa: ASYNC110
                await asyncio.sleep(0.1)


async def test_a_file_sent_to_one_is_read_from_the_other_and_lies_in_no_folder(
    machines: Machines, world: World
) -> None:
    token = world.token(world.users["operator"])
    async with machines.one.client(token) as at_one, machines.two.client(token) as at_two:
        kept = await at_one.post(f"/media--upload/{world.case}", data=FIELD, files=FILE)
        assert kept.status_code == 201, kept.text
        read = await at_two.get(httpx.URL(kept.json()["url"]).raw_path.decode())
    assert (read.status_code, read.content) == (200, PDF)
    for machine in (machines.one, machines.two):
        assert [path for path in machine.folder.glob("media/**/*") if path.is_file()] == []


async def test_a_key_that_comes_to_both_at_once_is_used_once(machines: Machines, world: World) -> None:
    token = world.token(world.users["operator"])
    async with machines.one.client(token) as at_one, machines.two.client(token) as at_two:
        for number in range(10):
            body, key = bodies.case_registration(world), {"idempotency-key": f"both-{number}"}
            asked = [client.post("/case--registrations", json=body, headers=key) for client in (at_one, at_two) * 2]
            answers = await asyncio.gather(*asked)
            made = {answer.json()["_id"] for answer in answers if answer.status_code == 201}
            assert len(made) == 1, [answer.text for answer in answers]
            assert {answer.status_code for answer in answers} <= {201, 409}
            assert sum("idempotency-replayed" not in one.headers for one in answers if one.status_code == 201) == 1
            for client in (at_one, at_two):
                again = await client.post("/case--registrations", json=body, headers=key)
                assert (again.status_code, again.json()["_id"]) == (201, *made)
                assert again.headers["idempotency-replayed"] == "true"


async def test_each_service_counts_for_itself_what_a_client_asks(machines: Machines, world: World) -> None:
    user = await world.add_user(world.account.id, world.account.group)
    began = clock.monotonic()
    allowed = refused = 0
    async with machines.proxy.client(world.token(user)) as client:
        while not refused:
            answers = await asyncio.gather(*(client.get("/creditors?max_results=1") for _ in range(30)))
            allowed += sum(answer.status_code == 200 for answer in answers)
            refusals = [answer for answer in answers if answer.status_code == 429]
            refused += len(refusals)
            assert all("retry-after" in answer.headers for answer in refusals)
            assert clock.monotonic() < began + 60, "the limit is never reached"
    most = AT_ONCE + A_SECOND * (clock.monotonic() - began) + 1
    assert allowed <= 2 * most
    assert allowed >= AT_ONCE


async def test_sign_ins_that_fail_are_counted_for_all_by_the_address_that_the_proxy_saw(machines: Machines) -> None:
    wrong = {"code": "0" * 40}
    lied = {"x-forwarded-for": "203.0.113.9", "forwarded": "for=203.0.113.9"}
    async with machines.proxy.client() as client:
        answers = [
            await client.post("/authenticates/api-code", json=wrong | {"code": f"{number:040}"}, headers=lied)
            for number in range(2 * FAILURES)
        ]
    statuses = [answer.status_code for answer in answers]
    assert statuses == sorted(statuses), "the limit holds from where it is reached"
    assert FAILURES <= statuses.count(401) <= FAILURES + 1
    assert statuses[-1] == 429
    for machine in (machines.one, machines.two):
        async with machine.client() as direct:
            here = await direct.post("/authenticates/api-code", json=wrong)
        assert here.status_code == 429, "127.0.0.1 is who failed, and not whom it named"


async def test_services_are_restarted_one_after_the_other_without_a_failed_request(
    machines: Machines, world: World
) -> None:
    registered = itertools.count(1)

    def head(method: str, path: str, user: str) -> str:
        return f"{method} {path} HTTP/1.1\r\nhost: x\r\nx-api-key: {world.token(user)}\r\n"

    def registering(user: str) -> Callable[[], bytes]:
        def request() -> bytes:
            body = orjson.dumps(bodies.case_registration(world, labels=[f"rolling-{next(registered)}"]))
            more = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
            return (head("POST", "/case--registrations", user) + more).encode() + body

        return request

    async def restart() -> None:
        for name, machine in (("one", machines.one), ("two", machines.two)):
            assert await asyncio.to_thread(machine.stop) == 0
            assert not machines.is_up(name), "it answered until the proxy had noticed"
            machine.start()
            async with asyncio.timeout(120):
                while not machines.is_up(name):  # noqa: ASYNC110
                    await asyncio.sleep(0.2)

    roles = ("operator", "partner", "account_admin", "creditor_admin", "creditor_user")
    reading = [
        (in_turn(head("GET", "/creditors", world.users[role]).encode() + b"\r\n"), PAUSE_SECONDS) for role in roles
    ]
    users = [await world.add_user(world.account.id, world.account.group) for _ in range(2)]
    before = await count(world)
    hammer = Hammer("127.0.0.1", machines.proxy.port)
    await hammer.during(
        asyncio.create_task(restart()), [*reading, *((registering(user), PAUSE_SECONDS) for user in users)]
    )
    print(f"answers {dict(hammer.answers)}")
    assert hammer.failed == []
    assert hammer.answers.keys() == {200, 201}
    assert await count(world) - before == hammer.answers[201] > 10, "as often as it was said, and no oftener"


async def count(world: World) -> int:
    """How many cases have been registered."""
    answer = await world.operator.get("/case--registrations", params={"max_results": 1})
    total: int = answer.json()["_meta"]["total"]
    return total


async def test_a_worker_goes_on_with_what_is_due_where_no_service_runs(machines: Machines, world: World) -> None:
    for machine in (machines.one, machines.two):
        assert await asyncio.to_thread(machine.stop) == 0
    made = await world.create("/invoice--registrations", bodies.invoice_registration(world))
    async with world.database.connection() as connection, asyncio.timeout(60):
        # Whoever reads an invoice that is not printed yet has it printed: so nobody does.
        while (file := await connection.fetchval(_PRINTED, made["_invoice"])) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    assert [path for path in machines.worker.folder.glob("media/**/*") if path.is_file()] == []
    machines.one.start()
    await machines.one.until_ready()
    async with machines.one.client(world.token(world.users["operator"])) as client:
        printed = await client.get(f"/media--files/{file}")
    assert (printed.status_code, printed.content[:5]) == (200, b"%PDF-"), printed.text
