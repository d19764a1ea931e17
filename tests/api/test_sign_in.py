"""Signing in over HTTP: both methods, every algorithm, and refusals that all look alike."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import math
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_network
from typing import Any

import httpx
import jwt
import pytest

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.add_client import Client, add_client
from fordran.actions.accounts.failures import FAILURE_SECONDS
from fordran.api.app import Api, create_app
from fordran.settings import Settings
from tests.actions.client_tokens import KEYS, PRIVATE, base64url, sign
from tests.api.world import World, client_of

PATH = "/authenticates/api-code"
NETWORKS = ["203.0.113.7", "198.51.100.0/24", "2001:db8::/64"]
SILENT = ("x-request-id", "content-length")


@dataclass
class Signer:
    """A client of the operator with a key of each kind."""

    app: Api
    client: Client

    async def ask(self, token: str | None, address: str = "192.0.2.1") -> httpx.Response:
        """What the first method answers to a token."""
        async with client_of(self.app, token, address) as http:
            return await http.get(PATH)

    async def send(self, code: Any, address: str = "203.0.113.7", **headers: str) -> httpx.Response:
        """What the second method answers to a code."""
        async with client_of(self.app, None, address) as http:
            return await http.post(
                PATH, json={"code": code}, headers={k.replace("_", "-"): v for k, v in headers.items()}
            )

    def token(self, key: str = "P-256", algorithm: str = "ES256", length: int = 0, **changes: Any) -> str:
        """A JWT signed as asked, whether or not key and algorithm fit."""
        claims = {"api_code": self.client.api_code, "exp": int(clock.unix()) + 600} | changes.pop("claims", {})
        header = {"alg": algorithm, "typ": "JWT"} | changes.pop("header", {})
        assert not changes
        message = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
        return f"{message}.{base64url(sign(PRIVATE[key], algorithm, message.encode(), length))}"


@pytest.fixture(scope="module")
async def signers(world: World) -> list[Signer]:
    """Several who have the same keys, so that none of them fails more often than one may."""
    keys = [key.pem for key in KEYS.values()]
    made = {"name": "Signer", "operator": True, "public_keys": keys, "networks": NETWORKS}
    async with world.database.transaction() as tx:
        return [Signer(world.app, await add_client(tx, **made, now=clock.now())) for _ in range(4)]


@pytest.fixture(scope="module")
async def signer(signers: list[Signer]) -> Signer:
    return signers[0]


@pytest.fixture(autouse=True)
async def forgiven(world: World) -> AsyncIterator[None]:
    """Failures of one test must not throttle the next."""
    yield
    async with world.database.transaction() as tx:
        await tx.execute("delete from failed_sign_ins")


# What is taken --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "algorithm", "length", "remark"),
    [
        ("P-256", "ES256", 0, "the usual pair"),
        ("P-384", "ES384", 0, "a longer one"),
        ("P-521", "ES512", 0, "the longest"),
        ("P-256", "ES512", 64, "an older library's, with short halves"),
        ("P-256", "ES512", 132, "an older library's, with padded halves"),
        ("RSA", "RS256", 0, "RSA"),
        ("RSA", "RS384", 0, "RSA with a longer hash"),
        ("RSA", "RS512", 0, "RSA with the longest hash"),
    ],
)
async def test_every_algorithm_signs_in(signer: Signer, key: str, algorithm: str, length: int, remark: str) -> None:
    answer = await signer.ask(signer.token(key, algorithm, length))
    assert answer.status_code == 200, remark
    assert answer.json().keys() == {"token"}
    assert answer.headers["cache-control"] == "no-store"
    await _works(signer, answer.json()["token"])


async def _works(signer: Signer, token: str) -> None:
    async with client_of(signer.app, token) as http:
        assert (await http.get(f"/users/{signer.client.user}")).status_code == 200


@pytest.mark.parametrize("address", ["203.0.113.7", "::ffff:203.0.113.7", "198.51.100.200", "2001:db8::1234"])
async def test_the_code_signs_in_from_a_registered_address(signer: Signer, address: str) -> None:
    answer = await signer.send(signer.client.api_code, address)
    assert answer.status_code == 200
    await _works(signer, answer.json()["token"])


async def test_the_access_token_is_a_jwt_of_an_hour(signer: Signer) -> None:
    token = (await signer.send(signer.client.api_code)).json()["token"]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["sub"] == signer.client.user
    assert claims["exp"] - claims["iat"] == 3600
    assert abs(claims["iat"] - clock.unix()) < 5
    assert jwt.get_unverified_header(token)["typ"] == "fordran-access+jwt"


# What is refused ------------------------------------------------------------------------------------------------------------


def bad_tokens(signer: Signer, now: float) -> dict[str, str | None]:
    """Remark → a JWT that must not sign in."""
    good = signer.token()
    head, claims, signature = good.split(".")
    public = KEYS["P-256"].pem
    none = base64url(json.dumps({"alg": "none", "typ": "JWT"}).encode())
    hmac_of_public = jwt.api_jws.PyJWS().get_algorithm_by_name("HS256")
    hs_head = base64url(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    hs_message = f"{hs_head}.{claims}"
    hs = base64url(hmac_of_public.sign(hs_message.encode(), public.encode()))
    return {
        "no token": None,
        "an empty one": "",
        "nonsense": "x",
        "three parts of nonsense": "a.b.c",
        "none": f"{none}.{claims}.",
        "none with a signature": f"{none}.{claims}.{signature}",
        "HS256 with the public key": f"{hs_message}.{hs}",
        "no signature": f"{head}.{claims}.",
        "another's signature": f"{head}.{claims}.{base64url(b'x' * 64)}",
        "claims changed after signing": f"{head}.{base64url(b'{}')}.{signature}",
        "a key of the wrong curve": signer.token("P-384", "ES256"),
        "an algorithm of another curve": signer.token("P-256", "ES384"),
        "RSA's algorithm with a curve's key": signer.token("P-256", "RS256"),
        "ES512 on P-256 with halves of another length": signer.token("P-256", "ES512", 96),
        "expired": signer.token(claims={"exp": int(now) - 61}),
        "too long-lived": signer.token(claims={"exp": int(now) + 3600 + 120}),
        "not yet valid": signer.token(claims={"nbf": int(now) + 120}),
        "without an end": signer.token(claims={"exp": None}),
        "an end that is no number": signer.token(claims={"exp": "soon"}),
        "an unknown code": signer.token(claims={"api_code": "fordran_unknown"}),
        "a code that is no text": signer.token(claims={"api_code": 7}),
        "a key brought along": signer.token(header={"jwk": {"kty": "EC"}}),
        "a key to be fetched": signer.token(header={"jku": "https://example.com/keys"}),
        "a critical extension": signer.token(header={"crit": ["x"]}),
        "another type": signer.token(header={"typ": "fordran-access+jwt"}),
    }


async def test_every_failed_sign_in_looks_alike(world: World, signers: list[Signer]) -> None:
    signer = signers[0]
    async with world.database.transaction() as tx:
        disabled = await add_client(
            tx, name="Disabled", operator=True, public_keys=[KEYS["P-256"].pem], networks=NETWORKS, now=clock.now()
        )
        await tx.execute("update users set is_enabled = false where id = $1", disabled.user)
        elsewhere = await add_client(tx, name="Elsewhere", operator=True, networks=["192.0.2.9"], now=clock.now())
        person = await tx.fetchval('select id from users where not "system_user" limit 1')
    drawn = [bad_tokens(one, clock.unix()) for one in signers]
    tokens = {remark: drawn[number % len(drawn)][remark] for number, remark in enumerate(drawn[0])}
    tokens["a disabled client"] = signer.token(claims={"api_code": disabled.api_code})
    tokens["a client without keys"] = signer.token(claims={"api_code": elsewhere.api_code})
    tokens["an access token"] = world.token(signer.client.user)
    tokens["a person's access token"] = world.token(person)
    attempts = {
        remark: signer.ask(token, f"192.0.2.{number}") for number, (remark, token) in enumerate(tokens.items(), 20)
    }
    codes = {
        "a code that nobody has": ("fordran_unknown", "203.0.113.7"),
        "a disabled client's code": (disabled.api_code, "203.0.113.7"),
        "a wrong address": (signer.client.api_code, "203.0.113.8"),
        "a client registered elsewhere": (elsewhere.api_code, "203.0.113.7"),
        "an empty code": ("", "198.51.100.9"),
        "an access token as a code": (world.token(signer.client.user), "198.51.100.10"),
        "a signed JWT as a code": (signer.token(), "198.51.100.11"),
    }
    attempts |= {remark: signer.send(code, address) for remark, (code, address) in codes.items()}

    async def timed(attempt: Any) -> tuple[httpx.Response, float]:
        began = time.perf_counter()
        return await attempt, time.perf_counter() - began

    answers = dict(zip(attempts, await asyncio.gather(*map(timed, attempts.values())), strict=True))
    reference, _ = answers["an unknown code"]
    assert reference.status_code == 401
    assert reference.json()["_status"] == "ERR"
    assert reference.headers["www-authenticate"]
    for remark, (answer, seconds) in answers.items():
        assert (answer.status_code, answer.content) == (401, reference.content), remark
        assert answer.headers.keys() == reference.headers.keys(), remark
        assert FAILURE_SECONDS <= seconds < FAILURE_SECONDS + 10, remark


async def test_one_refusal_takes_as_long_as_another(signer: Signer) -> None:
    attempts = [
        partial(signer.ask, signer.token(claims={"api_code": "fordran_unknown"})),
        partial(signer.ask, signer.token("P-384", "ES256")),
        partial(signer.ask, "x"),
        partial(signer.send, "fordran_unknown"),
        partial(signer.send, signer.client.api_code),
    ]
    # The quickest of each: what a busy machine adds to one of them says nothing about it.
    quickest = [math.inf] * len(attempts)
    for turn in range(5):
        for place, attempt in enumerate(attempts):
            began = time.perf_counter()
            assert (await attempt(f"192.0.2.{50 + len(attempts) * turn + place}")).status_code == 401
            quickest[place] = min(quickest[place], time.perf_counter() - began)
    assert max(quickest) - min(quickest) < FAILURE_SECONDS / 2


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 422), ({"code": 7}, 422), ({"code": None}, 422), ({"code": "x", "more": 1}, 422), ([], 422), (None, 400)],
)
async def test_a_code_has_a_shape(signer: Signer, body: Any, status: int) -> None:
    async with client_of(signer.app) as http:
        answer = await http.post(PATH, content=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert answer.json()["_status"] == "ERR"


async def test_neither_kind_of_token_passes_for_the_other(world: World, signer: Signer) -> None:
    async with client_of(signer.app, signer.token()) as http:
        assert (await http.get("/users")).status_code == 401
    assert (await signer.ask(world.token(signer.client.user))).status_code == 401


@pytest.mark.parametrize("remark", ["expired", "another key", "altered", "none", "another type", "a blank", "twice"])
async def test_an_access_token_that_is_not_ours_is_refused(world: World, signer: Signer, remark: str) -> None:
    good = world.token(signer.client.user)
    head, claims, signature = good.split(".")
    token = {
        "expired": issue(signer.client.user, world.token_key, clock.unix() - 3601, 60),
        "another key": issue(signer.client.user, b"x" * 32, clock.unix(), 60),
        "altered": f"{head}.{claims}.{signature[:-2]}{'AA' if signature[-2:] != 'AA' else 'BB'}",
        "none": base64url(b'{"alg":"none","typ":"fordran-access+jwt"}') + f".{claims}.",
        "another type": base64url(b'{"alg":"HS256","typ":"JWT"}') + f".{claims}.{signature}",
        "a blank": f"{good} x",
        "twice": good + good,
    }[remark]
    async with client_of(signer.app, token) as http:
        answer = await http.get("/users")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"]
    async with client_of(signer.app, good) as http:
        assert (await http.get("/users")).status_code == 200


# Proxies --------------------------------------------------------------------------------------------------------------------


async def test_forwarded_headers_count_from_trusted_proxies_alone(
    world: World, settings: Settings, signer: Signer
) -> None:
    behind = create_app(dataclasses.replace(settings, trusted_proxies=(ip_network("10.0.0.0/8"),)))
    proxied = Signer(behind, signer.client)
    code = signer.client.api_code
    rows = [
        (signer, "10.0.0.1", {"x_forwarded_for": "203.0.113.7"}, 401, "nobody is trusted by default"),
        (proxied, "10.0.0.1", {"x_forwarded_for": "203.0.113.7"}, 200, "a trusted proxy"),
        (proxied, "10.0.0.1", {"x_forwarded_for": "203.0.113.7, 10.0.0.2"}, 200, "two trusted proxies"),
        (proxied, "10.0.0.1", {"forwarded": "for=203.0.113.7"}, 200, "in the standard's header"),
        (proxied, "10.0.0.1", {"x_forwarded_for": "203.0.113.7, 192.0.2.99"}, 401, "a stranger in between"),
        (proxied, "192.0.2.1", {"x_forwarded_for": "203.0.113.7"}, 401, "a stranger who says so"),
        (proxied, "10.0.0.1", {}, 401, "the proxy itself"),
        (proxied, "203.0.113.7", {"x_forwarded_for": "192.0.2.1"}, 200, "a client who says otherwise"),
    ]
    answers = await asyncio.gather(*(who.send(code, address, **headers) for who, address, headers, _, _ in rows))
    for answer, (_, _, _, status, remark) in zip(answers, rows, strict=True):
        assert answer.status_code == status, remark
    await behind.database.close()


# Guessing -------------------------------------------------------------------------------------------------------------------


async def test_ten_failures_a_minute_from_one_address_are_enough(signer: Signer) -> None:
    address = "198.51.100.77"
    failed = await asyncio.gather(*(signer.send(f"guess {number}", address) for number in range(14)))
    assert sorted(answer.status_code for answer in failed) == [401] * 10 + [429] * 4
    refused = await signer.send(signer.client.api_code, address)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert refused.json()["_error"]["code"] == 429
    assert (await signer.send(signer.client.api_code, "198.51.100.78")).status_code == 200
    assert (await signer.ask(signer.token(), address)).status_code == 429


async def test_ten_failures_a_minute_for_one_code_are_enough(signer: Signer) -> None:
    code = signer.client.api_code
    failed = await asyncio.gather(*(signer.send(code, f"192.0.2.{number}") for number in range(100, 112)))
    assert sorted(answer.status_code for answer in failed) == [401] * 10 + [429] * 2
    assert (await signer.send(code)).status_code == 429


async def test_a_minute_later_all_is_forgiven(world: World, signer: Signer) -> None:
    address = "198.51.100.79"
    await asyncio.gather(*(signer.send(f"guess {number}", address) for number in range(10)))
    assert (await signer.send(signer.client.api_code, address)).status_code == 429
    async with world.database.transaction() as tx:
        await tx.execute("update failed_sign_ins set at = at - interval '61 seconds'")
    assert (await signer.send(signer.client.api_code, address)).status_code == 200
