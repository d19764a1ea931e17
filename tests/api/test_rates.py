"""Rate limits: each client by itself, told on every answer, and refused with the time to wait."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from collections.abc import AsyncIterator

import httpx
import pytest

from fordran.api.app import Api, create_app
from fordran.settings import Settings
from fordran.web.rates import Rates
from tests.api.world import World, client_of

BURST = 20


@pytest.fixture
async def limited(settings: Settings) -> AsyncIterator[Api]:
    """An application that lets a client make 20 requests at once, and one a second after that."""
    api = create_app(
        dataclasses.replace(settings, rate_limit_per_second=1, rate_limit_burst=BURST, pool_wait_seconds=60)
    )
    yield api
    await api.database.close()


def remaining(answer: httpx.Response) -> int:
    return int(answer.headers["x-ratelimit-remaining"])


async def test_the_limit_stands_on_every_answer(world: World, limited: Api) -> None:
    async with client_of(limited, world.token(world.users["operator"])) as client:
        answers = [
            await client.get("/users"),
            await client.get("/users/nothing"),
            await client.get("/users", params={"where": "{bad"}),
            await client.post("/users", json={}),
            await client.patch(f"/users/{world.users['operator']}", json={}),
            await client.get("/partners", headers={"x-api-key": world.token(world.users["account_admin"])}),
            await client.get("/users", headers={"x-api-key": "x"}),
            await client.get("/nothing"),
            await client.put("/users"),
            await client.options("/users"),
            await client.head("/users"),
            await client.get("/health"),
        ]
    assert [answer.status_code for answer in answers] == [200, 404, 400, 422, 428, 403, 401, 404, 405, 200, 200, 200]
    for answer in answers:
        assert answer.headers["x-ratelimit-limit"] == str(BURST)
        assert 0 <= remaining(answer) < BURST
        assert int(answer.headers["x-ratelimit-reset"]) > 1_700_000_000


async def test_past_the_limit_a_client_waits(world: World, limited: Api) -> None:
    # Known beforehand, so that all are counted at one moment, however long a busy machine takes to look a caller up.
    await limited.callers.caller(world.token(world.users["operator"]))
    async with client_of(limited, world.token(world.users["operator"])) as client:
        answers = await asyncio.gather(*(client.get("/locales") for _ in range(BURST + 10)))
        counted = Counter(answer.status_code for answer in answers)
        assert counted[200] in (BURST, BURST + 1)
        assert counted[429] >= 9
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["_error"]["code"] == 429
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["x-ratelimit-remaining"] == "0"
    async with client_of(limited, world.token(world.users["account_admin"])) as other:
        assert (await other.get("/locales")).status_code == 200, "another client has a limit of its own"


async def test_without_a_token_the_address_counts(limited: Api) -> None:
    async with client_of(limited, address="192.0.2.1") as client:
        for path in ["/users", "/health", "/nothing", "/"] * 5:
            assert (await client.get(path)).status_code in (200, 401, 404)
        assert (await client.get("/nothing")).status_code == 429
        assert (await client.get("/users", headers={"x-api-key": "guess"})).status_code == 429
    async with client_of(limited, address="192.0.2.2") as other:
        assert (await other.get("/health")).status_code == 200


async def test_a_limit_of_none_is_no_limit(world: World) -> None:
    answer = await world.operator.get("/users")
    assert "x-ratelimit-limit" not in answer.headers


@pytest.mark.parametrize(
    ("waited_seconds", "may", "remark"),
    [
        (0.0, 0, "at once"),
        (0.4, 0, "less than one"),
        (0.5, 1, "one"),
        (3.0, 6, "six"),
        (1000.0, 10, "no more than the burst"),
    ],
)
def test_a_bucket_fills_steadily(waited_seconds: float, may: int, remark: str) -> None:
    rates = Rates(per_second=2, burst=10)
    now = 1_700_000_000.0
    assert [rates.take("one", now)[0] for _ in range(11)] == [True] * 10 + [False]
    after = [rates.take("one", now + waited_seconds)[0] for _ in range(12)]
    assert after == [True] * may + [False] * (12 - may), remark


def test_a_clock_that_goes_back_takes_nothing_away_for_long() -> None:
    rates = Rates(per_second=1, burst=5)
    assert rates.take("one", 1_700_000_100.0)[0]
    assert rates.take("one", 1_700_000_000.0)[0], "a clock that is set back by more than the burst"
