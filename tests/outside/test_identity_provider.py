"""Identity providers that hang, talk without end or say what nobody understands: nobody is let in, and nobody waits for long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import httpx
import orjson
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey

from fordran import clock
from fordran.outside import identity_provider
from fordran.outside.identity_claims import IdentityNotProven
from fordran.outside.identity_provider import IdentityProvider
from fordran.providers import Provider

ISSUER = "https://id.example"
ABOUT = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/authorize",
    "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/keys",
}

Answer = Callable[[httpx.Request], Coroutine[None, None, httpx.Response]]


def provider(answer: Answer) -> IdentityProvider:
    return IdentityProvider(Provider(ISSUER, "fordran", "secret"), httpx.MockTransport(answer))


async def begun(one: IdentityProvider) -> str:
    return await one.address("https://us.example/back", "state", "nonce", "v" * 43, clock.unix())


async def _hangs(_request: httpx.Request) -> httpx.Response:
    await asyncio.sleep(30)
    raise AssertionError


async def _a_byte_at_a_time(_request: httpx.Request) -> httpx.Response:
    async def bytes_() -> AsyncIterator[bytes]:
        for _ in range(3000):
            yield b" "
            await asyncio.sleep(0.01)

    return httpx.Response(200, content=bytes_())


@pytest.mark.parametrize("answer", [_hangs, _a_byte_at_a_time])
async def test_the_whole_of_an_answer_has_its_time(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_provider, "WAIT_SECONDS", 0.2)
    began = clock.monotonic()
    with pytest.raises(IdentityNotProven):
        await begun(provider(answer))
    assert clock.monotonic() - began < 10


async def test_no_more_of_an_answer_is_read_than_it_can_have() -> None:
    sent = 0

    async def without_end(_request: httpx.Request) -> httpx.Response:
        async def pieces() -> AsyncIterator[bytes]:
            nonlocal sent
            for _ in range(500):
                sent += 1
                yield b" " * 100_000

        return httpx.Response(200, content=pieces())

    with pytest.raises(IdentityNotProven):
        await begun(provider(without_end))
    assert sent < 20


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        (b"[" * 100_000, "too deep to be read"),
        (b"[]", "no object"),
        (b"\xff", "no JSON"),
        (orjson.dumps(ABOUT | {"issuer": 5}), "another issuer"),
        (orjson.dumps(ABOUT | {"authorization_endpoint": 5}), "no address"),
        (orjson.dumps(ABOUT | {"authorization_endpoint": {}}), "no address"),
        (orjson.dumps({"issuer": ISSUER}), "no address at all"),
    ],
)
async def test_what_nobody_understands_was_not_said(content: bytes, remark: str) -> None:
    async def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=content)

    with pytest.raises(IdentityNotProven):
        pytest.fail(f"{remark}: {await begun(provider(answer))}")


async def test_an_issuer_that_is_no_address_says_nothing() -> None:
    with pytest.raises(IdentityNotProven):
        await begun(IdentityProvider(Provider("http://[::1", "fordran", "secret")))


KEY = ECKey.generate_key("P-256", {"kid": "1", "use": "sig"})


def said_by(email: Any) -> Answer:
    """A provider who signs that it has verified that address."""
    claims = {"iss": ISSUER, "aud": "fordran", "sub": "1", "nonce": "nonce", "email": email, "email_verified": True}

    async def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/keys":
            return httpx.Response(200, json={"keys": [KEY.as_dict(private=False)]})
        if request.url.path == "/token":
            token = jwt.encode({"alg": "ES256", "kid": "1"}, claims | {"exp": int(clock.unix()) + 60}, KEY)
            return httpx.Response(200, json={"id_token": token})
        return httpx.Response(200, json=ABOUT)

    return answer


@pytest.mark.parametrize(
    ("email", "known_as"),
    [
        (" Sofia@Operator.example ", "sofia@operator.example"),
        ("sofia\x00@operator.example", ""),
        (f"{'s' * 65_536}@operator.example", ""),
        ({"a": 1}, "{'a': 1}"),
        (None, "none"),
    ],
)
async def test_an_address_that_can_be_nobodys_is_nobodys(email: Any, known_as: str) -> None:
    said = await provider(said_by(email)).claims("https://us.example/back", "code", "nonce", "v" * 43, clock.unix())
    assert said.email == known_as


@pytest.mark.parametrize("token", [5, None, [], "", "a.b.c", "." * 100_000])
async def test_a_token_that_is_none_says_nothing(token: Any) -> None:
    honest = said_by("sofia@operator.example")

    async def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"id_token": token}) if request.url.path == "/token" else await honest(request)

    with pytest.raises(IdentityNotProven):
        await provider(answer).claims("https://us.example/back", "code", "nonce", "v" * 43, clock.unix())
