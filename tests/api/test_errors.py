"""What goes wrong: one shape, no secrets, a request id, and nothing half done."""

from __future__ import annotations

import asyncio
import dataclasses
import io
import json
import logging
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import structlog

from fordran import logs
from fordran.api.app import Api, create_app
from fordran.api.description.guides import GUIDES
from fordran.api.http.answers import Answer
from fordran.api.http.error_types import error_types
from fordran.api.http.request import Request
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.web.pipeline import new_request_id
from tests.api.bodies import user
from tests.api.table import TABLE
from tests.api.world import World, client_of

SECRET = "id_number=19811228-9874 password=hunter2"


def is_error(answer: httpx.Response, status: int) -> str:
    """The sentence of an error, which has the one shape."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-request-id"]
    document = answer.json()
    assert document.keys() - {"_issues", "_issue_codes", "_items"} == {"_status", "_error"}
    assert ("_issues" in document) == ("_issue_codes" in document)
    assert document["_status"] == "ERR"
    assert document["_error"].keys() == {"code", "message", "type"}
    assert document["_error"]["type"] in error_types()
    assert document["_error"]["code"] == status
    sentence: str = document["_error"]["message"]
    assert sentence
    return sentence


@pytest.fixture
async def failing(settings: Settings) -> AsyncIterator[Api]:
    """An application whose list of locales fails as nothing may."""

    async def fail(_request: Request, _database: Database) -> Answer:
        raise RuntimeError(SECRET)

    api = create_app(settings)
    broken = {endpoint.name: endpoint for endpoint in api.table}["GET /locales"]
    api.root.fixed["locales"].methods["GET"] = dataclasses.replace(broken, serve=fail)
    yield api
    await api.database.close()


@contextmanager
def logged_as_in_production() -> Iterator[io.BytesIO]:
    """What the service logs meanwhile."""
    before, root, written = structlog.get_config(), logging.getLogger(), io.BytesIO()
    handlers, level = root.handlers, root.level
    with pytest.MonkeyPatch.context() as patch:
        # Loggers keep what they were set up with when they were first used, so these are new ones.
        for place in ("fordran.web.pipeline.log", "fordran.logs._requests"):
            patch.setattr(place, structlog.get_logger("fordran.api"))
        patch.setattr("fordran.logs._requests_go_straight", False)
        patch.setattr("sys.stderr", io.TextIOWrapper(written, write_through=True))
        logs.set_up("debug", pretty=False)
        yield written
        sys.stderr.detach()
    root.handlers = handlers
    root.setLevel(level)
    structlog.configure(**before)


def said(text: str) -> str:
    """What was logged, without what is drawn or measured anew each time and so may hold any digits."""
    drawn = {"request_id", "timestamp", "milliseconds", "user"}
    lines = [json.loads(line) for line in text.splitlines()]
    return json.dumps([{name: value for name, value in line.items() if name not in drawn} for line in lines])


async def test_an_error_of_ours_tells_nothing_but_its_id(world: World, failing: Api) -> None:
    async with client_of(failing, world.token(world.users["operator"])) as client:
        for query in ("", "?pretty"):
            answer = await client.get(f"/locales{query}")
            sentence = is_error(answer, 500)
            assert sentence == f"Internal error. Quote request id {answer.headers['x-request-id']} when you report it."
            assert "RuntimeError" not in answer.text
            assert "hunter2" not in answer.text
        head = await client.head("/locales")
        assert (head.status_code, head.content) == (500, b"")
        assert (await client.get("/users")).status_code == 200, "the next request is answered"


async def test_an_error_of_ours_is_logged_with_its_id_and_without_secrets(world: World, failing: Api) -> None:
    with logged_as_in_production() as written:
        async with client_of(failing, world.token(world.users["operator"])) as client:
            answer = await client.get("/locales")
    text = written.getvalue().decode()
    (told,) = (json.loads(line) for line in text.splitlines() if '"unhandled exception"' in line)
    assert told["request_id"] == answer.headers["x-request-id"]
    assert "RuntimeError" in told["exception"]
    for secret in ("9874", "hunter2"):
        assert secret not in said(text)


def test_no_request_has_an_id_that_logs_would_leave_out() -> None:
    for _ in range(20_000):
        named = {"request_id": new_request_id(), "message": f"Quote request id {new_request_id()}."}
        assert logs.redact(None, "", dict(named)) == named
        assert re.fullmatch(r"[0-9a-f]{16}", named["request_id"])


async def test_no_secret_is_logged_whatever_is_asked(world: World, app: Api) -> None:
    token, code, number = world.token(world.users["operator"]), "fordran_" + "s3cr3t" * 7, "19811228-9874"
    with logged_as_in_production() as written:
        async with client_of(app, token) as client:
            await client.get("/users", params={"where": json.dumps({"name": number}), "code": code, "token": token})
            await client.get(f"/users/{number}")
            await client.get(f"/{token}")
            await client.post("/users", json={"name": number, "account": code})
            await client.post("/users", json=user(world, name=number))
            await client.post("/authenticates/api-code", json={"code": code})
            await client.get("/authenticates/api-code")
            await client.get("/users", headers={"x-api-key": f"{token}x"})
            await client.get("/users", params={"where": "{" + number})
    text = written.getvalue().decode()
    assert len(text.splitlines()) >= 9, "nothing was logged, so nothing was tested"
    for secret in (token, token.split(".")[2], code, "s3cr3t", number, "811228", "9874"):
        assert secret not in said(text)


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/users", {"params": {"where": "{bad"}}, 400),
        ("GET", "/users", {"params": {"sort": "nothing"}}, 400),
        ("GET", "/users", {"headers": {"x-api-key": "x"}}, 401),
        ("GET", "/users/nothing", {}, 404),
        ("GET", "/nothing", {}, 404),
        ("PUT", "/users", {}, 405),
        ("POST", "/users", {"json": {}}, 422),
        ("POST", "/users", {"json": [{}, {}]}, 422),
        (
            "POST",
            "/users",
            {"content": b"x" * (10 * 1024 * 1024 + 1), "headers": {"content-type": "application/json"}},
            413,
        ),
        ("POST", "/users", {"content": b"{}"}, 400),
        ("GET", "/authenticates/api-code", {}, 401),
    ],
)
async def test_every_error_has_the_one_shape(world: World, method: str, path: str, more: Any, status: int) -> None:
    is_error(await world.operator.request(method, path, **more), status)


# The database ---------------------------------------------------------------------------------------------------------------


async def test_without_a_database_every_endpoint_that_needs_it_says_so(world: World, settings: Settings) -> None:
    assert settings.database_url is not None
    nowhere = "postgresql://nobody@127.0.0.1:1/nothing"
    api = create_app(dataclasses.replace(settings, database_url=nowhere))
    async with client_of(api, world.token(world.users["operator"])) as client:
        for endpoint in TABLE:
            path = endpoint.path.replace("{id}", "0" * 24).replace("{guide}", next(iter(GUIDES)))
            answer = await client.request(endpoint.method, path, json={"code": "x"}, headers={"if-match": "x"})
            if endpoint.path in ("/", "/health", "/metrics", "/openapi.json", "/docs", "/docs/guides/{guide}"):
                assert answer.status_code == 200, endpoint.name
            elif answer.status_code == 404:
                assert endpoint.path.startswith("/callbacks/"), (
                    endpoint.name
                )  # of a system that the settings do not have
            else:
                sentence = is_error(answer, 503)
                assert int(answer.headers["retry-after"]) > 0
                assert "127.0.0.1" not in sentence, endpoint.name
                assert "nobody" not in sentence, endpoint.name


async def test_a_connection_that_is_cut_costs_one_answer_at_most(world: World, settings: Settings) -> None:
    api = create_app(dataclasses.replace(settings, pool_size=2))
    async with client_of(api, world.token(world.users["operator"])) as client:
        assert (await client.get("/users")).status_code == 200
        for _ in range(3):
            async with world.database.connection() as connection:
                await connection.execute(
                    """select pg_terminate_backend(pid) from pg_stat_activity
                       where pid <> pg_backend_pid() and datname = current_database()"""
                )
            statuses = [(await client.get("/users")).status_code for _ in range(4)]
            assert set(statuses) <= {200, 503}
            assert statuses[-1] == 200
            assert statuses.count(503) <= 2
    await api.database.close()
    # Those of the world's own application were cut too.
    answers = [(await world.operator.get("/users")).status_code for _ in range(4)]
    assert answers[-1] == 200


async def test_when_every_connection_is_in_use_the_service_is_busy(world: World, settings: Settings) -> None:
    api = create_app(dataclasses.replace(settings, pool_size=1, pool_wait_seconds=1.0))
    async with client_of(api, world.token(world.users["operator"])) as client:
        assert (await client.get("/users")).status_code == 200
        async with api.database.connection():
            answer = await client.get("/locales")
            is_error(answer, 503)
            assert int(answer.headers["retry-after"]) > 0
            assert (await client.get("/health")).status_code == 200
            assert (await client.get("/ready")).status_code == 200, (
                "the database answers; that many ask is no fault of it"
            )
        assert (await client.get("/locales")).status_code == 200
        assert (await client.get("/ready")).status_code == 200
    await api.database.close()


async def test_a_request_that_is_interrupted_has_no_effect(world: World, settings: Settings) -> None:
    before = (await world.operator.get("/users")).json()["_meta"]["total"]
    async with world.database.transaction() as tx:
        await tx.execute("create function slow() returns trigger language plpgsql as $$ "
                         "begin if new.name = 'Slow' then perform pg_sleep(30); end if; return new; end $$")  # fmt: skip
        await tx.execute("create trigger slow before insert on users for each row execute function slow()")
    try:
        asked = asyncio.create_task(world.operator.post("/users", json=user(world, name="Slow")))
        async with world.database.connection() as connection:
            for _ in range(100):
                cut = await connection.fetch(
                    """select pg_cancel_backend(pid) from pg_stat_activity
                       where query ilike 'insert into users%' and wait_event = 'PgSleep'"""
                )
                if cut:
                    break
                await asyncio.sleep(0.02)
        answer = await asked
        is_error(answer, 503)
        assert int(answer.headers["retry-after"]) > 0
    finally:
        async with world.database.transaction() as tx:
            await tx.execute("drop trigger slow on users")
            await tx.execute("drop function slow()")
    assert (await world.operator.get("/users")).json()["_meta"]["total"] == before


async def test_a_client_that_goes_away_leaves_nothing_behind(world: World, app: Api) -> None:
    sent: list[Any] = []
    messages = iter([{"type": "http.request", "body": b'{"name"', "more_body": True}, {"type": "http.disconnect"}])

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)

    token = world.token(world.users["operator"]).encode()
    headers = [(b"host", b"x"), (b"x-api-key", token), (b"content-type", b"application/json")]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/users",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
    }
    await app(scope | {"headers": headers}, receive, send)
    assert sent == []
    assert (await world.operator.get("/users")).status_code == 200
