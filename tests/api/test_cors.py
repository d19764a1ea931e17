"""Web pages of other origins: refused by default, and allowed only by exactly the name that is set."""

from __future__ import annotations

import dataclasses

import httpx
import pytest

from fordran.api.app import create_app
from fordran.settings import Settings
from tests.api.world import World, client_of

ALLOWED = "https://www.github.com"


async def ask(
    settings: Settings, world: World, origins: tuple[str, ...], method: str, origin: str | None
) -> httpx.Response:
    api = create_app(dataclasses.replace(settings, cors_origins=origins))
    try:
        async with client_of(api, world.token(world.users["operator"])) as client:
            headers = {} if origin is None else {"origin": origin, "access-control-request-method": "PATCH"}
            return await client.request(method, "/users", headers=headers)
    finally:
        await api.database.close()


@pytest.mark.parametrize("method", ["GET", "OPTIONS"])
async def test_by_default_no_other_origin_is_allowed(settings: Settings, world: World, method: str) -> None:
    answer = await ask(settings, world, (), method, ALLOWED)
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    ("origin", "is_allowed", "remark"),
    [
        (ALLOWED, True, "the name itself"),
        ("https://wwwxgithub.com", False, "a dot is a dot"),
        ("https://www.github.com:8080", False, "another port"),
        ("http://www.github.com", False, "another scheme"),
        ("https://www.github.com.example.com", False, "more behind it"),
        ("https://evil-www.github.com", False, "more before it"),
        ("https://WWW.GITHUB.COM", False, "other letters, which no browser sends"),
        ("null", False, "an origin that hides"),
        ("", False, "empty"),
        (None, False, "none"),
    ],
)
async def test_an_origin_is_allowed_by_its_exact_name(
    settings: Settings, world: World, origin: str | None, is_allowed: bool, remark: str
) -> None:
    for method in ("GET", "OPTIONS"):
        answer = await ask(settings, world, ("https://other.example.com", ALLOWED), method, origin)
        assert answer.headers.get("access-control-allow-origin") == (origin if is_allowed else None), remark
        assert set(answer.headers["vary"].split(", ")) - {"accept-encoding"} == {"X-API-Key", "Origin"}, remark
        assert "access-control-allow-credentials" not in answer.headers


async def test_a_browser_that_asks_first_is_told_what_it_may_send(settings: Settings, world: World) -> None:
    answer = await ask(settings, world, (ALLOWED,), "OPTIONS", ALLOWED)
    assert answer.headers["access-control-allow-methods"] == answer.headers["allow"]
    sent = {name.strip().lower() for name in answer.headers["access-control-allow-headers"].split(",")}
    assert {"x-api-key", "content-type", "if-match", "if-none-match", "idempotency-key"} <= sent


async def test_a_page_may_read_the_headers_that_matter(settings: Settings, world: World) -> None:
    answer = await ask(settings, world, (ALLOWED,), "GET", ALLOWED)
    shown = {name.strip().lower() for name in answer.headers["access-control-expose-headers"].split(",")}
    assert {"etag", "location", "x-total-count", "x-request-id", "retry-after", "last-modified"} <= shown


async def test_a_star_is_every_origin(settings: Settings, world: World) -> None:
    answer = await ask(settings, world, ("*",), "GET", "https://anything.example.com")
    assert answer.headers["access-control-allow-origin"] == "*"
